package import FlatStorage

/// The *k* best groups of rows of every prefix, stored in order, so that nobody has to look for them.
///
/// Rows have weights, and belong to groups: several names of a city are rows of one group, which is
/// given once, with the best of its rows. What people see is a list of ten, and the ranges that an index
/// finds are known beforehand: there is one for each inner node of the tree of keys (an *interval* of
/// the LCP array; Abouelhoda, Kurtz and Ohlebusch, 2004), and few of them are large.
///
/// - A range of up to *k* rows is sorted when it is asked for.
/// - Every larger interval has a list: its *k* best rows of different groups, in order, and the number
///   of its groups (Hon, Shah and Vitter, *Space-Efficient Framework for Top-k String Retrieval*,
///   2009, keep such lists at the nodes of a tree). Rows are counted from the first of the interval, so
///   most take one byte.
/// - An interval is found by several prefixes, for some of which other rows may be the best: where a
///   prefix is a whole word, say. It has a list for each such ``ListVariant`` that differs.
/// - For more than *k* groups, for other ranges and with filters, there are the greatest weights of
///   blocks of 32 rows, of 32 such blocks, and so on. A search opens the best block first and ends as
///   soon as no block is better than what was found.
///
/// The weights themselves are not stored here: the caller passes them along, see ``RankedRows``.
package struct TopKIndex: Sendable {
  package let region: ByteRegion
  let layout: Layout

  /// The number of groups that a list has, if the interval has so many.
  package var k: Int { layout.k }

  /// Reads what lies in `region`, for `count` rows; `nil` if it cannot be that.
  ///
  /// Wrong bytes in lists and maxima give wrong rows, but always rows of the range that is asked for.
  ///
  /// - Complexity: O(1).
  package init?(region: ByteRegion, count: Int) {
    guard let layout = Layout(storedIn: region), layout.rowCount == count else { return nil }
    self.region = region
    self.layout = layout
  }

  /// Finds the best rows of all intervals and writes them down.
  ///
  /// - Parameters:
  ///   - rows: Weights and groups.
  ///   - k: The length of a list, 1 to 255.
  ///   - sharedLengths: How many bytes the key of each row shares with that of the row before; the
  ///     first has 0.
  /// - Complexity: O(*n* *k*), where *n* is the number of rows, and O(*k*) for each row of a variant.
  package init(_ rows: some RankedRows, k: Int, sharedLengths: [UInt32]) {
    precondition((1...255).contains(k), "k must be between 1 and 255, got \(k).")
    var builder = Builder(rows, k: k, count: sharedLengths.count)
    builder.findIntervals(sharedLengths)
    (region, layout) = builder.write()
  }
}

/// What decides about the order of rows.
///
/// The best row comes first: by weight, the greatest first; of equal weight by group, the least first.
/// A group stands where its best row does; of its rows with equal weight the one with the least
/// precedence is its best, then the first.
package protocol RankedRows {
  /// The weight of a row; rows of weight 0 are never given.
  func weight(ofRow row: Int) -> UInt64
  /// The group of a row.
  func group(ofRow row: Int) -> UInt32
  /// Decides between rows of one group with equal weight: the least is the best.
  func precedence(ofRow row: Int) -> UInt8
  /// Other weights that rows of an interval have for some prefixes that find just this interval.
  ///
  /// - Parameters:
  ///   - interval: The rows.
  ///   - lengths: How long the prefixes are.
  /// - Returns: The variants, none unless a type says otherwise.
  func variants(of interval: Range<Int>, prefixLengths lengths: ClosedRange<Int>) -> [ListVariant]
}

/// Other weights for rows of an interval.
package struct ListVariant {
  /// The number of the variant, 1 to ``highestNumber``.
  package let number: Int
  /// The rows whose weight may be another.
  package let rows: Range<Int>
  /// The weight of one of them, which is no less than without the variant.
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
  /// No other weights.
  package func variants(
    of interval: Range<Int>, prefixLengths lengths: ClosedRange<Int>
  ) -> [ListVariant] { [] }

  /// All that decides about the place of a row.
  @inline(__always)
  package func rank(ofRow row: Int) -> RowRank { rank(ofRow: row, weight: weight(ofRow: row)) }

  /// All that decides about the place of a row that has a weight.
  @inline(__always)
  func rank(ofRow row: Int, weight: UInt64) -> RowRank {
    RowRank(
      weight: weight, group: group(ofRow: row),
      choice: UInt64(precedence(ofRow: row)) << 32 | UInt64(truncatingIfNeeded: row))
  }
}

/// All that decides about the place of a row; the lesser comes first.
package struct RowRank: Comparable, Sendable {
  package let weight: UInt64
  package let group: UInt32
  /// The precedence of the row, and the row.
  let choice: UInt64

  /// The row.
  package var row: Int { Int(truncatingIfNeeded: choice & 0xFFFF_FFFF) }

  @inline(__always)
  package static func < (one: RowRank, two: RowRank) -> Bool {
    if one.weight != two.weight { return one.weight > two.weight }
    if one.group != two.group { return one.group < two.group }
    return one.choice < two.choice
  }
}

/// The best rows of different groups so far, in order.
struct BestRows {
  private(set) var ranks: [RowRank] = []
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
    ranks.reserveCapacity(limit + 1)
  }

  /// The last of the best, if there are as many as the limit allows.
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
      // The group has a better row already, or this one takes its place.
      if place == ranks.count { return }
      ranks.remove(at: index)
      break
    }
    ranks.insert(rank, at: place)
    if ranks.count > limit { ranks.removeLast() }
  }
}
