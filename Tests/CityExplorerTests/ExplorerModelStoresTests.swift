import CityExplorer
import CityFavorites
import CityGeocoding
import CitySearch
import CitySession
import CityTestSupport
import DurableStorage
import GazetteerBuilding
import Observation
import TestSupport
import Testing

/// Three cities that favorites are looked up in.
enum TestPlaces {
  static let berlin: City.ID = 2_950_159
  static let gazetteer: Gazetteer = {
    let cities = [(berlin, "Berlin"), (2_988_507, "Paris"), (1, "One")].map { id, name in
      City(
        id: id, name: name, countryCode: "DE", coordinate: Coordinate(latitude: 1, longitude: 2))
    }
    do { return try Gazetteer(cities) } catch { preconditionFailure("\(error)") }
  }()
}

@Suite("The favorites of the explorer's model", .againstHanging) @MainActor
struct ExplorerModelFavoritesTests {
  private static let berlin = TestPlaces.berlin

  private static func model(_ client: FavoritesClient = .sample) -> ExplorerModel {
    ExplorerModel(search: .live(TestPlaces.gazetteer), favorites: client)
  }

  /// Sends what a star button does: the opposite of what it shows.
  private static func tapStar(of model: ExplorerModel) {
    let isFavorite = model.state.favorites.contains(berlin)
    model.send(.favorites(.starred(berlin, isFavorite: !isFavorite)))
  }

  @Test func `from a star to the favorites and back to the map`() async throws {
    let model = Self.model()
    model.send(.favorites(.appeared))
    await model.wait { !$0.favorites.cities.isEmpty }
    #expect(model.state.favorites.cities.map(\.status) == [.known, .missing])
    Self.tapStar(of: model)
    #expect(model.state.favorites.contains(Self.berlin))
    await model.wait { $0.favorites.cities.count == 3 && !$0.favorites.isSaving }
    #expect(model.state.favorites.cities.map(\.status) == [.known, .missing, .known])
    model.send(.favorites(.moved(Self.berlin, to: 0)))
    await model.wait { $0.favorites.cities.first?.id == Self.berlin }
    model.send(.favorites(.selected(-1)))
    #expect(model.state.selectedItem?.placemark.name == "City -1")
    model.send(.favorites(.starred(-1, isFavorite: false)))
    await model.wait { $0.favorites.cities.count == 2 }
    // The place stays on the map without its star, and a second tap restores it.
    #expect(model.state.selectedItem?.placemark.name == "City -1")
    model.send(.favorites(.starred(-1, isFavorite: true)))
    await model.wait { $0.favorites.cities.count == 3 }
    #expect(model.state.favorites.failure == nil)
  }

  @Test func `many taps as fast as possible end as the last one says, and show nothing else`() async
  {
    for taps in 1...12 {
      let model = Self.model()
      for _ in 0..<taps { Self.tapStar(of: model) }
      let wanted = !taps.isMultiple(of: 2)
      // The condition is evaluated after every change of the state.
      var stars: Set<Bool> = []
      await model.wait { state in
        stars.insert(state.favorites.contains(Self.berlin))
        let isListed = state.favorites.list?.contains(Self.berlin)
        return !state.favorites.isSaving && isListed == wanted
      }
      #expect(stars == [wanted], "\(taps) taps")
    }
  }

  @Test func `a star that was not saved falls back, and is saved when tried again`() async {
    let isFailing = Locked(true)
    let sample = FavoritesClient.sample
    var client = sample
    client.setFavorite = { id, isFavorite in
      if isFailing.withLock(\.self) { throw ScriptedSource.Failure() }
      return try await sample.setFavorite(id, isFavorite)
    }
    let model = Self.model(client)
    Self.tapStar(of: model)
    await model.wait { $0.favorites.failure != nil }
    #expect(model.state.favorites.failure == .failed(UnderlyingError(ScriptedSource.Failure())))
    #expect(!model.state.favorites.contains(Self.berlin))
    isFailing.withLock { $0 = false }
    model.send(.retried)
    #expect(model.state.favorites.contains(Self.berlin))
    await model.wait { $0.favorites.cities.map(\.id).contains(Self.berlin) }
    #expect(model.state.favorites.failure == nil)
  }

  @Test func `what cannot be read is told, and read when tried again`() async {
    let error = StorageError.damaged(file: "/favorites", reason: "it is empty")
    let isDamaged = Locked(true)
    let sample = FavoritesClient.sample
    var client = sample
    client.load = {
      if isDamaged.withLock(\.self) { throw error }
      return try await sample.load()
    }
    let model = Self.model(client)
    model.send(.favorites(.appeared))
    await model.wait { $0.favorites.phase == .failed(.storage(error)) }
    isDamaged.withLock { $0 = false }
    model.send(.retried)
    await model.wait { $0.favorites.cities.count == 2 }
  }

