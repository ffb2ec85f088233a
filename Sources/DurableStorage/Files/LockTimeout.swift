/// An attempt found the data locked by another process, or by another store in this one.
package struct LockBusy: Error {
  package init() {}
}

/// The longest time to wait for a lock, and the clock that measures it.
///
/// Waiting means trying again with a short backoff; no thread is blocked.
package struct LockTimeout: Sendable {
  /// The longest time to wait.
  package let limit: Duration
  private let clock: any Clock<Duration>

  /// The default limit of all stores that others may keep waiting.
  package static let defaultLimit = Duration.seconds(5)

  /// The time to wait for another store of this process that keeps its file for long.
  ///
  /// A store that was just given up may still be saving.
  package static var moment: LockTimeout { LockTimeout(limit: .seconds(1)) }

  /// The longest limit: a day.
  ///
  /// Longer ones are clamped, because clocks cannot add every duration.
  package static let maximumLimit = Duration.seconds(86_400)

  /// - Parameters:
  ///   - limit: The longest time to wait; at least 0. At 0 there is one attempt.
  ///   - clock: The clock that measures the time.
  package init(limit: Duration = Self.defaultLimit, clock: any Clock<Duration> = ContinuousClock())
  {
    precondition(limit >= .zero, "timeLimit must be at least 0, got \(limit).")
    self.limit = min(limit, Self.maximumLimit)
    self.clock = clock
  }

  /// Calls `attempt` again and again while it throws ``LockBusy``.
  ///
  /// - Throws: `StorageError.locked` with the name of the file after the time limit; `CancellationError`
  ///   if the task is cancelled while it waits; or the error of the attempt.
  package func retry<Result>(_ file: String, _ attempt: () throws -> Result) async throws
    -> Result
  {
    // With `self`, because the C library has a function of this name.
    try await retry(file, by: self.clock, attempt)
  }

  private func retry<C: Clock<Duration>, Result>(
    _ file: String, by clock: C, _ attempt: () throws -> Result
  ) async throws -> Result {
    let deadline = clock.now.advanced(by: limit)
    var pause = Duration.milliseconds(1)
    while true {
      do {
        return try attempt()
      } catch is LockBusy {
        let now = clock.now
        guard now < deadline else { throw StorageError.locked(file: file, limit: limit) }
        try await clock.sleep(until: min(now.advanced(by: pause), deadline), tolerance: nil)
        // The backoff stays short: an owner that takes the lock repeatedly frees it only for moments.
        pause = min(pause * 2, .milliseconds(8))
      }
    }
  }
}
