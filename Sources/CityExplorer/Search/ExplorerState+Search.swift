internal import CityGeocoding
internal import CitySearch
internal import CitySession

extension ExplorerState {
  /// Applies an action to the state.
  ///
  /// A pure function: it returns what has to be done, whose outcome comes back as an ``ExplorerEvent``.
  ///
  /// - Parameter action: The action.
  /// - Returns: The effects to run, in order.
  /// - Complexity: O(*m* + *f*), where *m* is the number of markers and *f* the number of
  ///   favorites.
  package mutating func apply(_ action: ExplorerAction) -> [ExplorerEffect] {
    switch action {
    case .appeared:
      // No search was made yet for the text that the state began with.
      return phase.query == query ? [] : searchForQuery()
    case .queryChanged(let text):
      // A text field also reports the title that a tap wrote into it.
      guard text != query else { return [] }
      query = text
      choosesFirst = false
      return cancelLookup() + searchForQuery()
    case .submitted:
      return cancelLookup() + searchForQuery(isSubmitted: true)
    case .firstCompletionChosen:
      return chooseFirst()
    case .moreRequested:
      // Scrolling sends this action many times.
      guard case .results(_, let completions) = phase, let more = completions.more else {
        return []
      }
      return begin(more)
    case .completionTapped(let completion):
      query = completion.title
      closeCard()
      // The card of a single city opens without another tap.
      if let id = completion.cityIDs.first, completion.cityIDs.count == 1 { select(id) }
      return cancelSearch(leaving: phase.settled(query: query)) + lookUp(completion)
    case .placeChosen(let item):
      return show(item)
    case .citySelected(let id):
      if isSelectable(id) { select(id) }
      return []
    case .selectionCleared:
      closeCard()
      return []
    case .nearbyRequested:
      return findNearby()
    case .cleared:
      query = ""
      mapItems = []
      closeCard()
      return cancelSearch(leaving: .idle(query: "")) + cancelLookup()
    case .retried:
      return retry()
    case .userMoved(let bias):
      guard bias != self.bias else { return [] }
      self.bias = bias
      return searchAgain(search.newest)
    case .regionChanged(let region):
      self.region = region
      visibleRegion = region
      return []
    case .favorites(let action):
      return apply(action)
    case .geocoding(let action):
      return apply(action)
    }
  }

  /// Applies an event to the state.
  ///
  /// - Parameter event: The event. If it answers a request that a newer one has replaced, nothing changes.
  /// - Returns: The effects to run, in order.
  /// - Complexity: That of ``apply(_:)-(ExplorerAction)``.
  package mutating func apply(_ event: ExplorerEvent) -> [ExplorerEffect] {
    switch event {
    case .completionsReceived(let outcome, let number):
      return effects(of: search.finished(number, outcome))
    case .pauseElapsed(let number):
      return effects(of: search.pauseElapsed(number))
    case .placesReceived(let outcome, let number):
      finishLookup(outcome, number: number)
      return []
    case .nearbyReceived(let outcome, let number):
      finishNearby(outcome, number: number)
      return []
    case .searchReplaced(let pacing):
      let newest = search.newest
      let replaced = search.pending.map { search.cancel($0.number) } ?? []
      search = SearchStateMachine(pacing)
      return effects(of: replaced) + searchAgain(newest)
    case .favorites(let event):
      return apply(event)
    case .geocoding(let event):
      apply(event)
      return []
    }
  }
}

extension ExplorerState {
  /// Shows the card of a marker, in place of any other card.
  mutating func select(_ id: MapItem.ID) {
    forgetNearby()
    selection = id
    geocoding.selection = nil
    rememberSelection()
  }

