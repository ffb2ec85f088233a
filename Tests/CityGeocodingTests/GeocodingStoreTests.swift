import CityFavorites
import CitySearch
import CityTestSupport
import DurableStorage
import Foundation
import TestSupport
import Testing

#if SQLite
import GRDB
#endif

@testable import CityGeocoding

/// What every store promises.
@Suite("Stores of addresses", .againstHanging)
struct GeocodingStoreTests {
  private static func change(using generator: inout SeededGenerator) -> GeocodingChange {
    let city = "City \(Int.random(in: 0..<12, using: &generator))"
    let number = Int.random(in: 0..<1_000_000, using: &generator)
    let date = Date(timeIntervalSinceReferenceDate: Double(number) / 7)
    let address = PostalAddress(label: "\"\(number)\n", city: city)
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: return .remove(addressHash: address.addressHash)
    case 1: return .put(GeocodingRecord(address, .pending))
    case 2: return .put(GeocodingRecord(address, .found(.named("\(number)"), date: date)))
    case 3:
      var result = GeocodingResult.named("\(number)")
      result.isUncertain = true
      result.unmatchedParts = ["part \(number)", ""]
      return .put(GeocodingRecord(address, .found(result, date: date)))
    case 4:
      var result = GeocodingResult.named("\(number)")
      result.source = "source \(number)"
      return .put(GeocodingRecord(address, .found(result, date: date), isRetried: true))
    default:
      let error = GeocodingError.network(reason: "\(number)")
      return .put(GeocodingRecord(address, .failed(error, date: date, attempts: number)))
    }
  }

  @Test func `a record with the digest of another address is corrupt`() throws {
    let (one, other) = (PostalAddress(city: "Paris"), PostalAddress(city: "Oslo"))
    let record = GeocodingRecord(one, .found(.named("P"), date: .distantPast))
    let json = String(decoding: try JSONEncoder().encode(record), as: UTF8.self)
    #expect(try JSONDecoder().decode(GeocodingRecord.self, from: Data(json.utf8)) == record)
    let wrong = json.replacing(one.addressHash, with: other.addressHash)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(GeocodingRecord.self, from: Data(wrong.utf8))
    }
    // Lines of a journal are verified like that, beside their checksum.
    let line = try JournalLine.change(.put(record)).encoded()
    #expect(JournalLine(line.dropLast()) == .change(.put(record)))
    let changed = ChecksummedLine.encode(Data(#"{"put":\#(wrong)}"#.utf8))
    #expect(JournalLine(changed.dropLast()) == nil)
  }

  @Test func `a failure has the digest of its address`() {
    let address = PostalAddress(label: "Office", city: "Paris")
    let failure = GeocodingFailure(
      address: address, error: .noResult, date: .distantPast, attempts: 1)
    #expect(failure.id == address.addressHash)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a record with a date that JSON cannot have is refused`(seconds: Double) async throws {
    // JSON, by which the other process gets the value, has no such numbers: so it gets the bits.
    await #expect(processExitsWith: .failure) { [bits = seconds.bitPattern as UInt64] in
      let date = Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
      _ = GeocodingRecord(
        PostalAddress(city: "Paris"), .failed(.noResult, date: date, attempts: 1))
    }
    let record = GeocodingRecord(
      PostalAddress(city: "Paris"), .found(.named("P"), date: .distantPast))
    let encoder = JSONEncoder()
    let date = try encoder.encode(Date.distantPast)
    let json = String(decoding: try encoder.encode(record), as: UTF8.self)
      .replacing(String(decoding: date, as: UTF8.self), with: "\"\(seconds)\"")
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    #expect {
      try decoder.decode(GeocodingRecord.self, from: Data(json.utf8))
    } throws: { error in
      guard case DecodingError.dataCorrupted(let context) = error else { return false }
      return context.debugDescription == "The date of the outcome is not finite."
    }
  }

  @Test func `places of damage are in the file`() async {
    await #expect(processExitsWith: .failure) {
      _ = StorageDamage.Place(line: 0, offset: 0, length: 1)
    }
    await #expect(processExitsWith: .failure) {
      _ = StorageDamage.Place(line: 1, offset: -1, length: 1)
    }
    await #expect(processExitsWith: .failure) {
      _ = StorageDamage.Place(line: 1, offset: 0, length: 0)
    }
    let places = (1...101).map { StorageDamage.Place(line: $0, offset: 9 * $0, length: 9) }
    let damage = StorageDamage(file: "f", keptCount: 1, places: places, quarantine: nil)
    #expect(damage.damagedPlaceCount == 101 && damage.places.count == 100)
    #expect(
      "\(damage)"
        == "f is damaged: 1 entry was read, 101 places are damaged, first in line 1 at byte 9.")
  }

  @Test(arguments: GeocodingStoreKind.allCases, 1...5)
  func `records are what the changes made of them, also for the next store`(
    kind: GeocodingStoreKind, seed: Int
  ) async throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "a folder/addresses")
      var expected = GeocodingRecords()
      for _ in 0..<6 {
        let store = kind.store(at: url)
        #expect(try await store.records() == expected.all)
        for _ in 0..<4 {
          let count = Int.random(in: 0..<6, using: &generator)
          let changes = (0..<count).map { _ in Self.change(using: &generator) }
          for change in changes { expected.apply(change) }
          try await store.apply(changes)
        }
        #expect(try await store.records() == expected.all)
        await kind.close(store)
      }
    }
  }

  @Test(arguments: GeocodingStoreKind.durable)
  func `a store has one owner at a time`(kind: GeocodingStoreKind) async throws {
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "addresses")
      let record = GeocodingRecord(PostalAddress(city: "a"), .pending)
      let owner = kind.store(at: url)
      try await owner.apply([.put(record)])
      let other = kind.store(at: url, timeout: LockTimeout(limit: .zero))
      let error = await #expect(throws: StorageError.self) { try await other.records() }
      #expect(error.map { "\($0)" }?.contains("uses the file") == true)
      await #expect(throws: StorageError.self) {
        try await other.apply([.remove(addressHash: record.addressHash)])
      }
      #expect(try await owner.records() == [record])
      await kind.close(owner)
      #expect(try await other.records() == [record])
    }
  }

  @Test(arguments: GeocodingStoreKind.allCases)
  func `a queue goes on with any store`(kind: GeocodingStoreKind) async throws {
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "addresses")
      let addresses = ["a", "b", "c"].map { PostalAddress(city: $0) }
      let first = ScriptedGeocoder(["b": [.error(.noResult)], "c": [.never]])
      do {
        let queue = GeocodingQueue(
          geocoder: first, store: kind.store(at: url), rate: .unlimited(concurrency: 1),
          clock: ManualClock())
        try await queue.enqueue(addresses)
        await first.requestCount.wait(for: 3)
      }
      await first.cancellationCount.wait(for: 1)
      let second = ScriptedGeocoder()
      let queue = GeocodingQueue(
        geocoder: second, store: kind.store(at: url), rate: .unlimited(concurrency: 1),
        clock: ManualClock())
      // The task that was cancelled may hold the old store a moment longer; the new one waits for that.
      try await queue.resume()
      await queue.wait(for: .finished(found: 1, uncertain: 0, failed: 0))
      #expect(second.cities == ["c"])
    }
  }

  #if SQLite
  @Test func `a query finds the places that are certain, in rows of earlier versions, too`()
    async throws
  {
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "addresses.sqlite")
      let date = Date(timeIntervalSinceReferenceDate: 1)
      let records = ["a", "b", "c"].map { city in
        var result = GeocodingResult.named(city)
        result.isUncertain = city == "b"
        return GeocodingRecord(
          PostalAddress(city: city), .found(result, date: date), isRetried: city == "c")
      }
      let store = GeocodingDatabase(at: url)
      try await store.apply(records.map { .put($0) })
      await store.close()
      try await DatabaseQueue(path: url.path).write { table in
        let query = "SELECT latitude FROM address ORDER BY position"
        #expect(try Double?.fetchAll(table, sql: query) == [1, nil, 1])
        // As it was before there were sources and retries.
        let record =
          #"{"address":{"city":"a","country":"","label":"","postalCode":"","state":"","#
          + #""street":""},"addressHash":"\#(records[0].addressHash)","outcome":{"found":{"date":1,"#
          + #""result":{"confidence":{"reason":"It is a test.","score":0.5},"coordinate":"#
          + #"{"latitude":1,"longitude":2},"match":{"name":"a","precision":"city"}}}}}"#
        try table.execute(
          sql: "UPDATE address SET record = ? WHERE position = 1", arguments: [record])
      }
      #expect(try await store.records() == records)
    }
  }

  @Test func `a database of something else is refused`() async throws {
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "addresses.sqlite")
      try await FavoritesDatabase(at: url).update { $0.add(.numbered(1)) }
      let data = try Data(contentsOf: url)
      let store = GeocodingDatabase(at: url)
      await #expect(throws: StorageError.self) { try await store.records() }
      await #expect(throws: StorageError.self) {
        try await store.apply([.remove(addressHash: "x")])
      }
      #expect(try Data(contentsOf: url) == data)
    }
  }
  #endif
}
