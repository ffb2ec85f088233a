package import CityFavorites
public import CitySearch

/// What a person did with the favorites of the screen.
@nonexhaustive
public enum FavoritesAction: Sendable, Equatable {
  /// A view with favorites appeared: a list, a map, a card with a star. The favorites are read, also if they
  /// were before, because another process may have changed them.
  case appeared
  /// The star of a city was set or cleared, in a list or in a card.
  ///
  /// The action states the star that the person wants, as do all steps from here to the store. So it does
  /// not matter if the star that was shown was out of date.
  case starred(City.ID, isFavorite: Bool)
  /// A favorite was dragged to another position in the list.
  case moved(City.ID, to: Int)
  /// A favorite was tapped in the list.
  case selected(City.ID)
  /// The message of a failure was dismissed.
  case failureDismissed
}

/// What an effect on the favorites reports.
package enum FavoritesEvent: Sendable, Equatable {
  /// The favorites were read, or another window changed them; or they cannot be read.
  case received(Result<FavoriteList, FavoritesError>)
  /// A change was saved, which gives a new list, or failed.
  case changeFinished(City.ID, Result<FavoriteList, FavoritesError>, number: Int)
  /// The move of a favorite was saved, which gives a new list, or failed.
  case moveFinished(City.ID, to: Int, Result<FavoriteList, FavoritesError>)
}

/// An effect on the favorites, after all earlier ones; its outcome returns as an event.
package enum FavoritesEffect: Sendable, Equatable {
  /// Read the favorites.
  case load
  /// Add or remove a favorite; the event has the same number.
  case set(City.ID, isFavorite: Bool, number: Int)
  /// Move a favorite.
  case move(City.ID, to: Int)
}

extension ExplorerState {
  /// Applies an action to the favorites.
  mutating func apply(_ action: FavoritesAction) -> [ExplorerEffect] {
    switch action {
    case .appeared:
      return loadFavorites()
    case .starred(let id, let isFavorite):
      return star(id, isFavorite)
    case .moved(let id, let position):
      guard favorites.isListed(id) else { return [] }
      forgetFailures { if case .move(id, _) = $0 { true } else { false } }
      return [move(id, to: position)]
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
    case .received(let outcome):
      switch outcome {
      case .success(let list): favorites.phase = .loaded(list)
      case .failure(let error): favorites.phase = .failed(error)
      }
      return []
    case .changeFinished(let id, let outcome, let number):
      return finishChange(of: id, outcome, number: number)
    case .moveFinished(let id, let position, let outcome):
      favorites.unsavedMoveCount -= 1
      switch outcome {
      case .success(let list): show(list)
      case .failure(let error): fail(.move(id, to: position), error)
      }
      return []
    }
  }

  /// Reads the favorites again if that failed, and repeats the changes that were not saved.
  mutating func retryFavorites() -> [ExplorerEffect] {
    var effects: [ExplorerEffect] = []
    if case .failed = favorites.phase { effects += loadFavorites() }
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

  private mutating func loadFavorites() -> [ExplorerEffect] {
    guard favorites.phase != .loading else { return [] }
    // A list on screen stays there until the new one has come.
    if favorites.list == nil { favorites.phase = .loading }
    return [.favorites(.load)]
  }

  /// Shows the list that a change left, with the data of the cities that are known.
  private mutating func show(_ list: FavoriteList) {
    favorites.phase = .loaded(favorites.list.map { list.shown(as: $0) } ?? list)
  }

  /// Changes a star, and requests to save it.
  private mutating func star(_ id: City.ID, _ isFavorite: Bool) -> [ExplorerEffect] {
    forgetFailures { if case .star(id, _) = $0 { true } else { false } }
    let loading = favorites.phase == .unknown ? loadFavorites() : []
    if favorites.changes[id] != nil {
      // A request is pending; the next one follows it, if the star differs then.
      favorites.changes[id]?.isFavorite = isFavorite
      return loading
    }
    return loading + [setFavorite(id, isFavorite)]
  }

  private mutating func setFavorite(_ id: City.ID, _ isFavorite: Bool) -> ExplorerEffect {
    requestCount += 1
    favorites.changes[id] = Favorites.Change(
      isFavorite: isFavorite, requested: isFavorite, number: requestCount)
    return .favorites(.set(id, isFavorite: isFavorite, number: requestCount))
  }

  private mutating func move(_ id: City.ID, to position: Int) -> ExplorerEffect {
    favorites.unsavedMoveCount += 1
    return .favorites(.move(id, to: position))
  }

  private mutating func finishChange(
    of id: City.ID, _ outcome: Result<FavoriteList, FavoritesError>, number: Int
  ) -> [ExplorerEffect] {
    if case .success(let list) = outcome { show(list) }
    guard let change = favorites.changes[id], change.number == number else { return [] }
    guard change.isFavorite == change.requested else { return [setFavorite(id, change.isFavorite)] }
    favorites.changes[id] = nil
    if case .failure(let error) = outcome {
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
    return show(favorite.mapItem)
  }
}