  /// Taps the first completion if the list answers the text in the field, or else waits for that list.
  private mutating func chooseFirst() -> [ExplorerEffect] {
    if case .results = phase, completedText == query, let first = completions.first {
      return apply(.completionTapped(first))
    }
    guard !SearchPhase.isBlank(query) else { return [] }
    choosesFirst = true
    // A search in flight is one for the text in the field; of a text that was answered otherwise, it is made anew.
    return phase.isSearching ? [] : cancelLookup() + searchForQuery(isSubmitted: true)
  }

  /// Shows a place as it is given, because the gazetteer may not have it any more.
  mutating func show(_ item: MapItem) -> [ExplorerEffect] {
    query = item.placemark.name
    mapItems = [item]
    moveMap(to: mapItems)
    select(item.id)
    return cancelSearch(leaving: .idle(query: query)) + cancelLookup()
  }

  /// Moves the map, and forgets which region it shows, until the map reports the new one.
  private mutating func moveMap(to items: [MapItem]) {
    let goal = CoordinateRegion(bounding: items.map { $0.placemark.coordinate })
    guard let goal, goal != region else { return }
    region = goal
    visibleRegion = nil
  }

  /// Inserts the place whose card is shown at the front of the recent places.
  private mutating func rememberSelection() {
    guard let item = selectedItem, recentPlaces.first != item else { return }
    recentPlaces.removeAll { $0.id == item.id }
    recentPlaces.insert(item, at: 0)
    if recentPlaces.count > Self.recentPlacesLimit { recentPlaces.removeLast() }
  }

  private mutating func closeCard() {
    forgetNearby()
    selection = nil
    geocoding.selection = nil
  }

  /// Finds the cities near the place whose card is shown.
  private mutating func findNearby() -> [ExplorerEffect] {
    let place = selectedItem?.placemark ?? geocoding.selectedMarker?.placemark
    guard let point = place?.coordinate else { return [] }
    requestCount += 1
    nearbyNumber = requestCount
    // The city of the card is the nearest one.
    return [.findNearby(point, limit: Self.nearbyPlacesLimit + 1, number: requestCount)]
  }

  /// Lists the cities near the card; that they were not found is no reason to disturb.
  private mutating func finishNearby(
    _ outcome: Result<[MapItem], LocationSearchError>, number: Int
  ) {
    guard number == nearbyNumber, case .success(let items) = outcome else { return }
    let city = selection ?? geocoding.selectedMarker?.result.match.cityID
    nearbyPlaces = Array(items.filter { $0.id != city }.prefix(Self.nearbyPlacesLimit))
  }

  /// Forgets the cities near a card that is closed.
  mutating func forgetNearby() { (nearbyPlaces, nearbyNumber) = ([], nil) }

  /// Whether the marker exists, or will exist when the lookup ends.
  private func isSelectable(_ id: MapItem.ID) -> Bool {
    if case .loading(let completion) = lookup, completion.cityIDs.contains(id) { return true }
    return mapItems.contains { $0.id == id }
  }

  /// What is known of the person; if that is not where they are, the center of the map is their place.
  private var searchBias: SearchBias? {
    guard bias?.coordinate == nil, let center = visibleRegion?.focus else { return bias }
    var bias = bias ?? SearchBias()
    bias.coordinate = center
    return bias
  }

  /// Searches for the text in the field.
  private mutating func searchForQuery(isSubmitted: Bool = false) -> [ExplorerEffect] {
    begin(SearchRequest(SearchQuery(query, bias: searchBias), isSubmitted: isSubmitted))
  }

  /// Searches for the text in the field, or for more completions of the text that was searched for.
  private mutating func begin(_ request: SearchRequest) -> [ExplorerEffect] {
    // A blank text needs no search.
    guard !SearchPhase.isBlank(request.query.text) else {
      return cancelSearch(leaving: .idle(query: query))
    }
    requestCount += 1
    var request = request
    request.number = requestCount
    phase = .searching(query: query, previous: phase.completions)
    return effects(of: search.begin(request))
  }

