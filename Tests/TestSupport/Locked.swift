internal import Foundation

/// A value behind a lock that the thread sanitizer understands.
///
/// `Mutex` would do, but its slow path is in a library without instrumentation: as soon as two
/// threads meet at one, the sanitizer of Swift 6.3 on Linux reports races that are none.
///
/// Unchecked, because the compiler cannot verify that the lock guards the value.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: sending Value) { self.value = value }

  /// Calls a closure with the value, alone.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}

/// A count that tests wait for.
package final class Milestone: Sendable {
  private struct State {
    var count = 0
    var waiters: [(target: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Locked(State())

  package init() {}

  /// The count so far.
  package var count: Int { state.withLock { $0.count } }

  /// Increments the count, and wakes those who wait for it.
  package func reach() {
    let due = state.withLock { state in
      state.count += 1
      let due = state.waiters.filter { $0.target <= state.count }
      state.waiters.removeAll { $0.target <= state.count }
      return due
    }
    for waiter in due { waiter.continuation.resume() }
  }

  /// Waits until the count is `target` or more.
  package func wait(for target: Int) async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        if state.count >= target { return true }
        state.waiters.append((target, continuation))
        return false
      }
      if isReached { continuation.resume() }
    }
  }
}
