/// The sorted keys themselves, with a table on the first two bytes and binary search.
///
/// The simplest structure that is fast, and the easiest to verify. Beside the text of the distinct
/// keys it keeps the *head* of each, bytes 3 to 10 as one big-endian number, so that most steps of
/// the search compare two words and read no text (the prefix entries of disk pages: Graefe,
/// *Modern B-Tree Techniques*, 2011, 3.5). The table on the first two bytes leaves a few hundred keys
/// to search. The array needs more memory than ``RadixTree`` and is slower, most of all on prefixes of
/// three and four letters, which leave many keys to search; its advantage is its simplicity.
public struct SortedArray: PrefixIndex {
  package let region: ByteRegion
  let layout: Layout

  /// The number of rows, equal keys counted each.
  ///
  /// - Complexity: O(1).
  public var count: Int { layout.rowCount }

  /// Builds the array.
  ///
  /// - Complexity: O(*b*) time and space, where *b* is the length of all distinct keys in bytes.
  public init(_ keys: SortedKeys) {
    region = Self.layOut(keys)
    layout = Layout(of: region)
    checkInvariants(keys)
  }

  /// Takes a region as it is, even if its bytes are damaged.
  ///
  /// - Complexity: O(1).
  package init(region: ByteRegion) {
    self.region = region
    layout = Layout(of: region)
  }

  /// The number of bytes at the start of a key that the table covers.
  static let tableBytes = 2
  /// The number of bytes at the start of a key that table and head cover together.
  static let headEnd = 10
}

extension SortedArray {
  /// Where in the region each array lies, and how wide its numbers are.
  ///
  /// All offsets follow from five numbers in the first bytes of the region.
  struct Layout: Sendable {
    /// The number of rows.
    let rowCount: Int
    /// The number of distinct keys.
    let distinctCount: Int
    /// The rows of the table: the classes of first bytes.
    let rowClassCount: Int
    /// The columns of the table: the classes of second bytes, and one for keys of one byte.
    let columnCount: Int
    /// The length of all distinct keys in bytes.
    let textByteCount: Int

    /// Where the heads begin, eight bytes each.
    let headStart: Int
    /// Where the classes of the 256 first bytes begin, two bytes each; the class is 0 if no key begins
    /// with the byte.
    let firstClassStart: Int
    /// Where the classes of the 256 second bytes begin, two bytes each; the class is 0 if no key has the
    /// byte there.
    let secondClassStart: Int
    /// The lowest rank for each pair of classes, and the number of distinct keys.
    let pairRanks: PackedNumbers
    /// Where in the text each key begins, and the end of the last.
    let keyOffsets: PackedNumbers
    /// The first row of each distinct key, and the number of rows.
    let firstRows: PackedNumbers
    /// Where the text begins.
    let textStart: Int

    /// The size of the stored numbers, rounded up so that the heads begin at a multiple of eight.
    static let headerSize = 24

    /// Computes all offsets; damaged numbers give wrong offsets, and no overflow that would trap.
    init(
      rowCount: Int, distinctCount: Int, rowClassCount: Int, columnCount: Int, textByteCount: Int
    ) {
      self.rowCount = rowCount
      self.distinctCount = distinctCount
      self.rowClassCount = rowClassCount
      self.columnCount = columnCount
      self.textByteCount = textByteCount
      headStart = Self.headerSize
      firstClassStart = headStart &+ distinctCount &* 8
      secondClassStart = firstClassStart &+ 256 &* 2
      pairRanks = PackedNumbers(
        start: secondClassStart &+ 256 &* 2, width: PackedNumbers.width(for: distinctCount))
      keyOffsets = PackedNumbers(
        start: pairRanks.start &+ (rowClassCount &* columnCount &+ 1) &* pairRanks.stride,
        width: PackedNumbers.width(for: textByteCount))
      firstRows = PackedNumbers(
        start: keyOffsets.start &+ (distinctCount &+ 1) &* keyOffsets.stride,
        width: PackedNumbers.width(for: rowCount))
      textStart = firstRows.start &+ (distinctCount &+ 1) &* firstRows.stride
    }

    /// Where the text ends.
    var end: Int { textStart &+ textByteCount }

    /// Names and ends of the sections, in the order of the layout.
    var sectionEnds: [(name: String, end: Int)] {
      [
        ("counts", headStart), ("heads", firstClassStart), ("table", keyOffsets.start),
        ("key offsets", firstRows.start), ("rows", textStart), ("text", end),
      ]
    }
  }
}

extension SortedArray.Layout {
  /// Reads the description of the array in `region`: an empty array if the sizes do not agree.
  init(of region: ByteRegion) {
    let numbers = (0..<5).map { Int(clamping: region.uint32(at: $0 * 4)) }
    // No more classes than bytes, so that the products do not overflow.
    let isPlausible = numbers[2] <= 256 && numbers[3] <= 257
    self.init(
      rowCount: numbers[0], distinctCount: numbers[1],
      rowClassCount: isPlausible ? numbers[2] : 0, columnCount: isPlausible ? numbers[3] : 0,
      textByteCount: numbers[4])
    if !isPlausible || end != region.count - ByteRegion.padding {
      self.init(
        rowCount: 0, distinctCount: 0, rowClassCount: 0, columnCount: 0, textByteCount: 0)
    }
  }

