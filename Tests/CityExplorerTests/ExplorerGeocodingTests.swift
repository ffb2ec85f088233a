import CityFavorites
import CitySearch
import CitySession
import CityTestSupport
import DurableStorage
import Foundation
import TestSupport
import Testing

@testable import CityExplorer
@testable import CityGeocoding

@Suite("Addresses on the explorer's screen", .againstHanging) @MainActor
struct ExplorerGeocodingTests {
  private static func found(
    _ city: String, label: String = "", latitude: Double = 1
  ) -> GeocodedAddress {
    GeocodedAddress(
      PostalAddress(label: label, street: "1 Main St", city: city, country: "FR"),
      result: .named("\(city), found", latitude: latitude), date: .distantPast)
  }

  private static let paris = found("Paris", label: "Home")
  private static let lyon = found("Lyon", latitude: 2)

  private static func id(_ address: GeocodedAddress) -> String { address.address.addressHash }

  private func observingStore() -> ExplorerTestStore {
    var store = ExplorerTestStore()
    store.send(.geocoding(.appeared), effects: [.geocoding(.observe(number: 1))]) {
      $0.requestCount = 1
      $0.geocoding.observationNumber = 1
    }
    return store
  }

  @Test func `a marker has what is known of the place`() {
    let marker = AddressMarker(Self.paris)
    #expect(marker?.id == Self.paris.found?.addressHash)
    #expect(
      marker?.placemark
        == Placemark(
          coordinate: Coordinate(latitude: 1, longitude: 2), name: "Home", locality: "Paris",
          countryName: "FR", thoroughfare: "1 Main St"))
    #expect(AddressMarker(Self.lyon)?.placemark.name == "Lyon, found")
    #expect(AddressMarker(GeocodedAddress(PostalAddress(city: "x"))) == nil)
  }

  @Test func `markers come and go with the updates`() {
    var store = observingStore()
    // It listens already.
    store.send(.geocoding(.appeared))
    #expect(!store.state.geocoding.isLoaded)
    store.receive(.geocoding(.received(.found([]), number: 1))) { $0.geocoding.take(.found([])) }
    #expect(store.state.geocoding.isLoaded)
    store.receive(.geocoding(.received(.found([Self.paris, Self.lyon]), number: 1))) {
      $0.geocoding.take(.found([Self.paris, Self.lyon]))
    }
    #expect(store.state.geocoding.markers.map(\.address) == [Self.paris, Self.lyon])
    #expect(store.state.geocoding.boundingRegion?.center.latitude == 1.5)

    let moved = Self.found("Paris", latitude: 5)
    store.receive(.geocoding(.received(.found([moved]), number: 1))) {
      $0.geocoding.take(.found([moved]))
    }
    #expect(store.state.geocoding.markers.map(\.address) == [moved, Self.lyon])

    let gone = GeocodingUpdate.removed(addressHashes: [Self.id(Self.paris), "unknown"])
    store.receive(.geocoding(.received(gone, number: 1))) { $0.geocoding.take(gone) }
    #expect(store.state.geocoding.markers.map(\.address) == [Self.lyon])
    #expect(store.state.geocoding.marker(Self.id(Self.lyon))?.address == Self.lyon)
    #expect(store.state.geocoding.marker(Self.id(Self.paris)) == nil)
  }

  @Test func `an uncertain marker says so, until there is a better result`() {
    var doubtful = Self.paris
    doubtful.found?.result.isUncertain = true
    doubtful.found?.result.unmatchedParts = ["Atlantis"]
    var store = observingStore()
    for update in [
      GeocodingUpdate.found([Self.lyon]), .uncertain([doubtful]),
      .retried(addressHashes: [Self.id(doubtful)]),
    ] {
      store.receive(.geocoding(.received(update, number: 1))) { $0.geocoding.take(update) }
    }
    let markers = store.state.geocoding.markers
    #expect(markers.map(\.isUncertain) == [false, true])
    #expect(markers.map(\.unmatchedParts) == [[], ["Atlantis"]])
    #expect(markers.map { "\($0.confidence)" } == ["0.50", "0.50"])
    let ids = [markers[1].id]
    store.send(
      .geocoding(.markersRetried(ids)), effects: [.geocoding(.command(.retryFound(ids)))])
    let better = GeocodingUpdate.found([Self.paris])
    store.receive(.geocoding(.received(better, number: 1))) { $0.geocoding.take(better) }
    #expect(store.state.geocoding.markers.map(\.isUncertain) == [false, false])
    // An uncertain result ends a failure, too.
    let failed = GeocodingUpdate.failed([
      GeocodingFailure(
        address: PostalAddress(city: "Rome"), error: .noResult, date: .distantPast, attempts: 1)
    ])
    store.receive(.geocoding(.received(failed, number: 1))) { $0.geocoding.take(failed) }
    var result = GeocodingResult.named("Rome")
    result.isUncertain = true
    let rome = GeocodedAddress(
      PostalAddress(city: "Rome"), result: result, date: .distantPast)
    let perhaps = GeocodingUpdate.uncertain([rome])
    store.receive(.geocoding(.received(perhaps, number: 1))) { $0.geocoding.take(perhaps) }
    #expect(store.state.geocoding.failures.isEmpty)
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

  @Test func `progress is shown, and what is late is not`() {
    var store = observingStore()
    let progress = GeocodingProgress.locating(current: 1, total: 2)
    store.receive(.geocoding(.progressed(progress, number: 1))) { $0.geocoding.progress = progress }
    store.receive(.geocoding(.progressed(.notStarted, number: 0)))
    store.receive(.geocoding(.received(.found([Self.paris]), number: 0)))
    store.receive(.geocoding(.unreadable(.closed, number: 0)))
  }

  @Test func `one card at a time`() {
    var store = observingStore()
    let update = GeocodingUpdate.found([Self.paris, Self.lyon])
    store.receive(.geocoding(.received(update, number: 1))) { $0.geocoding.take(update) }
    store.send(.geocoding(.selected("unknown")))
    store.send(.geocoding(.selected(Self.id(Self.lyon)))) {
      $0.geocoding.selection = Self.id(Self.lyon)
    }
    #expect(store.state.geocoding.selectedMarker?.address == Self.lyon)
    store.send(.geocoding(.selected(nil))) { $0.geocoding.selection = nil }

    var state = store.state
    state.mapItems = [MapItem(id: 1, placemark: Placemark(Self.city))]
    store = ExplorerTestStore(state)
    store.send(.citySelected(1)) {
      $0.selection = 1
      $0.recentPlaces = state.mapItems
    }
    store.send(.geocoding(.selected(Self.id(Self.paris)))) {
      $0.selection = nil
      $0.geocoding.selection = Self.id(Self.paris)
    }
    store.send(.citySelected(1)) {
      $0.selection = 1
      $0.geocoding.selection = nil
    }
    store.send(.geocoding(.selected(Self.id(Self.lyon)))) {
      $0.selection = nil
      $0.geocoding.selection = Self.id(Self.lyon)
    }
    let favorite = FavoriteCity.numbered(7)
    state = store.state
    state.favorites.phase = .loaded(FavoriteList([favorite]))
    store = ExplorerTestStore(state)
    store.send(.favorites(.selected(7))) {
      $0.query = "City 7"
      $0.phase = .idle(query: "City 7")
      $0.mapItems = [favorite.mapItem]
      $0.region = SearchResponse(mapItems: [favorite.mapItem]).boundingRegion
      $0.selection = 7
      $0.recentPlaces.insert(favorite.mapItem, at: 0)
      $0.geocoding.selection = nil
    }
    // A card goes with its marker.
    store.send(.geocoding(.selected(Self.id(Self.paris)))) {
      $0.selection = nil
      $0.geocoding.selection = Self.id(Self.paris)
    }
    let gone = GeocodingUpdate.removed(addressHashes: [Self.id(Self.paris)])
    store.receive(.geocoding(.received(gone, number: 1))) {
      $0.geocoding.take(gone)
      $0.geocoding.selection = nil
    }
  }

  private static let city = City(
    id: 1, name: "Oslo", countryCode: "NO", coordinate: Coordinate(latitude: 60, longitude: 11)
  )

  @Test func `cancel, go on, and try again`() {
    var store = ExplorerTestStore()
    store.send(.geocoding(.paused), effects: [.geocoding(.command(.pause))])
    store.send(
      .geocoding(.resumed),
      effects: [.geocoding(.observe(number: 1)), .geocoding(.command(.resume))]
    ) {
      $0.requestCount = 1
      $0.geocoding.observationNumber = 1
    }
    store.send(.geocoding(.resumed), effects: [.geocoding(.command(.resume))])
    store.receive(.geocoding(.received(.found([Self.paris]), number: 1))) {
      $0.geocoding.take(.found([Self.paris]))
    }
    store.send(.retried)
    store.receive(.geocoding(.unreadable(.closed, number: 1))) {
      $0.geocoding.failure = .closed
      $0.geocoding.observationNumber = nil
    }
    store.send(.retried, effects: [.geocoding(.observe(number: 2))]) {
      $0.requestCount = 2
      $0.geocoding.failure = nil
      $0.geocoding.observationNumber = 2
      $0.geocoding.removeAll()
    }
  }

  @Test func `a command that failed is reported and retried, and the updates continue`() {
    var store = observingStore()
    store.send(.geocoding(.resumed), effects: [.geocoding(.command(.resume))])
    store.receive(.geocoding(.commandFailed(.resume, .closed))) {
      $0.geocoding.failure = .closed
      $0.geocoding.failedCommand = .resume
    }
    // The observation is the same.
    store.send(.geocoding(.appeared))
    store.receive(.geocoding(.progressed(.paused(remaining: 1), number: 1))) {
      $0.geocoding.progress = .paused(remaining: 1)
    }
    store.receive(.geocoding(.received(.found([Self.paris]), number: 1))) {
      $0.geocoding.take(.found([Self.paris]))
    }
    store.send(.retried, effects: [.geocoding(.command(.resume))]) {
      $0.geocoding.failure = nil
      $0.geocoding.failedCommand = nil
    }
    store.send(.retried)

    // A new command replaces the one that failed.
    store.receive(.geocoding(.commandFailed(.retryAll, .closed))) {
      $0.geocoding.failure = .closed
      $0.geocoding.failedCommand = .retryAll
    }
    store.send(.geocoding(.paused), effects: [.geocoding(.command(.pause))]) {
      $0.geocoding.failure = nil
      $0.geocoding.failedCommand = nil
    }
    // A command changes nothing of addresses that cannot be read.
    store.receive(.geocoding(.unreadable(.closed, number: 1))) {
      $0.geocoding.failure = .closed
      $0.geocoding.observationNumber = nil
    }
    store.send(.geocoding(.paused), effects: [.geocoding(.command(.pause))])
    store.receive(.geocoding(.commandFailed(.pause, .unavailable))) {
      $0.geocoding.failure = .unavailable
      $0.geocoding.failedCommand = .pause
    }
    store.send(
      .retried,
      effects: [.geocoding(.observe(number: 2)), .geocoding(.command(.pause))]
    ) {
      $0.requestCount = 2
      $0.geocoding.failure = nil
      $0.geocoding.failedCommand = nil
      $0.geocoding.observationNumber = 2
      $0.geocoding.removeAll()
    }
  }

  // MARK: The model

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

  @Test func `failures and damage come with the updates, and go`() {
    var store = observingStore()
    func failure(_ city: String, _ error: GeocodingError) -> GeocodingFailure {
      let address = PostalAddress(city: city)
      return GeocodingFailure(
        address: address, error: error, date: .distantPast, attempts: 1)
    }
    func send(_ update: GeocodingUpdate) {
      store.receive(.geocoding(.received(update, number: 1))) { $0.geocoding.take(update) }
    }
    let (a, b, c) = (failure("a", .noResult), failure("b", .noResult), failure("c", .noResult))
    send(.failed([a, b, c]))
    #expect(store.state.geocoding.failures == [a, b, c])
    let again = failure("a", .network(reason: "down"))
    send(.failed([again]))
    #expect(store.state.geocoding.failures == [b, c, again])
    send(.retried(addressHashes: [c.id]))
    #expect(store.state.geocoding.failures == [b, again])
    send(.found([GeocodedAddress(b.address, result: .named("b"), date: .distantPast)]))
    #expect(store.state.geocoding.failures == [again])
    send(.removed(addressHashes: [again.id]))
    #expect(store.state.geocoding.failures.isEmpty)
    let place = StorageDamage.Place(line: 2, offset: 60, length: 300)
    send(.damaged(StorageDamage(file: "f", keptCount: 1, places: [place], quarantine: nil)))
    #expect(store.state.geocoding.damage?.damagedPlaceCount == 1)

    store.send(.geocoding(.retried(["x"])), effects: [.geocoding(.command(.retry(["x"])))])
    store.send(.geocoding(.allRetried), effects: [.geocoding(.command(.retryAll))])
    store.receive(.geocoding(.unreadable(.closed, number: 1))) {
      $0.geocoding.failure = .closed
      $0.geocoding.observationNumber = nil
    }
    store.send(
      .geocoding(.allRetried),
      effects: [.geocoding(.observe(number: 2)), .geocoding(.command(.retryAll))]
    ) {
      $0.requestCount = 2
      $0.geocoding.failure = nil
      $0.geocoding.observationNumber = 2
      $0.geocoding.removeAll()
    }
  }

  @Test func `what cannot be read is told, and read when that is possible`() async throws {
    let store = ScriptedStore()
    await store.setFull(true)
    let queue = GeocodingQueue(
      geocoder: ScriptedGeocoder(), store: store, rate: .unlimited(concurrency: 1),
      clock: ManualClock())
    let model = model(queue)
    model.send(.geocoding(.appeared))
    await model.wait { $0.geocoding.failure == .failed(ScriptedStore.Full()) }
    model.send(.geocoding(.resumed))
    await model.wait { $0.geocoding.failure == .failed(ScriptedStore.Full()) }
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
    while await queue.observers.count + queue.progressObservers.count < 2 {
      await Task.yield()
    }
    model = nil
    while await queue.observers.count + queue.progressObservers.count > 0 {
      await Task.yield()
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
