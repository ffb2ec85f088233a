/// Turns the outcomes of a session into the phases of a screen, and drops what is late.
///
/// It belongs to the actor of its session, and is not used elsewhere.
final class PhaseRelay {
  private let continuation: AsyncStream<SearchPhase>.Continuation
  private var phase = SearchPhase.idle(query: "")
  /// The number of the newest query.
  private var newest = 0
  /// Whether the newest query has no outcome yet.
  private var isWaiting = false
  /// Whether no query will follow.
  private var hasEnded = false

  init(_ continuation: AsyncStream<SearchPhase>.Continuation) { self.continuation = continuation }

  /// Takes note of a query, and returns its number.
  func begin() -> Int {
    newest += 1
    isWaiting = true
    return newest
  }

  /// Tells the screen that a query is searched for, unless it has its outcome already.
  func announce(_ number: Int, _ query: String) {
    guard newest == number, isWaiting else { return }
    show(.searching(query: query, previous: phase.completions))
  }

  /// Tells the screen the outcome of a query, unless there is a newer one.
  func finish(_ number: Int, _ query: String, _ outcome: SearchStateMachine.Outcome) {
    guard newest == number, isWaiting else { return }
    isWaiting = false
    show(SearchPhase.searching(query: query, previous: phase.completions).finished(outcome))
    if hasEnded { continuation.finish() }
  }

  /// Ends the stream after the outcome of the newest query.
  func end() {
    hasEnded = true
    if !isWaiting { continuation.finish() }
  }

  private func show(_ phase: SearchPhase) {
    self.phase = phase
    continuation.yield(phase)
  }
}
