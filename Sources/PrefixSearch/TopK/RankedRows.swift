/// The ranking of rows.
///
/// Rows are ordered by weight, the greatest first, and then by group, the least first. A group has the
/// position of its best row; of its rows with equal weight the best is the one with the least precedence,
/// and then the first.
@usableFromInline package protocol RankedRows {
  /// Whether two rows may belong to one group.
  static var hasGroups: Bool { get }
  /// The weight of a row; rows of weight 0 are never listed.
  func weight(ofRow row: Int) -> UInt64
  /// The greatest weight that a row of a block can have, given the maximum that is stored for the
  /// block.
  ///
  /// A greater maximum must not have a smaller bound.
  func bound(forMaximum maximum: UInt64) -> UInt64
  /// The group of a row.
  func group(ofRow row: Int) -> UInt32
  /// The tie-break between rows of one group with equal weight: the least is the best.
  func precedence(ofRow row: Int) -> UInt8
  /// Other weights of rows of an interval, for some of the prefixes that match the interval.
  ///
  /// - Parameters:
  ///   - interval: The rows.
  ///   - lengths: The lengths of these prefixes.
  /// - Returns: The variants; none by default.
  func variants(of interval: Range<Int>, prefixLengths lengths: ClosedRange<Int>) -> [ListVariant]
}

/// Other weights for rows of an interval.
@usableFromInline package struct ListVariant {
  /// The number of the variant, 1 to ``highestNumber``.
  package let number: Int
  /// The rows whose weight may differ.
  package let rows: Range<Int>
  /// The weight of one of them, at least that without the variant.
  package let weight: (Int) -> UInt64

  /// The highest number of a variant.
  package static let highestNumber = 3

  package init(_ number: Int, rows: Range<Int>, weight: @escaping (Int) -> UInt64) {
    self.number = number
    self.rows = rows
    self.weight = weight
  }
}

extension RankedRows {
  /// True by default, which is correct for all rows.
  @inlinable package static var hasGroups: Bool { true }

  /// The maximum itself: the weights are those that the index was built from.
  @inlinable package func bound(forMaximum maximum: UInt64) -> UInt64 { maximum }

  /// No variants.
  package func variants(
    of interval: Range<Int>, prefixLengths lengths: ClosedRange<Int>
  ) -> [ListVariant] { [] }

  /// The sort key of a row.
  @inlinable @inline(__always)
  package func rank(ofRow row: Int) -> RowRank { rank(ofRow: row, weight: weight(ofRow: row)) }

  /// The sort key of a row with another weight.
  @inlinable @inline(__always)
  func rank(ofRow row: Int, weight: UInt64) -> RowRank {
    RowRank(
      weight: weight, group: group(ofRow: row),
      choice: UInt64(precedence(ofRow: row)) << 32 | UInt64(truncatingIfNeeded: row))
  }
}

/// The sort key of a row; the lesser comes first.
@usableFromInline package struct RowRank: Comparable, Sendable {
  @usableFromInline package let weight: UInt64
  @usableFromInline package let group: UInt32
  /// The precedence of the row, and the row.
  @usableFromInline let choice: UInt64

  @inlinable @inline(__always)
  init(weight: UInt64, group: UInt32, choice: UInt64) {
    self.weight = weight
    self.group = group
    self.choice = choice
  }

  /// The same row with a greater weight.
  @inlinable @inline(__always)
  func raised(by bonus: UInt64) -> RowRank {
    RowRank(weight: weight &+ bonus, group: group, choice: choice)
  }

  /// The row.
  @inlinable package var row: Int { Int(truncatingIfNeeded: choice & 0xFFFF_FFFF) }

  @inlinable @inline(__always)
  package static func < (one: RowRank, two: RowRank) -> Bool {
    if one.weight != two.weight { return one.weight > two.weight }
    if one.group != two.group { return one.group < two.group }
    return one.choice < two.choice
  }
}

/// The best rows of distinct groups so far, in order.
struct BestRows {
  private(set) var ranks: [RowRank] = []
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
    ranks.reserveCapacity(limit + 1)
  }

  /// The last of the best rows, if the limit is reached.
  var last: RowRank? { ranks.count == limit ? ranks.last : nil }

  /// Adds a row if it is among the best.
  ///
  /// - Complexity: O(*k*), where *k* is the limit.
  @inline(__always)
  mutating func add(_ rank: RowRank) {
    if let last, last < rank { return }
    insert(rank)
  }

  private mutating func insert(_ rank: RowRank) {
    var place = ranks.count
    for (index, other) in ranks.enumerated() {
      if place == ranks.count, rank < other { place = index }
      guard other.group == rank.group else { continue }
      // Either the group has a better row already, or this row replaces the other.
      if place == ranks.count { return }
      ranks.remove(at: index)
      break
    }
    ranks.insert(rank, at: place)
    if ranks.count > limit { ranks.removeLast() }
  }
}
