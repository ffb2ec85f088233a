public import CitySearch

/// The search session of one search field, which never returns a stale answer.
///
/// A session debounces the texts that are typed and searches for the newest one only. When a newer
/// call arrives, the older call throws ``LocationSearchError/debounce`` at once, its search is
/// cancelled, and a late answer is dropped. Every call has exactly one outcome, even if the source
/// never answers.
///
/// ```swift
/// let session = LocationSearch(gazetteer)
/// let completions = try await session.search(queryFragment: "são pau")
/// let places = try await session.response(for: completions[0])
/// ```
///
/// One session serves one field; a ``SearchClient`` makes one for each. Calls are ordered as they reach
/// the actor, so two tasks that start at the same time have no defined order. Pass a sequence of texts to
/// `updates(for:)` where the order matters.
public actor LocationSearch {
  nonisolated let source: CompletionSource
  nonisolated let configuration: Configuration

  private let clock: RelativeClock
  private(set) var machine: SearchStateMachine
  private var receivers: [Int: Receiver] = [:]
  private var task: Task<Void, Never>?
  /// What is published if this is the session behind a stream of phases.
  var published: PublishedPhases?
  /// The number of calls so far, which is the number of the newest call.
  private(set) var callCount = 0

  /// Receives the outcome of a call, on this actor.
  typealias Receiver = (SearchStateMachine.Outcome) -> Void

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - source: The cities to search; a source in memory is one with `immediateMatches(for:)`.
  ///   - places: Resolves the cities of `source` by id; `nil` for the source itself, if it resolves
  ///     places, or else for the cities of its latest answers.
  ///   - languages: The languages of titles and places, the preferred one first; empty for own names.
  ///     A source without names in these languages keeps own names.
  ///   - minimumCharacters: The number of characters that a text needs.
  ///   - debounce: How long to wait for a pause in typing.
  ///   - duplicates: How a repeated query is handled.
  ///   - limit: The largest number of completions to return; at least 1.
  ///   - clock: The clock for debouncing.
  public init(
    source: any CitySearchable, places: (any PlaceResolving)? = nil, languages: [String] = [],
    minimumCharacters: MinimumCharacters = .automatic, debounce: DebouncePolicy = .automatic,
    duplicates: DuplicatePolicy = .refuse, limit: Int = 10,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    precondition(limit >= 1, "limit must be at least 1, got \(limit)")
    let source = CompletionSource(source, places: places, languages: languages)
    self.init(
      source: source,
      configuration: Configuration(
        minimumCharacters: minimumCharacters.resolved(forSourceInMemory: source.isInMemory),
        debounce: debounce.resolved(forSourceInMemory: source.isInMemory),
        duplicates: duplicates, limit: limit, bias: CurrentBias(),
        makeClock: { RelativeClock(clock) }))
  }

  /// Creates a session over all names of the cities of a gazetteer, in order of relevance.
  ///
  /// A text may name a region behind the city, and may have typos. The gazetteer answers from
  /// memory, so by default the session searches from the first character on and does not debounce.
  ///
  /// ```swift
  /// let session = LocationSearch(gazetteer, languages: Locale.preferredLanguages)
  /// ```
  ///
  /// - Parameters:
  ///   - gazetteer: The cities.
  ///   - languages: The languages of titles and places, the preferred one first; empty for own names.
  ///   - minimumCharacters: The number of characters that a text needs.
  ///   - debounce: How long to wait for a pause in typing.
  ///   - duplicates: How a repeated query is handled.
  ///   - limit: The largest number of completions to return; at least 1.
  ///   - clock: The clock for debouncing.
  public init(
    _ gazetteer: Gazetteer, languages: [String] = [],
    minimumCharacters: MinimumCharacters = .automatic, debounce: DebouncePolicy = .automatic,
    duplicates: DuplicatePolicy = .refuse, limit: Int = 10,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      source: CityIndex(gazetteer), languages: languages, minimumCharacters: minimumCharacters,
      debounce: debounce, duplicates: duplicates, limit: limit, clock: clock)
  }

  init(source: CompletionSource, configuration: Configuration) {
    self.source = source
    self.configuration = configuration
    clock = configuration.makeClock()
    machine = SearchStateMachine(
      minimumCharacters: configuration.minimumCharacters, debounce: configuration.debounce,
      duplicates: configuration.duplicates)
  }
}

extension LocationSearch {
  /// Makes a session over the same source with the same settings, and the same ``bias`` from then on.
  ///
  /// The calls of one session do not replace those of the other. Completions of one session resolve
  /// in the other.
  nonisolated func makeSession() -> LocationSearch {
    LocationSearch(source: source, configuration: configuration)
  }

  /// Searches for a text, and returns at most as many completions as the limit of the session.
  ///
  /// - Parameter queryFragment: The text of the search field, unchanged.
  /// - Returns: The completions, as returned by ``search(_:)``.
  /// - Throws: ``LocationSearchError``.
  /// - Complexity: That of ``search(_:)``.
  public func search(
    queryFragment: String
  ) async throws(LocationSearchError) -> SearchCompletions {
    try await search(SearchRequest(SearchQuery(queryFragment)))
  }

