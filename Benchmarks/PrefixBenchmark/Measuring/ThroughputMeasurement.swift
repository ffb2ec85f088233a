import Algorithms
import CitySearch
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
    let finished = Mutex<[(first: Int, count: Int, sum: UInt64)]>([])
    let deadline = MonotonicClock.now + duration
    let start = MonotonicClock.now
    DispatchQueue.concurrentPerform(iterations: threadCount) { thread in
      let queries = set.queries.span
      // Each thread starts at another query, or one would warm the caches for the other.
      let first = thread * queries.count / threadCount
      var (position, count, sum) = (first, 0, UInt64(0))
      while MonotonicClock.now < deadline {
        for _ in 0..<64 {
          sum &+= call(queries[position]) &* QuerySet.weight(position)
          position = position &+ 1 == queries.count ? 0 : position &+ 1
        }
        count &+= 64
      }
      let walk = (first: first, count: count, sum: sum)
      finished.withLock { $0.append(walk) }
    }
    let elapsed = MonotonicClock.now - start
    let walks = finished.withLock { $0 }
    for walk in walks { try set.check(walk.sum, from: walk.first, count: walk.count) }
    return Double(walks.reduce(0) { $0 + $1.count }) / Double(elapsed) * 1e9
  }
}

/// Reads the ids of all matches of every query of a workload, as lists do that are scrolled to their
/// ends.
///
/// Each distinct query is asked once, though people repeat many: else the few that match a tenth of all
/// cities would be most of the work.
struct RowSweep {
  let measure: Measure
  private let set: QuerySet
  /// The numbers of queries and of ids.
  let size: [Figure]

  /// Prepares the distinct queries, and answers them by the reference.
  init(workload: String, queries: [PreparedQuery], reference: any Subject) {
    measure = Measure(workload: workload, stage: .rows)
    let queries = Array(queries.uniqued(on: \.folded))
    let call = RowsCall(subject: reference, limit: nil)
    set = QuerySet(queries: queries, answers: queries.map { call($0) })
    size = [
      Figure(Figure.Key("all", "sweep queries", measure), .count, queries.count),
      Figure(
        Figure.Key("all", "sweep ids", measure), .count,
        queries.reduce(0) { $0 + reference.locate($1) }),
    ]
  }

  /// The median time of `rounds` sweeps after one for warming up.
  ///
  /// - Throws: `WrongAnswer` if any answer is not that of the reference.
  func time(_ built: BuiltSubject, rounds: Int) throws -> Figure {
    let call = RowsCall(subject: built.subject, limit: nil)
    let queries = set.queries.span
    var samples = Samples()
    for round in 0...rounds {
      var sum: UInt64 = 0
      let start = MonotonicClock.now
      for index in queries.indices {
        sum &+= call(queries[index]) &* QuerySet.weight(index)
      }
      let elapsed = MonotonicClock.elapsed(since: start)
      if round > 0 { samples.append(elapsed) }
      try set.check(sum, from: 0, count: queries.count)
    }
    return Figure(
      Figure.Key(built.entry.name, "sweep", measure), .nanoseconds, samples.percentile(50))
  }
}
