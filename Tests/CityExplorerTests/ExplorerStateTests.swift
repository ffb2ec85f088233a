import CitySearch
import CitySession
import CityTestSupport
import Testing

@testable import CityExplorer

@Suite("The state of the explorer")
struct ExplorerStateTests {
  private static let paris = SearchCompletion(
    kind: .sharedName([1, 2]), title: "Paris", subtitle: "2 places")
  private static let lyon = SearchCompletion(kind: .city(3), title: "Lyon", subtitle: "France")
  private static let parisItems = [item(1, 48, 2), item(2, 33, -95)]
  private static let lyonItems = [item(3, 45, 4)]
  private static let failure = LocationSearchError.searchCompletionFailed(
    ScriptedSource.Failure())

  private static func item(_ id: Int, _ latitude: Double, _ longitude: Double) -> MapItem {
    MapItem(
      id: id,
      placemark: Placemark(
        coordinate: Coordinate(latitude: latitude, longitude: longitude), name: "\(id)"))
  }

  /// A store whose map shows the two cities called Paris, one of them selected.
  private static func storeWithMarkers() -> ExplorerTestStore {
    var store = ExplorerTestStore()
    store.send(.completionTapped(paris), effects: [.lookUp(paris, number: 1)]) {
      $0.query = "Paris"
      $0.phase = .idle(query: "Paris")
      $0.lookup = .loading(paris, number: 1)
      $0.requestCount = 1
    }
    let response = SearchResponse(mapItems: parisItems)
    store.receive(.responseReceived(.success(response), number: 1)) {
      $0.lookup = .idle
      $0.mapItems = parisItems
      $0.region = response.boundingRegion
    }
    store.send(.citySelected(2)) {
      $0.selection = 2
      $0.recentPlaces = [parisItems[1]]
    }
    return store
  }

  @Test func `appearing searches for a text that was there before, once`() {
    var store = ExplorerTestStore(ExplorerState(query: "par"))
    store.send(.appeared, effects: [.search("par", number: 1)]) {
      $0.phase = .searching(query: "par", previous: [])
      $0.request = "par"
      $0.searchNumber = 1
      $0.requestCount = 1
    }
    store.send(.appeared)
    var empty = ExplorerTestStore()
    empty.send(.appeared)
  }

  @Test func `typing searches, and the list stays until the answer`() {
    var store = ExplorerTestStore()
    store.send(.queryChanged("par"), effects: [.search("par", number: 1)]) {
      $0.query = "par"
      $0.phase = .searching(query: "par", previous: [])
      $0.request = "par"
      $0.searchNumber = 1
      $0.requestCount = 1
    }
    store.receive(.completionsReceived(.success([Self.paris]), number: 1)) {
      $0.phase = .results(query: "par", completions: [Self.paris])
      $0.completedText = "par"
      $0.searchNumber = nil
    }
    store.send(.queryChanged("pari"), effects: [.search("pari", number: 2)]) {
      $0.query = "pari"
      $0.phase = .searching(query: "pari", previous: [Self.paris])
      $0.request = "pari"
      $0.searchNumber = 2
      $0.requestCount = 2
    }
    #expect(store.state.completions == [Self.paris])
    store.send(.queryChanged("pari"))
    store.receive(.completionsReceived(.success([]), number: 2)) {
      $0.phase = .noResults(query: "pari")
      $0.completedText = "pari"
      $0.searchNumber = nil
    }
  }

  @Test func `a late answer changes nothing`() {
    var store = ExplorerTestStore()
    store.send(.queryChanged("par"), effects: [.search("par", number: 1)]) {
      $0.query = "par"
      $0.phase = .searching(query: "par", previous: [])
      $0.request = "par"
      $0.searchNumber = 1
      $0.requestCount = 1
    }
    store.send(.queryChanged("lyo"), effects: [.search("lyo", number: 2)]) {
      $0.query = "lyo"
      $0.phase = .searching(query: "lyo", previous: [])
      $0.request = "lyo"
      $0.searchNumber = 2
      $0.requestCount = 2
    }
    store.receive(.completionsReceived(.success([Self.paris]), number: 1))
    store.send(.queryChanged(" "), effects: [.cancelSearch]) {
      $0.query = " "
      $0.phase = .idle(query: " ")
      $0.searchNumber = nil
    }
    store.receive(.completionsReceived(.success([Self.lyon]), number: 2))
  }

