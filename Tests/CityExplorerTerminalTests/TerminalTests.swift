import CitySearch
import Fixtures
import Foundation
import GazetteerBuilding
import TestSupport
import Testing

/// `city-explorer` as a person uses it: at a terminal, and without one.
@Suite("City Explorer in a terminal") struct TerminalTests {
  /// The arguments with the favorites of a test.
  private static func arguments(_ folder: URL, _ more: String...) -> [String] {
    ["--favorites", folder.appending(path: "favorites.json").path] + more
  }

  /// "London" in a list, where the first letters match.
  private static let london = "\u{1B}[1;36mLond\u{1B}[0mon"

  @Test func `every key changes the list, Enter opens a card, and Esc ends with status 0`() throws {
    try withTemporaryFolder { folder in
      let terminal = try PseudoTerminal(running: Self.arguments(folder))
      try terminal.wait(for: "Type the beginning of a city")
      try terminal.type("lond")
      try terminal.wait(for: "of 52")
      try terminal.wait(for: Self.london)
      try terminal.type("\r")
      try terminal.wait(for: "Europe/London")
      try terminal.wait(for: " km ")
      try terminal.type("\u{1B}")
      try terminal.wait(for: "Esc leave")
      try terminal.type("\u{1B}")
      // The screen before comes back.
      try terminal.wait(for: "\u{1B}[?1049l")
      #expect(terminal.status() == 0)
    }
  }

  @Test func `a star is there after a restart, and another one takes it away`() throws {
    try withTemporaryFolder { folder in
      let first = try PseudoTerminal(running: Self.arguments(folder))
      try first.wait(for: "Esc leave")
      // Leaving at once loses no star.
      try first.type("lond")
      try first.wait(for: Self.london)
      try first.type("*\u{03}")
      #expect(first.status() == 0)

      let second = try PseudoTerminal(running: Self.arguments(folder))
      try second.wait(for: "Favorites 1")
      try second.type("\t")
      try second.wait(for: "★")
      try second.wait(for: "London")
      try second.type("\r")
      try second.wait(for: "Europe/London")
      try second.type("*")
      try second.wait(for: "Favorites\u{1B}[0m")
      try second.type("\u{03}")
      #expect(second.status() == 0)

      let third = try PseudoTerminal(running: Self.arguments(folder))
      try third.wait(for: "Esc leave")
      try third.type("\t")
      try third.wait(for: "No favorites yet")
    }
  }

  @Test func `a restart asks only for the addresses that the table lacks`() throws {
    try withTemporaryFolder { folder in
      let list = folder.appending(path: "list.txt")
      try Data("10 Downing Street, London\n\nnowhere at all 123\nParis\n".utf8).write(to: list)
      let arguments = Self.arguments(folder, "--addresses", list.path)
      let first = try PseudoTerminal(running: arguments)
      try first.wait(for: "1 not found")
      try first.wait(for: "10 Downing Street, London")
      try first.type("\u{03}")
      #expect(first.status() == 0)
      let table = folder.appending(path: "list.txt.geocoded.csv")
      let answers = try String(contentsOf: table, encoding: .utf8)
      #expect(answers.split(whereSeparator: \.isNewline).count == 4)

      // What stands in the table is not asked again, and pasted lines come behind it.
      let second = try PseudoTerminal(running: arguments)
      try second.wait(for: "Addresses 3")
      try second.type("\u{1B}[200~Paris\rMadrid\r\u{1B}[201~")
      try second.wait(for: "Addresses 4")
      try second.wait(for: "Madrid")
      try second.type("\u{03}")
      #expect(second.status() == 0)
      let more = try String(contentsOf: table, encoding: .utf8)
      #expect(more.hasPrefix(answers))
      #expect(more.split(whereSeparator: \.isNewline).count == 5)
    }
  }

