import CityExplorer
import CityFavorites
import CitySearch
import CitySession
import Testing

// A star that is tapped, until the list has it.

extension ExplorerFavoritesTests {
  /// A store whose user tapped the star of city 3, which could not be saved.
  private static func storeWithFailedStar() -> ExplorerTestStore {
    var store = storeWithFavorites()
    store.send(.favorites(.starred(3, isFavorite: true)), effects: [.setFavorite(3, true)]) {
      $0.favorites.changedStars = [3: true]
      $0.favorites.isSaving = true
    }
    store.answer(2, .failed(Self.failure)) {
      $0.favorites.changedStars = [:]
      $0.favorites.isSaving = false
      $0.favorites.failure = Self.failure
    }
    return store
  }

  @Test func `a star is full at once, and stays so until the list says it`() {
    var store = Self.storeWithFavorites()
    store.send(.favorites(.starred(3, isFavorite: true)), effects: [.setFavorite(3, true)]) {
      $0.favorites.changedStars = [3: true]
      $0.favorites.isSaving = true
    }
    #expect(store.state.favorites.contains(3))
    #expect(store.state.favorites.cities == Self.list(1, 2).cities)
    // A list that is older than the change, and one that has it.
    store.answer(1, .favorites(Self.list(2, 1))) { $0.favorites.phase = .loaded(Self.list(2, 1)) }
    store.answer(2, .favorites(Self.list(2, 1, 3))) {
      $0.favorites.phase = .loaded(Self.list(2, 1, 3))
      $0.favorites.changedStars = [:]
      $0.favorites.isSaving = false
    }
    // Another process has removed it since.
    store.answer(1, .favorites(Self.list(2, 1))) { $0.favorites.phase = .loaded(Self.list(2, 1)) }
    #expect(!store.state.favorites.contains(3))
  }

  @Test func `a star that is tapped before the favorites are known is saved as it was seen`() {
    var store = ExplorerTestStore()
    store.send(
      .favorites(.starred(1, isFavorite: true)),
      effects: [.loadFavorites, .setFavorite(1, true)]
    ) {
      $0.favorites.phase = .loading
      $0.favorites.changedStars = [1: true]
      $0.favorites.isSaving = true
    }
    #expect(store.state.favorites.contains(1))
    store.send(.favorites(.starred(2, isFavorite: true)), effects: [.setFavorite(2, true)]) {
      $0.favorites.changedStars[2] = true
    }
    store.answer(1, .favorites(Self.list(5))) { $0.favorites.phase = .loaded(Self.list(5)) }
    // The other star is still being saved.
    store.answer(2, .favorites(Self.list(5, 1))) {
      $0.favorites.phase = .loaded(Self.list(5, 1))
      $0.favorites.changedStars = [2: true]
    }
    store.answer(3, .favorites(Self.list(5, 1, 2))) {
      $0.favorites.phase = .loaded(Self.list(5, 1, 2))
      $0.favorites.changedStars = [:]
      $0.favorites.isSaving = false
    }
  }

  @Test func `a star that is tapped though the favorites cannot be read says why it falls back`() {
    var store = Self.storeWithUnreadableFavorites()
    store.send(.favorites(.starred(1, isFavorite: true)), effects: [.setFavorite(1, true)]) {
      $0.favorites.changedStars = [1: true]
      $0.favorites.isSaving = true
    }
    store.answer(2, .failed(Self.failure)) {
      $0.favorites.changedStars = [:]
      $0.favorites.isSaving = false
      $0.favorites.failure = Self.failure
    }
    store.send(.retried, effects: [.loadFavorites, .setFavorite(1, true)]) {
      $0.favorites.phase = .loading
      $0.favorites.failure = nil
      $0.favorites.changedStars = [1: true]
      $0.favorites.isSaving = true
    }
  }

