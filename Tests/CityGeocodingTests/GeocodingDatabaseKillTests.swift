#if SQLite
import CityTestSupport

@testable import CityGeocoding

import Foundation
import TestSupport
import Testing

/// Databases whose writers are killed.
@Suite("Geocoding into a database that is killed", .againstHanging)
struct GeocodingDatabaseKillTests {
  /// Five databases with 600 addresses each and 100 kills: 3,000 and 500 in all.
  @Test(.tags(.long), arguments: 1...5)
  func `what was acknowledged is there after every kill, once`(seed: Int) async throws {
    let killCount = TestExtent.share(of: 100, atLeast: 12)
    let count = 6 * killCount
    let cities = (0..<count).map { "City \($0)" }
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "addresses.sqlite")
      try await Self.with(url) { database in
        try await database.apply(
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
        let names = try await Self.names(in: url)
        #expect(acknowledged.isSubset(of: names), "After kill \(number)")
        #expect(Set(names).count == names.count)
      }
      #expect(acknowledged.count > killCount)

      // The last process finds the rest.
      let end = try await ProbeProcess.onThread {
        try ProbeProcess.run(["geocode", url.path, "0", "\(count)", "\(killCount)"])
      }
      #expect(end.hasSucceeded, "\(end.errors)")
      let names = try await Self.names(in: url)
      #expect(names.count == count && acknowledged.isSubset(of: names))
      let records = try await Self.with(url) { try await $0.records() }
      #expect(records.map(\.address.city) == cities)
    }
  }

  /// The names of all results in a database; each contains the numbers of its run and request.
  private static func names(in url: URL) async throws -> [String] {
    try await with(url) { database in
      try await database.records().compactMap { $0.geocodedAddress.match?.name }
    }
  }

  /// Opens a database, and lets go of it again.
  private static func with<Value: Sendable>(
    _ url: URL, _ body: (GeocodingDatabase) async throws -> Value
  ) async throws -> Value {
    let database = GeocodingDatabase(at: url)
    let value = try await body(database)
    await database.close()
    return value
  }
}
#endif
