import CitySearch
import Foundation
import TestSupport
import Testing

@testable import CityExplorer

@Suite("The journal of geocoding", .timeLimit(.minutes(2)))
struct GeocodingJournalTests {
  private static func record(
    _ city: String, _ outcome: GeocodingRecord.Outcome = .pending
  ) -> GeocodingRecord {
    GeocodingRecord(PostalAddress(label: "a\nb", city: city, country: "“ü”"), outcome)
  }

  private static let date = Date(timeIntervalSinceReferenceDate: 816_953_966.790186)
  private static let found = record("found", .found(.named("f"), date: date))
  private static let failed = record(
    "failed", .failed(.denied(reason: "no key"), until: .distantFuture))
  private static let pending = record("pending")
  private static let all = [found, failed, pending]

  /// Runs a test with a file of three records.
  private func withJournal(_ body: (URL, Data) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "new/folder/journal")
      let journal = GeocodingJournal(at: url)
      try await journal.apply(Self.all.map { .put($0) })
      await journal.close()
      try await body(url, try Data(contentsOf: url))
    }
  }

  private func records(_ url: URL) async throws -> [GeocodingRecord] {
    try await GeocodingJournal(at: url).records()
  }

  @Test func `what was written is read, to the last digit`() async throws {
    try await withJournal { url, _ in
      #expect(try await records(url) == Self.all)
      let journal = GeocodingJournal(at: url)
      let replaced = Self.record("pending", .failed(.noResult, until: Self.date))
      try await journal.apply([
        .put(replaced), .remove(addressHash: Self.failed.addressHash), .remove(addressHash: "x"),
      ])
      try await journal.apply([])
      #expect(try await journal.records() == [Self.found, replaced])
      await journal.close()
      #expect(try await records(url) == [Self.found, replaced])
    }
  }

  @Test func `the format is the one that other versions know`() async throws {
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "journal")
      let hash = PostalAddress(city: "Paris").addressHash
      let pending =
        #"{"put":{"address":{"city":"Paris","country":"","label":"","postalCode":"","#
        + #""state":"","street":""},"addressHash":"\#(hash)","outcome":{"pending":{}}}}"#
      let found = pending.replacing(
        #"{"pending":{}}"#,
        with: #"{"found":{"date":1,"result":{"confidence":{"reason":"It is a test.","score":0.5},"#
          + #""coordinate":{"latitude":1,"longitude":2},"match":{"name":"P","precision":"city"}}}}"#
      )
      let failed = pending.replacing(
        #"{"pending":{}}"#,
        with: #"{"failed":{"error":{"denied":{"reason":"no key"}},"until":2}}"#)
      let lines = [pending, found, failed, #"{"remove":"\#(hash)"}"#].map { json in
        let checksum = String(CRC32.checksum(of: Array(json.utf8)), radix: 16)
        return "[\"\(String(repeating: "0", count: 8 - checksum.count))\(checksum)\",\(json)]\n"
      }
      let text = "{\"format\":\"geocoding journal\",\"version\":1}\n" + lines.joined()

      let address = PostalAddress(city: "Paris")
      let date = Date(timeIntervalSinceReferenceDate: 1)
      let changes: [GeocodingChange] = [
        .put(GeocodingRecord(address, .pending)),
        .put(GeocodingRecord(address, .found(.named("P"), date: date))),
        .put(GeocodingRecord(address, .failed(.denied(reason: "no key"), until: date + 1))),
        .remove(addressHash: hash),
      ]
      let journal = GeocodingJournal(at: url)
      try await journal.apply(changes)
      #expect(String(decoding: try Data(contentsOf: url), as: UTF8.self) == text)
      #expect(try await journal.records() == [])
      for (line, change) in zip(lines, changes) {
        #expect(JournalLine.decode(Data(line.dropLast().utf8)) == change)
      }
    }
  }

  @Test func `an absent file has no records, and reading makes none`() async throws {
    try await withTemporaryFolder { folder async throws in
      let url = folder.appending(path: "journal")
      #expect(try await records(url) == [])
      #expect(!FileManager.default.fileExists(atPath: url.path))
    }
  }

  // MARK: Damage

  @Test func `a torn last line is left out, and gone with the next change`() async throws {
    try await withJournal { url, data in
      let lastLine = data.dropLast().lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      for length in lastLine..<data.count {
        try data.prefix(length).write(to: url)
        let journal = GeocodingJournal(at: url)
        // A line that lacks nothing but its end is whole.
        let whole = length == data.count - 1 ? Self.all : [Self.found, Self.failed]
        #expect(try await journal.records() == whole)
        #expect(try Data(contentsOf: url) == data.prefix(length))
        let added = Self.record("added")
        try await journal.apply([.put(added)])
        await journal.close()
        #expect(try await records(url) == whole + [added])
      }
    }
  }

  @Test func `half a file has what was whole in it`() async throws {
    try await withJournal { url, data in
      try data.prefix(data.count / 2).write(to: url)
      let some = try await records(url)
      #expect(some == Array(Self.all.prefix(some.count)) && some.count < 3)
    }
  }

  @Test func `a wrong byte anywhere is an error or in a torn line, and changes nothing`()
    async throws
  {
    try await withJournal { url, data in
      for index in data.indices {
        var damaged = data
        damaged[index] ^= 0x10
        try damaged.write(to: url)
        let journal = GeocodingJournal(at: url)
        let isLastEnd = index == data.count - 1
        do {
          let left = try await journal.records()
          #expect(isLastEnd && left == [Self.found, Self.failed], "byte \(index)")
        } catch let error as StorageError {
          #expect(!isLastEnd && "\(error)".contains(url.lastPathComponent))
          await #expect(throws: StorageError.self) {
            try await journal.apply([.put(Self.pending)])
          }
          #expect(try Data(contentsOf: url) == damaged)
        }
        await journal.close()
      }
    }
  }

  @Test func `what is no journal is refused, with its name and the reason, and kept`() async throws
  {
    var generator = SeededGenerator(seed: 1)
    let noise = Data((0..<5_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
    let cases: [(Data, String)] = [
      (Data(), "it has no bytes"),
      (noise, "it does not begin as a geocoding journal does"),
      (noise.filter { $0 != 0x0A }, "it does not begin as a geocoding journal does"),
      (Data(#"{"format":"geocoding jour"#.utf8), "it does not begin as a geocoding journal does"),
      (Data("{\"format\":\"favorites\",\"version\":1}\n".utf8), "does not begin"),
      (Data("{\"format\":\"geocoding journal\",\"version\":0}\n".utf8), "version 0"),
      (Data("{\"format\":\"geocoding journal\",\"version\":2}\n".utf8), "has version 2"),
    ]
    try await withTemporaryFolder { folder in
      for (index, (data, reason)) in cases.enumerated() {
        let url = folder.appending(path: "journal \(index)")
        try data.write(to: url)
        let queue = GeocodingQueue(
          geocoder: ScriptedGeocoder(), store: GeocodingJournal(at: url), rate: .unlimited)
        let error = await #expect(throws: StorageError.self) {
          try await queue.scan([PostalAddress(city: "a")])
        }
        #expect(error.map { "\($0)" }?.contains(reason) == true, "\(error as Any)")
        #expect(error.map { "\($0)" }?.contains(url.path) == true)
        #expect(try Data(contentsOf: url) == data)
      }
    }
  }

  @Test func `a folder in the place of the file is refused`() async throws {
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "journal")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      let journal = GeocodingJournal(at: url)
      await #expect(throws: StorageError.self) { try await journal.records() }
      await #expect(throws: StorageError.self) { try await journal.apply([.put(Self.pending)]) }
    }
  }

  @Test(arguments: [
    ([(FileRights.Place.folder, 0o555), (.lock, 0o666)], "cannot be written"),
    ([(.lock, 0o444)], "cannot be locked"),
    ([(.file, 0o000), (.lock, 0o666)], "cannot be read"),
  ])
  func `rights that are missing are said to be missing`(
    rights: [(FileRights.Place, Int)], reason: String
  ) async throws {
    try await withJournal { url, data in
      let (_, errors, hasSucceeded) = try await FileRights.run(
        ["rush-journal", url.path, "0", "1"], with: rights, on: url)
      #expect(!hasSucceeded)
      #expect(errors.hasPrefix(url.path) && errors.contains(reason), "\(errors)")
      #expect(errors.contains("Permission denied"), "\(errors)")
      #expect(try Data(contentsOf: url) == data)
      #expect(try await records(url) == Self.all)
    }
  }

  @Test func `a damaged file can be set aside, and a new one begun`() async throws {
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "journal")
      try Data("nonsense".utf8).write(to: url)
      let journal = GeocodingJournal(at: url)
      await #expect(throws: StorageError.self) { try await journal.records() }
      let aside = try #require(try await journal.setAside())
      #expect(try Data(contentsOf: aside) == Data("nonsense".utf8))
      try await journal.apply([.put(Self.found)])
      #expect(try await journal.records() == [Self.found])
      await journal.close()
      #expect(try await GeocodingJournal(at: folder.appending(path: "none")).setAside() == nil)
    }
  }

  @Test func `a file that others changed meanwhile is not written to blindly`() async throws {
    try await withJournal { url, data in
      let journal = GeocodingJournal(at: url)
      _ = try await journal.records()
      let other = data.dropLast(5)
      try other.write(to: url)
      await #expect(throws: StorageError.self) { try await journal.apply([.put(Self.pending)]) }
      #expect(try Data(contentsOf: url) == other)
      // It is read again, and goes on from there.
      try await journal.apply([.put(Self.record("new"))])
      #expect(try await journal.records() == [Self.found, Self.failed, Self.record("new")])
    }
  }

  // MARK: Owners

  @Test func `a second owner is refused until the first is done`() async throws {
    try await withJournal { url, data in
      let (first, second) = (GeocodingJournal(at: url), GeocodingJournal(at: url))
      _ = try await first.records()
      for _ in 0..<2 {
        let error = await #expect(throws: StorageError.self) { try await second.records() }
        #expect(error.map { "\($0)" }?.contains("uses the file") == true)
      }
      await #expect(throws: StorageError.self) { try await second.apply([.put(Self.pending)]) }
      await #expect(throws: StorageError.self) { try await second.setAside() }
      await #expect(throws: StorageError.self) { try await second.compact() }
      #expect(try Data(contentsOf: url) == data)
      await first.close()
      #expect(try await second.records() == Self.all)
      await #expect(throws: StorageError.self) { try await first.records() }
    }
  }

  // MARK: Compaction

  @Test func `the file is written anew without what is over`() async throws {
    try await withJournal { url, data in
      let journal = GeocodingJournal(at: url)
      for _ in 0..<20 { try await journal.apply(Self.all.reversed().map { .put($0) }) }
      try await journal.apply([.remove(addressHash: Self.failed.addressHash)])
      #expect(try Data(contentsOf: url).count > 15 * data.count)
      try await journal.compact()
      #expect(try Data(contentsOf: url).count < data.count)
      #expect(try await journal.records() == [Self.found, Self.pending])
      try await journal.apply([.put(Self.failed)])
      await journal.close()
      #expect(try await records(url) == [Self.found, Self.pending, Self.failed])
    }
  }

  @Test func `compaction comes by itself`() async throws {
    try await withJournal { url, data in
      let journal = GeocodingJournal(at: url)
      for _ in 0..<12 { try await journal.apply((0..<100).map { _ in .put(Self.found) }) }
      #expect(try Data(contentsOf: url).count < 1_000 * data.count / 3)
      await journal.close()
      // And at the next start, whoever wrote the lines.
      let line = try JournalLine.encode(.put(Self.found))
      try (data + (0..<1_000).flatMap { _ in line }).write(to: url)
      #expect(try await records(url) == Self.all)
      #expect(try Data(contentsOf: url).count == data.count)
    }
  }

  @Test func `records keep their order through changes`() {
    var records = GeocodingRecords()
    var expected: [GeocodingRecord] = []
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<2_000 {
      let record = Self.record("\(Int.random(in: 0..<60, using: &generator))")
      if Int.random(in: 0..<5, using: &generator) < 3 {
        expected.removeAll { $0.addressHash == record.addressHash }
        records.apply(.remove(addressHash: record.addressHash))
      } else {
        if !expected.contains(record) { expected.append(record) }
        records.apply(.put(record))
      }
      #expect(records.count == expected.count)
      #expect(records[record.addressHash] == expected.first { $0 == record })
    }
    #expect(records.all == expected)
  }
}
