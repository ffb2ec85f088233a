import CityExplorer
import CitySearch
import CitySession
import CityTestSupport
import TestSupport
import Testing

@testable import CityGeocoding

@Suite("The addresses of the explorer's model", .againstHanging) @MainActor
struct ExplorerModelGeocodingTests {
  private func model(_ queue: GeocodingQueue) -> ExplorerModel {
    ExplorerModel(search: .preview, geocoding: .live(queue))
  }

  @Test func `from a queue to the map`() async throws {
    let geocoder = ScriptedGeocoder(["b": [.error(.noResult)], "c": [.never, .found]])
    let queue = GeocodingQueue(
      geocoder: geocoder, store: GeocodingMemory(), rate: .unlimited(concurrency: 1),
      clock: ManualClock())
    let model = model(queue)
    model.send(.geocoding(.appeared))
    try await queue.enqueue(["a", "b", "c"].map { PostalAddress(city: $0) })
    await model.wait { $0.geocoding.progress == .locating(current: 3, total: 3) }
    await model.wait { $0.geocoding.markers.map(\.placemark.name) == ["a 1"] }

    model.send(.geocoding(.paused))
    await model.wait { $0.geocoding.progress == .paused(remaining: 1) }
    model.send(.geocoding(.resumed))
    await model.wait { $0.geocoding.progress == .finished(found: 2, uncertain: 0, failed: 1) }
    await model.wait { $0.geocoding.failures.map(\.address.city) == ["b"] }
    await model.wait { $0.geocoding.markers.map(\.placemark.name) == ["a 1", "c 2"] }
  }

  @Test func `what failed is retried from the screen`() async throws {
    let geocoder = ScriptedGeocoder(["b": [.error(.noResult), .found]])
    let queue = GeocodingQueue(
      geocoder: geocoder, store: GeocodingMemory(), rate: .unlimited(concurrency: 1),
      clock: ManualClock())
    let model = model(queue)
    model.send(.geocoding(.appeared))
    try await queue.enqueue(["a", "b"].map { PostalAddress(city: $0) })
    await model.wait { $0.geocoding.failures.count == 1 }
    let ids = model.state.geocoding.failures.map(\.id)
    model.send(.geocoding(.retried(ids)))
    await model.wait { $0.geocoding.markers.map(\.placemark.name) == ["a 1", "b 2"] }
    #expect(model.state.geocoding.failures.isEmpty)
    await queue.close()
    model.send(.geocoding(.allRetried))
    await model.wait { $0.geocoding.failure == .closed }
    #expect(model.state.geocoding.markers.map(\.placemark.name) == ["a 1", "b 2"])
  }

  @Test func `markers are searched for again from the screen`() async throws {
    let geocoder = ScriptedGeocoder()
    let queue = GeocodingQueue(
      geocoder: geocoder, store: GeocodingMemory(), rate: .unlimited(concurrency: 1),
      clock: ManualClock())
    let model = model(queue)
    model.send(.geocoding(.appeared))
    try await queue.enqueue(["a", "b"].map { PostalAddress(city: $0) })
    await model.wait { $0.geocoding.markers.map(\.placemark.name) == ["a 1", "b 1"] }
    model.send(.geocoding(.markersRetried([model.state.geocoding.markers[1].id])))
    await model.wait { $0.geocoding.markers.map(\.placemark.name) == ["a 1", "b 2"] }
    #expect(geocoder.cities == ["a", "b", "b"])
  }

  @Test func `what cannot be read is told, and read when that is possible`() async throws {
    let store = ScriptedStore()
    await store.setFull(true)
    let queue = GeocodingQueue(
      geocoder: ScriptedGeocoder(), store: store, rate: .unlimited(concurrency: 1),
      clock: ManualClock())
    let model = model(queue)
    model.send(.geocoding(.appeared))
    await model.wait { $0.geocoding.failure == .failed(UnderlyingError(ScriptedStore.Full())) }
    model.send(.geocoding(.resumed))
    await model.wait { $0.geocoding.failure == .failed(UnderlyingError(ScriptedStore.Full())) }
    await store.setFull(false)
    model.send(.retried)
    #expect(model.state.geocoding.failure == nil)
    try await queue.enqueue([PostalAddress(city: "a")])
    await model.wait { $0.geocoding.markers.count == 1 }
  }

  @Test func `a model that is gone lets the queue go on`() async throws {
    let geocoder = ScriptedGeocoder()
    let queue = GeocodingQueue(
      geocoder: geocoder, store: GeocodingMemory(), rate: .unlimited(concurrency: 1),
      clock: ManualClock())
    var model: ExplorerModel? = model(queue)
    model?.send(.geocoding(.appeared))
    try await waitUntil("the model observes") {
      await queue.observers.count + queue.progressObservers.count == 2
    }
    model = nil
    try await waitUntil("nobody observes") {
      await queue.observers.count + queue.progressObservers.count == 0
    }
    try await queue.enqueue([PostalAddress(city: "a")])
    await queue.wait(for: .finished(found: 1, uncertain: 0, failed: 0))
  }

  @Test func `a screen without addresses`() async {
    let model = ExplorerModel(search: .preview)
    model.send(.geocoding(.appeared))
    await model.wait { $0.geocoding.isLoaded }
    #expect(model.state.geocoding.failure == nil)
    model.send(.geocoding(.paused))
    await model.wait { $0.geocoding.failure == .unavailable }
    #expect(model.state.geocoding.markers.isEmpty)
    #expect(
      model.state.geocoding.progress == .finished(found: 0, uncertain: 0, failed: 0))
  }
}
