import CityExplorer
import CityGeocoding
import CitySearch
import CitySession
import CityTestSupport
import Foundation
import Testing

/// What a tap on a line changes and what it leaves, and lists that grow.
@Suite("Taps on the explorer's list")
struct ExplorerTapTests {
  private static let springfield = SearchCompletion(
    kind: .sharedName([1, 2]), title: "Springfield", subtitle: "2 places")
  private static let lyon = SearchCompletion(kind: .city(3), title: "Lyon", subtitle: "France")
  private static let list: SearchCompletions = [springfield, lyon]
  private static let failure = LocationSearchError.searchCompletionFailed(
    UnderlyingError(ScriptedSource.Failure()))

  private static func items(_ ids: City.ID...) -> [MapItem] {
    ids.map { MapItem(id: $0, placemark: Placemark(.testCity($0))) }
  }

  /// A store whose list was found by "l".
  private static func storeWithList(_ list: SearchCompletions = list) -> ExplorerTestStore {
    var store = ExplorerTestStore()
    store.send(.queryChanged("l"), effects: [.search("l")]) {
      $0.query = "l"
      $0.phase = .searching(query: "l", previous: [])
    }
    store.answer(1, .completions(list)) {
      $0.phase = .results(query: "l", completions: list)
      $0.completedText = "l"
    }
    return store
  }

  /// Taps a line, which leaves the list and puts the title into the field.
  private static func tap(
    _ completion: SearchCompletion, in store: inout ExplorerTestStore, selection: City.ID?
  ) {
    let list = store.state.completions
    store.send(.completionTapped(completion), effects: [.lookUp(completion)]) {
      $0.query = completion.title
      $0.phase = .results(query: completion.title, completions: list)
      $0.lookup = .loading(completion)
      $0.selection = selection
    }
  }

  private static func receive(
    _ ids: City.ID..., in store: inout ExplorerTestStore, to request: Int = 2, selection: City.ID?
  ) {
    let items = ids.map { MapItem(id: $0, placemark: Placemark(.testCity($0))) }
    store.answer(request, .places(items)) {
      $0.lookup = .idle
      $0.mapItems = items
      $0.region = CoordinateRegion(bounding: items.map(\.placemark.coordinate))
      $0.selection = selection
      $0.recentPlaces = items.filter { $0.id == selection } + $0.recentPlaces
    }
  }

  @Test func `the list stays, and the card of a single city opens`() {
    var store = Self.storeWithList()
    Self.tap(Self.lyon, in: &store, selection: 3)
    #expect(store.state.selectedItem == nil)
    Self.receive(3, in: &store, selection: 3)
    #expect(store.state.selectedItem == Self.items(3)[0])
    #expect(store.state.completions == Self.list)
    // The text field reports the title, and the screen appears again: the list is still the same.
    store.send(.queryChanged("Lyon"))
    store.send(.appeared)
    // The next line of the same list.
    Self.tap(Self.springfield, in: &store, selection: nil)
    Self.receive(1, 2, in: &store, to: 3, selection: nil)
    store.send(.citySelected(2)) {
      $0.selection = 2
      $0.recentPlaces.insert(Self.items(2)[0], at: 0)
    }
    // The list stays while the person types again.
    store.send(.queryChanged("spr"), effects: [.search("spr")]) {
      $0.query = "spr"
      $0.phase = .searching(query: "spr", previous: Self.list)
    }
  }

  @Test func `a tap in a list that waits for the next one keeps it`() {
    var store = Self.storeWithList()
    store.send(.queryChanged("ly"), effects: [.search("ly")]) {
      $0.query = "ly"
      $0.phase = .searching(query: "ly", previous: Self.list)
    }
    store.send(
      .completionTapped(Self.lyon), effects: [.cancelSearch, .lookUp(Self.lyon)]
    ) {
      $0.query = "Lyon"
      $0.phase = .results(query: "Lyon", completions: Self.list)
      $0.lookup = .loading(Self.lyon)
      $0.selection = 3
    }
    store.answer(2, .completions([]))
  }

  @Test func `a city can be selected before its marker is there`() {
    var store = Self.storeWithList()
    Self.tap(Self.springfield, in: &store, selection: nil)
    store.send(.citySelected(3))
    store.send(.citySelected(2)) { $0.selection = 2 }
    Self.receive(1, 2, in: &store, selection: 2)
    #expect(store.state.selectedItem == Self.items(2)[0])
    // The selection ends if the card is closed, or if the response lacks the marker.
    Self.tap(Self.lyon, in: &store, selection: 3)
    store.send(.selectionCleared) { $0.selection = nil }
    Self.receive(3, in: &store, to: 3, selection: nil)
    Self.tap(Self.springfield, in: &store, selection: nil)
    store.send(.citySelected(1)) { $0.selection = 1 }
    Self.receive(2, in: &store, to: 4, selection: nil)
  }

  @Test func `what was to be selected is forgotten with what was looked up`() {
    var store = Self.storeWithList()
    Self.tap(Self.lyon, in: &store, selection: 3)
    store.send(.queryChanged(" "), effects: [.cancelLookup]) {
      $0.query = " "
      $0.phase = .idle(query: " ")
      $0.lookup = .idle
      $0.selection = nil
    }
    store.send(.citySelected(3))
  }

  @Test func `places that exist no more are said to be missing`() {
    var store = Self.storeWithList()
    Self.tap(Self.lyon, in: &store, selection: 3)
    store.answer(2, .places([])) {
      $0.lookup = .missing(Self.lyon)
      $0.selection = nil
    }
    // There is nothing to try again; the next action removes the message.
    store.send(.retried)
    Self.tap(Self.springfield, in: &store, selection: nil)
    store.answer(3, .places([])) {
      $0.lookup = .missing(Self.springfield)
    }
    store.send(.cleared) {
      $0.query = ""
      $0.phase = .idle(query: "")
      $0.lookup = .idle
    }
  }

