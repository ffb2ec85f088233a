extension LocationSearch {
  /// What a session was made with, and what another can be made with.
  struct Configuration: Sendable {
    var minimumCharacters: MinimumCharacters
    var debounce: DebouncePolicy
    var duplicates: DuplicatePolicy
    /// The most completions to give, unless a request says otherwise.
    var limit: Int
    /// Makes the clock of a session, which starts at zero.
    var makeClock: @Sendable () -> RelativeClock
  }
}