  /// Searches for a text, or for more completions of the previous text.
  ///
  /// A blank text returns no completions, at once. Every call except a duplicate replaces the
  /// previous call, which then throws ``LocationSearchError/debounce``. If the source is already
  /// searching for an equal query, it is not asked again. A request for more completions of the
  /// text that was answered last is not debounced, and neither is one that was submitted, which needs one
  /// letter or digit only:
  ///
  /// ```swift
  /// let submitted = SearchRequest(SearchQuery("Y"), isSubmitted: true)  // A village in France.
  /// let completions = try await session.search(submitted)
  /// ```
  ///
  /// - Parameter request: The query; all its parts reach the source.
  /// - Returns: The completions, none if nothing matches. One completion for all cities of a shared
  ///   name precedes these cities.
  /// - Throws: ``LocationSearchError``.
  /// - Complexity: That of the source, and O(*k*) for the *k* cities that share the names found.
  public func search(
    _ request: SearchRequest
  ) async throws(LocationSearchError) -> SearchCompletions {
    callCount += 1
    let number = callCount
    // A task that was cancelled before this point must not replace the search of a newer task. A
    // cancellation after this point finds the call, because both run on the actor.
    guard !Task.isCancelled else { throw .cancelled }
    if let outcome = begin(number, request) { return try outcome.get() }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation {
        (continuation: CheckedContinuation<SearchStateMachine.Outcome, Never>) in
        receivers[number] = { continuation.resume(returning: $0) }
      }
    } onCancel: {
      Task { await self.cancelCall(number) }
    }
    return try outcome.get()
  }

  /// Looks up all places that a completion stands for, and their bounding region: by id, without another
  /// search.
  ///
  /// - Parameter completion: A completion of this session, or a stored one.
  /// - Returns: The places that exist, in the order of the completion's ids.
  /// - Throws: ``LocationSearchError/searchCompletionFailed(_:)`` with the error of the source, or
  ///   ``LocationSearchError/cancelled``.
  /// - Complexity: O(*k* log *n*) for *k* places and a gazetteer of *n* cities.
  nonisolated public func response(
    for completion: SearchCompletion
  ) async throws(LocationSearchError) -> SearchResponse {
    do {
      return SearchResponse(mapItems: try await source.mapItems(withIDs: completion.cityIDs))
    } catch {
      throw Task.isCancelled ? .cancelled : .searchCompletionFailed(UnderlyingError(error))
    }
  }

  /// Finds the cities nearest to a point, with the names of the session.
  ///
  /// - Parameters:
  ///   - point: Any point.
  ///   - limit: The greatest number of cities.
  /// - Returns: The cities, the nearest first.
  /// - Throws: The errors of ``response(for:)``.
  /// - Complexity: That of a search by distance for all cities.
  nonisolated func places(
    nearestTo point: Coordinate, limit: Int
  ) async throws(LocationSearchError) -> [MapItem] {
    do {
      return try await source.mapItems(nearestTo: point, limit: limit)
    } catch {
      throw Task.isCancelled ? .cancelled : .searchCompletionFailed(UnderlyingError(error))
    }
  }

  /// Starts a search without waiting for its outcome.
  ///
  /// - Parameters:
  ///   - request: The query.
  ///   - receiver: Receives the outcome if this function returns `nil`.
  /// - Returns: The outcome, if it is known at once.
  func begin(
    _ request: SearchRequest, receiver: @escaping Receiver
  ) -> SearchStateMachine.Outcome? {
    callCount += 1
    let number = callCount
    let outcome = begin(number, request)
    if outcome == nil { receivers[number] = receiver }
    return outcome
  }

  /// Cancels a call: its receiver gets `.cancelled`, unless it has its outcome already.
  func cancelCall(_ number: Int) { perform(machine.callerCancelled(number, at: clock.now())) }

  /// Cancels the pending call, if there is one.
  func cancelPendingCall() {
    if let request = machine.newest.pending { cancelCall(request.number) }
  }

  /// Starts a call, and returns its outcome if it is known at once.
  private func begin(_ number: Int, _ request: SearchRequest) -> SearchStateMachine.Outcome? {
    var request = request
    request.number = number
    request.query.limit = request.query.limit ?? configuration.limit
    request.query.bias = request.query.bias ?? configuration.bias.value
    return outcome(of: number, performing: machine.begin(request, at: clock.now()))
  }
}

extension LocationSearch {
  private func perform(_ actions: [SearchStateMachine.Action]) {
    _ = outcome(of: nil, performing: actions)
  }

  /// Performs the actions of the state machine, and returns the outcome of a call without receiver.
  private func outcome(
    of newCall: Int?, performing actions: [SearchStateMachine.Action]
  ) -> SearchStateMachine.Outcome? {
    var newOutcome: SearchStateMachine.Outcome?
    for action in actions {
      switch action {
      case .resume(let number, let outcome):
        if number == newCall {
          newOutcome = outcome
        } else {
          receivers.removeValue(forKey: number)?(outcome)
        }
      case .cancelTask: task?.cancel()
      case .sleep(let number, let deadline): startSleep(number, until: deadline)
      case .search(let request):
        guard let completions = source.immediateCompletions(for: request) else {
          startSearch(request)
          continue
        }
        newOutcome = outcome(
          of: newCall,
          performing: machine.finished(request.number, .success(completions), at: clock.now()))
      }
    }
    return newOutcome
  }

  // The tasks hold the session weakly, so that a source that never answers does not keep it alive.

  private func startSleep(_ number: Int, until deadline: Duration) {
    task = Task { @concurrent [weak self, clock] in
      do {
        try await clock.sleep(deadline)
      } catch {
        await self?.cancelCall(number)
        return
      }
      await self?.debounceElapsed(number)
    }
  }

  private func startSearch(_ request: SearchRequest) {
    task = Task { @concurrent [weak self, source] in
      let result: Result<SearchCompletions, any Error>
      do {
        result = .success(try await source.completions(for: request))
      } catch {
        result = .failure(error)
      }
      await self?.finished(request.number, result)
    }
  }

  private func debounceElapsed(_ number: Int) {
    perform(machine.debounceElapsed(number, at: clock.now()))
  }

  private func finished(_ number: Int, _ result: Result<SearchCompletions, any Error>) {
    perform(machine.finished(number, result, at: clock.now()))
  }
}
