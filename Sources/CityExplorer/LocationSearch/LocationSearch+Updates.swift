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
    var configuration = configuration
    configuration.duplicates = .repeatAnswer
    let session = LocationSearch(source: source, configuration: configuration)
    let (phases, continuation) = AsyncStream.makeStream(of: SearchPhase.self)
    let task = Task { await session.relay(queries, to: continuation) }
    continuation.onTermination = { _ in
      task.cancel()
      // After the cancellation, so that no query can begin behind it.
      Task { await session.cancelPendingCall() }
    }
    return phases
  }

  private func relay(
    _ queries: some AsyncSequence<String, some Error>,
    to continuation: AsyncStream<SearchPhase>.Continuation
  ) async {
    relay = PhaseRelay(continuation)
    do {
      for try await query in queries {
        guard !Task.isCancelled else { break }
        search(for: query)
      }
    } catch {
      // There will be no more queries, whatever the reason.
    }
    relay?.end()
  }

  private func search(for query: String) {
    guard let number = relay?.begin() else { return }
    // The receiver keeps this session alive until it is called.
    let outcome = begin(query) { self.relay?.finish(number, query, $0) }
    if let outcome {
      relay?.finish(number, query, outcome)
    } else {
      relay?.announce(number, query)
    }
  }
}
