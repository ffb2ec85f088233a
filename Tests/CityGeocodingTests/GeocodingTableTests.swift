import CityGeocoding
import CityTestSupport
import DurableStorage
import Foundation
import TestSupport
import Testing

@Suite("The table of answers", .againstHanging)
struct GeocodingTableTests {
  private static func withTable(
    _ content: String? = nil, _ body: (GeocodingTable, URL) async throws -> Void
  ) async throws {
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "addresses.csv")
      if let content { try Data(content.utf8).write(to: url) }
      try await body(GeocodingTable(at: url), url)
    }
  }

  private static func text(_ url: URL) throws -> String {
    String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }

  @Test func `answers are rows that a spreadsheet reads`() async throws {
    try await Self.withTable { table, url in
      try await table.append([.found("a")])
      #expect(try Self.text(url) == TableText.header + TableText.a)
      try await table.append([.failed("b", .noResult)])
      #expect(try Self.text(url) == TableText.header + TableText.a + TableText.b)
      try await table.append([.found("=1+1, \"x\"")])
      #expect(try Self.text(url).contains(#","'=1+1, ""x""",,,,found,"'=1+1, ""x"" 1","#))
      try await table.append([GeocodingStoreTests.answers[0]])
      #expect(try Self.text(url).contains(",Paris,48.85341,-2.3488,city,"))
    }
    let list = URL(filePath: "/lists/addresses.txt")
    #expect(GeocodingTable.url(beside: list).path == "/lists/addresses.txt.geocoded.csv")
  }

  @Test func `a table that an editor has saved is read`() async throws {
    let rows = TableText.header + "\r\n" + #"" 1 St","a",,,,"noResult",,,,,,,,"# + "\r\n"
    let text = "\u{FEFF}" + rows.replacing("\r\n", with: "\n")
    try await Self.withTable(text) { table, url in
      let answers = try await table.answers()
      #expect(answers.map(\.address) == [PostalAddress(street: " 1 St", city: "a")])
      try await table.append([.failed("b", .noResult)])
      #expect(try Self.text(url) == text + TableText.b)
    }
  }

  /// A process that is killed can leave any beginning of what it wrote.
  @Test func `wherever the last write ends, what was acknowledged is read, and the rest dropped`()
    async throws
  {
    let whole = Array((TableText.header + TableText.a + TableText.b).utf8)
    let (headerEnd, aEnd) = (
      TableText.header.utf8.count, (TableText.header + TableText.a).utf8.count
    )
    for count in 0...whole.count {
      let torn = String(decoding: whole.prefix(count), as: UTF8.self)
      try await Self.withTable(torn) { table, url in
        let expected = count < aEnd ? 0 : count < whole.count ? 1 : 2
        #expect(try await table.answers().count == expected, "\(count) bytes")
        // Reading alone changes nothing.
        #expect(try Self.text(url) == torn)
        try await table.append([.found("c")])
        let end = count < headerEnd ? 0 : count < aEnd ? headerEnd : expected == 1 ? aEnd : count
        let kept = end == 0 ? TableText.header : String(decoding: whole.prefix(end), as: UTF8.self)
        let row = TableText.a.replacing("a 1", with: "c 1").replacing(",a,", with: ",c,")
        #expect(try Self.text(url) == kept + row, "\(count) bytes")
      }
    }
  }

  private static let damages: [(row: String, reason: String)] = [
    (",a\r\n", "line 3 has no answer"), (TableText.b.replacing("noResult", with: "lost"), "line 3"),
    (TableText.a.replacing("1.0", with: "91.0"), "line 3 has no answer"),
    (TableText.a.replacing("0.5", with: "x"), "line 3 has no answer"),
    (TableText.a.replacing(",city,", with: ",planet,"), "line 3 has no answer"),
    (",\"a,,,,noResult\r\n", "the quote that line 3 opens is not closed"),
  ]

  @Test(arguments: damages.named(by: \.row))
  func `a row without an answer is an error that names its line`(
    damage: Named<(row: String, reason: String)>
  ) async throws {
    let text = TableText.header + TableText.a + damage.value.row + TableText.b
    try await Self.withTable(text) { table, url in
      do {
        _ = try await table.answers()
        Issue.record("no error")
      } catch StorageError.damaged(let file, let reason) {
        #expect(file == url.relativePath && reason.hasPrefix(damage.value.reason))
      }
      await #expect(throws: StorageError.self) { try await table.append([.found("a")]) }
      #expect(try Self.text(url) == text)
      // A person mends the line.
      try Data((TableText.header + TableText.a + TableText.b).utf8).write(to: url)
      #expect(try await table.answers().count == 2)
    }
  }

  @Test func `one store owns the table at a time, in any process`() async throws {
    try await Self.withTable { table, url in
      try await table.append([.found("a")])
      let locked = StorageError.locked(file: url.relativePath)
      await #expect(throws: locked) { _ = try await GeocodingTable(at: url).answers() }
      await #expect(throws: locked) { try await GeocodingTable(at: url).append([.found("b")]) }
      await #expect(processExitsWith: .exitCode(7)) { [path = url.path as String] in
        do { _ = try await GeocodingTable(at: URL(filePath: path)).answers() } catch {
          if case StorageError.locked = error { exit(7) }
        }
      }
      #expect(try await table.answers() == [.found("a")])
    }
    // A store that is gone has released it.
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "addresses.csv")
      for count in 0..<3 {
        let table = GeocodingTable(at: url)
        #expect(try await table.answers().count == count)
        try await table.append([.found("\(count)")])
      }
    }
  }

  // MARK: What changes while it is in use

  @Test func `a table that appears after an absent one was read is not written to`() async throws {
    try await Self.withTable { table, url in
      #expect(try await table.answers() == [])
      let text = TableText.header + TableText.b
      try Data(text.utf8).write(to: url)
      await #expect(throws: StorageError.changed(file: url.relativePath, reason: "appeared")) {
        try await table.append([.found("a")])
      }
      #expect(try Self.text(url) == text)
      // The next run takes it over.
      #expect(try await table.answers().count == 1)
      try await table.append([.found("a")])
      #expect(try Self.text(url) == text + TableText.a)
    }
  }

  @Test(arguments: ["Buy milk.\n", TableText.header + TableText.b])
  func `a table that is exchanged in use is not written to, and nothing is lost silently`(
    content: String
  ) async throws {
    try await Self.withTable { table, url in
      try await table.append([.found("a")])
      try Data(content.utf8).write(to: url, options: .atomic)
      let error = StorageError.changed(
        file: url.relativePath, reason: "was exchanged for another file")
      await #expect(throws: error) { try await table.append([.found("x")]) }
      #expect(try Self.text(url) == content)
      // The next run sees what is there, and asks for what it lacks.
      if content.hasPrefix("street") {
        let queue = GeocodingQueue(geocoder: ScriptedGeocoder(), store: table)
        let list = ["a", "b"].map { PostalAddress(city: $0) }
        for try await _ in queue.answers(to: list) {}
        #expect(try Self.text(url) == content + TableText.a)
      } else {
        await #expect(throws: StorageError.self) { _ = try await table.answers() }
        await #expect(throws: StorageError.self) { try await table.append([.found("b")]) }
        #expect(try Self.text(url) == content)
      }
    }
  }

  @Test func `a table that another program writes to in use is not written to`() async throws {
    try await Self.withTable { table, url in
      try await table.append([.found("a")])
      let handle = try FileHandle(forWritingTo: url)
      try handle.seekToEnd()
      try handle.write(contentsOf: Data(TableText.b.utf8))
      let error = StorageError.changed(
        file: url.relativePath, reason: "was written to by another program")
      await #expect(throws: error) { try await table.append([.found("c")]) }
      #expect(try Self.text(url) == TableText.header + TableText.a + TableText.b)
      // The next run takes over what was written.
      #expect(try await table.answers().count == 2)
      try await table.append([.found("c")])
      #expect(try await table.answers().count == 3)
    }
  }

  @Test func `a table that is removed in use is made again by a run, with all answers`()
    async throws
  {
    try await Self.withTable { table, url in
      let queue = GeocodingQueue(geocoder: ScriptedGeocoder(), store: table)
      func run(_ cities: [String]) async throws {
        for try await _ in queue.answers(to: cities.map { PostalAddress(city: $0) }) {}
      }
      try await run(["a", "b"])
      let before = try await table.answers().map(\.address.city)
      try FileManager.default.removeItem(at: url)
      let removed = StorageError.changed(file: url.relativePath, reason: "was removed")
      await #expect(throws: removed) { try await run(["a", "b"]) }
      #expect(!FileManager.default.fileExists(atPath: url.path))
      try await run(["a", "b"])
      #expect(try await table.answers().map(\.address.city) == before)
    }
  }

  // MARK: Processes that are killed, or that find the disk full

  @Test(.tags(.long)) func `150 kills lose nothing that was acknowledged`() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending(path: "addresses.csv").path
      var generator = SeededGenerator(seed: 9)
      var expected: Set<String> = []
      for round in 1...TestExtent.share(of: 150, atLeast: 3) {
        let (first, delay) = (round * 100_000, Int.random(in: 0...20_000, using: &generator))
        let result = await #expect(
          processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]
        ) { [path = path as String, first = first as Int, delay = delay as Int] in
          let table = GeocodingTable(at: URL(filePath: path))
          let queue = GeocodingQueue(geocoder: ScriptedGeocoder(), store: table)
          let list = (first..<first + 100_000).map { PostalAddress(city: "\($0)") }
          for try await answers in queue.answers(to: list) {
            for answer in answers { Acknowledgment.write(Int(answer.address.city) ?? 0) }
            if answers.first?.address.city == "\(first)" {
              KillingThread.start(microseconds: delay)
            }
          }
        }
        let acknowledged = Acknowledgment.read(result?.standardOutputContent)
        #expect(!acknowledged.isEmpty, "round \(round)")
        expected.formUnion(acknowledged.map { "\($0)" })
        let stored = try await GeocodingTable(at: URL(filePath: path)).answers()
        let cities = Set(stored.map(\.address.city))
        #expect(expected.isSubset(of: cities), "round \(round), after \(delay) µs")
        #expect(stored.allSatisfy { $0.result?.match.name == "\($0.address.city) 1" })
        expected = cities
      }
    }
  }

  @Test func `a full disk keeps the answers of before`() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending(path: "addresses.csv").path
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) { [path = path as String] in
        try Disk.limitFiles(to: 2_000)
        let table = GeocodingTable(at: URL(filePath: path))
        for number in 1... {
          do {
            try await table.append([.found("\(number)")])
            Acknowledgment.write(number)
          } catch StorageError.notWritable {
            // The same store goes on with what is there.
            let kept = try await table.answers().count
            #expect(kept == number - 1)
            return
          }
        }
      }
      let acknowledged = Acknowledgment.read(result?.standardOutputContent)
      let stored = try await GeocodingTable(at: URL(filePath: path)).answers()
      #expect(stored.map(\.address.city) == acknowledged.map { "\($0)" } && !stored.isEmpty)
    }
  }
}