  mutating func cancelSearch(leaving phase: SearchPhase) -> [ExplorerEffect] {
    choosesFirst = false
    self.phase = phase
    return search.pending.map { effects(of: search.cancel($0.number)) } ?? []
  }

  /// What follows from a transition of the search.
  private mutating func effects(of actions: [SearchStateMachine.Action]) -> [ExplorerEffect] {
    var effects: [ExplorerEffect] = []
    for action in actions {
      switch action {
      case .resume(_, let outcome): effects += show(outcome)
      // The phase is already that of what took its place.
      case .giveUp: break
      case .cancelTask: effects.append(.cancelSearch)
      case .pause(let number, let duration): effects.append(.pause(duration, number: number))
      case .search(let request): effects.append(.search(request))
      }
    }
    return effects
  }

  /// Shows the outcome of the newest request, and taps its first completion if that was chosen already.
  private mutating func show(_ outcome: SearchStateMachine.Outcome) -> [ExplorerEffect] {
    if case .success = outcome, let request = search.newest { completedText = request.query.text }
    phase = phase.finished(outcome)
    let isChosen = choosesFirst
    choosesFirst = false
    guard isChosen, case .results(_, let completions) = phase, let first = completions.first
    else { return [] }
    return apply(.completionTapped(first))
  }

  private mutating func lookUp(_ completion: SearchCompletion) -> [ExplorerEffect] {
    requestCount += 1
    lookupNumber = requestCount
    lookup = .loading(completion)
    return [.lookUp(completion, number: requestCount)]
  }

  mutating func cancelLookup() -> [ExplorerEffect] {
    defer {
      (lookup, lookupNumber) = (.idle, nil)
      // The marker of the canceled lookup will not appear.
      if selectedItem == nil { selection = nil }
    }
    if case .loading = lookup { return [.cancelLookup] }
    return []
  }

  private mutating func finishLookup(
    _ outcome: Result<[MapItem], LocationSearchError>, number: Int
  ) {
    guard number == lookupNumber, case .loading(let completion) = lookup else { return }
    lookupNumber = nil
    switch outcome {
    case .success(let items):
      mapItems = items
      lookup = mapItems.isEmpty ? .missing(completion) : .idle
      moveMap(to: mapItems)
      if selectedItem == nil { selection = nil }
      rememberSelection()
    case .failure(let error):
      lookup = .failed(completion, error: error)
    }
  }

  /// Repeats the newest request, with its limit, after the search client was replaced or the person
  /// moved.
  private mutating func searchAgain(_ newest: SearchRequest?) -> [ExplorerEffect] {
    switch phase {
    case .idle: return []
    case .tooShort: return searchForQuery()
    case .searching, .results, .noResults, .failed:
      guard var request = newest else { return [] }
      request.query.bias = searchBias
      return begin(request)
    }
  }

  /// Repeats all that failed.
  private mutating func retry() -> [ExplorerEffect] {
    var effects: [ExplorerEffect] = []
    if case .failed(let completion, _) = lookup { effects += lookUp(completion) }
    if case .failed = phase, let request = search.newest { effects += begin(request) }
    return effects + retryFavorites() + retryGeocoding()
  }
}

extension CoordinateRegion {
  /// How far the nearness of a city counts, in meters; see ``/CitySearch/SearchBias/coordinate``.
  private static let reachOfBias = 500_000.0

  /// The center, if it says where the person looks: all of the region lies within the reach of a bias.
  fileprivate var focus: Coordinate? {
    let east = center.longitude + longitudeDelta / 2
    let edges = [
      Coordinate(
        validatingLatitude: min(center.latitude + latitudeDelta / 2, 90),
        longitude: center.longitude),
      Coordinate(validatingLatitude: center.latitude, longitude: east > 180 ? east - 360 : east),
    ]
    let isSmall = edges.allSatisfy {
      $0.map { center.distance(to: $0) <= Self.reachOfBias } ?? false
    }
    return isSmall ? center : nil
  }
}
