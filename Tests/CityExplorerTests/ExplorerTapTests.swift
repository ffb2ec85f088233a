import CityGeocoding
import CitySearch
import CitySession
import CityTestSupport
import Foundation
import Testing

@testable import CityExplorer

/// What a tap on a line leaves and opens, and lists that grow.
@Suite("Taps on the explorer's list")
struct ExplorerTapTests {
  private static let springfield = SearchCompletion(
    kind: .sharedName([1, 2]), title: "Springfield", subtitle: "2 places")
  private static let lyon = SearchCompletion(kind: .city(3), title: "Lyon", subtitle: "France")
  private static let list: SearchCompletions = [springfield, lyon]
  private static let failure = LocationSearchError.searchCompletionFailed(
    ScriptedSource.Failure())

  private static func items(_ ids: Int...) -> [MapItem] {
    ids.map { MapItem(id: $0, placemark: Placemark(.testCity($0))) }
  }

  /// A store whose list was found by "l".
  private static func storeWithList(_ list: SearchCompletions = list) -> ExplorerTestStore {
    var store = ExplorerTestStore()
    store.send(.queryChanged("l"), effects: [.search("l", number: 1)]) {
      $0.query = "l"
      $0.phase = .searching(query: "l", previous: [])
      $0.request = "l"
      $0.searchNumber = 1
      $0.requestCount = 1
    }
    store.receive(.completionsReceived(.success(list), number: 1)) {
      $0.phase = .results(query: "l", completions: list)
      $0.completedText = "l"
      $0.searchNumber = nil
    }
    return store
  }

  /// Taps a line, which leaves the list and puts the title into the field.
  private static func tap(
    _ completion: SearchCompletion, in store: inout ExplorerTestStore, number: Int = 2,
    selection: Int?
  ) {
    let list = store.state.completions
    store.send(.completionTapped(completion), effects: [.lookUp(completion, number: number)]) {
      $0.query = completion.title
      $0.phase = .results(query: completion.title, completions: list)
      $0.lookup = .loading(completion, number: number)
      $0.selection = selection
      $0.requestCount = number
    }
  }

