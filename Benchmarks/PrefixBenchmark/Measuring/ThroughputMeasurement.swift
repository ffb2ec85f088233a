import Foundation
import Synchronization

/// Queries a second over one shared structure, on several threads at once.
struct ThroughputMeasurement {
  let threadCount: Int
  let duration: UInt64

  /// Runs all threads for the duration.
  ///
  /// - Throws: `WrongAnswer` if any thread got an answer that is not the verified one.
  func queriesPerSecond(_ call: some StageCall, over set: QuerySet) throws -> Double {
    let walks = Walks()
    let deadline = MonotonicClock.now + duration
    let start = MonotonicClock.now
    DispatchQueue.concurrentPerform(iterations: threadCount) { thread in
      let queries = set.queries.span
      // Each thread starts elsewhere, or one would warm the caches for the other.
      let first = thread * queries.count / threadCount
      var (position, count, sum) = (first, 0, UInt64(0))
      while MonotonicClock.now < deadline {
        for _ in 0..<64 {
          sum &+= call.answer(to: queries[position]) &* QuerySet.weight(position)
          position = position &+ 1 == queries.count ? 0 : position &+ 1
        }
        count &+= 64
      }
      walks.finish(Walk(first: first, count: count, sum: sum))
    }
    let elapsed = MonotonicClock.now - start
    let finished = walks.all
    for walk in finished { try set.check(walk.sum, from: walk.first, count: walk.count) }
    return Double(finished.reduce(0) { $0 + $1.count }) / Double(elapsed) * 1e9
  }
}

/// What one thread went through.
private struct Walk: Sendable {
  let first: Int
  let count: Int
  let sum: UInt64
}

/// What all threads went through.
private final class Walks: Sendable {
  private let finished: Mutex<[Walk]> = Mutex([])

  var all: [Walk] { finished.withLock { $0 } }

  func finish(_ walk: Walk) { finished.withLock { $0.append(walk) } }
}
