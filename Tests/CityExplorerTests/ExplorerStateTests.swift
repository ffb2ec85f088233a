import CityExplorer
import CitySearch
import CitySession
import CityTestSupport
import Testing

@Suite("The state of the explorer")
struct ExplorerStateTests {
  private static let paris = SearchCompletion(
    kind: .sharedName([1, 2]), title: "Paris", subtitle: "2 places")
  private static let lyon = SearchCompletion(kind: .city(3), title: "Lyon", subtitle: "France")
  private static let parisItems = [item(1, 48, 2), item(2, 33, -95)]
  private static let lyonItems = [item(3, 45, 4)]
  private static let failure = LocationSearchError.searchCompletionFailed(
    UnderlyingError(ScriptedSource.Failure()))

  private static func item(_ id: City.ID, _ latitude: Double, _ longitude: Double) -> MapItem {
    MapItem(
      id: id,
      placemark: Placemark(
        coordinate: Coordinate(latitude: latitude, longitude: longitude), name: "\(id)"))
  }

  /// A store whose map shows the two cities called Paris, one of them selected.
  private static func storeWithMarkers() -> ExplorerTestStore {
    var store = ExplorerTestStore()
    store.send(.completionTapped(paris), effects: [.lookUp(paris)]) {
      $0.query = "Paris"
      $0.phase = .idle(query: "Paris")
      $0.lookup = .loading(paris)
    }
    store.answer(1, .places(parisItems)) {
      $0.lookup = .idle
      $0.mapItems = parisItems
      $0.region = CoordinateRegion(bounding: parisItems.map(\.placemark.coordinate))
    }
    store.send(.citySelected(2)) {
      $0.selection = 2
      $0.recentPlaces = [parisItems[1]]
    }
    return store
  }

  @Test func `appearing searches for a text that was there before, once`() {
    var store = ExplorerTestStore(ExplorerState(query: "par"))
    store.send(.appeared, effects: [.search("par")]) {
      $0.phase = .searching(query: "par", previous: [])
    }
    store.send(.appeared)
    var empty = ExplorerTestStore()
    empty.send(.appeared)
  }

  @Test func `typing searches, and the list stays until the answer`() {
    var store = ExplorerTestStore()
    store.send(.queryChanged("par"), effects: [.search("par")]) {
      $0.query = "par"
      $0.phase = .searching(query: "par", previous: [])
    }
    store.answer(1, .completions([Self.paris])) {
      $0.phase = .results(query: "par", completions: [Self.paris])
      $0.completedText = "par"
    }
    store.send(.queryChanged("pari"), effects: [.search("pari")]) {
      $0.query = "pari"
      $0.phase = .searching(query: "pari", previous: [Self.paris])
    }
    #expect(store.state.completions == [Self.paris])
    store.send(.queryChanged("pari"))
    store.answer(2, .completions([])) {
      $0.phase = .noResults(query: "pari")
      $0.completedText = "pari"
    }
  }

  @Test func `a late answer changes nothing`() {
    var store = ExplorerTestStore()
    store.send(.queryChanged("par"), effects: [.search("par")]) {
      $0.query = "par"
      $0.phase = .searching(query: "par", previous: [])
    }
    store.send(.queryChanged("lyo"), effects: [.cancelSearch, .search("lyo")]) {
      $0.query = "lyo"
      $0.phase = .searching(query: "lyo", previous: [])
    }
    store.answer(1, .completions([Self.paris]))
    store.send(.queryChanged(" "), effects: [.cancelSearch]) {
      $0.query = " "
      $0.phase = .idle(query: " ")
    }
    store.answer(2, .completions([Self.lyon]))
  }

