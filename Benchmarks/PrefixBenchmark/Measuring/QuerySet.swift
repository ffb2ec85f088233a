/// The queries of one measure with the verified answers to them.
struct QuerySet {
  let queries: [PreparedQuery]
  /// What every subject must answer, query by query; absent for one that answers another question.
  let answers: [UInt64]?

  /// The factor of the query at `index` in a sum of answers: odd, so that it loses nothing, and
  /// another one for every query, so that two swapped answers are noticed.
  @inline(__always)
  static func weight(_ index: Int) -> UInt64 { UInt64(truncatingIfNeeded: index &* 2 &+ 1) }

  /// The weighted sum of the answers to `count` queries from `start` on, `step` apart, going round;
  /// `nil` if the answers are not known.
  func sum(from start: Int, count: Int, step: Int = 1) -> UInt64? {
    guard let answers else { return nil }
    var sum: UInt64 = 0
    var index = start
    for _ in 0..<count {
      sum &+= answers[index] &* Self.weight(index)
      index = (index + step) % answers.count
    }
    return sum
  }

  /// The sum of all answers, which is the checksum of a result.
  var checksum: String? { sum(from: 0, count: queries.count)?.hexadecimal }

  /// Throws if `sum` is known not to be that of the answers.
  func check(_ sum: UInt64, from start: Int, count: Int, step: Int = 1) throws {
    guard let expected = self.sum(from: start, count: count, step: step) else { return }
    guard sum == expected else { throw WrongAnswer() }
  }
}

/// A subject answered otherwise than when its answers were verified.
struct WrongAnswer: Error {}
