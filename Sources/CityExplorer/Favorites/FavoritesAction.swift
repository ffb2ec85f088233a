package import CityFavorites
public import CitySearch

/// What a person did with the favorites of the screen.
@nonexhaustive
public enum FavoritesAction: Sendable, Equatable {
  /// A view with favorites appeared: a list, a map, a card with a star.
  case appeared
  /// The star of a city was set or cleared, in a list or in a card.
  ///
  /// The action states the star that the person wants, as do all steps from here to the store. So it does
  /// not matter if the star that was shown was out of date.
  case starred(City.ID, isFavorite: Bool)
  /// A favorite was dragged to another position in the list.
  case moved(City.ID, to: Int)
  /// The list of favorites was opened or closed.
  case listShown(Bool)
  /// A favorite was tapped in the list.
  case selected(City.ID)
  /// The message of a failure was dismissed.
  case failureDismissed
}

/// What an effect on the favorites reports.
package enum FavoritesEvent: Sendable, Equatable {
  /// The list of favorites was read or changed.
  case received(FavoriteList, number: Int)
  /// The favorites cannot be read.
  case unreadable(FavoritesError, number: Int)
  /// A change was saved in a revision of the list, or failed.
  case changeFinished(City.ID, Result<Int, FavoritesError>, number: Int)
  /// The move of a favorite was saved, or failed with an error.
  case moveFinished(City.ID, to: Int, FavoritesError?)
}

/// An effect on the favorites; its outcome returns as an event with the same number, if it has
/// one.
package enum FavoritesEffect: Sendable, Equatable {
  /// Observe the favorites, and end the previous observation.
  case observe(number: Int)
  /// Add or remove a favorite, after all previous changes.
  case set(City.ID, isFavorite: Bool, number: Int)
  /// Move a favorite, after all previous changes.
  case move(City.ID, to: Int)
}

extension ExplorerState {
  /// Applies an action to the favorites.
  mutating func apply(_ action: FavoritesAction) -> [ExplorerEffect] {
    switch action {
    case .appeared:
      return favorites.phase == .unknown ? observeFavorites() : []
    case .starred(let id, let isFavorite):
      return star(id, isFavorite)
    case .moved(let id, let position):
      guard favorites.isListed(id) else { return [] }
      forgetFailures { if case .move(id, _) = $0 { true } else { false } }
      return [move(id, to: position)]
    case .listShown(let isShown):
      favorites.isListShown = isShown
      return []
    case .selected(let id):
      return showFavorite(id)
    case .failureDismissed:
      favorites.failure = nil
      favorites.failedChanges = []
      return []
    }
  }

  /// Applies an event of the favorites.
  mutating func apply(_ event: FavoritesEvent) -> [ExplorerEffect] {
    switch event {
    case .received(let list, let number):
      guard number == favorites.observationNumber else { return [] }
      favorites.phase = .loaded(list)
      favorites.settle()
      return []
    case .unreadable(let error, let number):
      guard number == favorites.observationNumber else { return [] }
      favorites.phase = .failed(error)
      favorites.observationNumber = nil
      return []
    case .changeFinished(let id, let outcome, let number):
      return finishChange(of: id, outcome, number: number)
    case .moveFinished(let id, let position, let error):
      favorites.unsavedMoveCount -= 1
      if let error { fail(.move(id, to: position), error) }
      return []
    }
  }

  /// Reads the favorites again if that failed, and repeats the changes that were not saved.
  mutating func retryFavorites() -> [ExplorerEffect] {
    var effects: [ExplorerEffect] = []
    if case .failed = favorites.phase { effects += observeFavorites() }
    let failed = favorites.failedChanges
    favorites.failedChanges = []
    if !failed.isEmpty { favorites.failure = nil }
    return effects
      + failed.map { change in
        switch change {
        case .star(let id, let isFavorite): setFavorite(id, isFavorite)
        case .move(let id, let position): move(id, to: position)
        }
      }
  }

  private mutating func observeFavorites() -> [ExplorerEffect] {
    requestCount += 1
    favorites.phase = .loading
    favorites.observationNumber = requestCount
    return [.favorites(.observe(number: requestCount))]
  }

  /// Changes a star, and requests to save it.
  private mutating func star(_ id: City.ID, _ isFavorite: Bool) -> [ExplorerEffect] {
    forgetFailures { if case .star(id, _) = $0 { true } else { false } }
    let observation = favorites.phase == .unknown ? observeFavorites() : []
    if let change = favorites.changes[id], change.savedRevision == nil {
      // A request is pending; the next one follows it, if the star differs then.
      favorites.changes[id]?.isFavorite = isFavorite
      return observation
    }
    return observation + [setFavorite(id, isFavorite)]
  }

  private mutating func setFavorite(_ id: City.ID, _ isFavorite: Bool) -> ExplorerEffect {
    requestCount += 1
    favorites.changes[id] = Favorites.Change(isFavorite: isFavorite, number: requestCount)
    return .favorites(.set(id, isFavorite: isFavorite, number: requestCount))
  }

  private mutating func move(_ id: City.ID, to position: Int) -> ExplorerEffect {
    favorites.unsavedMoveCount += 1
    return .favorites(.move(id, to: position))
  }

  private mutating func finishChange(
    of id: City.ID, _ outcome: Result<Int, FavoritesError>, number: Int
  ) -> [ExplorerEffect] {
    guard let change = favorites.changes[id], change.number == number else { return [] }
    guard change.isFavorite == change.requested else { return [setFavorite(id, change.isFavorite)] }
    switch outcome {
    case .success(let revision):
      favorites.changes[id]?.savedRevision = revision
      favorites.settle()
    case .failure(let error):
      favorites.changes[id] = nil
      fail(.star(id, isFavorite: change.isFavorite), error)
    }
    return []
  }

  private mutating func fail(_ change: Favorites.FailedChange, _ error: FavoritesError) {
    favorites.failure = error
    favorites.failedChanges.append(change)
  }

  /// Forgets failed changes that others take the place of.
  private mutating func forgetFailures(where isReplaced: (Favorites.FailedChange) -> Bool) {
    guard !favorites.failedChanges.isEmpty else { return }
    favorites.failedChanges.removeAll(where: isReplaced)
    if favorites.failedChanges.isEmpty { favorites.failure = nil }
  }

  /// Shows a favorite on the map, with the placemark of the list.
  private mutating func showFavorite(_ id: City.ID) -> [ExplorerEffect] {
    guard let favorite = favorites.cities.first(where: { $0.id == id }) else { return [] }
    favorites.isListShown = false
    return show(favorite.mapItem)
  }
}
