import CityTestSupport
import Foundation
import TestSupport
import Testing

@testable import CityGeocoding

/// Stores whose writers are killed.
@Suite("Geocoding into a store that is killed", .againstHanging)
struct GeocodingStoreKillTests {
  typealias Kind = GeocodingStoreKind

  /// Five stores of each kind with 600 addresses each and 100 kills: 3,000 and 500 in all.
  @Test(.tags(.long), arguments: Kind.durable, 1...5)
  func `what was acknowledged is there after every kill, once`(
    kind: Kind, seed: Int
  ) async throws {
    let killCount = TestExtent.share(of: 100, atLeast: 12)
    let count = 6 * killCount
    let cities = (0..<count).map { "City \($0)" }
    try await withTemporaryFolder { folder in
      let url = kind.url(in: folder)
      try await kind.with(url) { store in
        try await store.apply(
          cities.map { .put(GeocodingRecord(PostalAddress(city: $0), .pending)) })
      }
      var generator = SeededGenerator(seed: UInt64(seed))
      var acknowledged: Set<String> = []
      for number in 0..<killCount {
        let lineCount = Int.random(in: 0...6, using: &generator)
        let pause = UInt32.random(in: 0..<2_000, using: &generator)
        let end = try await ProbeProcess.onThread {
          try ProbeProcess.killed(
            ["geocode", url.path, "0", "\(count)", "\(number)", "5"], afterLines: lineCount,
            pause: pause)
        }
        #expect(end.errors == "" && !end.hasSucceeded)
        acknowledged.formUnion(end.lines.filter { $0 != "ready" })
        let names = try await kind.names(in: url)
        #expect(acknowledged.isSubset(of: names), "After kill \(number)")
        #expect(Set(names).count == names.count)
      }
      #expect(acknowledged.count > killCount)

      // The last process finds the rest.
      let end = try await ProbeProcess.onThread {
        try ProbeProcess.run(["geocode", url.path, "0", "\(count)", "\(killCount)"])
      }
      #expect(end.hasSucceeded, "\(end.errors)")
      let names = try await kind.names(in: url)
      #expect(names.count == count && acknowledged.isSubset(of: names))
      let records = try await kind.with(url) { try await $0.records() }
      #expect(records.map(\.address.city) == cities)
    }
  }

  /// Three stores of each kind with 40 addresses each and 60 kills.
  @Test(.tags(.long), arguments: Kind.durable, 1...3)
  func `a retry that is killed loses neither old nor new results`(
    kind: Kind, seed: Int
  ) async throws {
    let killCount = TestExtent.share(of: 60, atLeast: 10)
    let count = 40
    try await withTemporaryFolder { folder in
      let url = kind.url(in: folder)
      try await kind.with(url) { store in
        try await store.apply(
          (0..<count).map { number in
            let result = GeocodingResult.named("\(number) 0 0")
            return .put(
              GeocodingRecord(
                PostalAddress(city: "City \(number)"), .found(result, date: .distantPast)))
          })
      }
      var generator = SeededGenerator(seed: UInt64(seed))
      // The newest acknowledged run of each address.
      var runs: [Int: Int] = [:]
      func check(after run: Int) async throws {
        let names = try await kind.names(in: url)
        #expect(names.count == count, "A result is lost after run \(run).")
        for (number, name) in names.enumerated() {
          let parts = name.split(separator: " ").compactMap { Int($0) }
          #expect(parts.count == 3 && parts[0] == number)
          #expect(parts[1] >= runs[number] ?? 0, "City \(number) is old after run \(run).")
        }
      }
      for run in 1...killCount {
        let lineCount = Int.random(in: 0...6, using: &generator)
        let pause = UInt32.random(in: 0..<2_000, using: &generator)
        let end = try await ProbeProcess.onThread {
          try ProbeProcess.killed(
            ["improve", url.path, "\(run)", "5"], afterLines: lineCount, pause: pause)
        }
        #expect(end.errors == "" && !end.hasSucceeded)
        for line in end.lines where line != "ready" {
          let parts = line.split(separator: " ").compactMap { Int($0) }
          runs[parts[0]] = max(runs[parts[0]] ?? 0, parts[1])
        }
        try await check(after: run)
      }
      #expect(runs.count > killCount / 4)

      // The last process goes on with the retries of those before it.
      let end = try await ProbeProcess.onThread {
        try ProbeProcess.run(["geocode", url.path, "0", "\(count)", "\(killCount + 1)"])
      }
      #expect(end.hasSucceeded, "\(end.errors)")
      try await check(after: killCount + 1)
      let records = try await kind.with(url) { try await $0.records() }
      #expect(records.allSatisfy { !$0.isRetried && $0.isFound })
    }
  }
}

extension GeocodingStoreKind {
  /// The names of all results in a store; each contains the numbers of its run and request.
  fileprivate func names(in url: URL) async throws -> [String] {
    try await with(url) { store in
      try await store.records().compactMap { $0.geocodedAddress.match?.name }
    }
  }

  /// Opens a store, and closes it again.
  fileprivate func with<Value: Sendable>(
    _ url: URL, _ body: (any GeocodingStore) async throws -> Value
  ) async throws -> Value {
    let store = store(at: url)
    let value = try await body(store)
    await store.close()
    return value
  }
}
