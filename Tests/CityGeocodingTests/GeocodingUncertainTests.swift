import CitySearch
import CityTestSupport
import Foundation
import TestSupport
import Testing

@testable import CityGeocoding

/// Places that may well be others than the addresses mean.
@Suite("Uncertain places", .againstHanging)
struct GeocodingUncertainTests {
  /// Is uncertain about some cities.
  private struct Doubting: Geocoder {
    let cities: Set<String>

    func geocode(_ address: PostalAddress) async throws -> GeocodingResult {
      if address.city == "nowhere" { throw GeocodingError.noResult }
      var result = GeocodingResult.named(address.city)
      if cities.contains(address.city) {
        (result.isUncertain, result.unmatchedParts) = (true, ["Atlantis"])
      }
      return result
    }
  }

  private func queue(_ geocoder: some Geocoder, _ store: any GeocodingStore) -> GeocodingQueue {
    GeocodingQueue(
      geocoder: geocoder, store: store, rate: .unlimited(concurrency: 1), clock: ManualClock())
  }

  @Test(arguments: GeocodingStoreKind.allCases)
  func `uncertain places are kept apart, also by the next queue`(
    kind: GeocodingStoreKind
  ) async throws {
    try await withTemporaryFolder { folder in
      let url = kind.url(in: folder)
      let addresses = ["a", "b", "nowhere"].map { PostalAddress(city: $0) }
      let first = queue(Doubting(cities: ["b"]), kind.store(at: url))
      var updates = try await first.updates.makeAsyncIterator()
      try await first.enqueue(addresses)
      try await first.finished()
      #expect(await first.machine.progress == .finished(found: 1, uncertain: 1, failed: 1))
      #expect(try await first.geocodedAddresses().map(\.address.city) == ["a"])
      let uncertain = try await first.uncertainAddresses()
      #expect(uncertain.map(\.address.city) == ["b"] && uncertain[0].isUncertain)
      #expect(uncertain[0].found?.result.unmatchedParts == ["Atlantis"])
      #expect(uncertain[0].confidence?.score == 0.5 && !uncertain[0].needsGeocoding)
      let found = try await first.geocodedAddresses()
      #expect(await updates.next() == .found([]))
      #expect(await updates.next() == .found(found))
      #expect(await updates.next() == .uncertain(uncertain))
      #expect(await updates.next() == .failed(try await first.failures()))
      await first.close()

      let second = queue(Doubting(cities: []), kind.store(at: url))
      updates = try await second.updates.makeAsyncIterator()
      #expect(await updates.next() == .failed(try await second.failures()))
      #expect(await updates.next() == .uncertain(uncertain))
      #expect(await updates.next() == .found(found))
      // An uncertain address is known, and is not requested again by itself.
      let known = try await second.enqueue(addresses)
      #expect(known.map(\.isUncertain) == [false, true, false])
      try await second.finished()
      #expect(try await second.uncertainAddresses() == uncertain)
      try await second.retry(where: \.isUncertain)
      try await second.finished()
      #expect(try await second.uncertainAddresses().isEmpty)
      #expect(try await second.geocodedAddresses().map(\.address.city) == ["a", "b"])
      await second.close()
    }
  }

  @Test func `a certain result from elsewhere replaces an uncertain one, not the other way round`()
    async throws
  {
    let memory = GeocodingMemory()
    let queue = queue(Doubting(cities: ["a"]), memory)
    let address = PostalAddress(city: "a")
    try await queue.enqueue([address])
    try await queue.finished()
    var elsewhere = GeocodingResult.named("elsewhere")
    let date = Date(timeIntervalSinceReferenceDate: 1)
    try await queue.enqueue(geocodedAddresses: [
      GeocodedAddress(address, result: elsewhere, date: date)
    ])
    #expect(try await queue.geocodedAddresses().map(\.match?.name) == ["elsewhere"])
    #expect(try await queue.uncertainAddresses().isEmpty)
    (elsewhere.isUncertain, elsewhere.match.name) = (true, "other")
    try await queue.enqueue(geocodedAddresses: [
      GeocodedAddress(address, result: elsewhere, date: date)
    ])
    #expect(try await queue.geocodedAddresses().map(\.match?.name) == ["elsewhere"])
  }

  @Test func `results of earlier versions are certain and without a source`() throws {
    let json = #"""
      {"confidence":{"reason":"It is a test.","score":0.5},
       "coordinate":{"latitude":1,"longitude":2},"match":{"name":"P","precision":"city"}}
      """#
    let result = try JSONDecoder().decode(GeocodingResult.self, from: Data(json.utf8))
    #expect(result == .named("P"))
    var other = result
    (other.isUncertain, other.unmatchedParts, other.source) = (true, ["x"], "server")
    let data = try JSONEncoder().encode(other)
    #expect(try JSONDecoder().decode(GeocodingResult.self, from: data) == other)
    #expect(!String(decoding: try JSONEncoder().encode(result), as: UTF8.self).contains("source"))
  }

  private static let scores: [(Double, String)] = [
    (0, "0.00"), (0.004, "0.00"), (0.006, "0.01"), (0.05, "0.05"), (0.749, "0.75"), (0.75, "0.75"),
    (0.999, "1.00"), (1, "1.00"), (1.0 / 3, "0.33"),
  ]

  @Test(arguments: scores)
  func `a confidence is printed with two decimals`(score: Double, text: String) {
    #expect("\(GeocodingConfidence(score, reason: "It is a test."))" == text)
  }
}
