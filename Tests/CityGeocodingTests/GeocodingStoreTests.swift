import CityFavorites
import CityTestSupport
import DurableStorage
import Foundation
import TestSupport
import Testing

@testable import CityGeocoding

/// What every store promises.
@Suite("Stores of addresses", .againstHanging)
struct GeocodingStoreTests {
  private static func change(using generator: inout SeededGenerator) -> GeocodingChange {
    let city = "City \(Int.random(in: 0..<12, using: &generator))"
    let number = Int.random(in: 0..<1_000_000, using: &generator)
    let date = Date(timeIntervalSinceReferenceDate: Double(number) / 7)
    let address = PostalAddress(label: "\"\(number)\n", city: city)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: return .remove(addressHash: address.addressHash)
    case 1: return .put(GeocodingRecord(address, .pending))
    case 2: return .put(GeocodingRecord(address, .found(.named("\(number)"), date: date)))
    default:
      let error = GeocodingError.network(reason: "\(number)")
      return .put(GeocodingRecord(address, .failed(error, date: date, attempts: number)))
    }
  }

  @Test(arguments: GeocodingStoreKind.allCases, 1...5)
  func `records are what the changes made of them, also for the next store`(
    kind: GeocodingStoreKind, seed: Int
  ) async throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "a folder/addresses")
      var expected = GeocodingRecords()
      let memory = GeocodingMemory()
      for _ in 0..<6 {
        let store = kind.store(at: url)
        #expect(try await store.records() == expected.all)
        for _ in 0..<4 {
          let count = Int.random(in: 0..<6, using: &generator)
          let changes = (0..<count).map { _ in Self.change(using: &generator) }
          for change in changes { expected.apply(change) }
          try await store.apply(changes)
          await memory.apply(changes)
        }
        #expect(try await store.records() == expected.all)
        #expect(await memory.records() == expected.all)
        await kind.close(store)
      }
    }
  }

  @Test(arguments: GeocodingStoreKind.allCases)
  func `a store has one owner at a time`(kind: GeocodingStoreKind) async throws {
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "addresses")
      let record = GeocodingRecord(PostalAddress(city: "a"), .pending)
      let owner = kind.store(at: url)
      try await owner.apply([.put(record)])
      let other = kind.store(at: url)
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
          geocoder: first, store: kind.store(at: url), rate: .unlimited(concurrency: 1))
        try await queue.scan(addresses)
        await first.requestCount.wait(for: 3)
      }
      await first.cancellationCount.wait(for: 1)
      let second = ScriptedGeocoder()
      let queue = GeocodingQueue(
        geocoder: second, store: kind.store(at: url), rate: .unlimited(concurrency: 1))
      // The task that was cancelled may hold the old store a moment longer.
      while true {
        do {
          try await queue.resume()
          break
        } catch StorageError.notLockable {
          await Task.yield()
        }
      }
      await queue.wait(for: .finished(found: 1, failed: 0))
      #expect(second.cities == ["c"])
    }
  }

  #if SQLite
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
