import CitySearch
import Fixtures
import Foundation
import GazetteerBuilding
import PrefixBenchmark
import TestSupport
import Testing
import bench

/// Keys out of bytes, the screen of `bench search` on a terminal, and all of it in a terminal.
@Suite("The search field in a terminal") struct InteractiveSearchTests {
  @Test(
    arguments: [
      ("a", [Key.text("a")]), ("ab\u{7F}", [.text("ab"), .backspace]),
      (
        "\r\t\u{15}\u{17}",
        [.enter, .tab, .deleteAll, .deleteWord]
      ),
      ("\u{1B}[A\u{1B}[B\u{1B}OA\u{1B}[Z", [.up, .down, .up, .backTab]),
      ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]), ("\u{03}", [.end]), ("\u{04}", [.end]),
      ("北京é", [.text("北京é")]), ("\u{1B}\u{1B}[A", [.escape, .up]),
      // Alt with a letter, F5 and a control character mean nothing.
      ("\u{1B}x\u{1B}[15~\u{01}y", [.text("y")]),
    ].named(by: \.0))
  func `bytes of a terminal are keys, however they are cut`(example: Named<(String, [Key])>) {
    let (bytes, keys) = example.value
    var whole = KeyReader()
    #expect(whole.keys(in: Array(bytes.utf8)) == keys)
    #expect(whole.keysAfterPause().isEmpty)
    var cut = KeyReader()
    let single = bytes.utf8.flatMap { cut.keys(in: [$0]) }
    #expect(Self.joined(single) == keys)
  }

  /// Texts that came one after the other as one.
  private static func joined(_ keys: [Key]) -> [Key] {
    keys.reduce(into: []) { joined, key in
      if case .text(let more) = key, case .text(let text) = joined.last {
        joined[joined.count - 1] = .text(text + more)
      } else {
        joined.append(key)
      }
    }
  }

  @Test func `an Esc is a key when nothing follows it`() {
    var reader = KeyReader()
    #expect(reader.keys(in: [0x1B]).isEmpty)
    #expect(reader.keysAfterPause() == [.escape])
    #expect(reader.keysAfterPause().isEmpty)
    #expect(reader.keys(in: Array("a".utf8)) == [.text("a")])
  }

  @Test func `bytes that are no UTF-8 are dropped, and what follows counts`() {
    var reader = KeyReader()
    #expect(reader.keys(in: [0xFF, 0xC3, 0x61, 0xED, 0xA0, 0x80, 0x62]) == [.text("ab")])
  }

  private static let gazetteer = Result { try Gazetteer(contentsOf: Fixtures.sample) }

  /// A screen with what was found for a text.
  private static func screen(_ text: String, limit: Int = 20) throws -> SearchScreen {
    var screen = SearchScreen(orders: [.relevance, .population])
    screen.press(.text(text))
    let found = CityIndex(try gazetteer.get()).search(for: text, limit: limit)
    screen.show(
      SearchScreen.Answer(
        matches: Array(found), count: MatchPrinter.count(of: found), names: .all,
        duration: .microseconds(38)))
    return screen
  }

  private static func lines(
    _ screen: SearchScreen, columns: Int = 80, rows: Int = 12
  ) throws -> [String] {
    let printer = MatchPrinter(gazetteer: try gazetteer.get(), form: nil, isStyled: false)
    return screen.lines(columns: columns, rows: rows, printer: printer)
  }

  @Test func `the screen has the field, the number, the time, the list and the keys`() throws {
    var screen = try Self.screen("saint")
    screen.press(.down)
    let lines = try Self.lines(screen)
    #expect(lines.count == 12)
    #expect(lines[0] == "Search: saint" && screen.cursor(columns: 80) == 13)
    #expect(lines[1].hasSuffix("38 µs, by relevance"))
    #expect(lines[3].hasPrefix("   ") && lines[4].hasPrefix("›  "))
    #expect(lines[11].hasPrefix("Tab: order"))
  }

  @Test func `the list follows the mark, which stays within it`() throws {
    var screen = try Self.screen("s", limit: 40)
    for _ in 0..<3 { screen.press(.up) }
    #expect(screen.selection == 0)
    for _ in 0..<100 { screen.press(.down) }
    let last = try #require(screen.answer?.matches.indices.last)
    #expect(last > 7 && screen.selection == last)
    let list = try Self.lines(screen)[3..<10]
    #expect(list.last?.hasPrefix("›") == true)
    #expect(list.count { $0.hasPrefix("›") } == 1)
  }

  @Test func `Enter opens a card, and Esc closes it before it ends the search`() throws {
    var screen = try Self.screen("london")
    let city = try #require(screen.selected?.city)
    screen.press(.enter)
    #expect(screen.isCardOpen)
    let text = try Self.lines(screen, rows: 20).joined(separator: "\n")
    for part in [city.name, "\(city.id)", city.population.grouped, "Europe/London"] {
      #expect(text.contains(part))
    }
    screen.press(.escape)
    #expect(!screen.isCardOpen && !screen.isEnded)
    screen.press(.escape)
    #expect(screen.isEnded)
    var typing = try Self.screen("london")
    typing.press(.enter)
    typing.press(.backspace)
    #expect(typing.question.text == "londo" && !typing.isCardOpen)
  }

  @Test func `nothing to open, mark or take away is no harm`() {
    var screen = SearchScreen(orders: [.relevance])
    for key in [Key.enter, .up, .down, .pageDown, .backspace, .deleteWord, .tab, .backTab] {
      screen.press(key)
    }
    #expect(screen.question == SearchScreen.Question(order: .relevance))
    #expect(!screen.isCardOpen && screen.selection == 0)
  }

  @Test func `Tab turns the order, and words are taken away whole`() {
    var screen = SearchScreen(orders: [.relevance, .population, .name])
    screen.press(.tab)
    #expect(screen.question.order == .population)
    screen.press(.backTab)
    #expect(screen.question.order == .relevance)
    screen.press(.backTab)
    #expect(screen.question.order == .name)
    screen.press(.text("new york  "))
    screen.press(.deleteWord)
    #expect(screen.question.text == "new ")
  }

  @Test(arguments: [1, 5, 20, 79]) func `no line is wider than the window`(columns: Int) throws {
    let screen = try Self.screen("s", limit: 40)
    let printer = MatchPrinter(
      gazetteer: try Self.gazetteer.get(), form: nil, isStyled: true)
    for line in screen.lines(columns: columns, rows: 30, printer: printer) {
      #expect(line.displayWidth <= columns)
    }
    #expect(screen.cursor(columns: columns) < columns)
    #expect(screen.lines(columns: columns, rows: 2, printer: printer).count == 2)
  }

  @Test(arguments: [
    ("abc", 3), ("北京", 4), ("e\u{301}", 1), ("\u{1B}[0;1mabc\u{1B}[0m", 3), ("한국", 4), ("", 0),
  ])
  func `the width of a text is that of its characters`(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test func `at a terminal every key changes the list, and Esc ends with status 0`() throws {
    let terminal = try PseudoTerminal(running: ["search", "--cities", Fixtures.sample.path])
    try terminal.wait(for: "by relevance")
    try terminal.type("lond")
    try terminal.wait(for: "8,961,989")
    try terminal.type("\t")
    try terminal.wait(for: "by population, own names only")
    try terminal.type("\r")
    try terminal.wait(for: "Europe/London")
    try terminal.type("\u{1B}")
    try terminal.wait(for: "Enter: card")
    try terminal.type("\u{1B}")
    // The screen before comes back.
    try terminal.wait(for: "\u{1B}[?1049l")
    #expect(terminal.status() == 0)
  }

  @Test func `a signal gives the terminal back`() throws {
    let terminal = try PseudoTerminal(running: ["search", "--cities", Fixtures.sample.path])
    try terminal.wait(for: "by relevance")
    terminal.terminate()
    try terminal.wait(for: "\u{1B}[?1049l")
    #expect(terminal.status() == Interruption.exitCode)
  }
}