  @Test func `too short a text, and a failure that is tried again`() {
    var store = ExplorerTestStore()
    store.send(.queryChanged("p"), effects: [.search("p")]) {
      $0.query = "p"
      $0.phase = .searching(query: "p", previous: [])
    }
    let tooShort = LocationSearchError.invalidSearchCriteria(minimumCharacters: 3)
    store.answer(1, .failed(tooShort)) {
      $0.phase = .tooShort(query: "p", minimumCharacters: 3)
    }
    store.send(.retried)
    store.send(.queryChanged("par"), effects: [.search("par")]) {
      $0.query = "par"
      $0.phase = .searching(query: "par", previous: [])
    }
    store.answer(2, .failed(Self.failure)) {
      $0.phase = .failed(query: "par", error: Self.failure, previous: [])
    }
    store.send(.retried, effects: [.search("par")]) {
      $0.phase = .searching(query: "par", previous: [])
    }
  }

  @Test func `Return chooses from the list of the text in the field, when it is there`() {
    var state = ExplorerState()
    func number(_ effects: [ExplorerEffect]) -> Int {
      for case .search(let request) in effects { return request.number }
      return -1
    }
    func answer(_ number: Int, _ completions: SearchCompletions) -> [ExplorerEffect] {
      state.apply(.completionsReceived(.success(completions), number: number))
    }
    let older = number(state.apply(.queryChanged("l")))
    #expect(answer(older, [Self.lyon]).isEmpty)
    // The list on screen is that of an older text.
    let newer = number(state.apply(.queryChanged("p")))
    #expect(state.apply(.firstCompletionChosen).isEmpty)
    // What the map reports meanwhile changes nothing.
    _ = state.apply(
      .regionChanged(
        CoordinateRegion(
          center: Coordinate(latitude: 0, longitude: 0),
          latitudeDelta: 90, longitudeDelta: 90)))
    let effects = answer(newer, [Self.paris])
    #expect(state.query == "Paris")
    guard case .lookUp(Self.paris, _)? = effects.last else {
      Issue.record("the first completion must be looked up, got \(effects)")
      return
    }
    // A letter after Return makes it void, and so does an answer without a completion, or a failure.
    for outcome: Result<SearchCompletions, LocationSearchError> in [
      .success([]), .failure(Self.failure),
    ] {
      let search = number(state.apply(.queryChanged("x")))
      _ = state.apply(.firstCompletionChosen)
      #expect(state.apply(.completionsReceived(outcome, number: search)).isEmpty)
      let next = number(state.apply(.queryChanged("ly")))
      #expect(answer(next, [Self.lyon]).isEmpty)
      #expect(state.query == "ly")
    }
    // With its list, Return chooses at once.
    #expect(!state.apply(.firstCompletionChosen).isEmpty)
    #expect(state.query == "Lyon")
    // A blank field has nothing to choose.
    _ = state.apply(.cleared)
    #expect(state.apply(.firstCompletionChosen).isEmpty)
  }

  @Test func `Return searches at once, for what is short, too`() {
    var store = ExplorerTestStore(ExplorerState(query: "y"))
    let submitted = SearchRequest(SearchQuery("y"), isSubmitted: true)
    store.send(.submitted, effects: [.search(submitted)]) {
      $0.phase = .searching(query: "y", previous: [])
    }
    store.answer(1, .completions([])) {
      $0.phase = .noResults(query: "y")
      $0.completedText = "y"
    }
    // The new source gets the same request.
    store.replaceSearch(effects: [.search(submitted)]) {
      $0.phase = .searching(query: "y", previous: [])
    }
    store.send(.cleared, effects: [.cancelSearch]) {
      $0.query = ""
      $0.phase = .idle(query: "")
    }
    store.send(.submitted)
  }

