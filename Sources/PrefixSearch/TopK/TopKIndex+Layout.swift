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
    /// Blocks have 2 to the power of this many parts.
    static let blockBits = 5

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