  private static func receive(
    _ ids: Int..., in store: inout ExplorerTestStore, number: Int = 2, selection: Int?
  ) {
    let response = SearchResponse(
      mapItems: ids.map { MapItem(id: $0, placemark: Placemark(.testCity($0))) })
    store.receive(.responseReceived(.success(response), number: number)) {
      $0.lookup = .idle
      $0.mapItems = response.mapItems
      $0.region = response.boundingRegion
      $0.selection = selection
      $0.recentPlaces = response.mapItems.filter { $0.id == selection } + $0.recentPlaces
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
    Self.tap(Self.springfield, in: &store, number: 3, selection: nil)
    Self.receive(1, 2, in: &store, number: 3, selection: nil)
    store.send(.citySelected(2)) {
      $0.selection = 2
      $0.recentPlaces.insert(Self.items(2)[0], at: 0)
    }
    // And the list goes on while somebody types again.
    store.send(.queryChanged("spr"), effects: [.search("spr", number: 4)]) {
      $0.query = "spr"
      $0.phase = .searching(query: "spr", previous: Self.list)
      $0.request = "spr"
      $0.searchNumber = 4
      $0.requestCount = 4
    }
  }

  @Test func `a tap in a list that waits for the next one keeps it`() {
    var store = Self.storeWithList()
    store.send(.queryChanged("ly"), effects: [.search("ly", number: 2)]) {
      $0.query = "ly"
      $0.phase = .searching(query: "ly", previous: Self.list)
      $0.request = "ly"
      $0.searchNumber = 2
      $0.requestCount = 2
    }
    store.send(
      .completionTapped(Self.lyon), effects: [.cancelSearch, .lookUp(Self.lyon, number: 3)]
    ) {
      $0.query = "Lyon"
      $0.phase = .results(query: "Lyon", completions: Self.list)
      $0.lookup = .loading(Self.lyon, number: 3)
      $0.selection = 3
      $0.searchNumber = nil
      $0.requestCount = 3
    }
    store.receive(.completionsReceived(.success([]), number: 2))
  }

  @Test func `a city can be selected before its marker is there`() {
    var store = Self.storeWithList()
    Self.tap(Self.springfield, in: &store, selection: nil)
    store.send(.citySelected(3))
    store.send(.citySelected(2)) { $0.selection = 2 }
    Self.receive(1, 2, in: &store, selection: 2)
    #expect(store.state.selectedItem == Self.items(2)[0])
    // Until somebody closes the card, or the marker does not come.
    Self.tap(Self.lyon, in: &store, number: 3, selection: 3)
    store.send(.selectionCleared) { $0.selection = nil }
    Self.receive(3, in: &store, number: 3, selection: nil)
    Self.tap(Self.springfield, in: &store, number: 4, selection: nil)
    store.send(.citySelected(1)) { $0.selection = 1 }
    Self.receive(2, in: &store, number: 4, selection: nil)
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
    store.receive(.responseReceived(.success(SearchResponse(mapItems: [])), number: 2)) {
      $0.lookup = .missing(Self.lyon)
      $0.selection = nil
    }
    // There is nothing to try again, and whatever is done next takes the message away.
    store.send(.retried)
    Self.tap(Self.springfield, in: &store, number: 3, selection: nil)
    store.receive(.responseReceived(.success(SearchResponse(mapItems: [])), number: 3)) {
      $0.lookup = .missing(Self.springfield)
    }
    store.send(.cleared) {
      $0.query = ""
      $0.phase = .idle(query: "")
      $0.lookup = .idle
    }
  }

  @Test func `a card of an address closes like any other`() throws {
    let address = GeocodedAddress(
      PostalAddress(street: "1 Main St", city: "Lyon", country: "FR"),
      result: .named("Lyon", latitude: 1), date: .distantPast)
    let id = try #require(address.found?.addressHash)
    for action in [ExplorerAction.cleared, .selectionCleared, .completionTapped(Self.springfield)] {
      var state = ExplorerState()
      _ = state.apply(.geocoding(.appeared))
      _ = state.apply(.geocoding(.received(.found([address]), number: 1)))
      _ = state.apply(.geocoding(.selected(id)))
      #expect(state.geocoding.selectedMarker?.address == address)
      _ = state.apply(action)
      #expect(state.geocoding.selection == nil)
      // The marker stays, as the addresses do.
      #expect(state.geocoding.markers.map(\.address) == [address])
    }
  }

  // MARK: More

  private static let first = SearchCompletions(
    [lyon], total: .exactly(250), more: SearchRequest("l", limit: 2))
  private static let second = SearchCompletions(
    [lyon, springfield], total: .exactly(250), more: SearchRequest("l", limit: 4))

  private static func requestMore(
    in store: inout ExplorerTestStore, _ request: SearchRequest, number: Int
  ) {
    let (query, list) = (store.state.query, store.state.completions)
    store.send(.moreRequested, effects: [.search(request, number: number)]) {
      $0.phase = .searching(query: query, previous: list)
      $0.request = request
      $0.searchNumber = number
      $0.requestCount = number
    }
    // As often as the end of the list comes into view.
    store.send(.moreRequested)
  }

  @Test func `a list grows, and stays while it does`() {
    var store = Self.storeWithList(Self.first)
    #expect(
      "\(store.state.completions.cityCount) of \(store.state.completions.total)" == "1 of 250")
    Self.requestMore(in: &store, SearchRequest("l", limit: 2), number: 2)
    store.receive(.completionsReceived(.success(Self.second), number: 2)) {
      $0.phase = .results(query: "l", completions: Self.second)
      $0.searchNumber = nil
    }
    Self.requestMore(in: &store, SearchRequest("l", limit: 4), number: 3)
    store.receive(.completionsReceived(.success(Self.list), number: 3)) {
      $0.phase = .results(query: "l", completions: Self.list)
      $0.searchNumber = nil
    }
    store.send(.moreRequested)
  }

