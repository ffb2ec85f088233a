import CityExplorer
import CityFavorites
import CityGeocoding
import CitySearch
import CitySession
import CityTestSupport
import DurableStorage
import Foundation
import TestSupport
import Testing

@Suite("Addresses on the explorer's screen")
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

  private static func markers(_ addresses: GeocodedAddress...) -> [AddressMarker] {
    addresses.compactMap(AddressMarker.init)
  }

  private func observingStore() -> ExplorerTestStore {
    var store = ExplorerTestStore()
    store.send(.geocoding(.appeared), effects: [.observeAddresses])
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
    // The queue is observed already.
    store.send(.geocoding(.appeared))
    #expect(!store.state.geocoding.isLoaded)
    store.answer(1, .addresses(.found([]))) { $0.geocoding.isLoaded = true }
    #expect(store.state.geocoding.isLoaded)
    store.answer(1, .addresses(.found([Self.paris, Self.lyon]))) {
      $0.geocoding.markers = Self.markers(Self.paris, Self.lyon)
    }
    #expect(store.state.geocoding.boundingRegion?.center.latitude == 1.5)

    let moved = Self.found("Paris", latitude: 5)
    store.answer(1, .addresses(.found([moved]))) {
      $0.geocoding.markers = Self.markers(moved, Self.lyon)
    }

    let gone = GeocodingUpdate.removed(addressHashes: [Self.id(Self.paris), "unknown"])
    store.answer(1, .addresses(gone)) { $0.geocoding.markers = Self.markers(Self.lyon) }
    store.send(.geocoding(.selected(Self.id(Self.paris))))
    store.send(.geocoding(.selected(Self.id(Self.lyon)))) {
      $0.geocoding.selection = Self.id(Self.lyon)
    }
    #expect(store.state.geocoding.selectedMarker?.address == Self.lyon)
  }

  @Test func `previous results are loaded when the certain ones are, which come last`() {
    var doubtful = Self.paris
    doubtful.found?.result.isUncertain = true
    var store = observingStore()
    store.answer(1, .addresses(.uncertain([doubtful]))) {
      $0.geocoding.markers = Self.markers(doubtful)
    }
    #expect(!store.state.geocoding.isLoaded)
    store.answer(1, .addresses(.found([]))) { $0.geocoding.isLoaded = true }
  }

  @Test func `an uncertain marker says so, until there is a better result`() {
    var doubtful = Self.paris
    doubtful.found?.result.isUncertain = true
    doubtful.found?.result.unmatchedParts = ["Atlantis"]
    var store = observingStore()
    store.answer(1, .addresses(.found([Self.lyon]))) {
      $0.geocoding.isLoaded = true
      $0.geocoding.markers = Self.markers(Self.lyon)
    }
    store.answer(1, .addresses(.uncertain([doubtful]))) {
      $0.geocoding.markers = Self.markers(Self.lyon, doubtful)
    }
    store.answer(1, .addresses(.retried(addressHashes: [Self.id(doubtful)])))
    let markers = store.state.geocoding.markers
    #expect(markers.map(\.isUncertain) == [false, true])
    #expect(markers.map(\.unmatchedParts) == [[], ["Atlantis"]])
    #expect(markers.map { "\($0.confidence)" } == ["0.50", "0.50"])
    let ids = [markers[1].id]
    store.send(
      .geocoding(.markersRetried(ids)), effects: [.retryFound(ids)])
    store.answer(1, .addresses(.found([Self.paris]))) {
      $0.geocoding.markers = Self.markers(Self.lyon, Self.paris)
    }
    // An uncertain result ends a failure, too.
    let failure = GeocodingFailure(
      address: PostalAddress(city: "Rome"), error: .noResult, date: .distantPast, attempts: 1)
    store.answer(1, .addresses(.failed([failure]))) { $0.geocoding.failures = [failure] }
    var result = GeocodingResult.named("Rome")
    result.isUncertain = true
    let rome = GeocodedAddress(failure.address, result: result, date: .distantPast)
    store.answer(1, .addresses(.uncertain([rome]))) {
      $0.geocoding.markers = Self.markers(Self.lyon, Self.paris, rome)
      $0.geocoding.failures = []
    }
  }

  @Test func `progress is shown, and what is late is not`() {
    var store = observingStore()
    let progress = GeocodingProgress.locating(current: 1, total: 2)
    store.answer(1, .progress(progress)) { $0.geocoding.progress = progress }
    store.answer(1, .failed(GeocodingClientError.closed)) { $0.geocoding.failure = .closed }
    // Late updates of the first observation: before the second one, and then during it.
    for isObserving in [false, true] {
      if isObserving {
        store.send(.geocoding(.appeared), effects: [.observeAddresses]) {
          $0.geocoding.failure = nil
        }
      }
      store.answer(1, .progress(.notStarted))
      store.answer(1, .addresses(.found([Self.paris])))
      store.answer(1, .failed(GeocodingClientError.unavailable))
    }
  }

  @Test func `one card at a time`() {
    var store = observingStore()
    store.answer(1, .addresses(.found([Self.paris, Self.lyon]))) {
      $0.geocoding.isLoaded = true
      $0.geocoding.markers = Self.markers(Self.paris, Self.lyon)
    }
    store.send(.geocoding(.selected("unknown")))
    store.send(.geocoding(.selected(Self.id(Self.lyon)))) {
      $0.geocoding.selection = Self.id(Self.lyon)
    }
    #expect(store.state.geocoding.selectedMarker?.address == Self.lyon)
    store.send(.geocoding(.selected(nil))) { $0.geocoding.selection = nil }

    let oslo = MapItem(id: 1, placemark: Placemark(Self.city))
    store.perform(.placeChosen(oslo))
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
    store.perform(.favorites(.appeared))
    store.perform(2, .favorites(FavoriteList([favorite])))
    store.send(.favorites(.selected(7))) {
      $0.query = "City 7"
      $0.phase = .idle(query: "City 7")
      $0.mapItems = [favorite.mapItem]
      $0.region = SearchResponse(mapItems: [favorite.mapItem]).boundingRegion
      $0.selection = 7
      $0.recentPlaces.insert(favorite.mapItem, at: 0)
      $0.geocoding.selection = nil
    }
    // The card closes when its marker is removed.
    store.send(.geocoding(.selected(Self.id(Self.paris)))) {
      $0.selection = nil
      $0.geocoding.selection = Self.id(Self.paris)
    }
    let gone = GeocodingUpdate.removed(addressHashes: [Self.id(Self.paris)])
    store.answer(1, .addresses(gone)) {
      $0.geocoding.markers = Self.markers(Self.lyon)
      $0.geocoding.selection = nil
    }
  }

  private static let city = City(
    id: 1, name: "Oslo", countryCode: "NO", coordinate: Coordinate(latitude: 60, longitude: 11)
  )

  @Test func `cancel, go on, and try again`() {
    var store = ExplorerTestStore()
    store.send(.geocoding(.paused), effects: [.pause])
    store.send(.geocoding(.resumed), effects: [.observeAddresses, .resume])
    store.send(.geocoding(.resumed), effects: [.resume])
    store.answer(2, .addresses(.found([Self.paris]))) {
      $0.geocoding.isLoaded = true
      $0.geocoding.markers = Self.markers(Self.paris)
    }
    store.send(.retried)
    store.answer(2, .failed(GeocodingClientError.closed)) { $0.geocoding.failure = .closed }
    store.send(.retried, effects: [.observeAddresses]) {
      $0.geocoding.failure = nil
      $0.geocoding.isLoaded = false
      $0.geocoding.markers = []
    }
  }

  @Test func `a command that failed is reported and retried, and the updates continue`() {
    var store = observingStore()
    store.send(.geocoding(.resumed), effects: [.resume])
    store.answer(2, .failed(GeocodingClientError.closed)) { $0.geocoding.failure = .closed }
    // The queue is still observed, so no second observation begins.
    store.send(.geocoding(.appeared))
    store.answer(1, .progress(.paused(remaining: 1))) {
      $0.geocoding.progress = .paused(remaining: 1)
    }
    store.answer(1, .addresses(.found([Self.paris]))) {
      $0.geocoding.isLoaded = true
      $0.geocoding.markers = Self.markers(Self.paris)
    }
    store.send(.retried, effects: [.resume]) { $0.geocoding.failure = nil }
    store.send(.retried)

    // A new command replaces the one that failed.
    store.send(.geocoding(.allRetried), effects: [.retryAll])
    store.answer(4, .failed(GeocodingClientError.closed)) { $0.geocoding.failure = .closed }
    store.send(.geocoding(.paused), effects: [.pause]) { $0.geocoding.failure = nil }
    // A command does not hide that the addresses cannot be read.
    store.answer(1, .failed(GeocodingClientError.closed)) { $0.geocoding.failure = .closed }
    store.send(.geocoding(.paused), effects: [.pause])
    store.answer(6, .failed(GeocodingClientError.unavailable)) {
      $0.geocoding.failure = .unavailable
    }
    store.send(.retried, effects: [.observeAddresses, .pause]) {
      $0.geocoding.failure = nil
      $0.geocoding.isLoaded = false
      $0.geocoding.markers = []
    }
  }

  @Test func `failures and damage come with the updates, and go`() {
    var store = observingStore()
    func failure(_ city: String, _ error: GeocodingError) -> GeocodingFailure {
      let address = PostalAddress(city: city)
      return GeocodingFailure(
        address: address, error: error, date: .distantPast, attempts: 1)
    }
    let (a, b, c) = (failure("a", .noResult), failure("b", .noResult), failure("c", .noResult))
    store.answer(1, .addresses(.failed([a, b, c]))) { $0.geocoding.failures = [a, b, c] }
    let again = failure("a", .network(reason: "down"))
    store.answer(1, .addresses(.failed([again]))) { $0.geocoding.failures = [b, c, again] }
    store.answer(1, .addresses(.retried(addressHashes: [c.id]))) {
      $0.geocoding.failures = [b, again]
    }
    let found = GeocodedAddress(b.address, result: .named("b"), date: .distantPast)
    store.answer(1, .addresses(.found([found]))) {
      $0.geocoding.isLoaded = true
      $0.geocoding.markers = Self.markers(found)
      $0.geocoding.failures = [again]
    }
    store.answer(1, .addresses(.removed(addressHashes: [again.id]))) {
      $0.geocoding.failures = []
    }
    let place = StorageDamage.Place(line: 2, offset: 60, length: 300)
    let damage = StorageDamage(file: "f", keptCount: 1, places: [place], quarantine: nil)
    store.answer(1, .addresses(.damaged(damage))) { $0.geocoding.damage = damage }
    #expect(store.state.geocoding.damage?.damagedPlaceCount == 1)

    store.send(.geocoding(.retried(["x"])), effects: [.retry(["x"])])
    store.send(.geocoding(.allRetried), effects: [.retryAll])
    store.answer(1, .failed(GeocodingClientError.closed)) { $0.geocoding.failure = .closed }
    store.send(.geocoding(.allRetried), effects: [.observeAddresses, .retryAll]) {
      $0.geocoding.failure = nil
      $0.geocoding.isLoaded = false
      $0.geocoding.markers = []
      $0.geocoding.damage = nil
    }
  }
}
