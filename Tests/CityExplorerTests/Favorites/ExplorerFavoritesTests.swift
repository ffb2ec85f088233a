import CitySearch
import Testing

@testable import CityExplorer

@Suite("The favorites on the explorer's screen")
struct ExplorerFavoritesTests {
  private static func cities(_ ids: City.ID...) -> [ResolvedFavorite] {
    ids.map { ResolvedFavorite(.numbered($0), status: .known) }
  }

  private static let failure = FavoritesError.storage(
    .notWritable(file: "/favorites", operation: "writing", reason: "No space left on device"))

  /// A store whose screen shows two favorites.
  private static func storeWithFavorites() -> ExplorerTestStore {
    var store = ExplorerTestStore()
    store.send(.favorites(.appeared), effects: [.favorites(.observe(number: 1))]) {
      $0.favorites.phase = .loading
      $0.favorites.observationNumber = 1
      $0.requestCount = 1
    }
    store.send(.favorites(.received(cities(1, 2), number: 1))) {
      $0.favorites.phase = .loaded(cities(1, 2))
    }
    return store
  }

  @Test func `the list is asked for once, and follows every change`() {
    var store = Self.storeWithFavorites()
    store.send(.favorites(.appeared))
    #expect(store.state.favorites.cities == Self.cities(1, 2))
    #expect(!store.state.favorites.isEmpty)
    store.send(.favorites(.received([], number: 1))) { $0.favorites.phase = .loaded([]) }
    #expect(store.state.favorites.isEmpty)
    store.send(.favorites(.received(Self.cities(3), number: 1))) {
      $0.favorites.phase = .loaded(Self.cities(3))
    }
  }

  @Test func `a list that is not known is not empty`() {
    var store = ExplorerTestStore()
    #expect(!store.state.favorites.isEmpty)
    store.send(.favorites(.appeared), effects: [.favorites(.observe(number: 1))]) {
      $0.favorites.phase = .loading
      $0.favorites.observationNumber = 1
      $0.requestCount = 1
    }
    #expect(!store.state.favorites.isEmpty)
    // A star that may be wrong is not to be acted upon.
    store.send(.favorites(.toggled(1)))
    store.send(.favorites(.selected(1)))
    store.send(.favorites(.moved(1, to: 0)))
  }

  @Test func `a list that cannot be read is tried again, and late news of it are dropped`() {
    var store = ExplorerTestStore()
    store.send(.favorites(.appeared), effects: [.favorites(.observe(number: 1))]) {
      $0.favorites.phase = .loading
      $0.favorites.observationNumber = 1
      $0.requestCount = 1
    }
    store.send(.favorites(.unreadable(Self.failure, number: 1))) {
      $0.favorites.phase = .failed(Self.failure)
      $0.favorites.observationNumber = nil
    }
    #expect(!store.state.favorites.isEmpty)
    store.send(.favorites(.appeared))
    store.send(.favorites(.toggled(1)))
    store.send(.favorites(.received(Self.cities(1), number: 1)))
    store.send(.retry, effects: [.favorites(.observe(number: 2))]) {
      $0.favorites.phase = .loading
      $0.favorites.observationNumber = 2
      $0.requestCount = 2
    }
    store.send(.retry)
    store.send(.favorites(.unreadable(Self.failure, number: 1)))
    store.send(.favorites(.received(Self.cities(1), number: 1)))
    store.send(.favorites(.received(Self.cities(2), number: 2))) {
      $0.favorites.phase = .loaded(Self.cities(2))
    }
    store.send(.retry)
  }

  @Test func `a star is full at once, and stays so when the list says it`() {
    var store = Self.storeWithFavorites()
    store.send(
      .favorites(.toggled(3)), effects: [.favorites(.set(3, isFavorite: true, number: 2))]
    ) {
      $0.favorites.changes = [3: .init(isFavorite: true, number: 2)]
      $0.requestCount = 2
    }
    #expect(store.state.favorites.contains(3))
    #expect(store.state.favorites.cities == Self.cities(1, 2))
    store.send(.favorites(.received(Self.cities(1, 2, 3), number: 1))) {
      $0.favorites.phase = .loaded(Self.cities(1, 2, 3))
    }
    store.send(.favorites(.changeFinished(3, nil, number: 2))) { $0.favorites.changes = [:] }
    #expect(store.state.favorites.contains(3))
  }

