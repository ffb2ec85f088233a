import CityExplorer
import CitySearch
import CitySession
import CityTestSupport
import TestSupport
import Testing

@Suite("The recent places of the explorer", .againstHanging)
struct ExplorerRecentPlacesTests {
  private static func item(_ id: City.ID) -> MapItem {
    MapItem(
      id: id,
      placemark: Placemark(
        coordinate: Coordinate(latitude: Double(id.rawValue), longitude: 0), name: "City \(id)"))
  }

  @Test func `a chosen place is shown as it is known, and is the newest of the recent ones`() {
    var store = ExplorerTestStore(ExplorerState(recentPlaces: [Self.item(1), Self.item(2)]))
    store.send(.placeChosen(Self.item(2))) {
      $0.query = "City 2"
      $0.phase = .idle(query: "City 2")
      $0.mapItems = [Self.item(2)]
      $0.region = CoordinateRegion(bounding: [Self.item(2).placemark.coordinate])
      $0.selection = 2
      $0.recentPlaces = [Self.item(2), Self.item(1)]
    }
  }

  @Test func `a place counts when its card is shown, not when it is waited for`() {
    var store = ExplorerTestStore()
    let line = SearchCompletion(kind: .city(3), title: "City 3")
    store.send(.completionTapped(line), effects: [.lookUp(line)]) {
      $0.query = "City 3"
      $0.phase = .idle(query: "City 3")
      $0.selection = 3
      $0.lookup = .loading(line)
    }
    store.answer(1, .places([Self.item(3)])) {
      $0.lookup = .idle
      $0.mapItems = [Self.item(3)]
      $0.region = CoordinateRegion(bounding: [Self.item(3).placemark.coordinate])
      $0.recentPlaces = [Self.item(3)]
    }
  }

  @Test func `the oldest of too many is forgotten`() {
    var store = ExplorerTestStore(ExplorerState(recentPlaces: (1...20).map(Self.item)))
    #expect(store.state.recentPlaces.map(\.id) == Array(1...8))
    #expect(store.perform(.placeChosen(Self.item(30))).isEmpty)
    #expect(store.state.recentPlaces.map(\.id) == [30] + Array(1...7))
  }

  @Test func `another source is searched for what the list was found by`() {
    var store = ExplorerTestStore()
    store.replaceSearch()
    store.send(.queryChanged("par"), effects: [.search("par")]) {
      $0.query = "par"
      $0.phase = .searching(query: "par", previous: [])
    }
    let paris = SearchCompletion(kind: .city(1), title: "Paris")
    store.answer(1, .completions([paris])) {
      $0.phase = .results(query: "par", completions: [paris])
      $0.completedText = "par"
    }
    store.send(.completionTapped(paris), effects: [.lookUp(paris)]) {
      $0.query = "Paris"
      $0.phase = .results(query: "Paris", completions: [paris])
      $0.selection = 1
      $0.lookup = .loading(paris)
    }
    store.replaceSearch(effects: [.search("par")]) {
      $0.phase = .searching(query: "Paris", previous: [paris])
    }
  }

  @Test @MainActor func `a client is replaced while its search is under way`() async {
    let source = ScriptedSource(.ignoresCancellation)
    let model = ExplorerModel(search: .live(source, pause: .zero))
    model.send(.queryChanged("berl"))
    await source.requestCount.wait(for: 1)
    model.replaceSearch(with: .preview)
    await model.wait { !$0.phase.isSearching }
    #expect(model.state.completions.map(\.title) == ["Berlin"])
    await source.waitForCancellation(of: 0)
  }
}
