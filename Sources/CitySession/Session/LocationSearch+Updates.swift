internal import CitySearch

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
    updates(for: queries.map { SearchRequest(SearchQuery($0)) })
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
    published = PublishedPhases(continuation)
    do {
      for try await request in requests {
        guard !Task.isCancelled else { break }
        publish(request)
      }
    } catch {
      // A sequence that throws has ended; its error is not the reader's.
    }
    published?.end(isWaiting: machine.newest.pending != nil)
  }

  private func publish(_ request: SearchRequest) {
    let query = request.query.text
    // The receiver keeps this session alive until it is called.
    let outcome = begin(request) { self.published?.finish(query, $0) }
    if let outcome {
      published?.finish(query, outcome)
    } else {
      published?.search(query)
    }
  }
}

/// The phases of a screen, made of the outcomes of a session.
///
/// The session says which outcome is that of the newest text: all others are ``LocationSearchError/debounce``.
struct PublishedPhases {
  private let continuation: AsyncStream<SearchPhase>.Continuation
  private var phase = SearchPhase.idle(query: "")
  /// Whether no text will follow.
  private var hasEnded = false

  init(_ continuation: AsyncStream<SearchPhase>.Continuation) { self.continuation = continuation }

  /// Publishes that a text is being searched for.
  mutating func search(_ query: String) {
    publish(.searching(query: query, previous: phase.completions))
  }

  /// Publishes the outcome of a text, unless a newer text took its place.
  mutating func finish(_ query: String, _ outcome: SearchStateMachine.Outcome) {
    if case .failure(.debounce) = outcome { return }
    publish(SearchPhase.searching(query: query, previous: phase.completions).finished(outcome))
    if hasEnded { continuation.finish() }
  }

  /// Ends the stream, after the outcome of the last text if it still waits for that.
  mutating func end(isWaiting: Bool) {
    hasEnded = true
    if !isWaiting { continuation.finish() }
  }

  private mutating func publish(_ phase: SearchPhase) {
    self.phase = phase
    continuation.yield(phase)
  }
}
