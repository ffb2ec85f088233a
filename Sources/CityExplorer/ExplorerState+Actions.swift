internal import CitySession

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
      return phase.query == query ? [] : search(SearchRequest(query))
    case .queryChanged(let text):
      // A text field reports the title that a tap has put into it.
      guard text != query else { return [] }
      query = text
      return cancelLookup() + search(SearchRequest(query))
    case .moreRequested:
      // A list that is scrolled says so many times.
      guard case .results(_, let completions) = phase, let more = completions.more else {
        return []
      }
      return search(more)
    case .completionsReceived(let outcome, let number):
      guard number == searchNumber else { return [] }
      searchNumber = nil
      phase = phase.finished(outcome)
      return []
    case .completionTapped(let completion):
      query = completion.title
      closeCard()
      // The card of a single city opens by itself.
      if let id = completion.cityIDs.first, completion.cityIDs.count == 1 { select(id) }
      return cancelSearch(leaving: phase.settled(query: query)) + lookUp(completion)
    case .responseReceived(let outcome, let number):
      finishLookup(outcome, number: number)
      return []
    case .placeChosen(let item):
      return show(item)
    case .citySelected(let id):
      if isSelectable(id) { select(id) }
      return []
    case .selectionCleared:
      closeCard()
      return []
    case .cleared:
      query = ""
      mapItems = []
      closeCard()
      return cancelSearch(leaving: .idle(query: "")) + cancelLookup()
    case .retry:
      return retry()
    case .sourceReplaced:
      return searchAgain()
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
    noteSelection()
  }

  /// Puts a place on the map, as it is known: it may be known nowhere else any more.
  mutating func show(_ item: MapItem) -> [ExplorerEffect] {
    query = item.placemark.name
    let response = SearchResponse(mapItems: [item])
    mapItems = response.mapItems
    region = response.boundingRegion ?? region
    select(item.id)
    return cancelSearch(leaving: .idle(query: query)) + cancelLookup()
  }

  /// Puts the place whose card is shown in front of the recent ones.
  private mutating func noteSelection() {
    guard let item = selectedItem, recentPlaces.first != item else { return }
    recentPlaces.removeAll { $0.id == item.id }
    recentPlaces.insert(item, at: 0)
    if recentPlaces.count > Self.recentPlacesLimit { recentPlaces.removeLast() }
  }

  private mutating func closeCard() {
    selection = nil
    geocoding.selection = nil
  }

  /// Whether there is a marker to select, or may be one soon.
  private func isSelectable(_ id: MapItem.ID) -> Bool {
    if case .loading(let completion, _) = lookup, completion.cityIDs.contains(id) { return true }
    return mapItems.contains { $0.id == id }
  }

  /// Searches for the text in the field, or for more of the list, which may have been found by another.
  private mutating func search(_ request: SearchRequest) -> [ExplorerEffect] {
    // No session is needed to know that there is nothing to search for.
    guard !SearchPhase.isBlank(request.text) else {
      return cancelSearch(leaving: .idle(query: query))
    }
    requestCount += 1
    searchNumber = requestCount
    self.request = request
    phase = .searching(query: query, previous: phase.completions)
    return [.search(request, number: requestCount)]
  }

  mutating func cancelSearch(leaving phase: SearchPhase) -> [ExplorerEffect] {
    let wasSearching = searchNumber != nil
    searchNumber = nil
    self.phase = phase
    return wasSearching ? [.cancelSearch] : []
  }

  private mutating func lookUp(_ completion: SearchCompletion) -> [ExplorerEffect] {
    requestCount += 1
    lookup = .loading(completion, number: requestCount)
    return [.lookUp(completion, number: requestCount)]
  }

  mutating func cancelLookup() -> [ExplorerEffect] {
    defer {
      lookup = .none
      // A marker that was waited for does not come.
      if selectedItem == nil { selection = nil }
    }
    if case .loading = lookup { return [.cancelLookup] }
    return []
  }

  private mutating func finishLookup(
    _ outcome: Result<SearchResponse, LocationSearchError>, number: Int
  ) {
    guard case .loading(let completion, number) = lookup else { return }
    switch outcome {
    case .success(let response):
      mapItems = response.mapItems
      lookup = mapItems.isEmpty ? .missing(completion) : .none
      region = response.boundingRegion ?? region
      if selectedItem == nil { selection = nil }
      noteSelection()
    case .failure(let error):
      lookup = .failed(completion, error)
    }
  }

  /// Searches another source for what the list was found by; the list stays as long as it was.
  private mutating func searchAgain() -> [ExplorerEffect] {
    switch phase {
    case .idle: []
    case .tooShort, .noResults: search(SearchRequest(query))
    case .searching, .results, .failed: request.map { search($0) } ?? []
    }
  }

  /// Tries again whatever failed.
  private mutating func retry() -> [ExplorerEffect] {
    var effects: [ExplorerEffect] = []
    if case .failed(let completion, _) = lookup { effects += lookUp(completion) }
    if case .failed = phase, let request { effects += search(request) }
    return effects + retryFavorites() + retryGeocoding()
  }
}
