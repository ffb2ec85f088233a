/// How long to wait for what another process has locked, and by which clock.
///
/// Waiting is asking again, with pauses in which no thread is blocked.
package struct LockWait: Sendable {
  /// The longest time to wait.
  package let limit: Duration
  private let clock: any Clock<Duration>

  /// The longest time that stores wait if nothing else is said.
  package static let defaultLimit = Duration.seconds(5)

  /// - Parameters:
  ///   - limit: The longest time to wait; zero for not at all.
  ///   - clock: The clock to wait by.
  package init(limit: Duration = Self.defaultLimit, clock: any Clock<Duration> = ContinuousClock())
  {
    precondition(limit >= .zero, "The time limit must be at least 0, got \(limit).")
    self.limit = limit
    self.clock = clock
  }

  /// What an attempt throws if another process has the lock.
  package struct Busy: Error {
    package init() {}
  }

  /// Calls `attempt` again and again while it throws ``Busy``.
  ///
  /// - Throws: `StorageError.locked` with the name of the file, if the time limit has passed;
  ///   `CancellationError` if the task is cancelled while it waits; or what the attempt throws.
  package func perform<Result>(on file: String, _ attempt: () throws -> Result) async throws
    -> Result
  {
    try await perform(on: file, clock, attempt)
  }

  private func perform<C: Clock<Duration>, Result>(
    on file: String, _ clock: C, _ attempt: () throws -> Result
  ) async throws -> Result {
    let deadline = clock.now.advanced(by: limit)
    var pause = Duration.milliseconds(1)
    while true {
      do {
        return try attempt()
      } catch is Busy {
        let now = clock.now
        guard now < deadline else { throw StorageError.locked(file: file, limit: limit) }
        try await clock.sleep(until: min(now.advanced(by: pause), deadline), tolerance: nil)
        // Short, because an owner that takes the lock again at once leaves it free for a moment only.
        pause = min(pause * 2, .milliseconds(8))
      }
    }
  }
}
