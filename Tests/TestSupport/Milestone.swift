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
