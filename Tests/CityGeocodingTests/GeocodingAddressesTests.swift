import CityGeocoding
import CitySearch
import CityTestSupport
import DurableStorage
import Foundation
import TestSupport
import Testing

/// The examples of the article "Geocoding addresses", compiled and run.
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
      case .notStarted: show("Not started")
      case .locating(let current, let total): show("\(current) of \(total)")
      case .waiting(let reason, let remaining): show("\(reason) \(remaining) left")
      case .paused(let remaining): show("Paused, \(remaining) left")
      case .refused(let reason, let remaining): show("\(reason) \(remaining) left")
      case .interrupted(let reason): show(reason)
      case .finished(let found, let uncertain, let failed):
        show("\(found) found, \(uncertain) uncertain, \(failed) not found")
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

  private func listUncertain(_ queue: GeocodingQueue, _ show: (String) -> Void) async throws {
    for geocoded in try await queue.uncertainAddresses() {
      let parts = geocoded.found?.result.unmatchedParts ?? []
      show("\(geocoded.address): is it \(geocoded.match?.name ?? "")? Not understood: \(parts)")
    }
  }

  private func improve(_ queue: GeocodingQueue) async throws {
    try await queue.retry { geocoded in
      geocoded.isUncertain || geocoded.found?.result.source == "LineGeocoder"
    }
    try await queue.finished()
  }

  /// Is not sure of any place.
  private struct Doubting: Geocoder {
    func geocode(_ address: PostalAddress) async throws -> GeocodingResult {
      var result = GeocodingResult.named("\(address.city), perhaps")
      (result.isUncertain, result.unmatchedParts) = (true, ["here"])
      return result
    }
  }

  @Test func `uncertain places are listed and improved`() async throws {
    let memory = GeocodingMemory()
    var queue = GeocodingQueue(geocoder: Doubting(), store: memory, rate: .unlimited)
    try await queue.enqueue(addresses.suffix(1))
    try await queue.finished()
    var texts: [String] = []
    try await listUncertain(queue) { texts.append($0) }
    #expect(
      texts == [
        "Springfield, IL, USA: is it Springfield, perhaps? Not understood: [\"here\"]"
      ])
    queue = GeocodingQueue(
      geocoder: LineGeocoder(cities.gazetteer), store: memory, rate: .unlimited)
    try await improve(queue)
    try await listUncertain(queue) { texts.append($0) }
    #expect(texts.count == 1)
    #expect(try await queue.geocodedAddresses().map(\.match?.cityID) == [4_250_542])
    let source = try await queue.geocodedAddresses().first?.found?.result.source
    #expect(source == "LineGeocoder")
    try await improve(queue)
    #expect(try await queue.geocodedAddresses().count == 1)
  }

  @Test(arguments: [1, 2]) func `ask, follow and keep in step`(startCount: Int) async throws {
    var shown: [GeocodedAddress] = []
    func show(_ address: GeocodedAddress) { shown.append(address) }
    var printed: [String] = []
    func print(_ items: String...) { printed.append(items.joined(separator: ", ")) }
    let server = Server()
    let gazetteer = cities.gazetteer

    try await withTemporaryFolder { folder in
      let geocoder = FallbackGeocoder([server, LineGeocoder(gazetteer)])
      let address = PostalAddress(label: "Office", city: "Springfield", state: "IL", country: "USA")
      let result = try await geocoder.geocode(address)
      print(result.match.name, "\(result.confidence)", result.confidence.reason)
      let confidence = String(format: "%.2f", result.confidence.score)
      #expect(printed.count == 1 && printed[0].hasPrefix("Springfield, \(confidence), "))
      #expect(result.match.cityID == 4_250_542)

      // A start that is followed by another one.
      if startCount == 2 {
        let store = GeocodingJournal(at: folder.appending(path: "addresses.jsonl"))
        let queue = GeocodingQueue(geocoder: geocoder, store: store, rate: .unlimited)
        try await queue.enqueue(addresses)
        try await queue.finished()
        await queue.close()
      }
      let store = GeocodingJournal(at: folder.appending(path: "addresses.jsonl"))
      let queue = GeocodingQueue(geocoder: geocoder, store: store, rate: .unlimited)
      let known = try await queue.enqueue(addresses)
      for geocoded in known where !geocoded.needsGeocoding {
        show(geocoded)
      }
      try await queue.finished()
      for geocoded in try await queue.geocodedAddresses() {
        show(geocoded)
      }
      #expect(shown.count == 2 * startCount)
      var texts: [String] = []
      await follow(queue) { texts.append($0) }
      #expect(
        texts == [
          startCount == 1
            ? "2 found, 0 uncertain, 1 not found" : "0 found, 0 uncertain, 0 not found"
        ])

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
      let queue = GeocodingQueue(geocoder: LineGeocoder(cities.gazetteer), store: store)
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

  @Test func `every example of the article is in this file`() throws {
    try Example.expectAll(of: "CityGeocoding.docc/GeocodingAddresses.md", in: #filePath, count: 9)
  }
}
