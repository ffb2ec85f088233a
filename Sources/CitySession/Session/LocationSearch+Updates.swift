extension LocationSearch {
  /// The phases of a search screen while a person types.
  ///
  /// Each text is searched for as by ``search(queryFragment:)``, in a new session with the settings
  /// of this one, so other calls do not interfere. No phase of an older text follows a phase of a
  /// newer text. A text that is equal to the previous one gets the same answer without another
  /// search. A source that answers from memory has no ``SearchPhase/searching(query:previous:)``
  /// phase.
  ///
  /// The stream begins with the first text and ends after the outcome of the last one. It also ends
  /// if the sequence throws, or if the task that reads the stream is cancelled; a search in flight
  /// is cancelled then.
  ///
  /// - Parameter queries: The texts of the search field.
  /// - Returns: The phases. All are buffered, so a slow reader misses none.
  nonisolated public func updates<Queries: AsyncSequence & Sendable>(
    for queries: Queries
  ) -> AsyncStream<SearchPhase> where Queries.Element == String {
    updates(for: queries.map { SearchRequest($0) })
  }

  /// The phases of a search screen while a person types and asks for more completions.
  ///
  /// Requests are handled as texts are. While more completions are being searched for, the
  /// completions on screen stay.
  ///
  /// - Parameter requests: The texts of the search field, and ``SearchCompletions/more`` of a list.
  /// - Returns: The phases. All are buffered, so a slow reader misses none.
  nonisolated public func updates<Requests: AsyncSequence & Sendable>(
    for requests: Requests
  ) -> AsyncStream<SearchPhase> where Requests.Element == SearchRequest {
    var configuration = configuration
    configuration.duplicates = .repeatAnswer
    let session = LocationSearch(source: source, configuration: configuration)
    let (phases, continuation) = AsyncStream.makeStream(of: SearchPhase.self)
    let task = Task { await session.publish(requests, to: continuation) }
    continuation.onTermination = { _ in
      task.cancel()
      // After the cancellation of the task, so that no new query can begin.
      Task { await session.cancelPendingCall() }
    }
    return phases
  }

  private func publish(
    _ requests: some AsyncSequence<SearchRequest, some Error>,
    to continuation: AsyncStream<SearchPhase>.Continuation
  ) async {
    publisher = PhasePublisher(continuation)
    do {
      for try await request in requests {
        guard !Task.isCancelled else { break }
        publish(request)
      }
    } catch {
      // A sequence that throws has ended; its error is not the reader's.
    }
    publisher?.end()
  }

  private func publish(_ request: SearchRequest) {
    let query = request.text
    guard let number = publisher?.begin() else { return }
    // The receiver keeps this session alive until it is called.
    let outcome = begin(request) { self.publisher?.finish(number, query, $0) }
    if let outcome {
      publisher?.finish(number, query, outcome)
    } else {
      publisher?.searching(number, query)
    }
  }
}

/// Turns the outcomes of a session into the phases of a screen, and drops late outcomes.
///
/// A publisher is confined to the actor of its session.
final class PhasePublisher {
  private let continuation: AsyncStream<SearchPhase>.Continuation
  private var phase = SearchPhase.idle(query: "")
  /// The number of the newest query.
  private var newest = 0
  /// Whether the newest query has no outcome yet.
  private var isWaiting = false
  /// Whether no query will follow.
  private var hasEnded = false

  init(_ continuation: AsyncStream<SearchPhase>.Continuation) { self.continuation = continuation }

  /// Begins a query, and returns its number.
  func begin() -> Int {
    newest += 1
    isWaiting = true
    return newest
  }

  /// Publishes that a query is being searched for, unless it has its outcome already.
  func searching(_ number: Int, _ query: String) {
    guard newest == number, isWaiting else { return }
    publish(.searching(query: query, previous: phase.completions))
  }

  /// Publishes the outcome of a query, unless there is a newer query.
  func finish(_ number: Int, _ query: String, _ outcome: SearchStateMachine.Outcome) {
    guard newest == number, isWaiting else { return }
    isWaiting = false
    publish(SearchPhase.searching(query: query, previous: phase.completions).finished(outcome))
    if hasEnded { continuation.finish() }
  }

  /// Ends the stream after the outcome of the newest query.
  func end() {
    hasEnded = true
    if !isWaiting { continuation.finish() }
  }

  private func publish(_ phase: SearchPhase) {
    self.phase = phase
    continuation.yield(phase)
  }
}
