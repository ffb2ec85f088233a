import CitySearch
import Foundation
import Testing

@testable import CityExplorer

@Suite("The favorites on the explorer's screen")
struct ExplorerFavoritesTests {
  private static func cities(_ ids: City.ID...) -> [ResolvedFavorite] {
    ids.map { ResolvedFavorite(.numbered($0), status: .known) }
  }

  private static func list(_ ids: City.ID..., revision: Int = 1) -> FavoritesSnapshot {
    FavoritesSnapshot(
      ids.map { ResolvedFavorite(.numbered($0), status: .known) }, revision: revision)
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
    store.send(.favorites(.received(list(1, 2), number: 1))) {
      $0.favorites.phase = .loaded(cities(1, 2))
      $0.favorites.revision = 1
    }
    return store
  }

  /// A star that was tapped, and is asked for with the request of a number.
  private static func change(
    _ isFavorite: Bool, number: Int, savedRevision: Int? = nil
  ) -> ExplorerState.Favorites.Change {
    var change = ExplorerState.Favorites.Change(isFavorite: isFavorite, number: number)
    change.savedRevision = savedRevision
    return change
  }

  @Test func `the list is asked for once, and follows every change`() {
    var store = Self.storeWithFavorites()
    store.send(.favorites(.appeared))
    #expect(store.state.favorites.cities == Self.cities(1, 2))
    #expect(!store.state.favorites.isEmpty)
    store.send(.favorites(.received(Self.list(revision: 2), number: 1))) {
      $0.favorites.phase = .loaded([])
      $0.favorites.revision = 2
    }
    #expect(store.state.favorites.isEmpty)
    store.send(.favorites(.received(Self.list(3, revision: 3), number: 1))) {
      $0.favorites.phase = .loaded(Self.cities(3))
      $0.favorites.revision = 3
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
    store.send(.favorites(.received(Self.list(1), number: 1)))
    store.send(.retry, effects: [.favorites(.observe(number: 2))]) {
      $0.favorites.phase = .loading
      $0.favorites.observationNumber = 2
      $0.requestCount = 2
    }
    store.send(.retry)
    store.send(.favorites(.unreadable(Self.failure, number: 1)))
    store.send(.favorites(.received(Self.list(1), number: 1)))
    store.send(.favorites(.received(Self.list(2), number: 2))) {
      $0.favorites.phase = .loaded(Self.cities(2))
      $0.favorites.revision = 1
    }
    store.send(.retry)
  }

  @Test func `a star is full at once, and stays so until the list says it`() {
    var store = Self.storeWithFavorites()
    store.send(
      .favorites(.toggled(3)), effects: [.favorites(.set(3, isFavorite: true, number: 2))]
    ) {
      $0.favorites.changes = [3: Self.change(true, number: 2)]
      $0.requestCount = 2
    }
    #expect(store.state.favorites.contains(3))
    #expect(store.state.favorites.cities == Self.cities(1, 2))
    store.send(.favorites(.received(Self.list(1, 2, 3, revision: 2), number: 1))) {
      $0.favorites.phase = .loaded(Self.cities(1, 2, 3))
      $0.favorites.revision = 2
    }
    store.send(.favorites(.changeFinished(3, .success(2), number: 2))) {
      $0.favorites.changes = [:]
    }
    #expect(store.state.favorites.contains(3))
  }

  @Test func `a star does not flicker if it is saved before the list says it`() {
    var store = Self.storeWithFavorites()
    store.send(
      .favorites(.toggled(2)), effects: [.favorites(.set(2, isFavorite: false, number: 2))]
    ) {
      $0.favorites.changes = [2: Self.change(false, number: 2)]
      $0.requestCount = 2
    }
    store.send(.favorites(.changeFinished(2, .success(3), number: 2))) {
      $0.favorites.changes = [2: Self.change(false, number: 2, savedRevision: 3)]
    }
    // A list that is older, whatever it says.
    store.send(.favorites(.received(Self.list(2, 1, revision: 2), number: 1))) {
      $0.favorites.phase = .loaded(Self.cities(2, 1))
      $0.favorites.revision = 2
    }
    #expect(!store.state.favorites.contains(2))
    // Another process has added it again since.
    store.send(.favorites(.received(Self.list(1, 2, revision: 4), number: 1))) {
      $0.favorites.phase = .loaded(Self.cities(1, 2))
      $0.favorites.revision = 4
      $0.favorites.changes = [:]
    }
    #expect(store.state.favorites.contains(2))
  }

  @Test func `a star that is tapped before the favorites are known is saved as it was seen`() {
    var store = ExplorerTestStore()
    store.send(
      .favorites(.toggled(1)),
      effects: [.favorites(.observe(number: 1)), .favorites(.set(1, isFavorite: true, number: 2))]
    ) {
      $0.favorites.phase = .loading
      $0.favorites.observationNumber = 1
      $0.favorites.changes = [1: Self.change(true, number: 2)]
      $0.requestCount = 2
    }
    #expect(store.state.favorites.contains(1))
    store.send(
      .favorites(.toggled(2)), effects: [.favorites(.set(2, isFavorite: true, number: 3))]
    ) {
      $0.favorites.changes[2] = Self.change(true, number: 3)
      $0.requestCount = 3
    }
    store.send(.favorites(.changeFinished(1, .success(2), number: 2))) {
      $0.favorites.changes[1] = Self.change(true, number: 2, savedRevision: 2)
    }
    store.send(.favorites(.received(Self.list(5, revision: 1), number: 1))) {
      $0.favorites.phase = .loaded(Self.cities(5))
      $0.favorites.revision = 1
    }
    #expect(store.state.favorites.contains(1))
    store.send(.favorites(.changeFinished(2, .success(3), number: 3))) {
      $0.favorites.changes[2] = Self.change(true, number: 3, savedRevision: 3)
    }
    store.send(.favorites(.received(Self.list(5, 1, 2, revision: 3), number: 1))) {
      $0.favorites.phase = .loaded(Self.cities(5, 1, 2))
      $0.favorites.revision = 3
      $0.favorites.changes = [:]
    }
  }

  @Test func `a star that is tapped though the favorites cannot be read says why it falls back`() {
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
    store.send(
      .favorites(.toggled(1)), effects: [.favorites(.set(1, isFavorite: true, number: 2))]
    ) {
      $0.favorites.changes = [1: Self.change(true, number: 2)]
      $0.requestCount = 2
    }
    store.send(.favorites(.changeFinished(1, .failure(Self.failure), number: 2))) {
      $0.favorites.changes = [:]
      $0.favorites.failure = Self.failure
      $0.favorites.failedChanges = [.star(1, isFavorite: true)]
    }
    store.send(
      .retry,
      effects: [.favorites(.observe(number: 3)), .favorites(.set(1, isFavorite: true, number: 4))]
    ) {
      $0.favorites.phase = .loading
      $0.favorites.observationNumber = 3
      $0.favorites.failure = nil
      $0.favorites.failedChanges = []
      $0.favorites.changes = [1: Self.change(true, number: 4)]
      $0.requestCount = 4
    }
  }

  @Test(arguments: 2...7)
  func `a star that is tapped many times at once is asked for once, or once more`(taps: Int) {
    var store = Self.storeWithFavorites()
    let wanted = !taps.isMultiple(of: 2)
    store.send(
      .favorites(.toggled(9)), effects: [.favorites(.set(9, isFavorite: true, number: 2))]
    ) {
      $0.favorites.changes = [9: Self.change(true, number: 2)]
      $0.requestCount = 2
    }
    for tap in 2...taps {
      store.send(.favorites(.toggled(9))) {
        $0.favorites.changes[9]?.isFavorite = !tap.isMultiple(of: 2)
      }
    }
    // The first request is done; its list comes late.
    store.send(
      .favorites(.changeFinished(9, .success(2), number: 2)),
      effects: wanted ? [] : [.favorites(.set(9, isFavorite: false, number: 3))]
    ) {
      $0.favorites.changes[9] =
        wanted
        ? Self.change(true, number: 2, savedRevision: 2) : Self.change(false, number: 3)
      if !wanted { $0.requestCount = 3 }
    }
    #expect(store.state.favorites.contains(9) == wanted)
    store.send(.favorites(.received(Self.list(1, 2, 9, revision: 2), number: 1))) {
      $0.favorites.phase = .loaded(Self.cities(1, 2, 9))
      $0.favorites.revision = 2
      if wanted { $0.favorites.changes = [:] }
    }
    #expect(store.state.favorites.contains(9) == wanted)
    guard !wanted else { return }
    store.send(.favorites(.changeFinished(9, .success(3), number: 3))) {
      $0.favorites.changes[9] = Self.change(false, number: 3, savedRevision: 3)
    }
    #expect(!store.state.favorites.contains(9))
    store.send(.favorites(.received(Self.list(1, 2, revision: 3), number: 1))) {
      $0.favorites.phase = .loaded(Self.cities(1, 2))
      $0.favorites.revision = 3
      $0.favorites.changes = [:]
    }
    // Late news of a request that is over.
    store.send(.favorites(.changeFinished(9, .failure(Self.failure), number: 2)))
  }

  @Test func `a star falls back if it cannot be saved, and is tried again`() {
    var store = Self.storeWithFavorites()
    store.send(
      .favorites(.toggled(3)), effects: [.favorites(.set(3, isFavorite: true, number: 2))]
    ) {
      $0.favorites.changes = [3: Self.change(true, number: 2)]
      $0.requestCount = 2
    }
    store.send(.favorites(.changeFinished(3, .failure(Self.failure), number: 2))) {
      $0.favorites.changes = [:]
      $0.favorites.failure = Self.failure
      $0.favorites.failedChanges = [.star(3, isFavorite: true)]
    }
    #expect(!store.state.favorites.contains(3))
    store.send(.retry, effects: [.favorites(.set(3, isFavorite: true, number: 3))]) {
      $0.favorites.changes = [3: Self.change(true, number: 3)]
      $0.favorites.failure = nil
      $0.favorites.failedChanges = []
      $0.requestCount = 3
    }
    #expect(store.state.favorites.contains(3))
    store.send(.favorites(.changeFinished(3, .failure(Self.failure), number: 3))) {
      $0.favorites.changes = [:]
      $0.favorites.failure = Self.failure
      $0.favorites.failedChanges = [.star(3, isFavorite: true)]
    }
    // Who has read it, and does not try again, has given it up.
    store.send(.favorites(.failureDismissed)) {
      $0.favorites.failure = nil
      $0.favorites.failedChanges = []
    }
    store.send(.favorites(.failureDismissed))
    store.send(.retry)
  }

  @Test func `a star that was not saved is tried again with all else that failed`() {
    var store = Self.storeWithFavorites()
    store.send(
      .favorites(.toggled(3)), effects: [.favorites(.set(3, isFavorite: true, number: 2))]
    ) {
      $0.favorites.changes = [3: Self.change(true, number: 2)]
      $0.requestCount = 2
    }
    store.send(.favorites(.changeFinished(3, .failure(Self.failure), number: 2))) {
      $0.favorites.changes = [:]
      $0.favorites.failure = Self.failure
      $0.favorites.failedChanges = [.star(3, isFavorite: true)]
    }
    store.send(.queryChanged("par"), effects: [.search("par", number: 3)]) {
      $0.query = "par"
      $0.phase = .searching(query: "par", previous: [])
      $0.request = "par"
      $0.searchNumber = 3
      $0.requestCount = 3
    }
    let offline = LocationSearchError.searchCompletionFailed(Self.failure)
    store.send(.completionsReceived(.failure(offline), number: 3)) {
      $0.phase = .failed(query: "par", error: offline, previous: [])
      $0.searchNumber = nil
    }
    store.send(
      .retry,
      effects: [
        .search("par", number: 4), .favorites(.set(3, isFavorite: true, number: 5)),
      ]
    ) {
      $0.phase = .searching(query: "par", previous: [])
      $0.searchNumber = 4
      $0.favorites.changes = [3: Self.change(true, number: 5)]
      $0.favorites.failure = nil
      $0.favorites.failedChanges = []
      $0.requestCount = 5
    }
  }

  @Test func `a tap takes the place of the same star's failure`() {
    var store = Self.storeWithFavorites()
    for (id, number) in [(1, 2), (2, 3)] {
      store.send(
        .favorites(.toggled(id)), effects: [.favorites(.set(id, isFavorite: false, number: number))]
      ) {
        $0.favorites.changes = [id: Self.change(false, number: number)]
        $0.requestCount = number
      }
      store.send(.favorites(.changeFinished(id, .failure(Self.failure), number: number))) {
        $0.favorites.changes = [:]
        $0.favorites.failure = Self.failure
        $0.favorites.failedChanges.append(.star(id, isFavorite: false))
      }
    }
    store.send(
      .favorites(.toggled(1)), effects: [.favorites(.set(1, isFavorite: false, number: 4))]
    ) {
      $0.favorites.changes = [1: Self.change(false, number: 4)]
      $0.favorites.failedChanges = [.star(2, isFavorite: false)]
      $0.requestCount = 4
    }
  }

  @Test func `a failure of what is not wanted any more is not told`() {
    var store = Self.storeWithFavorites()
    store.send(
      .favorites(.toggled(1)), effects: [.favorites(.set(1, isFavorite: false, number: 2))]
    ) {
      $0.favorites.changes = [1: Self.change(false, number: 2)]
      $0.requestCount = 2
    }
    store.send(.favorites(.toggled(1))) { $0.favorites.changes[1]?.isFavorite = true }
    store.send(
      .favorites(.changeFinished(1, .failure(Self.failure), number: 2)),
      effects: [.favorites(.set(1, isFavorite: true, number: 3))]
    ) {
      $0.favorites.changes = [1: Self.change(true, number: 3)]
      $0.requestCount = 3
    }
    store.send(.favorites(.changeFinished(1, .success(1), number: 3))) {
      $0.favorites.changes = [:]
    }
  }

  @Test func `moving`() {
    var store = Self.storeWithFavorites()
    store.send(.favorites(.moved(2, to: 0)), effects: [.favorites(.move(2, to: 0))])
    store.send(.favorites(.moved(9, to: 0)))
    store.send(.favorites(.received(Self.list(2, 1, revision: 2), number: 1))) {
      $0.favorites.phase = .loaded(Self.cities(2, 1))
      $0.favorites.revision = 2
    }
    store.send(.favorites(.moved(2, to: 1)), effects: [.favorites(.move(2, to: 1))])
    store.send(.favorites(.moveFailed(2, to: 1, Self.failure))) {
      $0.favorites.failure = Self.failure
      $0.favorites.failedChanges = [.move(2, to: 1)]
    }
    store.send(.retry, effects: [.favorites(.move(2, to: 1))]) {
      $0.favorites.failure = nil
      $0.favorites.failedChanges = []
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
    let list = FavoritesSnapshot([missing], revision: 2)
    store.send(.favorites(.received(list, number: 1))) {
      $0.favorites.phase = .loaded([missing])
      $0.favorites.revision = 2
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
      $0.favorites.changes = [7: Self.change(false, number: 3)]
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
      // What an alert shows.
      #expect(one.localizedDescription == one.description)
    }
    #expect(FavoritesError(FavoritesError.unavailable) == .unavailable)
    #expect(FavoritesError(Offline()) == .failed(Offline()))
  }
}