  @Test func `a star does not flicker if it is saved before the list says it`() {
    var store = Self.storeWithFavorites()
    store.send(
      .favorites(.toggled(2)), effects: [.favorites(.set(2, isFavorite: false, number: 2))]
    ) {
      $0.favorites.changes = [2: .init(isFavorite: false, number: 2)]
      $0.requestCount = 2
    }
    store.send(.favorites(.changeFinished(2, nil, number: 2))) {
      $0.favorites.changes = [2: .init(isFavorite: false, number: 2, isSaved: true)]
    }
    #expect(!store.state.favorites.contains(2))
    store.send(.favorites(.received(Self.cities(1), number: 1))) {
      $0.favorites.phase = .loaded(Self.cities(1))
      $0.favorites.changes = [:]
    }
    #expect(!store.state.favorites.contains(2))
  }

  @Test func `two taps on a star cancel out, in order`() {
    var store = Self.storeWithFavorites()
    for (number, isFavorite) in [(2, true), (3, false)] {
      store.send(
        .favorites(.toggled(9)),
        effects: [.favorites(.set(9, isFavorite: isFavorite, number: number))]
      ) {
        $0.favorites.changes = [9: .init(isFavorite: isFavorite, number: number)]
        $0.requestCount = number
      }
    }
    // The end of the first change says nothing about the star.
    store.send(.favorites(.changeFinished(9, nil, number: 2)))
    store.send(.favorites(.received(Self.cities(1, 2, 9), number: 1))) {
      $0.favorites.phase = .loaded(Self.cities(1, 2, 9))
    }
    #expect(!store.state.favorites.contains(9))
    store.send(.favorites(.received(Self.cities(1, 2), number: 1))) {
      $0.favorites.phase = .loaded(Self.cities(1, 2))
    }
    store.send(.favorites(.changeFinished(9, nil, number: 3))) { $0.favorites.changes = [:] }
  }

  @Test func `a star falls back if it cannot be saved, and somebody is told`() {
    var store = Self.storeWithFavorites()
    store.send(
      .favorites(.toggled(3)), effects: [.favorites(.set(3, isFavorite: true, number: 2))]
    ) {
      $0.favorites.changes = [3: .init(isFavorite: true, number: 2)]
      $0.requestCount = 2
    }
    store.send(.favorites(.changeFinished(3, Self.failure, number: 2))) {
      $0.favorites.changes = [:]
      $0.favorites.failure = Self.failure
    }
    #expect(!store.state.favorites.contains(3))
    store.send(.favorites(.failureDismissed)) { $0.favorites.failure = nil }
    store.send(.favorites(.failureDismissed))
  }

  @Test func `the failure of an older change leaves the newer one`() {
    var store = Self.storeWithFavorites()
    for (number, isFavorite) in [(2, false), (3, true)] {
      store.send(
        .favorites(.toggled(1)),
        effects: [.favorites(.set(1, isFavorite: isFavorite, number: number))]
      ) {
        $0.favorites.changes = [1: .init(isFavorite: isFavorite, number: number)]
        $0.requestCount = number
      }
    }
    store.send(.favorites(.changeFinished(1, Self.failure, number: 2))) {
      $0.favorites.failure = Self.failure
    }
    store.send(.favorites(.changeFinished(1, nil, number: 3))) { $0.favorites.changes = [:] }
  }

