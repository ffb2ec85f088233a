extension LocationSearch {
  /// What a session was made with, and what another can be made with.
  struct Configuration: Sendable {
    var minimumCharacters: MinimumCharacters
    var debounce: DebouncePolicy
    var duplicates: DuplicatePolicy
    /// The most completions to give, unless a request says otherwise.
    var limit: Int
    /// Makes the clock of a session, which starts at zero.
    var makeClock: @Sendable () -> SessionClock
  }
}

/// Any clock, as time since the session began.
package struct SessionClock: Sendable {
  /// The time since the session began.
  package let now: @Sendable () -> Duration
  /// Sleeps until so much time has passed since the session began.
  package let sleep: @Sendable (_ deadline: Duration) async throws -> Void

  package init(_ clock: some Clock<Duration>) {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }
}
