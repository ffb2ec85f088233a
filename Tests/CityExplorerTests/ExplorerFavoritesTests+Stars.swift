import CityFavorites
import CitySearch
import CitySession
import Testing

@testable import CityExplorer

// What becomes of a star that is tapped.

extension ExplorerFavoritesTests {
  /// A store whose user tapped the star of city 3, which could not be saved.
  private static func storeWithFailedStar() -> ExplorerTestStore {
    var store = storeWithFavorites()
    store.send(
      .favorites(.starred(3, isFavorite: true)),
      effects: [.favorites(.set(3, isFavorite: true, number: 2))]
    ) {
      $0.favorites.changes = [3: Self.change(true, number: 2)]
      $0.requestCount = 2
    }
    store.receive(.favorites(.changeFinished(3, .failure(Self.failure), number: 2))) {
      $0.favorites.changes = [:]
      $0.favorites.failure = Self.failure
      $0.favorites.failedChanges = [.star(3, isFavorite: true)]
    }
    return store
  }

  @Test func `a star is full at once, and stays so until the list says it`() {
    var store = Self.storeWithFavorites()
    store.send(
      .favorites(.starred(3, isFavorite: true)),
      effects: [.favorites(.set(3, isFavorite: true, number: 2))]
    ) {
      $0.favorites.changes = [3: Self.change(true, number: 2)]
      $0.requestCount = 2
    }
    #expect(store.state.favorites.contains(3))
    #expect(store.state.favorites.isSaving)
    #expect(store.state.favorites.cities == Self.list(1, 2).cities)
    store.receive(.favorites(.received(Self.list(1, 2, 3, revision: 2), number: 1))) {
      $0.favorites.phase = .loaded(Self.list(1, 2, 3, revision: 2))
    }
    store.receive(.favorites(.changeFinished(3, .success(2), number: 2))) {
      $0.favorites.changes = [:]
    }
    #expect(store.state.favorites.contains(3))
  }

  @Test func `a star does not flicker if it is saved before the list says it`() {
    var store = Self.storeWithFavorites()
    store.send(
      .favorites(.starred(2, isFavorite: false)),
      effects: [.favorites(.set(2, isFavorite: false, number: 2))]
    ) {
      $0.favorites.changes = [2: Self.change(false, number: 2)]
      $0.requestCount = 2
    }
    store.receive(.favorites(.changeFinished(2, .success(3), number: 2))) {
      $0.favorites.changes = [2: Self.change(false, number: 2, savedRevision: 3)]
    }
    #expect(!store.state.favorites.isSaving)
    // A list that is older, whatever it says.
    store.receive(.favorites(.received(Self.list(2, 1, revision: 2), number: 1))) {
      $0.favorites.phase = .loaded(Self.list(2, 1, revision: 2))
    }
    #expect(!store.state.favorites.contains(2))
    // Another process has added it again since.
    store.receive(.favorites(.received(Self.list(1, 2, revision: 4), number: 1))) {
      $0.favorites.phase = .loaded(Self.list(1, 2, revision: 4))
      $0.favorites.changes = [:]
    }
    #expect(store.state.favorites.contains(2))
  }

  @Test func `a star that is tapped before the favorites are known is saved as it was seen`() {
    var store = ExplorerTestStore()
    store.send(
      .favorites(.starred(1, isFavorite: true)),
      effects: [.favorites(.observe(number: 1)), .favorites(.set(1, isFavorite: true, number: 2))]
    ) {
      $0.favorites.phase = .loading
      $0.favorites.observationNumber = 1
      $0.favorites.changes = [1: Self.change(true, number: 2)]
      $0.requestCount = 2
    }
    #expect(store.state.favorites.contains(1))
    store.send(
      .favorites(.starred(2, isFavorite: true)),
      effects: [.favorites(.set(2, isFavorite: true, number: 3))]
    ) {
      $0.favorites.changes[2] = Self.change(true, number: 3)
      $0.requestCount = 3
    }
    store.receive(.favorites(.changeFinished(1, .success(2), number: 2))) {
      $0.favorites.changes[1] = Self.change(true, number: 2, savedRevision: 2)
    }
    store.receive(.favorites(.received(Self.list(5, revision: 1), number: 1))) {
      $0.favorites.phase = .loaded(Self.list(5))
    }
    #expect(store.state.favorites.contains(1))
    store.receive(.favorites(.changeFinished(2, .success(3), number: 3))) {
      $0.favorites.changes[2] = Self.change(true, number: 3, savedRevision: 3)
    }
    store.receive(.favorites(.received(Self.list(5, 1, 2, revision: 3), number: 1))) {
      $0.favorites.phase = .loaded(Self.list(5, 1, 2, revision: 3))
      $0.favorites.changes = [:]
    }
  }