  @Test(arguments: 2...7)
  func `a star that is tapped many times at once is asked for once, or once more`(taps: Int) {
    var store = Self.storeWithFavorites()
    let wanted = !taps.isMultiple(of: 2)
    store.send(.favorites(.starred(9, isFavorite: true)), effects: [.setFavorite(9, true)]) {
      $0.favorites.changedStars = [9: true]
      $0.favorites.isSaving = true
    }
    for tap in 2...taps {
      store.send(.favorites(.starred(9, isFavorite: !tap.isMultiple(of: 2)))) {
        $0.favorites.changedStars = tap.isMultiple(of: 2) ? [:] : [9: true]
      }
    }
    store.answer(
      2, .favorites(Self.list(1, 2, 9)), effects: wanted ? [] : [.setFavorite(9, false)]
    ) {
      $0.favorites.phase = .loaded(Self.list(1, 2, 9))
      $0.favorites.changedStars = wanted ? [:] : [9: false]
      if wanted { $0.favorites.isSaving = false }
    }
    #expect(store.state.favorites.contains(9) == wanted)
    guard !wanted else { return }
    // A late answer to the first request changes nothing.
    store.answer(2, .failed(Self.failure))
    store.answer(3, .favorites(Self.list(1, 2))) {
      $0.favorites.phase = .loaded(Self.list(1, 2))
      $0.favorites.changedStars = [:]
      $0.favorites.isSaving = false
    }
    store.answer(3, .failed(Self.failure))
  }

  @Test func `a star falls back if it cannot be saved, and is tried again`() {
    var store = Self.storeWithFailedStar()
    #expect(!store.state.favorites.contains(3))
    store.send(.retried, effects: [.setFavorite(3, true)]) {
      $0.favorites.changedStars = [3: true]
      $0.favorites.isSaving = true
      $0.favorites.failure = nil
    }
    #expect(store.state.favorites.contains(3))
    store.answer(3, .failed(Self.failure)) {
      $0.favorites.changedStars = [:]
      $0.favorites.isSaving = false
      $0.favorites.failure = Self.failure
    }
    // A person who dismisses the message gives the change up.
    store.send(.favorites(.failureDismissed)) {
      $0.favorites.failure = nil
    }
    store.send(.favorites(.failureDismissed))
    store.send(.retried)
  }

  @Test func `a star that was not saved is tried again with all else that failed`() {
    var store = Self.storeWithFailedStar()
    store.send(.queryChanged("par"), effects: [.search("par")]) {
      $0.query = "par"
      $0.phase = .searching(query: "par", previous: [])
    }
    let offline = LocationSearchError.searchCompletionFailed(UnderlyingError(Self.failure))
    store.answer(3, .failed(offline)) {
      $0.phase = .failed(query: "par", error: offline, previous: [])
    }
    store.send(
      .retried,
      effects: [
        .search("par"), .setFavorite(3, true),
      ]
    ) {
      $0.phase = .searching(query: "par", previous: [])
      $0.favorites.changedStars = [3: true]
      $0.favorites.isSaving = true
      $0.favorites.failure = nil
    }
  }

  @Test func `a tap takes the place of the same star's failure`() {
    var store = Self.storeWithFavorites()
    for (id, request) in [(City.ID(1), 2), (City.ID(2), 3)] {
      store.send(
        .favorites(.starred(id, isFavorite: false)),
        effects: [.setFavorite(id, false)]
      ) {
        $0.favorites.changedStars = [id: false]
        $0.favorites.isSaving = true
      }
      store.answer(request, .failed(Self.failure)) {
        $0.favorites.changedStars = [:]
        $0.favorites.isSaving = false
        $0.favorites.failure = Self.failure
      }
    }
    store.send(.favorites(.starred(1, isFavorite: false)), effects: [.setFavorite(1, false)]) {
      $0.favorites.changedStars = [1: false]
      $0.favorites.isSaving = true
    }
    // When no failed change is left, the message goes.
    store.send(.favorites(.starred(2, isFavorite: false)), effects: [.setFavorite(2, false)]) {
      $0.favorites.changedStars[2] = false
      $0.favorites.failure = nil
    }
  }

  @Test func `a failure of what is not wanted any more is not told`() {
    var store = Self.storeWithFavorites()
    store.send(.favorites(.starred(1, isFavorite: false)), effects: [.setFavorite(1, false)]) {
      $0.favorites.changedStars = [1: false]
      $0.favorites.isSaving = true
    }
    store.send(.favorites(.starred(1, isFavorite: true))) {
      $0.favorites.changedStars = [:]
    }
    store.answer(2, .failed(Self.failure), effects: [.setFavorite(1, true)])
    store.answer(3, .favorites(Self.list(1, 2))) { $0.favorites.isSaving = false }
  }

  @Test func `a star that is set as it is shown is saved, because the list may be out of date`() {
    var store = Self.storeWithFavorites()
    store.send(.favorites(.starred(1, isFavorite: true)), effects: [.setFavorite(1, true)]) {
      $0.favorites.isSaving = true
    }
    // The same tap once more needs no request.
    store.send(.favorites(.starred(1, isFavorite: true)))
    store.answer(2, .favorites(Self.list(1, 2))) { $0.favorites.isSaving = false }
  }
}