  @Test func `a card of an address closes like any other`() throws {
    let address = PostalAddress(street: "1 Main St", city: "Lyon", country: "FR")
    for action in [ExplorerAction.cleared, .selectionCleared, .completionTapped(Self.springfield)] {
      var store = ExplorerTestStore()
      store.perform(.geocoding(.listed([address])))
      store.perform(1, .addresses([GeocodedAddress(address, .success(.named("Lyon")))]))
      store.perform(.geocoding(.selected(address.id)))
      #expect(store.state.geocoding.selectedMarker?.address == address)
      store.perform(action)
      #expect(store.state.geocoding.selection == nil)
      // The marker stays, as the addresses do.
      #expect(store.state.geocoding.markers.map(\.address) == [address])
    }
  }

  // MARK: More

  private static let first = SearchCompletions(
    [lyon], total: .exactly(250), more: SearchRequest(SearchQuery("l", limit: 2)))
  private static let second = SearchCompletions(
    [lyon, springfield], total: .exactly(250), more: SearchRequest(SearchQuery("l", limit: 4)))

  private static func requestMore(
    in store: inout ExplorerTestStore, _ request: SearchRequest
  ) {
    let (query, list) = (store.state.query, store.state.completions)
    store.send(.moreRequested, effects: [.search(request)]) {
      $0.phase = .searching(query: query, previous: list)
    }
    // Scrolling sends the action again, which starts no other search.
    store.send(.moreRequested)
  }

  @Test func `a list grows, and stays while it does`() {
    var store = Self.storeWithList(Self.first)
    #expect(
      "\(store.state.completions.cityCount) of \(store.state.completions.total)" == "1 of 250")
    Self.requestMore(in: &store, SearchRequest(SearchQuery("l", limit: 2)))
    store.answer(2, .completions(Self.second)) {
      $0.phase = .results(query: "l", completions: Self.second)
    }
    Self.requestMore(in: &store, SearchRequest(SearchQuery("l", limit: 4)))
    store.answer(3, .completions(Self.list)) {
      $0.phase = .results(query: "l", completions: Self.list)
    }
    store.send(.moreRequested)
  }

  @Test func `more that failed is tried again, and what was shown stays`() {
    var store = Self.storeWithList(Self.first)
    Self.requestMore(in: &store, SearchRequest(SearchQuery("l", limit: 2)))
    store.answer(2, .failed(Self.failure)) {
      $0.phase = .failed(query: "l", error: Self.failure, previous: Self.first)
    }
    store.send(.moreRequested)
    store.send(.retried, effects: [.search(SearchRequest(SearchQuery("l", limit: 2)))]) {
      $0.phase = .searching(query: "l", previous: Self.first)
    }
  }

  @Test func `a newer text takes the place of more`() {
    var store = Self.storeWithList(Self.first)
    Self.requestMore(in: &store, SearchRequest(SearchQuery("l", limit: 2)))
    store.send(.queryChanged("ly"), effects: [.cancelSearch, .search("ly")]) {
      $0.query = "ly"
      $0.phase = .searching(query: "ly", previous: Self.first)
    }
    store.answer(2, .completions(Self.second))
  }

  @Test func `after a tap there is more of the list, and not of the title`() {
    var store = Self.storeWithList(Self.first)
    Self.tap(Self.lyon, in: &store, selection: 3)
    Self.requestMore(in: &store, SearchRequest(SearchQuery("l", limit: 2)))
    store.answer(3, .completions(Self.second)) {
      $0.phase = .results(query: "Lyon", completions: Self.second)
    }
    Self.receive(3, in: &store, selection: 3)
  }

  /// All sequences of five events, which are six actions and three answers: 59,049.
  ///
  /// One event more takes nine times as long.
  @Test func `whatever happens, the state is sound`() {
    let actions: [ExplorerAction] = [
      .queryChanged("l"), .queryChanged(""), .moreRequested, .completionTapped(Self.lyon),
      .citySelected(3), .cleared,
    ]
    let answers: [ScreenAnswer] = [
      .completions(Self.first), .failed(Self.failure), .places(Self.items(3)),
    ]
    let count = actions.count + answers.count
    let length = 5
    for sequence in 0..<(0..<length).reduce(1, { product, _ in product * count }) {
      var (store, rest, isSearching) = (ExplorerTestStore(), sequence, false)
      for _ in 0..<length {
        let list = store.state.completions
        let choice = rest % count
        let action = choice < actions.count ? actions[choice] : nil
        var effects: [ScreenEffect] = []
        if let action {
          effects = store.perform(action)
        } else {
          let answer = answers[choice - actions.count]
          let isSearch = choice - actions.count < 2
          if isSearch { isSearching = false }
          if let request = isSearch ? store.latestSearch : store.latestLookup {
            effects = store.perform(request, answer)
          }
        }
        for effect in effects {
          if case .search = effect { isSearching = true }
          if case .cancelSearch = effect { isSearching = false }
        }
        rest /= count
        let state = store.state
        let isSound =
          state.phase.isSearching == isSearching
          && state.phase.query == state.query
          && (state.selection == nil || state.selectedItem != nil || state.isLookingUp)
          && (action != .completionTapped(Self.lyon) || state.completions == list)
          && (action != .moreRequested || state.completions == list)
          && effects.count <= 3
        guard isSound else {
          Issue.record("sequence \(sequence), \(choice): \(state)")
          return
        }
      }
    }
  }
}

extension ExplorerState {
  fileprivate var isLookingUp: Bool {
    if case .loading = lookup { true } else { false }
  }
}