  @Test func `too short a text, and a failure that is tried again`() {
    var store = ExplorerTestStore()
    store.send(.queryChanged("p"), effects: [.search("p", number: 1)]) {
      $0.query = "p"
      $0.phase = .searching(query: "p", previous: [])
      $0.request = "p"
      $0.searchNumber = 1
      $0.requestCount = 1
    }
    let tooShort = LocationSearchError.invalidSearchCriteria(minimumCharacters: 3)
    store.receive(.completionsReceived(.failure(tooShort), number: 1)) {
      $0.phase = .tooShort(query: "p", minimumCharacters: 3)
      $0.searchNumber = nil
    }
    store.send(.retried)
    store.send(.queryChanged("par"), effects: [.search("par", number: 2)]) {
      $0.query = "par"
      $0.phase = .searching(query: "par", previous: [])
      $0.request = "par"
      $0.searchNumber = 2
      $0.requestCount = 2
    }
    store.receive(.completionsReceived(.failure(Self.failure), number: 2)) {
      $0.phase = .failed(query: "par", error: Self.failure, previous: [])
      $0.searchNumber = nil
    }
    store.send(.retried, effects: [.search("par", number: 3)]) {
      $0.phase = .searching(query: "par", previous: [])
      $0.request = "par"
      $0.searchNumber = 3
      $0.requestCount = 3
    }
  }

  @Test func `Return searches at once, for what is short, too`() {
    var store = ExplorerTestStore(ExplorerState(query: "y"))
    let submitted = SearchRequest("y", isSubmitted: true)
    store.send(.submitted, effects: [.search(submitted, number: 1)]) {
      $0.phase = .searching(query: "y", previous: [])
      $0.request = submitted
      $0.searchNumber = 1
      $0.requestCount = 1
    }
    store.receive(.completionsReceived(.success([]), number: 1)) {
      $0.phase = .noResults(query: "y")
      $0.completedText = "y"
      $0.searchNumber = nil
    }
    // Another source may have it, and is asked as the first one was.
    store.receive(.searchReplaced, effects: [.search(submitted, number: 2)]) {
      $0.phase = .searching(query: "y", previous: [])
      $0.searchNumber = 2
      $0.requestCount = 2
    }
    store.send(.cleared, effects: [.cancelSearch]) {
      $0.query = ""
      $0.phase = .idle(query: "")
      $0.searchNumber = nil
    }
    store.send(.submitted)
  }

  @Test(arguments: [LocationSearchError.debounce, .cancelled, .duplicateSearchCriteria])
  func `to be replaced is no failure`(error: LocationSearchError) {
    var state = ExplorerState()
    _ = state.apply(.queryChanged("par"))
    var empty = state
    _ = empty.apply(.completionsReceived(.failure(error), number: 1))
    #expect(empty.phase == .idle(query: "par"))
    _ = state.apply(.completionsReceived(.success([Self.paris]), number: 1))
    _ = state.apply(.queryChanged("pari"))
    _ = state.apply(.completionsReceived(.failure(error), number: 2))
    #expect(state.phase == .results(query: "pari", completions: [Self.paris]))
    #expect(state.completedText == "par")
    #expect(state.searchNumber == nil)
  }

  @Test func `a tap puts the title into the field and its places on the map`() {
    var store = Self.storeWithMarkers()
    // The text field reports the title that the tap has put into it: nothing is searched.
    store.send(.queryChanged("Paris"))
    #expect(store.state.selectedItem == Self.parisItems[1])
  }

  @Test func `a tap stops the search and closes the card of another city`() {
    var store = Self.storeWithMarkers()
    store.send(.queryChanged("lyo"), effects: [.search("lyo", number: 2)]) {
      $0.query = "lyo"
      $0.phase = .searching(query: "lyo", previous: [])
      $0.request = "lyo"
      $0.searchNumber = 2
      $0.requestCount = 2
    }
    store.send(
      .completionTapped(Self.lyon), effects: [.cancelSearch, .lookUp(Self.lyon, number: 3)]
    ) {
      $0.query = "Lyon"
      $0.phase = .idle(query: "Lyon")
      $0.lookup = .loading(Self.lyon, number: 3)
      $0.selection = 3
      $0.searchNumber = nil
      $0.requestCount = 3
    }
    store.receive(.completionsReceived(.success([Self.paris]), number: 2))
  }

  @Test func `a late response to an older tap never replaces a newer one`() {
    var store = ExplorerTestStore()
    for (number, completion) in [(1, Self.paris), (2, Self.lyon)] {
      store.send(.completionTapped(completion), effects: [.lookUp(completion, number: number)]) {
        $0.query = completion.title
        $0.phase = .idle(query: completion.title)
        $0.lookup = .loading(completion, number: number)
        $0.selection = completion == Self.lyon ? 3 : nil
        $0.requestCount = number
      }
    }
    let old = SearchResponse(mapItems: Self.parisItems)
    store.receive(.responseReceived(.success(old), number: 1))
    let new = SearchResponse(mapItems: Self.lyonItems)
    store.receive(.responseReceived(.success(new), number: 2)) {
      $0.lookup = .idle
      $0.mapItems = Self.lyonItems
      $0.region = new.boundingRegion
      $0.recentPlaces = Self.lyonItems
    }
    store.receive(.responseReceived(.success(old), number: 1))
    store.receive(.responseReceived(.failure(Self.failure), number: 1))
  }

