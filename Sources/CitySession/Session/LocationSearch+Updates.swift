extension LocationSearch {
  /// The phases of a screen while somebody types.
  ///
  /// Each text is searched for as by ``search(queryFragment:)``, in a session of its own with the
  /// settings of this one: calls made elsewhere do not disturb it. The first phases of a text come
  /// as it is taken from the sequence, and no phase of an older text comes after them. A text that
  /// says the same as the one before gets the same answer, without another search. Where the answer comes
  /// from memory at once, there is no phase before it.
  ///
  /// The stream ends after the outcome of the last text. It also ends if the sequence throws, or if
  /// the task that reads it is cancelled, and then a search in flight is cancelled.
  ///
  /// - Parameter queries: The texts of the search field.
  /// - Returns: The phases; a reader that is slow misses none.
  nonisolated public func updates<Queries: AsyncSequence & Sendable>(
    for queries: Queries
  ) -> AsyncStream<SearchPhase> where Queries.Element == String {
    updates(for: queries.map { SearchRequest($0) })
  }

  /// The phases of a screen while somebody types and wants more of what was found.
  ///
  /// All is as with texts. While more is on its way, the completions on screen stay.
  ///
  /// - Parameter requests: The texts of the search field, and ``SearchCompletions/more`` of a list.
  /// - Returns: The phases; a reader that is slow misses none.
  nonisolated public func updates<Requests: AsyncSequence & Sendable>(
    for requests: Requests
  ) -> AsyncStream<SearchPhase> where Requests.Element == SearchRequest {
    var configuration = configuration
    configuration.duplicates = .repeatAnswer
    let session = LocationSearch(source: source, configuration: configuration)
    let (phases, continuation) = AsyncStream.makeStream(of: SearchPhase.self)
    let task = Task { await session.relay(requests, to: continuation) }
    continuation.onTermination = { _ in
      task.cancel()
      // After the cancellation, so that no query can begin behind it.
      Task { await session.cancelPendingCall() }
    }
    return phases
  }

  private func relay(
    _ requests: some AsyncSequence<SearchRequest, some Error>,
    to continuation: AsyncStream<SearchPhase>.Continuation
  ) async {
    relay = PhaseRelay(continuation)
    do {
      for try await request in requests {
        guard !Task.isCancelled else { break }
        relay(request)
      }
    } catch {
      // There will be no more queries, whatever the reason.
    }
    relay?.end()
  }

  private func relay(_ request: SearchRequest) {
    let query = request.text
    guard let number = relay?.begin() else { return }
    // The receiver keeps this session alive until it is called.
    let outcome = begin(request) { self.relay?.finish(number, query, $0) }
    if let outcome {
      relay?.finish(number, query, outcome)
    } else {
      relay?.announce(number, query)
    }
  }
}