  @Test func `a screen without favorites says so`() async {
    let model = ExplorerModel(search: .live(TestPlaces.gazetteer))
    model.send(.favorites(.appeared))
    await model.wait { $0.favorites.phase == .failed(.unavailable) }
    model.send(.favorites(.starred(1, isFavorite: true)))
    await model.wait { $0.favorites.failure == .unavailable }
  }

  @Test func `the changes of a model that goes away are saved`() async throws {
    let store = FavoritesMemory()
    do {
      let model = Self.model(.live(store, places: TestPlaces.gazetteer))
      for id in [1, Self.berlin] { model.send(.favorites(.starred(id, isFavorite: true))) }
    }
    try await waitUntil("both are saved") { await store.load().cities.count == 2 }
  }
}

extension FavoritesClient {
  /// Paris, and a city that is not in the gazetteer.
  static var sample: FavoritesClient {
    .live(
      FavoritesMemory([.numbered(2_988_507), .numbered(-1)]), places: TestPlaces.gazetteer)
  }
}

@Suite("The addresses of the explorer's model", .againstHanging) @MainActor
struct ExplorerModelGeocodingTests {
  private static func model(
    _ geocoder: ScriptedGeocoder, _ store: any GeocodingStore = GeocodingMemory()
  ) -> ExplorerModel {
    ExplorerModel(
      search: .live(TestPlaces.gazetteer),
      geocoding: .live(GeocodingQueue(geocoder: geocoder, store: store)))
  }

  private static func list(_ cities: String...) -> ExplorerAction {
    .geocoding(.listed(cities.map { PostalAddress(city: $0) }))
  }

  @Test func `a list is paused, resumed, and retried`() async {
    let geocoder = ScriptedGeocoder(["b": [.never, .error(.noResult), .found]])
    let model = Self.model(geocoder)
    model.send(Self.list("a", "b", "c"))
    await geocoder.requestCount.wait(for: 2)
    await model.wait { $0.geocoding.progress == .locating(current: 1, total: 3) }
    model.send(.geocoding(.paused))
    #expect(model.state.geocoding.progress == .paused(remaining: 2))
    await geocoder.cancellationCount.wait(for: 1)
    model.send(.geocoding(.resumed))
    await model.wait { $0.geocoding.progress == .finished(found: 2, uncertain: 0, failed: 1) }
    model.send(.geocoding(.failuresRetried))
    await model.wait { $0.geocoding.progress == .finished(found: 3, uncertain: 0, failed: 0) }
    #expect(model.state.geocoding.markers.map(\.result.match.name) == ["a 1", "c 1", "b 3"])
    #expect(geocoder.cities == ["a", "b", "b", "c", "b"])
  }

  @Test func `another list has another store, and what a store has is not asked again`() async {
    let (geocoder, store) = (ScriptedGeocoder(), GeocodingMemory())
    let model = Self.model(geocoder, store)
    model.send(Self.list("a"))
    await model.wait { $0.geocoding.progress == .finished(found: 1, uncertain: 0, failed: 0) }
    let queue = GeocodingQueue(geocoder: geocoder, store: GeocodingMemory([.found("b")]))
    model.replaceGeocoding(with: .live(queue))
    #expect(model.state.geocoding.addresses.isEmpty && model.state.geocoding.markers.isEmpty)
    model.send(Self.list("b", "c"))
    await model.wait { $0.geocoding.progress == .finished(found: 2, uncertain: 0, failed: 0) }
    #expect(geocoder.cities == ["a", "c"])
    #expect(await store.answers().map(\.address.city) == ["a"])
  }

  @Test func `a run that fails says why, and goes on when tried again`() async {
    let isRefused = Locked(true)
    let queue = GeocodingQueue(geocoder: ScriptedGeocoder(), store: GeocodingMemory())
    let model = ExplorerModel(
      search: .live(TestPlaces.gazetteer),
      geocoding: GeocodingClient { addresses, retries in
        isRefused.withLock(\.self)
          ? AsyncThrowingStream { $0.finish(throwing: GeocodingError.refused(reason: "no key")) }
          : queue.answers(to: addresses, retriesFailures: retries)
      })
    model.send(Self.list("a"))
    await model.wait { $0.geocoding.failure == .refused(reason: "no key") }
    #expect(model.state.geocoding.progress == .paused(remaining: 1))
    isRefused.withLock { $0 = false }
    model.send(.retried)
    #expect(model.state.geocoding.failure == nil)
    await model.wait { $0.geocoding.markers.count == 1 }
  }

  @Test func `a model that goes away cancels its run`() async {
    let geocoder = ScriptedGeocoder(["a": [.never]])
    do {
      let model = Self.model(geocoder)
      model.send(Self.list("a"))
      await geocoder.requestCount.wait(for: 1)
    }
    await geocoder.cancellationCount.wait(for: 1)
  }

  @Test func `a screen without addresses says so`() async {
    let model = ExplorerModel(search: .live(TestPlaces.gazetteer))
    model.send(Self.list("a"))
    await model.wait { $0.geocoding.failure == .unavailable }
  }
}
