/// The queries of one measure with the verified answers to them.
package struct QuerySet: Sendable {
  let queries: [PreparedQuery]
  /// The right answers, query by query.
  let answers: [UInt64]

  /// The factor of the query at `index` in a sum of answers: odd, so that no bits are lost, and different
  /// for every query, so that swapped answers change the sum.
  @inline(__always)
  static func weight(_ index: Int) -> UInt64 { UInt64(truncatingIfNeeded: index &* 2 &+ 1) }

  /// The weighted sum of the answers to `count` queries from `start` on, `step` apart, cyclically.
  func sum(from start: Int = 0, count: Int, step: Int = 1) -> UInt64 {
    var sum: UInt64 = 0
    var index = start
    for _ in 0..<count {
      sum &+= answers[index] &* Self.weight(index)
      index = (index + step) % answers.count
    }
    return sum
  }

  /// The sum of all answers as a row, the same for every subject.
  package func checksum(of measure: Measure) -> Figure {
    Figure(checksum: sum(count: queries.count), of: Figure.Key("all", .answers, measure))
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

    /// The next query; throws `WrongAnswer` if the sum is not that of the verified answers.
    func checkedEnd() throws -> Int {
      guard sum == set.sum(from: start, count: count, step: step) else { throw WrongAnswer() }
      return position
    }
  }
}

/// A timed answer differs from the verified one.
struct WrongAnswer: Error {}
