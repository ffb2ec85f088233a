/// The timeout and the retries of a remote search.
public struct RemoteSearchPolicy: Sendable, Hashable {
  /// The timeout of a search: of all its pages together, with all attempts and delays.
  let timeout: Duration
  /// The largest number of attempts for a request, which gets one page.
  let maximumAttempts: Int
  /// The delay between the first failure and the second attempt; each further delay is twice as long
  /// (exponential backoff).
  ///
  /// Each delay is shortened by up to a half at random, so that clients do not retry at the same
  /// time.
  let firstDelay: Duration
  /// The longest delay; if the server asks for a longer one, the search fails at once.
  let maximumDelay: Duration

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - timeout: The timeout of a search: of all its pages together, with all attempts and delays; more
  ///     than 0.
  ///   - maximumAttempts: The largest number of attempts for a request; at least 1.
  ///   - firstDelay: The delay between the first failure and the second attempt; at least 0.
  ///   - maximumDelay: The longest delay; at least `firstDelay`. If the server asks for a longer one, the
  ///     search fails.
  public init(
    timeout: Duration = .seconds(10), maximumAttempts: Int = 3,
    firstDelay: Duration = .milliseconds(200), maximumDelay: Duration = .seconds(5)
  ) {
    precondition(timeout > .zero, "timeout must be more than 0, got \(timeout).")
    precondition(
      maximumAttempts >= 1, "maximumAttempts must be at least 1, got \(maximumAttempts).")
    precondition(firstDelay >= .zero, "firstDelay must be at least 0, got \(firstDelay).")
    precondition(
      maximumDelay >= firstDelay,
      "maximumDelay must be at least firstDelay, which is \(firstDelay), got \(maximumDelay).")
    self.timeout = timeout
    self.maximumAttempts = maximumAttempts
    self.firstDelay = firstDelay
    self.maximumDelay = maximumDelay
  }
}
