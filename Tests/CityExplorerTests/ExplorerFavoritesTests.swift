import CityExplorer
import CityFavorites
import CitySearch
import CitySession
import CityTestSupport
import DurableStorage
import Foundation
import Testing

@Suite("The favorites on the explorer's screen")
struct ExplorerFavoritesTests {
  static func list(_ ids: City.ID..., status: FavoriteCity.Status = .known) -> FavoriteList {
    FavoriteList(
      ids.map {
        FavoriteCity(id: $0, placemark: FavoriteCity.numbered($0).placemark, status: status)
      })
  }

  static let failure = FavoritesError.storage(
    .notWritable(file: "/favorites", operation: "writing", reason: "No space left on device"))

  /// A store whose screen shows two favorites.
  static func storeWithFavorites() -> ExplorerTestStore {
    var store = ExplorerTestStore()
    store.send(.favorites(.appeared), effects: [.loadFavorites]) {
      $0.favorites.phase = .loading
    }
    store.answer(1, .favorites(list(1, 2))) {
      $0.favorites.phase = .loaded(list(1, 2))
    }
    return store
  }

  @Test func `the list is read whenever it appears, and stays on screen until then`() {
    var store = Self.storeWithFavorites()
    store.send(.favorites(.appeared), effects: [.loadFavorites])
    #expect(store.state.favorites.cities == Self.list(1, 2).cities)
    #expect(!store.state.favorites.isEmpty)
    store.answer(2, .favorites(Self.list())) {
      $0.favorites.phase = .loaded(Self.list())
    }
    #expect(store.state.favorites.isEmpty)
    // Another window has changed them.
    store.answer(1, .favorites(Self.list(3))) {
      $0.favorites.phase = .loaded(Self.list(3))
    }
  }

  /// A store whose favorites could not be read.
  static func storeWithUnreadableFavorites() -> ExplorerTestStore {
    var store = ExplorerTestStore()
    store.send(.favorites(.appeared), effects: [.loadFavorites]) {
      $0.favorites.phase = .loading
    }
    store.answer(1, .failed(Self.failure)) {
      $0.favorites.phase = .failed(Self.failure)
    }
    return store
  }

  @Test func `a list that is not known is not empty`() {
    var store = ExplorerTestStore()
    #expect(!store.state.favorites.isEmpty)
    store.send(.favorites(.appeared), effects: [.loadFavorites]) {
      $0.favorites.phase = .loading
    }
    #expect(!store.state.favorites.isEmpty)
    store.send(.favorites(.selected(1)))
    store.send(.favorites(.moved(1, to: 0)))
  }

  @Test func `a list that cannot be read is tried again`() {
    var store = Self.storeWithUnreadableFavorites()
    #expect(!store.state.favorites.isEmpty)
    store.send(.retried, effects: [.loadFavorites]) {
      $0.favorites.phase = .loading
    }
    // It is being read already.
    store.send(.retried)
    store.send(.favorites(.appeared))
    store.answer(2, .favorites(Self.list(2))) {
      $0.favorites.phase = .loaded(Self.list(2))
    }
    store.send(.retried)
  }

  @Test func `moving`() {
    var store = Self.storeWithFavorites()
    store.send(.favorites(.moved(2, to: 0)), effects: [.moveFavorite(2, to: 0)]) {
      $0.favorites.isSaving = true
    }
    store.send(.favorites(.moved(9, to: 0)))
    // A change does not look up cities that are known; the new one is another program's.
    store.answer(2, .favorites(Self.list(2, 1, 3, status: .unchecked))) {
      let new = Self.list(3, status: .unchecked).cities
      $0.favorites.phase = .loaded(FavoriteList(Self.list(2, 1).cities + new))
      $0.favorites.isSaving = false
    }
    // While two moves are saved, the list is saving until both have ended.
    for (request, position) in [(3, 1), (4, 0)] {
      store.send(.favorites(.moved(2, to: position)), effects: [.moveFavorite(2, to: position)]) {
        $0.favorites.isSaving = true
      }
      if request == 4 {
        store.answer(3, .favorites(Self.list(1, 2))) {
          $0.favorites.phase = .loaded(Self.list(1, 2))
        }
      }
    }
    store.answer(4, .failed(Self.failure)) {
      $0.favorites.isSaving = false
      $0.favorites.failure = Self.failure
    }
    store.send(.retried, effects: [.moveFavorite(2, to: 0)]) {
      $0.favorites.isSaving = true
      $0.favorites.failure = nil
    }
    store.send(.retried)
  }

  @Test func `a favorite goes from the list to the map, though it is missing today`() {
    var store = Self.storeWithFavorites()
    let missing = FavoriteCity(
      id: 7, placemark: FavoriteCity.numbered(7).placemark, status: .missing)
    let list = FavoriteList([missing])
    store.answer(1, .favorites(list)) {
      $0.favorites.phase = .loaded(list)
    }
    store.send(.queryChanged("par"), effects: [.search("par")]) {
      $0.query = "par"
      $0.phase = .searching(query: "par", previous: [])
    }
    store.send(.favorites(.selected(7)), effects: [.cancelSearch]) {
      $0.query = "City 7"
      $0.phase = .idle(query: "City 7")
      $0.mapItems = [missing.mapItem]
      $0.region = CoordinateRegion(bounding: [missing.mapItem.placemark.coordinate])
      $0.selection = 7
      $0.recentPlaces = [missing.mapItem]
    }
    #expect(store.state.selectedItem == missing.mapItem)
    store.send(.favorites(.selected(8)))
    // A tap on the star in the card.
    store.send(
      .favorites(.starred(7, isFavorite: false)),
      effects: [.setFavorite(7, false)]
    ) {
      $0.favorites.changedStars = [7: false]
      $0.favorites.isSaving = true
    }
  }

  @Test func `a favorite takes the place of what is looked up`() {
    var store = Self.storeWithFavorites()
    let lyon = SearchCompletion(kind: .city(3), title: "Lyon")
    store.send(.completionTapped(lyon), effects: [.lookUp(lyon)]) {
      $0.query = "Lyon"
      $0.phase = .idle(query: "Lyon")
      $0.lookup = .loading(lyon)
      $0.selection = 3
    }
    let item = Self.list(1).cities[0].mapItem
    store.send(.favorites(.selected(1)), effects: [.cancelLookup]) {
      $0.query = "City 1"
      $0.phase = .idle(query: "City 1")
      $0.lookup = .idle
      $0.mapItems = [item]
      $0.region = CoordinateRegion(bounding: [item.placemark.coordinate])
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
      .unavailable, .failed(UnderlyingError(Offline())),
      .failed(UnderlyingError(CancellationError())),
    ]
    for (row, one) in errors.enumerated() {
      for (column, other) in errors.enumerated() { #expect((one == other) == (row == column)) }
      #expect(one.description.hasSuffix(".") || one.description.contains("()"))
      // What an alert shows.
      #expect(one.localizedDescription == one.description)
    }
    #expect(FavoritesError(FavoritesError.unavailable) == .unavailable)
    #expect(FavoritesError(Offline()) == .failed(UnderlyingError(Offline())))
  }
}