  @Test func `a source that takes time is asked after a pause in typing`() {
    var store = ExplorerTestStore()
    store.replaceSearch(pacing: SearchPacing(minimumCharacters: 3, pause: .seconds(1)))
    store.send(.queryChanged("pa")) {
      $0.query = "pa"
      $0.phase = .tooShort(query: "pa", minimumCharacters: 3)
    }
    store.send(.queryChanged("par"), effects: [.pause(.seconds(1))]) {
      $0.query = "par"
      $0.phase = .searching(query: "par", previous: [])
    }
    store.send(.queryChanged("pari"), effects: [.cancelSearch, .pause(.seconds(1))]) {
      $0.query = "pari"
      $0.phase = .searching(query: "pari", previous: [])
    }
    store.answer(1, .elapsed)
    store.answer(2, .elapsed, effects: [.search("pari")])
    store.answer(3, .completions([Self.paris])) {
      $0.phase = .results(query: "pari", completions: [Self.paris])
      $0.completedText = "pari"
    }
    // What was submitted waits for nothing.
    store.perform(.queryChanged("ly"))
    let submitted = SearchRequest(SearchQuery("ly"), isSubmitted: true)
    #expect(store.perform(.submitted) == [.search(submitted)])
    // The new source is asked at once.
    store.replaceSearch(effects: [.cancelSearch, .search(submitted)])
  }

  @Test func `a text that says the same is not searched for again`() {
    var store = ExplorerTestStore()
    store.perform(.queryChanged("par"))
    store.send(.queryChanged("PAR")) {
      $0.query = "PAR"
      $0.phase = .searching(query: "PAR", previous: [])
    }
    store.answer(1, .completions([Self.paris])) {
      $0.phase = .results(query: "PAR", completions: [Self.paris])
      $0.completedText = "PAR"
    }
    store.send(.queryChanged("pār")) {
      $0.query = "pār"
      $0.phase = .results(query: "pār", completions: [Self.paris])
      $0.completedText = "pār"
    }
    // The newest text counts, even one that nothing was asked for.
    store.send(.queryChanged("…")) {
      $0.query = "…"
      $0.phase = .noResults(query: "…")
      $0.completedText = "…"
    }
    #expect(store.perform(.queryChanged("par")) == [.search("par")])
  }

  @Test func `a tap puts the title into the field and its places on the map`() {
    var store = Self.storeWithMarkers()
    // The text field reports the title that the tap has written into it, which starts no search.
    store.send(.queryChanged("Paris"))
    #expect(store.state.selectedItem == Self.parisItems[1])
  }

  @Test func `a tap stops the search and closes the card of another city`() {
    var store = Self.storeWithMarkers()
    store.send(.queryChanged("lyo"), effects: [.search("lyo")]) {
      $0.query = "lyo"
      $0.phase = .searching(query: "lyo", previous: [])
    }
    store.send(
      .completionTapped(Self.lyon), effects: [.cancelSearch, .lookUp(Self.lyon)]
    ) {
      $0.query = "Lyon"
      $0.phase = .idle(query: "Lyon")
      $0.lookup = .loading(Self.lyon)
      $0.selection = 3
    }
    store.answer(2, .completions([Self.paris]))
  }

  @Test func `a late response to an older tap never replaces a newer one`() {
    var store = ExplorerTestStore()
    for completion in [Self.paris, Self.lyon] {
      store.send(.completionTapped(completion), effects: [.lookUp(completion)]) {
        $0.query = completion.title
        $0.phase = .idle(query: completion.title)
        $0.lookup = .loading(completion)
        $0.selection = completion == Self.lyon ? 3 : nil
      }
    }
    store.answer(1, .places(Self.parisItems))
    store.answer(2, .places(Self.lyonItems)) {
      $0.lookup = .idle
      $0.mapItems = Self.lyonItems
      $0.region = CoordinateRegion(bounding: Self.lyonItems.map(\.placemark.coordinate))
      $0.recentPlaces = Self.lyonItems
    }
    store.answer(1, .places(Self.parisItems))
    store.answer(1, .failed(Self.failure))
  }

