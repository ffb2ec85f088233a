import Foundation
import Synchronization

/// The queries of one measure with the verified answers to them.
package struct QuerySet: Sendable {
  let queries: [PreparedQuery]
  /// The right answers, query by query; absent for a subject that answers another question.
  let answers: [UInt64]?

  /// The factor of the query at `index` in a sum of answers: odd, so that no bits are lost, and different
  /// for every query, so that swapped answers change the sum.
  @inline(__always)
  static func weight(_ index: Int) -> UInt64 { UInt64(truncatingIfNeeded: index &* 2 &+ 1) }

  /// The weighted sum of the answers to `count` queries from `start` on, `step` apart, cyclically;
  /// `nil` if the answers are not known.
  func sum(from start: Int = 0, count: Int, step: Int = 1) -> UInt64? {
    guard let answers else { return nil }
    var sum: UInt64 = 0
    var index = start
    for _ in 0..<count {
      sum &+= answers[index] &* Self.weight(index)
      index = (index + step) % answers.count
    }
    return sum
  }

  /// The sum of all answers as a row, the same for every subject; none if they are not known.
  package func checksum(of measure: Measure) -> [Figure] {
    sum(count: queries.count).map {
      [Figure(checksum: $0, of: Figure.Key("all", .answers, measure))]
    } ?? []
  }

  /// The same queries, without answers for a subject that answers another question.
  func asked(of subject: BuiltSubject) -> QuerySet {
    subject.entry.anotherQuestion == nil ? self : QuerySet(queries: queries, answers: nil)
  }

  /// A walk through the queries, cyclically, with the sum of the answers on the way.
  struct Walk: Sendable {
    private let set: QuerySet
    private let start: Int
    private let step: Int
    /// The next query.
    private(set) var position: Int
    private(set) var count = 0
    private var sum: UInt64 = 0

    init(_ set: QuerySet, from start: Int, step: Int = 1) {
      (self.set, self.start, self.step, position) = (set, start, step, start)
    }

    /// Adds the answer to the query at `position`, and goes on.
    @inline(__always)
    mutating func add(_ answer: UInt64) {
      sum &+= answer &* QuerySet.weight(position)
      count &+= 1
      position &+= step
      if position >= set.queries.count { position %= set.queries.count }
    }

    /// The next query; throws `WrongAnswer` if the sum is known not to be that of the verified answers.
    func checkedEnd() throws -> Int {
      if let expected = set.sum(from: start, count: count, step: step), sum != expected {
        throw WrongAnswer()
      }
      return position
    }
  }

  /// Queries a second on several threads at once, each of which starts at another query: else one would
  /// warm the caches for the other.
  ///
  /// - Throws: `WrongAnswer` if any thread got an answer that is not the verified one.
  func queriesPerSecond(
    _ call: Stage.Call, threadCount: Int, duration: UInt64
  ) throws -> Double {
    let finished = Mutex<[Walk]>([])
    let start = MonotonicClock.now
    DispatchQueue.concurrentPerform(iterations: threadCount) { thread in
      let queries = queries.span
      var walk = Walk(self, from: thread * queries.count / threadCount)
      while MonotonicClock.now < start + duration {
        for _ in 0..<64 { walk.add(call(queries[walk.position])) }
      }
      let end = walk
      finished.withLock { $0.append(end) }
    }
    let elapsed = MonotonicClock.now - start
    let walks = finished.withLock { $0 }
    for walk in walks { _ = try walk.checkedEnd() }
    return Double(walks.reduce(0) { $0 + $1.count }) / Double(elapsed) * 1e9
  }
}

/// A timed answer differs from the verified one.
struct WrongAnswer: Error {}

extension Collection where Index == Int {
  /// The distance between about `count` evenly spaced elements.
  ///
  /// It is odd, because typing sessions repeat about every eight queries.
  func step(to count: Int) -> Int { Swift.max(1, self.count / Swift.max(1, count)) | 1 }

  /// About `count` evenly spaced elements.
  func spread(to count: Int) -> [Element] {
    stride(from: startIndex, to: endIndex, by: step(to: count)).map { self[$0] }
  }
}