/// `bench` at a terminal that the test reads and writes.
private final class PseudoTerminal {
  private let process = Process()
  private let keyboard: FileHandle
  private var shown = Data()

  init(running arguments: [String]) throws {
    // As posix_openpt, unlockpt and ptsname do it, which the compiler does not see.
    let file = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var (lock, number) = (Int32(0), Int32(0))
    guard file >= 0, unsafe ioctl(file, 0x4004_5431, &lock) == 0,
      unsafe ioctl(file, 0x8004_5430, &number) == 0
    else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    keyboard = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    let screen = try #require(FileHandle(forUpdatingAtPath: "/dev/pts/\(number)"))
    process.executableURL = try BuiltProgram.url(named: "bench")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["TERM": "xterm"]) { $1 }
    process.standardInput = screen
    process.standardOutput = screen
    try process.run()
    try screen.close()
  }

  func type(_ keys: String) throws {
    // What was shown before is not waited for again.
    shown = Data()
    try keyboard.write(contentsOf: Data(keys.utf8))
  }

  /// Reads until a text is shown.
  ///
  /// It is an error if the program ends before, or if it takes longer than any busy machine does.
  func wait(for text: String, limit: Duration = .seconds(1_200)) throws {
    let deadline = ContinuousClock.now + limit
    while shown.range(of: Data(text.utf8)) == nil {
      var screen = pollfd(fd: keyboard.fileDescriptor, events: Int16(POLLIN), revents: 0)
      let isReadable = unsafe poll(&screen, 1, 1_000) != 0
      let more = isReadable ? keyboard.availableData : Data()
      guard isReadable ? !more.isEmpty : ContinuousClock.now < deadline else {
        throw BenchFailure("\(text) was not shown, but \(String(decoding: shown, as: UTF8.self))")
      }
      shown += more
    }
  }

  func terminate() { process.terminate() }

  func status() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  deinit { if process.isRunning { process.terminate() } }
}
