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
