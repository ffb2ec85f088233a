internal import CitySearch

/// The search of one field, for an app that has no ``/CityExplorer/ExplorerModel``; it never returns a stale
/// answer.
///
/// It waits for a pause in typing and searches for the newest text only. When a newer call arrives, the older
/// call throws `CancellationError` at once, its search is cancelled, and a late answer is dropped. Every call
/// has exactly one outcome, even if the source never answers.
///
/// ```swift
/// let session = LocationSearch(.live(gazetteer))
/// let completions = try await session.search(queryFragment: "são pau")
/// let places = try await session.places(of: completions[0])
/// ```
///
/// One session serves one field; any number of them may share a ``SearchClient``. Calls are ordered as they
/// reach the actor, so two tasks that start at the same time have no defined order.
public actor LocationSearch {
  private typealias Receiver = CheckedContinuation<SearchStateMachine.Outcome?, Never>

  private nonisolated let client: SearchClient
  private(set) var machine: SearchStateMachine
  private var receivers: [Int: Receiver] = [:]
  private var task: Task<Void, Never>?
  /// The number of calls so far, which is the number of the newest call.
  private(set) var callCount = 0

  /// Creates a session.
  ///
  /// - Parameter client: The search.
  public init(_ client: SearchClient) {
    self.client = client
    machine = SearchStateMachine(client.pacing)
  }
}

extension LocationSearch {
  /// Searches for a text, and returns at most as many completions as the limit of the client.
  ///
  /// - Parameter queryFragment: The text of the search field, unchanged.
  /// - Returns: The completions, as returned by ``search(_:)``.
  /// - Throws: The errors of ``search(_:)``.
  /// - Complexity: That of ``search(_:)``.
  public func search(queryFragment: String) async throws -> SearchCompletions {
    try await search(SearchRequest(SearchQuery(queryFragment)))
  }

  /// Searches for a text, or for more completions of the previous text.
  ///
  /// A blank text returns no completions, at once, and a text that says the same as the one answered last its
  /// answer again. Every call replaces the previous one. If the source is already searching for an equal query,
  /// it is not asked again. A request for more completions of the text that was answered last waits for no
  /// pause, and neither does one that was submitted, which needs one letter or digit only:
  ///
  /// ```swift
  /// let submitted = SearchRequest(SearchQuery("Y"), isSubmitted: true)  // A village in France.
  /// let completions = try await session.search(submitted)
  /// ```
  ///
  /// - Parameter request: The query; all its parts reach the source.
  /// - Returns: The completions, none if nothing matches. One completion for all cities of a shared
  ///   name precedes these cities.
  /// - Throws: ``LocationSearchError``; `CancellationError` if a newer call replaced this one, or its task was
  ///   cancelled.
  /// - Complexity: That of the source, and O(*k*) for the *k* cities that share the names found.
  public func search(_ request: SearchRequest) async throws -> SearchCompletions {
    callCount += 1
    let number = callCount
    // A task that was cancelled before this point must not replace the search of a newer task. A
    // cancellation after this point finds the call, because both run on the actor.
    guard !Task.isCancelled else { throw CancellationError() }
    var request = request
    request.number = number
    let actions = machine.begin(request)
    if let outcome = perform(actions, for: number) { return try outcome.get() }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { receivers[number] = $0 }
    } onCancel: {
      Task { await self.cancel(number) }
    }
    guard let outcome else { throw CancellationError() }
    return try outcome.get()
  }

  /// Looks up all places that a completion stands for: by id, without another search.
  ///
  /// - Parameter completion: A completion of this session, or a stored one.
  /// - Returns: The places that exist, in the order of the completion's ids.
  /// - Throws: ``LocationSearchError/searchCompletionFailed(_:)`` with the error of the source, or
  ///   `CancellationError`.
  /// - Complexity: O(*k* log *n*) for *k* places and a gazetteer of *n* cities.
  nonisolated public func places(of completion: SearchCompletion) async throws -> [MapItem] {
    do {
      return try await client.mapItems(completion.cityIDs)
    } catch {
      if Task.isCancelled { throw CancellationError() }
      throw LocationSearchError(error)
    }
  }
}

extension LocationSearch {
  /// Performs actions, and returns the outcome of a new call, if it is known at once.
  @discardableResult
  private func perform(
    _ actions: [SearchStateMachine.Action], for newCall: Int? = nil
  ) -> SearchStateMachine.Outcome? {
    var newOutcome: SearchStateMachine.Outcome?
    for action in actions {
      switch action {
      case .resume(let number, let outcome):
        if number == newCall {
          newOutcome = outcome
        } else {
          receivers.removeValue(forKey: number)?.resume(returning: outcome)
        }
      case .giveUp(let number): receivers.removeValue(forKey: number)?.resume(returning: nil)
      case .cancelTask: task?.cancel()
      case .pause(let number, let duration): wait(number, duration)
      case .search(let request):
        guard let completions = client.immediateSearch(request) else {
          ask(request)
          continue
        }
        newOutcome = perform(machine.finished(request.number, .success(completions)), for: newCall)
      }
    }
    return newOutcome
  }

  // The tasks hold the session weakly, so that a source that never answers does not keep it alive.

  private func wait(_ number: Int, _ duration: Duration) {
    let pauseEnds = client.beginPause(duration)
    task = Task { @concurrent [weak self] in
      do {
        try await pauseEnds()
      } catch {
        await self?.cancel(number)
        return
      }
      await self?.pauseElapsed(number)
    }
  }

  private func ask(_ request: SearchRequest) {
    task = Task { @concurrent [weak self, client] in
      let outcome: SearchStateMachine.Outcome
      do {
        outcome = .success(try await client.search(request))
      } catch {
        outcome = .failure(LocationSearchError(error))
      }
      await self?.finished(request.number, outcome)
    }
  }

  private func cancel(_ number: Int) { perform(machine.cancel(number)) }

  private func pauseElapsed(_ number: Int) { perform(machine.pauseElapsed(number)) }

  private func finished(_ number: Int, _ outcome: SearchStateMachine.Outcome) {
    perform(machine.finished(number, outcome))
  }
}