  @Test func `typing after a tap drops its response`() {
    var store = ExplorerTestStore()
    store.send(.completionTapped(Self.paris), effects: [.lookUp(Self.paris, number: 1)]) {
      $0.query = "Paris"
      $0.phase = .idle(query: "Paris")
      $0.lookup = .loading(Self.paris, number: 1)
      $0.requestCount = 1
    }
    store.send(
      .queryChanged("lyo"), effects: [.cancelLookup, .search("lyo", number: 2)]
    ) {
      $0.query = "lyo"
      $0.phase = .searching(query: "lyo", previous: [])
      $0.request = "lyo"
      $0.lookup = .idle
      $0.searchNumber = 2
      $0.requestCount = 2
    }
    store.receive(.responseReceived(.success(SearchResponse(mapItems: [])), number: 1))
  }

  @Test func `a response that failed leaves the map, and can be tried again`() {
    var store = Self.storeWithMarkers()
    store.send(.completionTapped(Self.lyon), effects: [.lookUp(Self.lyon, number: 2)]) {
      $0.query = "Lyon"
      $0.phase = .idle(query: "Lyon")
      $0.lookup = .loading(Self.lyon, number: 2)
      $0.selection = 3
      $0.requestCount = 2
    }
    store.receive(.responseReceived(.failure(Self.failure), number: 2)) {
      $0.lookup = .failed(Self.lyon, error: Self.failure)
    }
    store.send(.retried, effects: [.lookUp(Self.lyon, number: 3)]) {
      $0.lookup = .loading(Self.lyon, number: 3)
      $0.requestCount = 3
    }
    let response = SearchResponse(mapItems: Self.lyonItems)
    store.receive(.responseReceived(.success(response), number: 3)) {
      $0.lookup = .idle
      $0.mapItems = Self.lyonItems
      $0.region = response.boundingRegion
      $0.recentPlaces.insert(Self.lyonItems[0], at: 0)
    }
    // The card opens, as if nothing had failed.
    #expect(store.state.selectedItem == Self.lyonItems[0])
  }

  @Test func `selecting, clearing, moving`() {
    var store = Self.storeWithMarkers()
    store.send(.citySelected(99))
    store.send(.citySelected(1)) {
      $0.selection = 1
      $0.recentPlaces = Self.parisItems
    }
    store.send(.selectionCleared) { $0.selection = nil }
    let region = CoordinateRegion(
      center: .zero, span: CoordinateRegion.Span(latitudeDelta: 1, longitudeDelta: 1))
    store.send(.regionChanged(region)) {
      $0.region = region
      $0.visibleRegion = region
    }
    store.send(.citySelected(1)) { $0.selection = 1 }
    store.send(.cleared) {
      $0.query = ""
      $0.phase = .idle(query: "")
      $0.mapItems = []
      $0.selection = nil
    }
    store.send(.cleared)
    store.send(.retried)
  }

  @Test func `clearing stops what is under way`() {
    var store = ExplorerTestStore()
    store.send(.completionTapped(Self.lyon), effects: [.lookUp(Self.lyon, number: 1)]) {
      $0.query = "Lyon"
      $0.phase = .idle(query: "Lyon")
      $0.lookup = .loading(Self.lyon, number: 1)
      $0.selection = 3
      $0.requestCount = 1
    }
    store.send(.cleared, effects: [.cancelLookup]) {
      $0.query = ""
      $0.phase = .idle(query: "")
      $0.lookup = .idle
      $0.selection = nil
    }
    store.send(.queryChanged("par"), effects: [.search("par", number: 2)]) {
      $0.query = "par"
      $0.phase = .searching(query: "par", previous: [])
      $0.request = "par"
      $0.searchNumber = 2
      $0.requestCount = 2
    }
    store.send(.cleared, effects: [.cancelSearch]) {
      $0.query = ""
      $0.phase = .idle(query: "")
      $0.searchNumber = nil
    }
  }

  @Test func `the store sees a change or an effect that is not asserted`() {
    let typed = ExplorerTestStore.Outcome(of: .queryChanged(" "), on: ExplorerState()) { _ in }
    #expect(typed.state != typed.expected)
    let asserted = ExplorerTestStore.Outcome(of: .queryChanged(" "), on: ExplorerState()) {
      $0.query = " "
      $0.phase = .idle(query: " ")
    }
    #expect(asserted.state == asserted.expected)
    let tapped = ExplorerTestStore.Outcome(of: .completionTapped(Self.paris), on: ExplorerState()) {
      _ in
    }
    #expect(!tapped.effects.isEmpty)
  }
}
