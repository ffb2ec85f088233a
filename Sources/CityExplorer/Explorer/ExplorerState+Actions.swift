extension ExplorerState {
  /// Changes the state as an action demands.
  ///
  /// - Parameter action: What happened.
  /// - Returns: What is to be done now, in order.
  /// - Complexity: O(*m* + *f*), where *m* is the number of markers and *f* that of favorites.
  public mutating func apply(_ action: ExplorerAction) -> [ExplorerEffect] {
    switch action {
    case .appeared:
      // A text that was there before the screen, and was not searched for yet.
      return phase.query == query ? [] : search()
    case .queryChanged(let text):
      // A text field reports the title that a tap has put into it.
      guard text != query else { return [] }
      query = text
      return cancelLookup() + search()
    case .completionsReceived(let outcome, let number):
      guard number == searchNumber else { return [] }
      searchNumber = nil
      phase = phase.finished(outcome)
      return []
    case .completionTapped(let completion):
      query = completion.title
      selection = nil
      return cancelSearch(idleWith: query) + lookUp(completion)
    case .responseReceived(let outcome, let number):
      finishLookup(outcome, number: number)
      return []
    case .citySelected(let id):
      guard mapItems.contains(where: { $0.id == id }) else { return [] }
      select(id)
      return []
    case .selectionCleared:
      selection = nil
      return []
    case .cleared:
      query = ""
      mapItems = []
      selection = nil
      return cancelSearch(idleWith: "") + cancelLookup()
    case .retry:
      return retry()
    case .regionChanged(let region):
      self.region = region
      return []
    case .favorites(let action):
      return apply(action)
    case .geocoding(let action):
      return apply(action)
    }
  }
}

extension ExplorerState {
  /// Shows the card of an item on the map; there is one card.
  mutating func select(_ id: MapItem.ID) {
    selection = id
    geocoding.selection = nil
  }

  /// Searches for the text in the field.
  private mutating func search() -> [ExplorerEffect] {
    // No session is needed to know that there is nothing to search for.
    guard !SearchPhase.isBlank(query) else { return cancelSearch(idleWith: query) }
    requestCount += 1
    searchNumber = requestCount
    phase = .searching(query: query, previous: phase.completions)
    return [.search(SearchRequest(query), number: requestCount)]
  }

  mutating func cancelSearch(idleWith query: String) -> [ExplorerEffect] {
    let wasSearching = searchNumber != nil
    searchNumber = nil
    phase = .idle(query: query)
    return wasSearching ? [.cancelSearch] : []
  }

  private mutating func lookUp(_ completion: SearchCompletion) -> [ExplorerEffect] {
    requestCount += 1
    lookup = .loading(completion, number: requestCount)
    return [.lookUp(completion, number: requestCount)]
  }

  mutating func cancelLookup() -> [ExplorerEffect] {
    defer { lookup = .none }
    if case .loading = lookup { return [.cancelLookup] }
    return []
  }

  private mutating func finishLookup(
    _ outcome: Result<SearchResponse, LocationSearchError>, number: Int
  ) {
    guard case .loading(let completion, number) = lookup else { return }
    switch outcome {
    case .success(let response):
      lookup = .none
      mapItems = response.mapItems
      region = response.boundingRegion ?? region
      selection = nil
    case .failure(let error):
      lookup = .failed(completion, error)
    }
  }

  /// Tries again whatever failed last.
  private mutating func retry() -> [ExplorerEffect] {
    if case .failed(let completion, _) = lookup { return lookUp(completion) }
    if case .failed = phase { return search() }
    return retryFavorites() + retryGeocoding()
  }
}
