import CityGeocoding
import CitySearch
import CityTestSupport
import DurableStorage
import Foundation
import TestSupport
import Testing

/// The examples of the article "Geocoding addresses" and of the README, compiled and run.
@Suite("Geocoding addresses", .againstHanging) @MainActor
struct GeocodingAddressesTests {
  private let cities: CityIndex
  private let addresses = [
    PostalAddress(city: "Paris", state: "TX"), PostalAddress(city: "Nowhere at all"),
    PostalAddress(label: "Office", city: "Springfield", state: "IL", country: "USA"),
  ]

  init() throws {
    cities = try World.cities.get()
  }

  /// A service that finds nothing.
  private struct Server: Geocoder {
    func geocode(_ address: PostalAddress) async throws -> GeocodingResult {
      throw GeocodingError.noResult
    }
  }

  private func follow(_ queue: GeocodingQueue, _ show: (String) -> Void) async {
    for await progress in await queue.progressUpdates {
      switch progress {
      case .idle: show("Nothing to do")
      case .locating(let current, let total): show("\(current) of \(total)")
      case .paused(let remaining): show("Paused, \(remaining) left")
      case .refused(let reason, let remaining): show("\(reason) \(remaining) left")
      case .interrupted(let reason): show(reason)
      case .finished(let found, let failed):
        show("\(found) found, \(failed) not found")
        return
      }
    }
  }

  private func listFailures(_ queue: GeocodingQueue, _ show: (String) -> Void) async throws {
    for failure in try await queue.failures() {
      show("\(failure.address): \(failure.error)")
    }
    try await queue.retryAll()
  }

  @Test func `ask, follow and keep in step`() async throws {
    var shown: [GeocodedAddress] = []
    func show(_ address: GeocodedAddress) { shown.append(address) }
    var printed: [String] = []
    func print(_ items: String...) { printed.append(items.joined(separator: ", ")) }
    let server = Server()

    try await withTemporaryFolder { folder in
      let geocoder = FallbackGeocoder([server, LineGeocoder(cities)])
      let address = PostalAddress(label: "Office", city: "Springfield", state: "IL", country: "USA")
      let result = try await geocoder.geocode(address)
      print(result.match.name, result.confidence.reason)
      #expect(printed.count == 1 && printed[0].hasPrefix("Springfield, "))
      #expect(result.match.cityID == 4_250_542)

      let store = GeocodingJournal(at: folder.appending(path: "addresses.jsonl"))
      let queue = GeocodingQueue(geocoder: geocoder, store: store, rate: .unlimited)
      let known = try await queue.enqueue(addresses)
      for geocoded in known where !geocoded.needsGeocoding {
        show(geocoded)
      }
      #expect(shown.isEmpty)
      var texts: [String] = []
      await follow(queue) { texts.append($0) }
      #expect(texts.last == "2 found, 1 not found")

      try await listFailures(queue) { texts.append($0) }
      #expect(texts.last == "Nowhere at all: No place was found for the address.")

      await queue.pause()
      try await queue.resume()

      let inStep = try await queue.replaceAddresses(with: addresses)
      #expect(inStep.map(\.needsGeocoding) == [false, true, false])
      #expect(inStep.map(\.match?.cityID) == [4_717_560, nil, 4_250_542])
    }
  }

  @Test func `decide about a damaged file`() async throws {
    var shown: [String] = []
    func show(_ text: String) { shown.append(text) }
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "addresses.jsonl")
      try Data("nonsense".utf8).write(to: file)
      let store = GeocodingJournal(at: file)
      let queue = GeocodingQueue(geocoder: LineGeocoder(cities), store: store)
      do {
        try await queue.enqueue(addresses)
      } catch let error as StorageError {
        show(error.description)
        // If that is what the person wants, and only then:
        let old = try await store.setAside()
        try await queue.enqueue(addresses)
        show("Kept as \(old?.lastPathComponent ?? "nothing").")
      }
      #expect(shown.first?.hasPrefix("\(file.path) is damaged: ") == true)
      #expect(shown.last == "Kept as addresses.jsonl.aside-1.")
    }
  }

  @Test func `the README's addresses`() async throws {
    let addresses = [PostalAddress(city: "München", state: "Bayern", country: "Germany")]
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "addresses.jsonl")
      let geocoder = LineGeocoder(cities)
      let queue = GeocodingQueue(
        geocoder: geocoder, store: GeocodingJournal(at: file), rate: .unlimited)
      let known = try await queue.enqueue(addresses)
      #expect(known.count == 1)
      await follow(queue) { _ in }
    }
    try Example.expectReadme(
      shows: """
        let queue = GeocodingQueue(
          geocoder: geocoder, store: GeocodingJournal(at: file), rate: .unlimited)
        let known = try await queue.enqueue(addresses)
        """)
  }

  @Test func `every example of the article is in this file`() throws {
    try Example.expectAll(of: "CityGeocoding.docc/GeocodingAddresses.md", in: #filePath, count: 7)
  }
}
