internal import Synchronization

/// Turns the outcomes of a session into the phases of a screen, and drops what is late.
final class PhaseRelay: Sendable {
  private let continuation: AsyncStream<SearchPhase>.Continuation
  private let state = Mutex(State())

  private struct State {
    var phase = SearchPhase.idle(query: "")
    /// The number of the newest query.
    var newest = 0
    /// Whether the newest query has no outcome yet.
    var isWaiting = false
    /// Whether no query will follow.
    var hasEnded = false
  }

  init(_ continuation: AsyncStream<SearchPhase>.Continuation) { self.continuation = continuation }

  /// Takes note of a query, and returns its number.
  func begin() -> Int {
    state.withLock { state in
      state.newest += 1
      state.isWaiting = true
      return state.newest
    }
  }

  /// Tells the screen that a query is searched for, unless it has its outcome already.
  func announce(_ number: Int, _ query: String) {
    state.withLock { state in
      guard state.newest == number, state.isWaiting else { return }
      state.phase = .searching(query: query, previous: state.phase.completions)
      continuation.yield(state.phase)
    }
  }

  /// Tells the screen the outcome of a query, unless there is a newer one.
  func finish(_ number: Int, _ query: String, _ outcome: SearchStateMachine.Outcome) {
    state.withLock { state in
      guard state.newest == number, state.isWaiting else { return }
      state.isWaiting = false
      let waiting = SearchPhase.searching(query: query, previous: state.phase.completions)
      state.phase = waiting.finished(outcome)
      // Under the lock, so that phases come in their order.
      continuation.yield(state.phase)
      if state.hasEnded { continuation.finish() }
    }
  }

  /// Ends the stream after the outcome of the newest query.
  func end() {
    state.withLock { state in
      state.hasEnded = true
      if !state.isWaiting { continuation.finish() }
    }
  }
}
