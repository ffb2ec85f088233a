internal import CitySearch

extension ExplorerState {
  /// Changes the favorites as an action demands.
  mutating func apply(_ action: FavoritesAction) -> [ExplorerEffect] {
    switch action {
    case .appeared:
      return favorites.phase == .unknown ? observeFavorites() : []
    case .received(let cities, let number):
      guard number == favorites.observationNumber else { return [] }
      favorites.phase = .loaded(cities)
      favorites.settle()
      return []
    case .unreadable(let error, let number):
      guard number == favorites.observationNumber else { return [] }
      favorites.phase = .failed(error)
      favorites.observationNumber = nil
      return []
    case .toggled(let id):
      return toggleFavorite(id)
    case .changeFinished(let id, let error, let number):
      finishChange(of: id, error, number: number)
      return []
    case .moved(let id, let position):
      guard favorites.cities.contains(where: { $0.id == id }) else { return [] }
      requestCount += 1
      return [.favorites(.move(id, to: position, number: requestCount))]
    case .listShown(let isShown):
      favorites.isListShown = isShown
      return []
    case .selected(let id):
      return showFavorite(id)
    case .failureDismissed:
      favorites.failure = nil
      return []
    }
  }

  /// Reads the favorites again if they could not be read.
  mutating func retryFavorites() -> [ExplorerEffect] {
    if case .failed = favorites.phase { observeFavorites() } else { [] }
  }

  private mutating func observeFavorites() -> [ExplorerEffect] {
    requestCount += 1
    favorites.phase = .loading
    favorites.observationNumber = requestCount
    return [.favorites(.observe(number: requestCount))]
  }

  /// Says what the city is to be, and not just that it changes: another process may have been faster.
  private mutating func toggleFavorite(_ id: City.ID) -> [ExplorerEffect] {
    // A star that may be wrong is not to be acted upon.
    guard case .loaded = favorites.phase else { return [] }
    requestCount += 1
    let isFavorite = !favorites.contains(id)
    favorites.changes[id] = Favorites.Change(isFavorite: isFavorite, number: requestCount)
    return [.favorites(.set(id, isFavorite: isFavorite, number: requestCount))]
  }

  private mutating func finishChange(of id: City.ID, _ error: FavoritesError?, number: Int) {
    if let error { favorites.failure = error }
    // Only the newest change of a city decides about its star; moves have none.
    guard favorites.changes[id]?.number == number else { return }
    if error == nil {
      favorites.changes[id]?.isSaved = true
      favorites.settle()
    } else {
      favorites.changes[id] = nil
    }
  }

  /// Puts a favorite on the map, as it is shown in the list: it may be known nowhere else any more.
  private mutating func showFavorite(_ id: City.ID) -> [ExplorerEffect] {
    guard let favorite = favorites.cities.first(where: { $0.id == id }) else { return [] }
    query = favorite.placemark.name
    favorites.isListShown = false
    let response = SearchResponse(mapItems: [favorite.mapItem])
    mapItems = response.mapItems
    region = response.boundingRegion ?? region
    select(id)
    return cancelSearch(leaving: .idle(query: query)) + cancelLookup()
  }
}
