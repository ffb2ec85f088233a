public import CitySearch

/// A session behind a search field, which never shows a stale answer.
///
/// Whatever is typed is searched for as the policy for debouncing says, and only the newest text
/// counts: as soon as another is asked for, the caller of the older one is told so, its search is
/// cancelled, and its answer, should one still come, is dropped. Every caller gets exactly one
/// outcome, and gets it even if the source never answers.
///
/// ```swift
/// let session = LocationSearch(gazetteer)
/// let completions = try await session.search(queryFragment: "são pau")
/// let places = try await session.response(for: completions[0])
/// ```
///
/// One session serves one field; ``makeSession()`` makes one for another. The calls of a session are
/// ordered as they reach it; who starts two tasks at once has no say in their order. `updates(for:)`
/// takes a sequence instead.
public actor LocationSearch {
  nonisolated let source: CompletionSource
  nonisolated let configuration: Configuration

  private let clock: RelativeClock
  private(set) var machine: SearchStateMachine
  private var receivers: [Int: Receiver] = [:]
  private var task: Task<Void, Never>?
  /// Where the outcomes go if this is the session behind a stream of phases.
  var relay: PhaseRelay?
  /// The number of calls so far, which is the number of the newest.
  private(set) var callCount = 0

  /// Takes the outcome of a call, on this actor.
  typealias Receiver = (SearchStateMachine.Outcome) -> Void

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - source: What is searched.
  ///   - places: What knows the cities of `source` by id; `nil` for the source itself, if it can.
  ///   - minimumCharacters: How many characters a text needs.
  ///   - debounce: How long to wait for the end of typing.
  ///   - duplicates: What becomes of a query that says the same as the one answered last.
  ///   - limit: The most completions to give; at least 1.
  ///   - clock: What time is measured with.
  public init(
    source: any CitySearchable, places: (any PlaceResolving)? = nil,
    minimumCharacters: MinimumCharacters = .automatic, debounce: DebouncePolicy = .automatic,
    duplicates: DuplicatePolicy = .refuse, limit: Int = 10,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    precondition(limit >= 1, "limit must be at least 1, got \(limit)")
    self.init(
      source: CompletionSource(source, places: places),
      configuration: Configuration(
        minimumCharacters: minimumCharacters.resolved(
          answersImmediately: source.answersImmediately),
        debounce: debounce.resolved(answersImmediately: source.answersImmediately),
        duplicates: duplicates, limit: limit, makeClock: { RelativeClock(clock) }))
  }

  /// Creates a session that searches all names of the cities of a gazetteer, the likeliest first, with
  /// regions behind them and in spite of small mistakes.
  ///
  /// It answers from memory, and so from the first character on and without waiting for the end of
  /// typing, unless you say otherwise.
  ///
  /// - Parameters:
  ///   - gazetteer: The cities.
  ///   - minimumCharacters: How many characters a text needs.
  ///   - debounce: How long to wait for the end of typing.
  ///   - duplicates: What becomes of a query that says the same as the one answered last.
  ///   - limit: The most completions to give; at least 1.
  ///   - clock: What time is measured with.
  public init(
    _ gazetteer: Gazetteer, minimumCharacters: MinimumCharacters = .automatic,
    debounce: DebouncePolicy = .automatic, duplicates: DuplicatePolicy = .refuse, limit: Int = 10,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      source: CityCompleter(gazetteer), minimumCharacters: minimumCharacters, debounce: debounce,
      duplicates: duplicates, limit: limit, clock: clock)
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
  /// Makes a session over the same source with the same settings.
  ///
  /// Neither takes the place of the other's calls. A completion of the one resolves in the other.
  nonisolated public func makeSession() -> LocationSearch {
    LocationSearch(source: source, configuration: configuration)
  }

  /// Searches for what was typed, and gives as many completions as the session was made for.
  ///
  /// - Parameter queryFragment: The text of the search field as it is.
  /// - Returns: What ``search(_:)`` returns.
  /// - Throws: ``LocationSearchError``, which lists the reasons.
  /// - Complexity: That of ``search(_:)``.
  public func search(
    queryFragment: String
  ) async throws(LocationSearchError) -> SearchCompletions {
    try await search(SearchRequest(queryFragment))
  }

  /// Searches for what was typed, or for more of what was found.
  ///
  /// A text of blanks only gives no completions, at once. Any call but a duplicate takes the place of
  /// the one before, whose caller then gets ``LocationSearchError/debounce``. If the source is asked for
  /// the same already, it is not asked again.
  ///
  /// For more of the text that was answered last nobody waits for the end of typing.
  ///
  /// - Parameter request: The text, and how many completions to give.
  /// - Returns: The completions, none if nothing matches. Cities that share a name are preceded by
  ///   one line for all of them.
  /// - Throws: ``LocationSearchError``, which lists the reasons.
  /// - Complexity: That of the source, and O(*k*) for the *k* cities that share the names found.
  public func search(
    _ request: SearchRequest
  ) async throws(LocationSearchError) -> SearchCompletions {
    callCount += 1
    let number = callCount
    // A task that was cancelled before its turn must not disturb the search of a newer one. From here
    // on a cancellation finds the call, since both need the actor.
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

  /// Starts a search without waiting for its outcome.
  ///
  /// - Parameters:
  ///   - request: The text, and how many completions to give.
  ///   - receiver: What takes the outcome, unless it is there already.
  /// - Returns: The outcome, if it is there already.
  func begin(
    _ request: SearchRequest, receiver: @escaping Receiver
  ) -> SearchStateMachine.Outcome? {
    callCount += 1
    let number = callCount
    let outcome = begin(number, request)
    if outcome == nil { receivers[number] = receiver }
    return outcome
  }

  /// Cancels a call; its receiver gets `.cancelled`, unless it got something else already.
  func cancelCall(_ number: Int) { perform(machine.callerCancelled(number, at: clock.now())) }

  /// Cancels the call that is waited for, if there is one.
  func cancelPendingCall() {
    if let number = machine.pendingNumber { cancelCall(number) }
  }

  /// Starts a call, and gives its outcome if nobody needs to wait for it.
  private func begin(_ number: Int, _ request: SearchRequest) -> SearchStateMachine.Outcome? {
    let call = SearchStateMachine.Call(
      number, request.text, limit: request.limit ?? configuration.limit)
    return outcome(of: number, performing: machine.begin(call, at: clock.now()))
  }
}

extension LocationSearch {
  private func perform(_ actions: [SearchStateMachine.Action]) {
    _ = outcome(of: nil, performing: actions)
  }

  /// Does what the machine says, and gives the outcome of a call that has no receiver yet.
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
      case .search(let call):
        guard let completions = source.completionsAtOnce(for: call) else {
          startSearch(call)
          continue
        }
        newOutcome = outcome(
          of: newCall,
          performing: machine.finished(call.number, .success(completions), at: clock.now()))
      }
    }
    return newOutcome
  }

  // The tasks hold the session weakly: a source that never answers keeps itself alive, not all this.

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

  private func startSearch(_ call: SearchStateMachine.Call) {
    task = Task { @concurrent [weak self, source] in
      let result: Result<SearchCompletions, any Error>
      do {
        result = .success(try await source.completions(for: call))
      } catch {
        result = .failure(error)
      }
      await self?.finished(call.number, result)
    }
  }

  private func debounceElapsed(_ number: Int) {
    perform(machine.debounceElapsed(number, at: clock.now()))
  }

  private func finished(_ number: Int, _ result: Result<SearchCompletions, any Error>) {
    perform(machine.finished(number, result, at: clock.now()))
  }
}
