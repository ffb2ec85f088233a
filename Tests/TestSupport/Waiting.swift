package import Testing

/// Waits until a condition holds: an object is gone, a task has come to a point.
///
/// What tells that it is reached needs no such wait: ``Milestone``, ``ManualClock/waitForSleepers(_:)``.
/// This looks again and again, at first whenever other tasks had a turn, and later after pauses, so that
/// it does not take the processor from what it waits for.
///
/// - Parameters:
///   - expectation: What it waits for, as the end of a sentence: "the session is gone".
///   - limit: The longest time to wait; no busy machine takes so long.
///   - sourceLocation: The place of the wait, for the error.
///   - condition: Whether the wait is over. It may also do something that helps, each time.
/// - Throws: ``WaitTimeout`` after the limit, `CancellationError` if the test is cancelled, or the error of
///   the condition.
package func waitUntil(
  _ expectation: String, limit: Duration = .seconds(1_200),
  sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () async throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + limit
  var turnCount = 0
  while try await !condition() {
    guard ContinuousClock.now < deadline else {
      throw WaitTimeout(
        expectation: expectation, limit: limit,
        place: "\(sourceLocation.fileID):\(sourceLocation.line)")
    }
    turnCount += 1
    if turnCount < 100 {
      await Task.yield()
    } else {
      try await Task.sleep(for: .milliseconds(1))
    }
  }
}

/// A condition that did not hold in time.
package struct WaitTimeout: Error, CustomStringConvertible {
  let expectation: String
  let limit: Duration
  let place: String

  package var description: String { "Waited \(limit) in vain until \(expectation) (\(place))." }
}