  /// Appends the stored form.
  func store(to writer: inout ByteRegionWriter) {
    for number in [rowCount, distinctCount, rowClassCount, columnCount, textByteCount, 0] {
      writer.append(number, width: 4)
    }
  }
}

extension SortedArray {
  /// The exact number of bytes that the array keeps in memory, by part.
  ///
  /// - Complexity: O(1).
  public var memoryFootprint: MemoryFootprint {
    MemoryFootprint(
      sections: layout.sectionEnds, of: region, description: MemoryLayout<SortedArray>.size)
  }
}

extension SortedArray {
  /// Writes description, heads, table, offsets, rows and text into one region.
  static func layOut(_ keys: SortedKeys) -> ByteRegion {
    let table = PairTable(keys)
    let layout = Layout(
      rowCount: keys.count, distinctCount: keys.distinctCount,
      rowClassCount: table.rowCount, columnCount: table.columnCount,
      textByteCount: keys.bytes.count)
    var writer = ByteRegionWriter()
    layout.store(to: &writer)
    for rank in 0..<keys.distinctCount { writer.append(head(of: keys, rank: rank), width: 8) }
    for value in table.firstClasses { writer.append(value, width: 2) }
    for value in table.secondClasses { writer.append(value, width: 2) }
    for rank in table.ranks { writer.append(rank, width: layout.pairRanks.stride) }
    for offset in keys.offsets { writer.append(offset, width: layout.keyOffsets.stride) }
    for row in keys.firstRows { writer.append(row, width: layout.firstRows.stride) }
    writer.append(keys.bytes)
    return writer.finish()
  }

  /// Bytes 3 to 10 of a key as a big-endian number, padded with zeros.
  private static func head(of keys: SortedKeys, rank: Int) -> UInt64 {
    let range = keys.byteRange(ofRank: rank)
    return (tableBytes..<headEnd).reduce(0) { head, depth in
      head << 8 | (depth < range.count ? UInt64(keys.bytes[range.lowerBound + depth]) : 0)
    }
  }

  /// The lowest rank for each pair of first bytes that occurs.
  ///
  /// The classes of bytes ascend with the bytes, so the cells of the table ascend with the keys, and
  /// the ranks of a cell end where those of the next cell begin.
  private struct PairTable {
    var firstClasses = [UInt16](repeating: 0, count: 256)
    var secondClasses = [UInt16](repeating: 0, count: 256)
    var rowCount = 0
    var columnCount = 1
    var ranks: [UInt32] = []

    init(_ keys: SortedKeys) {
      for rank in 0..<keys.distinctCount {
        let length = keys.byteRange(ofRank: rank).count
        if length > 0 { firstClasses[Int(keys.byte(0, ofRank: rank))] = 1 }
        if length > 1 { secondClasses[Int(keys.byte(1, ofRank: rank))] = 1 }
      }
      for byte in 0..<256 where firstClasses[byte] > 0 {
        rowCount += 1
        firstClasses[byte] = UInt16(rowCount)
      }
      for byte in 0..<256 where secondClasses[byte] > 0 {
        secondClasses[byte] = UInt16(columnCount)
        columnCount += 1
      }
      ranks.reserveCapacity(rowCount * columnCount + 1)
      for rank in 0..<keys.distinctCount {
        let length = keys.byteRange(ofRank: rank).count
        guard length > 0 else { continue }
        let row = Int(firstClasses[Int(keys.byte(0, ofRank: rank))]) - 1
        let column = length > 1 ? Int(secondClasses[Int(keys.byte(1, ofRank: rank))]) : 0
        while ranks.count <= row * columnCount + column { ranks.append(UInt32(rank)) }
      }
      while ranks.count <= rowCount * columnCount { ranks.append(UInt32(keys.distinctCount)) }
    }
  }
}

extension SortedArray {
  /// Checks that heads and table ascend, and that every key is found.
  ///
  /// Without the trait `InternalChecks`, it does nothing.
  ///
  /// - Complexity: O(*b* log *d*), where *b* is the length of all distinct keys in bytes and *d*
  ///   their number.
  package func checkInvariants(_ keys: SortedKeys) {
    #if InternalChecks
    precondition(count == keys.count, "\(count) rows, but \(keys.count) keys.")
    for rank in 1..<max(1, layout.distinctCount) {
      let rows = (rank - 1...rank).map { layout.firstRows.value(at: $0, in: region) }
      precondition(rows[0] < rows[1], "Ranks \(rank - 1) and \(rank) begin at rows \(rows).")
    }
    let cells = (layout.keyOffsets.start - layout.pairRanks.start) / layout.pairRanks.stride
    let ranks = (0..<cells).map { layout.pairRanks.value(at: $0, in: region) }
    precondition(ranks.last == layout.distinctCount, "The table ends at \(ranks.suffix(1)).")
    for (cell, (lower, upper)) in zip(ranks, ranks.dropFirst()).enumerated() {
      precondition(lower <= upper, "Cell \(cell) of the table has ranks \(lower) to \(upper).")
      let heads = (lower..<upper).map { region.uint64(at: layout.headStart + $0 * 8) }
      precondition(
        zip(heads, heads.dropFirst()).allSatisfy(<=), "The heads of cell \(cell) do not ascend.")
    }
    keys.checkExactMatches(of: self)
    #endif
  }
}
