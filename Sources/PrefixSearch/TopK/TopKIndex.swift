/// A top-*k* index: the *k* best groups of rows of every prefix, precomputed and in order.
///
/// Rows have weights, and belong to groups: several names of a city are rows of one group, which is
/// listed once, with the best of its rows. An app shows ten results, and the ranges that a prefix can
/// match are known in advance: there is one range for each inner node of the tree of keys (an *LCP
/// interval*, that is an interval of the LCP array; Abouelhoda, Kurtz and Ohlebusch, 2004), and few of
/// them are large.
///
/// - A range of up to *k* rows is sorted at each query.
/// - Every larger interval has a list: its *k* best rows of distinct groups, in order, and the number
///   of its groups (Hon, Shah and Vitter, *Space-Efficient Framework for Top-k String Retrieval*,
///   2009, store such lists at the nodes of a tree). Rows are relative to the first row of the interval,
///   so most take one byte.
/// - Several prefixes match the same interval, and for some of them other rows may be the best, for
///   example where a prefix is a whole word. Each such ``ListVariant`` that differs has its own list.
/// - For more than *k* groups, for other ranges and with filters, there are block maxima: the greatest
///   weights of blocks of 32 rows, of 32 such blocks, and so on. A best-first search opens the block with
///   the greatest weight, and ends as soon as no block is better than the rows found.
///
/// The weights themselves are not stored here: the caller passes them, see ``RankedRows``.
@usableFromInline package struct TopKIndex: Sendable {
  @usableFromInline package let region: ByteRegion
  let layout: Layout

  /// A block has 2 to the power of this many parts: rows or smaller blocks.
  @inlinable static var blockBits: Int { 5 }

  /// The number of groups of a list, unless its interval has fewer.
  package var k: Int { layout.k }

  /// Reads an index from `region`, for `count` rows; `nil` if the header is invalid.
  ///
  /// Damaged lists and maxima give wrong rows, but always rows of the requested range.
  ///
  /// - Complexity: O(1).
  package init?(region: ByteRegion, count: Int) {
    guard let layout = Layout(storedIn: region), layout.rowCount == count else { return nil }
    self.region = region
    self.layout = layout
  }

  /// Finds and stores the best rows of all LCP intervals.
  ///
  /// - Parameters:
  ///   - rows: Weights and groups.
  ///   - k: The length of a list, 1 to 255.
  ///   - lcpArray: The length of the common prefix of the key of each row and the key before it, in bytes;
  ///     0 for the first row.
  /// - Complexity: O(*n* *k*), where *n* is the number of rows, and O(*k*) for each row of a variant.
  package init(_ rows: some RankedRows, k: Int, lcpArray: [UInt32]) {
    var builder = Builder(rows, k: k, count: lcpArray.count)
    for length in lcpArray { builder.append(sharing: Int(length)) }
    self = builder.finish()
  }

  init(region: ByteRegion, layout: Layout) {
    self.region = region
    self.layout = layout
  }
}

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

extension TopKIndex {
  /// The header of the index, and the offsets of its parts.
  ///
  /// In this order, without gaps, numbers little-endian:
  ///
  /// | bytes | content |
  /// |---|---|
  /// | 4 | the number of rows |
  /// | 4 | the length of all lists in bytes |
  /// | 1 | *k* |
  /// | 1 | *m*, the bytes of a weight, 1 to 8 |
  /// | 2 | zero |
  /// | *m* for each block | the greatest weight of each block: those of 32 rows, then those of 32 such blocks, and so on as long as there is more than one |
  /// | *w* for each block of 32 rows, and one more | where the lists begin whose interval begins in the block, and the end of all |
  /// | the rest | the lists |
  ///
  /// A list has one byte (bits 0 to 4: the first row of the interval, counted from that of its block;
  /// bits 5 and 6: a width less one; bit 7: variants follow), the number of rows, the number of groups,
  /// and the best rows in order, counted from the first of the interval: *k*, or as many as there are
  /// groups. All of these take as many bytes as the width, which is what the number of rows needs.
  /// Variants have a byte with a bit for each (bit 1: number 1, and so on), and then for each the number
  /// of groups and the best rows.
  struct Layout: Sendable {
    /// The number of rows.
    let rowCount: Int
    /// The length of a list.
    let k: Int
    /// The bytes of a weight.
    let weightWidth: Int
    /// Where the maxima of each size of block begin, the smallest blocks first.
    let maximumStarts: [Int]
    /// Where the lists of a block begin, and end, counted from the first list.
    let listStarts: PackedNumbers
    /// Where the lists begin.
    let start: Int
    /// Where they end.
    let end: Int

