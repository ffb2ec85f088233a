import CityExplorer
import CityFavorites
import CityGeocoding
import CitySearch
import CitySession
import CityTestSupport
import TestSupport
import Testing

@Suite("Addresses on the explorer's screen")
struct ExplorerGeocodingTests {
  private static func addresses(_ cities: String...) -> [PostalAddress] {
    cities.map { PostalAddress(city: $0) }
  }

  private static func markers(_ cities: String...) -> [AddressMarker] {
    cities.compactMap { AddressMarker(.found($0)) }
  }

  /// A store whose screen looks up two addresses.
  private static func runningStore() -> ExplorerTestStore {
    var store = ExplorerTestStore()
    store.send(.geocoding(.listed(addresses("a", "b"))), effects: [.geocode(["a", "b"])]) {
      $0.geocoding.addresses = ["a", "b"]
      $0.geocoding.progress = .locating(current: 0, total: 2)
    }
    return store
  }

  @Test func `a marker has what is known of the place`() {
    let address = PostalAddress(
      label: "Home", street: "1 Main St", city: "Paris", country: "FR")
    let marker = AddressMarker(GeocodedAddress(address, .success(.named("Paris"))))
    #expect(marker?.id == address.id && marker?.address == address)
    #expect(
      marker?.placemark
        == Placemark(
          coordinate: Coordinate(latitude: 1, longitude: 2), name: "Home", locality: "Paris",
          countryName: "FR", thoroughfare: "1 Main St"))
    #expect(AddressMarker(.found("Lyon"))?.placemark.name == "Lyon 1")
    #expect(AddressMarker(.failed("x", .noResult)) == nil)
  }

  @Test func `a list is looked up from the first address to the last`() {
    var store = Self.runningStore()
    store.answer(1, .addresses([.found("a")])) {
      $0.geocoding.markers = Self.markers("a")
      $0.geocoding.progress = .locating(current: 1, total: 2)
    }
    // An answer that nobody asked for, and one that comes twice.
    store.answer(1, .addresses([.found("x"), .failed("a", .noResult)]))
    store.answer(1, .addresses([.failed("b", .noResult)])) {
      $0.geocoding.failures = [.failed("b", .noResult)]
      $0.geocoding.progress = .locating(current: 2, total: 2)
    }
    store.answer(1, .ended) {
      $0.geocoding.progress = .finished(found: 1, uncertain: 0, failed: 1)
    }
    store.answer(1, .failed(GeocodingClientError.unavailable))
    store.send(.geocoding(.resumed))
    store.send(.retried)
    #expect(store.state.geocoding.boundingRegion?.center.latitude == 1)
  }

  @Test func `addresses that are added are looked up with those that are left`() {
    var store = Self.runningStore()
    store.answer(1, .addresses([.found("a")])) {
      $0.geocoding.markers = Self.markers("a")
      $0.geocoding.progress = .locating(current: 1, total: 2)
    }
    let more = Self.addresses("a", "c", " ", "c", "b")
    store.send(.geocoding(.listed(more)), effects: [.geocode(["b", "c"])]) {
      $0.geocoding.addresses = ["a", "b", "c"]
      $0.geocoding.progress = .locating(current: 1, total: 3)
    }
    // The first run was replaced.
    store.answer(1, .addresses([.found("b")]))
    store.answer(1, .ended)
    let doubtful = GeocodedAddress.found("b", .named("b", isUncertain: true))
    store.answer(2, .addresses([doubtful, .found("c")])) {
      $0.geocoding.markers += [doubtful, .found("c")].compactMap { AddressMarker($0) }
      $0.geocoding.progress = .locating(current: 3, total: 3)
    }
    store.answer(2, .ended) {
      $0.geocoding.progress = .finished(found: 2, uncertain: 1, failed: 0)
    }
    #expect(store.state.geocoding.markers.map(\.result.isUncertain) == [false, true, false])
  }

  @Test func `pausing cancels at once, and resuming asks for the rest`() {
    var store = Self.runningStore()
    store.send(.geocoding(.paused), effects: [.cancelGeocoding]) {
      $0.geocoding.progress = .paused(remaining: 2)
    }
    store.answer(1, .addresses([.found("a")]))
    store.answer(1, .ended)
    store.send(.geocoding(.resumed), effects: [.geocode(["a", "b"])]) {
      $0.geocoding.progress = .locating(current: 0, total: 2)
    }
    store.answer(2, .addresses([.found("a")])) {
      $0.geocoding.markers = Self.markers("a")
      $0.geocoding.progress = .locating(current: 1, total: 2)
    }
    // The client ended the run early, as that of a model that was stopped.
    store.answer(2, .ended) { $0.geocoding.progress = .paused(remaining: 1) }
    store.send(.geocoding(.resumed), effects: [.geocode(["b"])]) {
      $0.geocoding.progress = .locating(current: 1, total: 2)
    }
  }

  @Test func `an error ends a run, and a retry continues it`() {
    var store = Self.runningStore()
    let refused = GeocodingClientError.refused(reason: "no key")
    store.answer(1, .failed(refused)) {
      $0.geocoding.failure = refused
      $0.geocoding.progress = .paused(remaining: 2)
    }
    store.send(.retried, effects: [.geocode(["a", "b"])]) {
      $0.geocoding.failure = nil
      $0.geocoding.progress = .locating(current: 0, total: 2)
    }
    store.send(.retried)
  }

  @Test func `addresses that failed are asked for again, also after a pause`() {
    var store = Self.runningStore()
    store.answer(1, .addresses([.failed("a", .noResult), .found("b")])) {
      $0.geocoding.failures = [.failed("a", .noResult)]
      $0.geocoding.markers = Self.markers("b")
      $0.geocoding.progress = .locating(current: 2, total: 2)
    }
    store.answer(1, .ended) {
      $0.geocoding.progress = .finished(found: 1, uncertain: 0, failed: 1)
    }
    store.send(.geocoding(.failuresRetried), effects: [.geocode(["a"], again: true)]) {
      $0.geocoding.failures = []
      $0.geocoding.progress = .locating(current: 1, total: 2)
    }
    store.send(.geocoding(.paused), effects: [.cancelGeocoding]) {
      $0.geocoding.progress = .paused(remaining: 1)
    }
    store.send(.geocoding(.resumed), effects: [.geocode(["a"], again: true)]) {
      $0.geocoding.progress = .locating(current: 1, total: 2)
    }
    store.answer(3, .addresses([.found("a")])) {
      $0.geocoding.markers = Self.markers("b", "a")
      $0.geocoding.progress = .locating(current: 2, total: 2)
    }
    store.answer(3, .ended) {
      $0.geocoding.progress = .finished(found: 2, uncertain: 0, failed: 0)
    }
    store.send(.geocoding(.failuresRetried))
    // A list that is added later is asked for as the store says.
    store.send(.geocoding(.listed(Self.addresses("c"))), effects: [.geocode(["c"])]) {
      $0.geocoding.addresses = ["a", "b", "c"]
      $0.geocoding.progress = .locating(current: 2, total: 3)
    }
  }

  @Test func `clearing forgets the list, and cancels`() {
    var store = Self.runningStore()
    store.answer(1, .addresses([.found("a")])) {
      $0.geocoding.markers = Self.markers("a")
      $0.geocoding.progress = .locating(current: 1, total: 2)
    }
    store.send(.geocoding(.cleared), effects: [.cancelGeocoding]) {
      $0.geocoding = Screen(ExplorerState()).geocoding
    }
    store.answer(1, .addresses([.found("b")]))
    store.send(.geocoding(.resumed))
    store.send(.geocoding(.listed([])))
  }

  @Test func `one card at a time`() {
    var store = Self.runningStore()
    store.answer(1, .addresses([.found("a"), .found("b")])) {
      $0.geocoding.markers = Self.markers("a", "b")
      $0.geocoding.progress = .locating(current: 2, total: 2)
    }
    let ids = Self.markers("a", "b").map(\.id)
    store.send(.geocoding(.selected("unknown")))
    store.send(.geocoding(.selected(ids[1]))) { $0.geocoding.selection = ids[1] }
    #expect(store.state.geocoding.selectedMarker?.address.city == "b")
    store.send(.geocoding(.selected(nil))) { $0.geocoding.selection = nil }

    let oslo = MapItem(
      id: 1,
      placemark: Placemark(coordinate: Coordinate(latitude: 60, longitude: 11), name: "Oslo"))
    store.perform(.placeChosen(oslo))
    store.send(.geocoding(.selected(ids[0]))) {
      $0.selection = nil
      $0.geocoding.selection = ids[0]
    }
    store.send(.citySelected(1)) {
      $0.selection = 1
      $0.geocoding.selection = nil
    }
    store.send(.geocoding(.selected(ids[1]))) {
      $0.selection = nil
      $0.geocoding.selection = ids[1]
    }
    let favorite = FavoriteCity.numbered(7)
    store.perform(.favorites(.appeared))
    store.perform(2, .favorites(FavoriteList([favorite])))
    store.send(.favorites(.selected(7))) {
      $0.query = "City 7"
      $0.phase = .idle(query: "City 7")
      $0.mapItems = [favorite.mapItem]
      $0.region = CoordinateRegion(bounding: [favorite.mapItem.placemark.coordinate])
      $0.selection = 7
      $0.recentPlaces.insert(favorite.mapItem, at: 0)
      $0.geocoding.selection = nil
    }
  }

  // MARK: Every order of events

  private enum Step: CaseIterable {
    case listA, listB, paused, resumed, retried, failuresRetried, cleared
    case found, failed, lateFound, ended, refused
  }

  @Test func `whatever happens in whatever order, each address has one answer, of the newest run`()
  {
    var faults: [String] = []
    var count = 0
    func explore(_ store: ExplorerTestStore, _ runs: [[String]], _ steps: [Step]) {
      guard steps.count < 5 else { return }
      for step in Step.allCases {
        count += 1
        var (store, runs) = (store, runs)
        let before = store.state.geocoding
        var effects: [ScreenEffect] = []
        func answer(_ run: Int, _ answer: ScreenAnswer) {
          if run >= 1 { effects = store.perform(run, answer) }
        }
        switch step {
        case .listA: effects = store.perform(.geocoding(.listed(Self.addresses("a"))))
        case .listB: effects = store.perform(.geocoding(.listed(Self.addresses("a", "b"))))
        case .paused: effects = store.perform(.geocoding(.paused))
        case .resumed: effects = store.perform(.geocoding(.resumed))
        case .retried: effects = store.perform(.retried)
        case .failuresRetried: effects = store.perform(.geocoding(.failuresRetried))
        case .cleared: effects = store.perform(.geocoding(.cleared))
        case .found: answer(runs.count, .addresses([.found("a")]))
        case .failed: answer(runs.count, .addresses([.failed("b", .noResult)]))
        case .lateFound: answer(runs.count - 1, .addresses([.found("b")]))
        case .ended: answer(runs.count, .ended)
        case .refused: answer(runs.count, .failed(GeocodingClientError.unavailable))
        }
        for case .geocode(let cities, _) in effects { runs.append(cities) }
        let after = store.state.geocoding
        let answered = after.markers.map(\.address) + after.failures.map(\.address)
        var isRight = Set(answered).count == answered.count
        isRight = isRight && Set(answered).isSubset(of: after.addresses)
        let open = after.addresses.filter { !answered.contains($0) }
        // A run that is not in flight changes nothing, and a run that begins asks for all that is open.
        if step == .lateFound { isRight = isRight && after == before }
        if [.found, .failed, .ended].contains(step), !before.isRunning {
          isRight = isRight && after == before
        }
        if effects.contains(where: { if case .geocode = $0 { true } else { false } }) {
          isRight = isRight && after.isRunning && after.failure == nil
          isRight = isRight && runs.last == open.map(\.city)
        }
        if !isRight { faults.append("\(steps + [step])") }
        explore(store, runs, steps + [step])
      }
    }
    explore(ExplorerTestStore(), [], [])
    #expect(count > 200_000)
    #expect(faults.prefix(3) == [])
  }
}