  @Test func `more that failed is tried again, and what was shown stays`() {
    var store = Self.storeWithList(Self.first)
    Self.requestMore(in: &store, SearchRequest("l", limit: 2), number: 2)
    store.receive(.completionsReceived(.failure(Self.failure), number: 2)) {
      $0.phase = .failed(query: "l", error: Self.failure, previous: Self.first)
      $0.searchNumber = nil
    }
    store.send(.moreRequested)
    store.send(.retried, effects: [.search(SearchRequest("l", limit: 2), number: 3)]) {
      $0.phase = .searching(query: "l", previous: Self.first)
      $0.searchNumber = 3
      $0.requestCount = 3
    }
  }

  @Test func `a newer text takes the place of more`() {
    var store = Self.storeWithList(Self.first)
    Self.requestMore(in: &store, SearchRequest("l", limit: 2), number: 2)
    store.send(.queryChanged("ly"), effects: [.search("ly", number: 3)]) {
      $0.query = "ly"
      $0.phase = .searching(query: "ly", previous: Self.first)
      $0.request = "ly"
      $0.searchNumber = 3
      $0.requestCount = 3
    }
    store.receive(.completionsReceived(.success(Self.second), number: 2))
  }

  @Test func `after a tap there is more of the list, and not of the title`() {
    var store = Self.storeWithList(Self.first)
    Self.tap(Self.lyon, in: &store, selection: 3)
    Self.requestMore(in: &store, SearchRequest("l", limit: 2), number: 3)
    store.receive(.completionsReceived(.success(Self.second), number: 3)) {
      $0.phase = .results(query: "Lyon", completions: Self.second)
      $0.searchNumber = nil
    }
    Self.receive(3, in: &store, selection: 3)
  }

  /// Six actions and three events, five in a row: 59,049 sequences.
  ///
  /// One more of them takes nine times as long.
  @Test func `whatever happens, the state is sound`() {
    let count = 9
    let length = 5
    for sequence in 0..<(0..<length).reduce(1, { product, _ in product * count }) {
      var (state, rest) = (ExplorerState(), sequence)
      for _ in 0..<length {
        let number = state.requestCount
        let actions: [ExplorerAction] = [
          .queryChanged("l"), .queryChanged(""), .moreRequested, .completionTapped(Self.lyon),
          .citySelected(3), .cleared,
        ]
        let events: [ExplorerEvent] = [
          .completionsReceived(.success(Self.first), number: state.searchNumber ?? number),
          .completionsReceived(.failure(Self.failure), number: state.searchNumber ?? number),
          .responseReceived(
            .success(SearchResponse(mapItems: Self.items(3))), number: state.lookupNumber),
        ]
        let list = state.completions
        let choice = rest % count
        let action = choice < actions.count ? actions[choice] : nil
        let effects =
          action.map { state.apply($0) } ?? state.apply(events[choice - actions.count])
        rest /= count
        let isSound =
          state.phase.isSearching == (state.searchNumber != nil)
          && state.phase.query == state.query
          && (state.selection == nil || state.selectedItem != nil || state.lookupNumber > 0)
          && (action != .completionTapped(Self.lyon) || state.completions == list)
          && (action != .moreRequested || state.completions == list)
          && effects.count <= 2
        guard isSound else {
          Issue.record("sequence \(sequence), \(choice): \(state)")
          return
        }
      }
    }
  }
}

extension ExplorerState {
  /// The number of the look-up under way; 0 if there is none.
  fileprivate var lookupNumber: Int {
    if case .loading(_, let number) = lookup { number } else { 0 }
  }
}
