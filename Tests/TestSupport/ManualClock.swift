/// A clock that moves only when told to.
///
/// Tests wait for sleepers with ``waitForSleepers(_:)`` before they move it, and so need neither
/// sleeps nor a number of yields.
package final class ManualClock: Clock {
  package struct Instant: InstantProtocol {
    package var offset: Duration

    package init(offset: Duration) { self.offset = offset }

    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (one: Instant, two: Instant) -> Bool { one.offset < two.offset }
  }

  private typealias Waiter = CheckedContinuation<Void, Never>

  private struct Sleeper {
    var deadline: Instant
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var nextID = 0
    var sleepers: [Int: Sleeper] = [:]
    /// Sleeps that were cancelled before they began.
    var cancelled: Set<Int> = []
    var waiters: [(count: Int, continuation: Waiter)] = []

    /// Removes the waiters for the current number of sleepers.
    mutating func takeWaiters() -> [Waiter] {
      let due = waiters.filter { $0.count == sleepers.count }
      waiters.removeAll { $0.count == sleepers.count }
      return due.map(\.continuation)
    }
  }

  private let state = Locked(State())

  package init() {}

  package var now: Instant { state.withLock { $0.now } }
  package var minimumResolution: Duration { .zero }

  /// The number of tasks asleep.
  package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Waits until exactly `count` tasks are asleep.
  package func waitForSleepers(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        if state.sleepers.count == count { return true }
        state.waiters.append((count, continuation))
        return false
      }
      if isReached { continuation.resume() }
    }
  }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    defer { state.withLock { _ = $0.cancelled.remove(id) } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (outcome, waiters) = state.withLock { state -> (Result<Void, any Error>?, [Waiter]) in
          if state.cancelled.contains(id) { return (.failure(CancellationError()), []) }
          if deadline <= state.now { return (.success(()), []) }
          state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
          return (nil, state.takeWaiters())
        }
        if let outcome { continuation.resume(with: outcome) }
        for waiter in waiters { waiter.resume() }
      }
    } onCancel: {
      let (sleeper, waiters) = state.withLock { state -> (Sleeper?, [Waiter]) in
        let sleeper = state.sleepers.removeValue(forKey: id)
        if sleeper == nil { state.cancelled.insert(id) }
        return (sleeper, state.takeWaiters())
      }
      sleeper?.continuation.resume(throwing: CancellationError())
      for waiter in waiters { waiter.resume() }
    }
  }

  /// Advances the clock and wakes the sleepers that are due, the earliest first.
  package func advance(by duration: Duration) {
    let (due, waiters) = state.withLock { state -> ([Sleeper], [Waiter]) in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return (due.values.sorted { $0.deadline < $1.deadline }, state.takeWaiters())
    }
    for sleeper in due { sleeper.continuation.resume() }
    for waiter in waiters { waiter.resume() }
  }
}