  @Test func `moving`() {
    var store = Self.storeWithFavorites()
    store.send(
      .favorites(.moved(2, to: 0)), effects: [.favorites(.move(2, to: 0, number: 2))]
    ) { $0.requestCount = 2 }
    store.send(.favorites(.moved(9, to: 0)))
    store.send(.favorites(.received(Self.cities(2, 1), number: 1))) {
      $0.favorites.phase = .loaded(Self.cities(2, 1))
    }
    store.send(.favorites(.changeFinished(2, nil, number: 2)))
    store.send(
      .favorites(.moved(2, to: 1)), effects: [.favorites(.move(2, to: 1, number: 3))]
    ) { $0.requestCount = 3 }
    store.send(.favorites(.changeFinished(2, Self.failure, number: 3))) {
      $0.favorites.failure = Self.failure
    }
  }

  @Test func `the list opens and closes`() {
    var store = Self.storeWithFavorites()
    store.send(.favorites(.listShown(true))) { $0.favorites.isListShown = true }
    store.send(.favorites(.listShown(true)))
    store.send(.favorites(.listShown(false))) { $0.favorites.isListShown = false }
  }

  @Test func `a favorite goes from the list to the map, though it is missing today`() {
    var store = Self.storeWithFavorites()
    let missing = ResolvedFavorite(.numbered(7), status: .missing)
    store.send(.favorites(.received([missing], number: 1))) {
      $0.favorites.phase = .loaded([missing])
    }
    store.send(.favorites(.listShown(true))) { $0.favorites.isListShown = true }
    store.send(.queryChanged("par"), effects: [.search("par", number: 2)]) {
      $0.query = "par"
      $0.phase = .searching(query: "par", previous: [])
      $0.request = "par"
      $0.searchNumber = 2
      $0.requestCount = 2
    }
    store.send(.favorites(.selected(7)), effects: [.cancelSearch]) {
      $0.query = "City 7"
      $0.phase = .idle(query: "City 7")
      $0.searchNumber = nil
      $0.mapItems = [missing.mapItem]
      $0.region = SearchResponse(mapItems: [missing.mapItem]).boundingRegion
      $0.selection = 7
      $0.favorites.isListShown = false
    }
    #expect(store.state.selectedItem == missing.mapItem)
    store.send(.favorites(.selected(8)))
    // The star in the card.
    store.send(
      .favorites(.toggled(7)), effects: [.favorites(.set(7, isFavorite: false, number: 3))]
    ) {
      $0.favorites.changes = [7: .init(isFavorite: false, number: 3)]
      $0.requestCount = 3
    }
  }

  @Test func `a favorite takes the place of what is looked up`() {
    var store = Self.storeWithFavorites()
    let lyon = SearchCompletion(kind: .city(3), title: "Lyon")
    store.send(.completionTapped(lyon), effects: [.lookUp(lyon, number: 2)]) {
      $0.query = "Lyon"
      $0.phase = .idle(query: "Lyon")
      $0.lookup = .loading(lyon, number: 2)
      $0.selection = 3
      $0.requestCount = 2
    }
    let item = Self.cities(1)[0].mapItem
    store.send(.favorites(.selected(1)), effects: [.cancelLookup]) {
      $0.query = "City 1"
      $0.phase = .idle(query: "City 1")
      $0.lookup = .none
      $0.mapItems = [item]
      $0.region = SearchResponse(mapItems: [item]).boundingRegion
      $0.selection = 1
    }
    // Clearing the field leaves the favorites.
    store.send(.cleared) {
      $0.query = ""
      $0.phase = .idle(query: "")
      $0.mapItems = []
      $0.selection = nil
    }
  }

  @Test func `errors are equal if they say the same, and are sentences`() {
    struct Offline: Error {}
    let errors: [FavoritesError] = [
      Self.failure, .unknownCity(1), .unknownCity(2), .unavailable, .failed(Offline()),
      .failed(CancellationError()),
    ]
    for (row, one) in errors.enumerated() {
      for (column, other) in errors.enumerated() { #expect((one == other) == (row == column)) }
      #expect(one.description.hasSuffix(".") || one.description.contains("()"))
    }
    #expect(FavoritesError(FavoritesError.unavailable) == .unavailable)
    #expect(FavoritesError(Offline()) == .failed(Offline()))
  }
}