    static let headerSize = 12
    static var blockBits: Int { TopKIndex.blockBits }

    init(rowCount: Int, listByteCount: Int, k: Int, weightWidth: Int) {
      self.rowCount = rowCount
      self.k = k
      self.weightWidth = weightWidth
      var (starts, position) = ([Int](), Self.headerSize)
      var blocks = Self.blockCount(of: rowCount)
      let smallest = blocks
      while blocks > 1 {
        starts.append(position)
        position += blocks * weightWidth
        blocks = Self.blockCount(of: blocks)
      }
      maximumStarts = starts
      let width = PackedNumbers.width(for: listByteCount)
      listStarts = PackedNumbers(start: position, width: width)
      start = position + (smallest + 1) * width
      // Wraps on systems of 32 bits if the header is damaged, which is then rejected.
      end = start &+ listByteCount
    }

    /// Reads the header; `nil` if it does not fit the region.
    init?(storedIn region: ByteRegion) {
      let (k, weightWidth) = (Int(region.byte(at: 8)), Int(region.byte(at: 9)))
      guard k > 0, (1...8).contains(weightWidth), region.uint16(at: 10) == 0 else { return nil }
      self.init(
        rowCount: Int(clamping: region.uint32(at: 0)),
        listByteCount: Int(clamping: region.uint32(at: 4)), k: k, weightWidth: weightWidth)
      guard end == region.count - ByteRegion.padding else { return nil }
    }

    /// Appends the header.
    func store(to writer: inout ByteRegionWriter) {
      writer.append(rowCount, width: 4)
      writer.append(end - start, width: 4)
      writer.append(k, width: 1)
      writer.append(weightWidth, width: 1)
      writer.append(0, width: 2)
    }

    /// The parts of blocks: smaller blocks, or rows.
    static func parts(of blocks: Range<Int>) -> Range<Int> {
      blocks.lowerBound << blockBits..<blocks.upperBound << blockBits
    }

    /// How many blocks `count` parts make.
    static func blockCount(of count: Int) -> Int {
      count >> blockBits + (count & (1 << blockBits - 1) == 0 ? 0 : 1)
    }
  }

  /// The first bytes of a list, which identify its interval, as the low bytes of a word.
  struct ListHeader {
    let word: UInt64
    /// The bytes of each number in the list.
    let width: Int

    @inline(__always)
    init(_ rows: Range<Int>) {
      width = PackedNumbers.width(for: rows.count)
      let first = rows.lowerBound & (1 &<< Layout.blockBits &- 1)
      let byte = first | (width &- 1) &<< Layout.blockBits
      word = UInt64(truncatingIfNeeded: byte) | UInt64(truncatingIfNeeded: rows.count) &<< 8
    }

    /// The bits of a word that belong to the header of a list of this width, without the flag for
    /// variants.
    @inline(__always)
    var mask: UInt64 {
      ((1 &<< UInt64(truncatingIfNeeded: 8 &+ 8 &* width)) &- 1) & ~Self.variantFlag
    }

    /// Set in a word if variants follow the list.
    static let variantFlag: UInt64 = 0x80

    /// The width of the list with the header `word`.
    @inline(__always)
    static func width(in word: UInt64) -> Int {
      Int(truncatingIfNeeded: word &>> UInt64(Layout.blockBits) & 3) &+ 1
    }

  }
}
