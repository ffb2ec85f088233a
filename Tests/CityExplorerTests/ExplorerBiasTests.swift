import CityExplorer
import CitySearch
import CitySession
import CityTestSupport
import TestSupport
import Testing

/// What the explorer knows of the person.
@Suite("The person at the explorer", .againstHanging)
struct ExplorerBiasTests {
  private static let berlin = SearchBias(
    coordinate: Coordinate(latitude: 52.52, longitude: 13.41), countryCode: "DE")
  private static let illinois = SearchBias(
    coordinate: Coordinate(latitude: 39.80, longitude: -89.64), countryCode: "US")
  private static let oregon = SearchBias(
    coordinate: Coordinate(latitude: 44.05, longitude: -123.02), countryCode: "US")

  @Test func `a move repeats the search, with its limit`() {
    var store = ExplorerTestStore(ExplorerState(bias: Self.berlin))
    let paris = SearchCompletion(kind: .city(1), title: "Paris")
    let first = SearchRequest(SearchQuery("par", bias: Self.berlin))
    store.send(.queryChanged("par"), effects: [.search(first)]) {
      $0.query = "par"
      $0.phase = .searching(query: "par", previous: [])
    }
    let more = SearchRequest(SearchQuery("par", limit: 20, bias: Self.berlin))
    let list = SearchCompletions([paris], more: more)
    store.answer(1, .completions(list)) {
      $0.phase = .results(query: "par", completions: list)
      $0.completedText = "par"
    }
    store.send(.moreRequested, effects: [.search(more)]) {
      $0.phase = .searching(query: "par", previous: list)
    }
    let moved = SearchRequest(SearchQuery("par", limit: 20, bias: Self.oregon))
    store.send(.userMoved(to: Self.oregon), effects: [.cancelSearch, .search(moved)]) {
      $0.bias = Self.oregon
    }
    // The answer for the old place is late.
    store.answer(2, .completions([]))
    // The same place again starts no search.
    store.send(.userMoved(to: Self.oregon))
    let unknown = SearchRequest(SearchQuery("par", limit: 20))
    store.send(.userMoved(to: nil), effects: [.cancelSearch, .search(unknown)]) {
      $0.bias = nil
    }
  }

  @Test func `a move without a text searches for nothing`() {
    var store = ExplorerTestStore()
    store.send(.userMoved(to: Self.berlin)) { $0.bias = Self.berlin }
    let request = SearchRequest(SearchQuery("par", bias: Self.berlin))
    store.send(.queryChanged("par"), effects: [.search(request)]) {
      $0.query = "par"
      $0.phase = .searching(query: "par", previous: [])
    }
    store.send(.cleared, effects: [.cancelSearch]) {
      $0.query = ""
      $0.phase = .idle(query: "")
    }
    store.send(.userMoved(to: nil)) { $0.bias = nil }
  }

  private static func region(
    _ bias: SearchBias, height: Double = 2, width: Double = 2
  ) throws -> CoordinateRegion {
    CoordinateRegion(
      center: try #require(bias.coordinate),
      latitudeDelta: height, longitudeDelta: width)
  }

  @Test func `where the map is counts as long as nobody knows where the person is`() throws {
    let view = try Self.region(Self.oregon)
    var store = ExplorerTestStore(ExplorerState(bias: SearchBias(countryCode: "DE")))
    // The list on screen stays.
    store.send(.regionChanged(view)) {
      $0.region = view
      $0.visibleRegion = view
    }
    let request = SearchRequest(
      SearchQuery("par", bias: SearchBias(coordinate: view.center, countryCode: "DE")))
    store.send(.queryChanged("par"), effects: [.search(request)]) {
      $0.query = "par"
      $0.phase = .searching(query: "par", previous: [])
    }
    let known = SearchRequest(SearchQuery("par", bias: Self.berlin))
    store.send(.userMoved(to: Self.berlin), effects: [.cancelSearch, .search(known)]) {
      $0.bias = Self.berlin
    }
    let unknown = SearchRequest(SearchQuery("par", bias: SearchBias(coordinate: view.center)))
    store.send(.userMoved(to: nil), effects: [.cancelSearch, .search(unknown)]) {
      $0.bias = nil
    }
  }

  @Test(arguments: [
    (0.0, 0.0, true), (2, 2, true), (8.9, 8.9, true), (9.1, 2, false), (2, 14.7, true),
    (2, 14.9, false), (2, 360, false), (180, 360, false), (180, 0, false),
  ])
  func `a map of a country or more says nothing`(
    height: Double, width: Double, isNear: Bool
  ) throws {
    let view = try Self.region(Self.berlin, height: height, width: width)
    var store = ExplorerTestStore(ExplorerState(region: view))
    let bias = isNear ? SearchBias(coordinate: view.center) : nil
    #expect(
      store.perform(.queryChanged("par")) == [
        .search(SearchRequest(SearchQuery("par", bias: bias)))
      ])
  }

  @Test func `a map across the antimeridian has a center, too`() {
    let fiji = Coordinate(latitude: -17, longitude: 179.9)
    let view = CoordinateRegion(
      center: fiji, latitudeDelta: 2, longitudeDelta: 4)
    var store = ExplorerTestStore(ExplorerState(region: view))
    let request = SearchRequest(SearchQuery("suva", bias: SearchBias(coordinate: fiji)))
    #expect(store.perform(.queryChanged("suva")) == [.search(request)])
  }

  @Test func `where places were shown is no place that the person looks at`() throws {
    var store = ExplorerTestStore()
    let berlin = Placemark(
      coordinate: Coordinate(latitude: 52.52, longitude: 13.41), name: "Berlin")
    store.perform(.placeChosen(MapItem(id: 1, placemark: berlin)))
    // The region that was shown is no place: the map may have been moved since, without a report.
    #expect(store.state.region != nil)
    #expect(store.perform(.queryChanged("par")) == [.search("par")])
    // A region that the map reported is one.
    let view = try Self.region(Self.oregon)
    store.perform(.regionChanged(view))
    let request = SearchRequest(SearchQuery("pari", bias: SearchBias(coordinate: view.center)))
    #expect(store.perform(.queryChanged("pari")) == [.cancelSearch, .search(request)])
    store.perform(.placeChosen(MapItem(id: 1, placemark: berlin)))
    #expect(store.perform(.queryChanged("paris")) == [.search("paris")])
  }

  @Test @MainActor func `the city of a name that the map shows comes first`() async throws {
    let model = ExplorerModel(search: .live(try World.cities.get().gazetteer))
    for (place, name) in [(Self.illinois, "Illinois"), (Self.oregon, "Oregon")] {
      model.send(.regionChanged(try Self.region(place)))
      model.send(.cleared)
      model.send(.queryChanged("springfield"))
      await model.wait { !$0.phase.isSearching }
      let first = model.state.completions.first { $0.cityIDs.count == 1 }
      #expect(first?.subtitle == "\(name), United States")
    }
  }

  @Test @MainActor func `the nearest city of a name comes first`() async throws {
    let model = ExplorerModel(search: .live(try World.cities.get().gazetteer))
    func region() -> String? {
      model.state.completions.first { $0.cityIDs.count == 1 }?.subtitle
    }
    model.send(.userMoved(to: Self.illinois))
    model.send(.queryChanged("springfield"))
    await model.wait { !$0.phase.isSearching }
    #expect(region() == "Illinois, United States")
    model.send(.userMoved(to: Self.oregon))
    await model.wait { !$0.phase.isSearching }
    #expect(region() == "Oregon, United States")
  }
}