  @Test func `a star that is tapped though the favorites cannot be read says why it falls back`() {
    var store = Self.storeWithUnreadableFavorites()
    store.send(
      .favorites(.starred(1, isFavorite: true)),
      effects: [.favorites(.set(1, isFavorite: true, number: 2))]
    ) {
      $0.favorites.changes = [1: Self.change(true, number: 2)]
      $0.requestCount = 2
    }
    store.receive(.favorites(.changeFinished(1, .failure(Self.failure), number: 2))) {
      $0.favorites.changes = [:]
      $0.favorites.failure = Self.failure
      $0.favorites.failedChanges = [.star(1, isFavorite: true)]
    }
    store.send(
      .retried,
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
      .favorites(.starred(9, isFavorite: true)),
      effects: [.favorites(.set(9, isFavorite: true, number: 2))]
    ) {
      $0.favorites.changes = [9: Self.change(true, number: 2)]
      $0.requestCount = 2
    }
    for tap in 2...taps {
      store.send(.favorites(.starred(9, isFavorite: !tap.isMultiple(of: 2)))) {
        $0.favorites.changes[9]?.isFavorite = !tap.isMultiple(of: 2)
      }
    }
    // The first request is done; its list comes late.
    store.receive(
      .favorites(.changeFinished(9, .success(2), number: 2)),
      effects: wanted ? [] : [.favorites(.set(9, isFavorite: false, number: 3))]
    ) {
      $0.favorites.changes[9] =
        wanted
        ? Self.change(true, number: 2, savedRevision: 2) : Self.change(false, number: 3)
      if !wanted { $0.requestCount = 3 }
    }
    #expect(store.state.favorites.contains(9) == wanted)
    store.receive(.favorites(.received(Self.list(1, 2, 9, revision: 2), number: 1))) {
      $0.favorites.phase = .loaded(Self.list(1, 2, 9, revision: 2))
      if wanted { $0.favorites.changes = [:] }
    }
    #expect(store.state.favorites.contains(9) == wanted)
    guard !wanted else { return }
    store.receive(.favorites(.changeFinished(9, .success(3), number: 3))) {
      $0.favorites.changes[9] = Self.change(false, number: 3, savedRevision: 3)
    }
    #expect(!store.state.favorites.contains(9))
    store.receive(.favorites(.received(Self.list(1, 2, revision: 3), number: 1))) {
      $0.favorites.phase = .loaded(Self.list(1, 2, revision: 3))
      $0.favorites.changes = [:]
    }
    // Late news of a request that is over.
    store.receive(.favorites(.changeFinished(9, .failure(Self.failure), number: 2)))
  }

  @Test func `a star falls back if it cannot be saved, and is tried again`() {
    var store = Self.storeWithFailedStar()
    #expect(!store.state.favorites.contains(3))
    store.send(.retried, effects: [.favorites(.set(3, isFavorite: true, number: 3))]) {
      $0.favorites.changes = [3: Self.change(true, number: 3)]
      $0.favorites.failure = nil
      $0.favorites.failedChanges = []
      $0.requestCount = 3
    }
    #expect(store.state.favorites.contains(3))
    store.receive(.favorites(.changeFinished(3, .failure(Self.failure), number: 3))) {
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
    store.send(.retried)
  }

  @Test func `a star that was not saved is tried again with all else that failed`() {
    var store = Self.storeWithFailedStar()
    store.send(.queryChanged("par"), effects: [.search("par", number: 3)]) {
      $0.query = "par"
      $0.phase = .searching(query: "par", previous: [])
      $0.request = "par"
      $0.searchNumber = 3
      $0.requestCount = 3
    }
    let offline = LocationSearchError.searchCompletionFailed(Self.failure)
    store.receive(.completionsReceived(.failure(offline), number: 3)) {
      $0.phase = .failed(query: "par", error: offline, previous: [])
      $0.searchNumber = nil
    }
    store.send(
      .retried,
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
        .favorites(.starred(id, isFavorite: false)),
        effects: [.favorites(.set(id, isFavorite: false, number: number))]
      ) {
        $0.favorites.changes = [id: Self.change(false, number: number)]
        $0.requestCount = number
      }
      store.receive(.favorites(.changeFinished(id, .failure(Self.failure), number: number))) {
        $0.favorites.changes = [:]
        $0.favorites.failure = Self.failure
        $0.favorites.failedChanges.append(.star(id, isFavorite: false))
      }
    }
    store.send(
      .favorites(.starred(1, isFavorite: false)),
      effects: [.favorites(.set(1, isFavorite: false, number: 4))]
    ) {
      $0.favorites.changes = [1: Self.change(false, number: 4)]
      $0.favorites.failedChanges = [.star(2, isFavorite: false)]
      $0.requestCount = 4
    }
    // When none is left, there is nothing to tell.
    store.send(
      .favorites(.starred(2, isFavorite: false)),
      effects: [.favorites(.set(2, isFavorite: false, number: 5))]
    ) {
      $0.favorites.changes[2] = Self.change(false, number: 5)
      $0.favorites.failure = nil
      $0.favorites.failedChanges = []
      $0.requestCount = 5
    }
  }

  @Test func `a failure of what is not wanted any more is not told`() {
    var store = Self.storeWithFavorites()
    store.send(
      .favorites(.starred(1, isFavorite: false)),
      effects: [.favorites(.set(1, isFavorite: false, number: 2))]
    ) {
      $0.favorites.changes = [1: Self.change(false, number: 2)]
      $0.requestCount = 2
    }
    store.send(.favorites(.starred(1, isFavorite: true))) {
      $0.favorites.changes[1]?.isFavorite = true
    }
    store.receive(
      .favorites(.changeFinished(1, .failure(Self.failure), number: 2)),
      effects: [.favorites(.set(1, isFavorite: true, number: 3))]
    ) {
      $0.favorites.changes = [1: Self.change(true, number: 3)]
      $0.requestCount = 3
    }
    store.receive(.favorites(.changeFinished(1, .success(1), number: 3))) {
      $0.favorites.changes = [:]
    }
  }

  @Test func `a star that is set as it is shown is saved, because the list may be out of date`() {
    var store = Self.storeWithFavorites()
    store.send(
      .favorites(.starred(1, isFavorite: true)),
      effects: [.favorites(.set(1, isFavorite: true, number: 2))]
    ) {
      $0.favorites.changes = [1: Self.change(true, number: 2)]
      $0.requestCount = 2
    }
    // The same once more needs no request of its own.
    store.send(.favorites(.starred(1, isFavorite: true)))
    store.receive(.favorites(.changeFinished(1, .success(1), number: 2))) {
      $0.favorites.changes = [:]
    }
  }
}