  @Test func `a window of another size is drawn anew`() throws {
    try withTemporaryFolder { folder in
      let terminal = try PseudoTerminal(running: Self.arguments(folder), size: (200, 50))
      try terminal.wait(for: "Esc leave")
      try terminal.type("s")
      try terminal.wait(for: " of ")
      try terminal.type("")
      try terminal.resize(to: (20, 6))
      // The line of keys is cut.
      try terminal.wait(for: "↑ ↓ move   Enter ca")
      try terminal.type("\u{03}")
      #expect(terminal.status() == 0)
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal gives the terminal back`(signal: Int32) throws {
    try withTemporaryFolder { folder in
      let terminal = try PseudoTerminal(running: Self.arguments(folder))
      try terminal.wait(for: "Esc leave")
      terminal.send(signal)
      try terminal.wait(for: "\u{1B}[?1049l")
      #expect(terminal.status() == 128 + signal)
    }
  }

  @Test func `a stopped program gives the terminal back, and draws when it continues`() async throws
  {
    try await withTemporaryFolder { folder in
      let terminal = try PseudoTerminal(running: Self.arguments(folder))
      try terminal.wait(for: "Esc leave")
      for stop in [{ try terminal.type("\u{1A}") }, { terminal.send(SIGTSTP) }] {
        try terminal.type("")
        try stop()
        try terminal.wait(for: "\u{1B}[?1049l")
        try await terminal.waitUntilStopped()
        terminal.send(SIGCONT)
        try terminal.wait(for: "\u{1B}[?1049h")
        try terminal.wait(for: "Esc leave")
      }
      try terminal.type("\u{03}")
      #expect(terminal.status() == 0)
    }
  }

  @Test func `without colors, parts differ in weight`() throws {
    try withTemporaryFolder { folder in
      let terminal = try PseudoTerminal(
        running: Self.arguments(folder), environment: ["NO_COLOR": "1"])
      try terminal.wait(for: "Esc leave")
      try terminal.type("lond")
      try terminal.wait(for: "of 52")
      try terminal.type("*")
      try terminal.wait(for: "★ \u{1B}[1mLond\u{1B}[0mon")
      #expect(!terminal.hasShown("\u{1B}[1;36m"))
    }
  }

  @Test func `without the server, the cities in memory answer`() throws {
    try withTemporaryFolder { folder in
      let terminal = try PseudoTerminal(
        running: Self.arguments(folder, "--server", "http://127.0.0.1:1"))
      try terminal.wait(for: "Esc leave")
      try terminal.type("lond")
      try terminal.wait(for: Self.london)
      try terminal.type("\r")
      try terminal.wait(for: "Europe/London")
    }
  }

  // MARK: Without a terminal

  /// Runs the program with lines as its input.
  private static func run(
    _ arguments: [String], input: String = ""
  ) throws -> (output: String, errors: String, status: Int32) {
    try withTemporaryFolder { folder in
      let files = try ["input", "output", "errors"].map { name in
        let file = folder.appending(path: name)
        try Data((name == "input" ? input : "").utf8).write(to: file)
        return file
      }
      let process = Process()
      process.executableURL = try BuiltProgram.url(named: "city-explorer")
      process.arguments = arguments
      process.standardInput = try FileHandle(forReadingFrom: files[0])
      process.standardOutput = try FileHandle(forWritingTo: files[1])
      process.standardError = try FileHandle(forWritingTo: files[2])
      try process.run()
      process.waitUntilExit()
      let texts = try files.map { try String(contentsOf: $0, encoding: .utf8) }
      return (texts[1], texts[2], process.terminationStatus)
    }
  }

  @Test func `through a pipe, each line is searched for`() throws {
    try withTemporaryFolder { folder in
      let cities = folder.appending(path: "sample.gazetteer")
      try Gazetteer(contentsOf: Fixtures.sample).write(to: cities)
      let run = try Self.run(
        Self.arguments(folder, "--cities", cities.path), input: "lond\nxqzzx\n\nlondno\n")
      #expect(run.status == 0 && run.errors.isEmpty)
      let lines = run.output.split(separator: "\n").map(String.init)
      #expect(lines[0].hasPrefix("lond: ") && lines[1].hasPrefix("  [Lond]on  "))
      #expect(lines.contains("xqzzx: nothing found") && lines.contains(": "))
      #expect(lines.last?.hasSuffix("(similar)") == true)
      #expect(
        !FileManager.default.fileExists(atPath: folder.appending(path: "favorites.json").path))
    }
  }

  @Test func `through a pipe, a list of addresses is answered as a whole`() throws {
    try withTemporaryFolder { folder in
      let list = folder.appending(path: "list.txt")
      try Data("London\nxqzzx\n".utf8).write(to: list)
      let table = folder.appending(path: "answers.csv")
      for _ in 0..<2 {
        let run = try Self.run(
          Self.arguments(folder, "--table", table.path, "--addresses", list.path))
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output.contains("London\tLondon\t51.5"))
        #expect(run.output.contains("xqzzx\tNo place was found for the address.\n"))
      }
      #expect(
        try String(contentsOf: table, encoding: .utf8).split(whereSeparator: \.isNewline).count == 3
      )
    }
  }

  @Test(arguments: [
    (
      ["--server", "nowhere"],
      "--server must be an address such as http://localhost:8080, got 'nowhere'."
    ),
    (["--addresses", "/no/such/list.txt"], "/no/such/list.txt cannot be read: "),
    (["--cities", "/no/such/file"], "/no/such/file"),
  ])
  func `an error is a sentence, and no screen`(arguments: [String], sentence: String) throws {
    let run = try Self.run(arguments)
    #expect(run.status != 0 && run.output.isEmpty)
    #expect(run.errors.contains("Error: ") && run.errors.contains(sentence))
  }

  @Test func `cities in another form come with the command that makes a gazetteer`() throws {
    try withTemporaryFolder { folder in
      let table = folder.appending(path: "places.csv")
      try Data("name,lat,lon\nBergen,60.4,5.3\nOslo,59.9,10.8\nMoss,59.4,10.7\n".utf8).write(
        to: table)
      let run = try Self.run(["--cities", table.path])
      #expect(run.status == 1 && run.output.isEmpty)
      #expect(run.errors.hasPrefix("Error: \(table.path) is not a valid gazetteer: "))
      #expect(run.errors.contains("; bench build makes one of a table, JSON, "))
    }
  }

  #if !Server
  @Test(arguments: [["serve", "--port", "80"], ["export", "folder"]])
  func `commands of the server say which trait they need`(arguments: [String]) throws {
    let run = try Self.run(arguments)
    #expect(run.status == 1)
    #expect(
      run.errors.contains("swift run -c release --traits Server city-explorer \(arguments[0])"))
  }
  #endif
}
