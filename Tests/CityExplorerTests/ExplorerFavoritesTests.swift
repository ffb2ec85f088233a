import CityFavorites
import CitySearch
import CitySession
import CityTestSupport
import DurableStorage
import Foundation
import Testing

@testable import CityExplorer

@Suite("The favorites on the explorer's screen")
struct ExplorerFavoritesTests {
  static func list(_ ids: City.ID..., revision: Int = 1) -> FavoriteList {
    FavoriteList(
      ids.map {
        FavoriteCity(id: $0, placemark: FavoriteCity.numbered($0).placemark, status: .known)
      },
      revision: revision)
  }

  static let failure = FavoritesError.storage(
    .notWritable(file: "/favorites", operation: "writing", reason: "No space left on device"))

  /// A store whose screen shows two favorites.
  static func storeWithFavorites() -> ExplorerTestStore {
    var store = ExplorerTestStore()
    store.send(.favorites(.appeared), effects: [.favorites(.observe(number: 1))]) {
      $0.favorites.phase = .loading
      $0.favorites.observationNumber = 1
      $0.requestCount = 1
    }
    store.receive(.favorites(.received(list(1, 2), number: 1))) {
      $0.favorites.phase = .loaded(list(1, 2))
    }
    return store
  }

  /// A star that was tapped, and is asked for with the request of a number.
  static func change(
    _ isFavorite: Bool, number: Int, savedRevision: Int? = nil
  ) -> ExplorerState.Favorites.Change {
    var change = ExplorerState.Favorites.Change(isFavorite: isFavorite, number: number)
    change.savedRevision = savedRevision
    return change
  }

  @Test func `the list is asked for once, and follows every change`() {
    var store = Self.storeWithFavorites()
    store.send(.favorites(.appeared))
    #expect(store.state.favorites.cities == Self.list(1, 2).cities)
    #expect(!store.state.favorites.isEmpty)
    store.receive(.favorites(.received(Self.list(revision: 2), number: 1))) {
      $0.favorites.phase = .loaded(Self.list(revision: 2))
    }
    #expect(store.state.favorites.isEmpty)
    store.receive(.favorites(.received(Self.list(3, revision: 3), number: 1))) {
      $0.favorites.phase = .loaded(Self.list(3, revision: 3))
    }
  }

  /// A store whose favorites could not be read.
  static func storeWithUnreadableFavorites() -> ExplorerTestStore {
    var store = ExplorerTestStore()
    store.send(.favorites(.appeared), effects: [.favorites(.observe(number: 1))]) {
      $0.favorites.phase = .loading
      $0.favorites.observationNumber = 1
      $0.requestCount = 1
    }
    store.receive(.favorites(.unreadable(Self.failure, number: 1))) {
      $0.favorites.phase = .failed(Self.failure)
      $0.favorites.observationNumber = nil
    }
    return store
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
    var store = Self.storeWithUnreadableFavorites()
    #expect(!store.state.favorites.isEmpty)
    store.send(.favorites(.appeared))
    store.receive(.favorites(.received(Self.list(1), number: 1)))
    store.send(.retried, effects: [.favorites(.observe(number: 2))]) {
      $0.favorites.phase = .loading
      $0.favorites.observationNumber = 2
      $0.requestCount = 2
    }
    store.send(.retried)
    store.receive(.favorites(.unreadable(Self.failure, number: 1)))
    store.receive(.favorites(.received(Self.list(1), number: 1)))
    store.receive(.favorites(.received(Self.list(2), number: 2))) {
      $0.favorites.phase = .loaded(Self.list(2))
    }
    store.send(.retried)
  }

  @Test func `moving`() {
    var store = Self.storeWithFavorites()
    store.send(.favorites(.moved(2, to: 0)), effects: [.favorites(.move(2, to: 0))]) {
      $0.favorites.unsavedMoveCount = 1
    }
    #expect(store.state.favorites.isSaving)
    store.send(.favorites(.moved(9, to: 0)))
    store.receive(.favorites(.received(Self.list(2, 1, revision: 2), number: 1))) {
      $0.favorites.phase = .loaded(Self.list(2, 1, revision: 2))
    }
    store.receive(.favorites(.moveFinished(2, to: 0, nil))) { $0.favorites.unsavedMoveCount = 0 }
    #expect(!store.state.favorites.isSaving)
    store.send(.favorites(.moved(2, to: 1)), effects: [.favorites(.move(2, to: 1))]) {
      $0.favorites.unsavedMoveCount = 1
    }
    store.receive(.favorites(.moveFinished(2, to: 1, Self.failure))) {
      $0.favorites.unsavedMoveCount = 0
      $0.favorites.failure = Self.failure
      $0.favorites.failedChanges = [.move(2, to: 1)]
    }
    store.send(.retried, effects: [.favorites(.move(2, to: 1))]) {
      $0.favorites.unsavedMoveCount = 1
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
    let missing = FavoriteCity(
      id: 7, placemark: FavoriteCity.numbered(7).placemark, status: .missing)
    let list = FavoriteList([missing], revision: 2)
    store.receive(.favorites(.received(list, number: 1))) {
      $0.favorites.phase = .loaded(list)
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
      $0.recentPlaces = [missing.mapItem]
      $0.favorites.isListShown = false
    }
    #expect(store.state.selectedItem == missing.mapItem)
    store.send(.favorites(.selected(8)))
    // The star in the card.
    store.send(
      .favorites(.starred(7, isFavorite: false)),
      effects: [.favorites(.set(7, isFavorite: false, number: 3))]
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
    let item = Self.list(1).cities[0].mapItem
    store.send(.favorites(.selected(1)), effects: [.cancelLookup]) {
      $0.query = "City 1"
      $0.phase = .idle(query: "City 1")
      $0.lookup = .idle
      $0.mapItems = [item]
      $0.region = SearchResponse(mapItems: [item]).boundingRegion
      $0.selection = 1
      $0.recentPlaces = [item]
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
      Self.failure, .full(limit: 1), .full(limit: 2), .unknownCity(1), .unknownCity(2),
      .unavailable, .failed(Offline()),
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
