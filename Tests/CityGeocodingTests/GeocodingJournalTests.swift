import CitySearch
import CityTestSupport
import DurableStorage
import Foundation
import PrefixSearch
import SystemFiles
import TestSupport
import Testing

@testable import CityGeocoding

@Suite("The journal of geocoding", .againstHanging)
struct GeocodingJournalTests {
  static func record(
    _ city: String, _ outcome: GeocodingRecord.Outcome = .pending
  ) -> GeocodingRecord {
    GeocodingRecord(PostalAddress(label: "a\nb", city: city, country: "“ü”"), outcome)
  }

  static let date = Date(timeIntervalSinceReferenceDate: 816_953_966.790186)
  static let found = record("found", .found(.named("f"), date: date))
  static let failed = record(
    "failed", .failed(.invalidAddress(reason: "no house"), date: .distantFuture, attempts: 1))
  static let pending = record("pending")
  static let all = [found, failed, pending]

  /// Runs a test with a file of three records.
  func withJournal(_ body: (URL, Data) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "new/folder/journal")
      let journal = GeocodingJournal(at: url)
      try await journal.apply(Self.all.map { .put($0) })
      await journal.close()
      try await body(url, try Data(contentsOf: url))
    }
  }

  func records(_ url: URL) async throws -> [GeocodingRecord] {
    try await GeocodingJournal(at: url).records()
  }

  @Test func `what was written is read, to the last digit`() async throws {
    try await withJournal { url, _ in
      #expect(try await records(url) == Self.all)
      let journal = GeocodingJournal(at: url)
      let replaced = Self.record("pending", .failed(.noResult, date: Self.date, attempts: 2))
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
        with: #"{"failed":{"attempts":5,"date":2,"error":{"network":{"reason":"down"}}}}"#)
      let header = #"{"format":"geocoding journal","version":1}"#
      let lines = [header, pending, found, failed, #"{"remove":"\#(hash)"}"#].map { json in
        let checksum = String(CRC32.checksum(of: Array(json.utf8)), radix: 16)
        return "[\"\(String(repeating: "0", count: 8 - checksum.count))\(checksum)\",\(json)]\n"
      }
      let address = PostalAddress(city: "Paris")
      let date = Date(timeIntervalSinceReferenceDate: 1)
      let changes: [GeocodingChange] = [
        .put(GeocodingRecord(address, .pending)),
        .put(GeocodingRecord(address, .found(.named("P"), date: date))),
        .put(
          GeocodingRecord(address, .failed(.network(reason: "down"), date: date + 1, attempts: 5))),
        .remove(addressHash: hash),
      ]
      let journal = GeocodingJournal(at: url)
      try await journal.apply(changes)
      #expect(String(decoding: try Data(contentsOf: url), as: UTF8.self) == lines.joined())
      #expect(try await journal.records() == [])
      for (line, change) in zip(lines.dropFirst(), changes) {
        #expect(JournalLine(Data(line.dropLast().utf8)) == .change(change))
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

  @Test func `a second owner is refused until the first is done`() async throws {
    try await withJournal { url, data in
      let timeout = LockTimeout(limit: .zero)
      let first = GeocodingJournal(at: url, timeout: timeout)
      let second = GeocodingJournal(at: url, timeout: timeout)
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