  @Test func `typing after a tap drops its response`() {
    var store = ExplorerTestStore()
    store.send(.completionTapped(Self.paris), effects: [.lookUp(Self.paris)]) {
      $0.query = "Paris"
      $0.phase = .idle(query: "Paris")
      $0.lookup = .loading(Self.paris)
    }
    store.send(
      .queryChanged("lyo"), effects: [.cancelLookup, .search("lyo")]
    ) {
      $0.query = "lyo"
      $0.phase = .searching(query: "lyo", previous: [])
      $0.lookup = .idle
    }
    store.answer(1, .places([]))
  }

  @Test func `a response that failed leaves the map, and can be tried again`() {
    var store = Self.storeWithMarkers()
    store.send(.completionTapped(Self.lyon), effects: [.lookUp(Self.lyon)]) {
      $0.query = "Lyon"
      $0.phase = .idle(query: "Lyon")
      $0.lookup = .loading(Self.lyon)
      $0.selection = 3
    }
    store.answer(2, .failed(Self.failure)) {
      $0.lookup = .failed(Self.lyon, error: Self.failure)
    }
    store.send(.retried, effects: [.lookUp(Self.lyon)]) {
      $0.lookup = .loading(Self.lyon)
    }
    store.answer(3, .places(Self.lyonItems)) {
      $0.lookup = .idle
      $0.mapItems = Self.lyonItems
      $0.region = CoordinateRegion(bounding: Self.lyonItems.map(\.placemark.coordinate))
      $0.recentPlaces.insert(Self.lyonItems[0], at: 0)
    }
    // The card opens as it does without a failure.
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
      center: .zero, latitudeDelta: 1, longitudeDelta: 1)
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

  @Test func `a card has the cities near its place, until it is closed`() {
    var store = Self.storeWithMarkers()
    let place = Self.parisItems[1].placemark.coordinate
    store.send(.nearbyRequested, effects: [.findNearby(place, limit: 11)])
    // The city of the card is the nearest.
    store.answer(2, .places([Self.parisItems[1]] + Self.lyonItems)) {
      $0.nearbyPlaces = Self.lyonItems
    }
    store.send(.selectionCleared) {
      $0.selection = nil
      $0.nearbyPlaces = []
    }
    store.send(.nearbyRequested)
    store.answer(2, .places(Self.parisItems))
    // That they are not found is no reason to disturb.
    store.send(.citySelected(2)) { $0.selection = 2 }
    store.send(.nearbyRequested, effects: [.findNearby(place, limit: 11)])
    store.answer(3, .failed(Self.failure))
  }

  @Test func `clearing stops what is under way`() {
    var store = ExplorerTestStore()
    store.send(.completionTapped(Self.lyon), effects: [.lookUp(Self.lyon)]) {
      $0.query = "Lyon"
      $0.phase = .idle(query: "Lyon")
      $0.lookup = .loading(Self.lyon)
      $0.selection = 3
    }
    store.send(.cleared, effects: [.cancelLookup]) {
      $0.query = ""
      $0.phase = .idle(query: "")
      $0.lookup = .idle
      $0.selection = nil
    }
    store.send(.queryChanged("par"), effects: [.search("par")]) {
      $0.query = "par"
      $0.phase = .searching(query: "par", previous: [])
    }
    store.send(.cleared, effects: [.cancelSearch]) {
      $0.query = ""
      $0.phase = .idle(query: "")
    }
  }

  @Test func `the store sees a change or an effect that is not asserted`() {
    var store = ExplorerTestStore()
    let change = store.step(.queryChanged(" "))
    #expect(!change.changesAsExpected && change.asksAsExpected)
    let effect = store.step(.completionTapped(Self.paris)) {
      $0.query = "Paris"
      $0.phase = .idle(query: "Paris")
      $0.lookup = .loading(Self.paris)
    }
    #expect(!effect.asksAsExpected)
    #expect(store.latestLookup == 1)
    let both = store.step(.cleared, effects: [.cancelLookup]) {
      $0.query = ""
      $0.phase = .idle(query: "")
      $0.lookup = .idle
      $0.selection = nil
    }
    #expect(both.changesAsExpected && both.asksAsExpected)
  }
}
