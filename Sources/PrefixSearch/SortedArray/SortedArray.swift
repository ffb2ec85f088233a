package import FlatStorage

/// The sorted keys themselves, searched by halving, with a small table in front.
///
/// The simplest structure that is fast, and the easiest to check. Beside the text of the distinct
/// keys it keeps the *head* of each, bytes 3 to 10 as one big-endian number, so that most steps of
/// the search compare two words and never look at text (the prefix entries of disk pages: Graefe,
/// *Modern B-Tree Techniques*, 2011, 3.5). A table on the first two bytes leaves a few hundred keys
/// to search. It needs more memory than ``RadixTree`` and is slower, most of all on prefixes of three
/// and four letters, which leave many keys to search; what it has to offer is that it can be
/// understood in a minute.
public struct SortedArray: PrefixIndex {
  package let region: ByteRegion
  let layout: Layout

  /// The number of rows, equal keys counted each.
  ///
  /// - Complexity: O(1).
  public var count: Int { layout.rowCount }

  /// Lays the keys out.
  ///
  /// - Complexity: O(*b*) time and space, where *b* is the length of all distinct keys in bytes.
  public init(_ keys: SortedKeys) {
    region = Self.layOut(keys)
    layout = Layout(of: region)
    checkInvariants(keys)
  }

  /// Takes a region as it is, even if its bytes are wrong.
  ///
  /// - Complexity: O(1).
  package init(region: ByteRegion) {
    self.region = region
    layout = Layout(of: region)
  }

  /// The bytes of a key that the table covers.
  static let tableBytes = 2
  /// The bytes of a key that table and head cover together.
  static let headEnd = 10
}

extension SortedArray {
  /// Where in the region each array lies, and how wide its numbers are.
  ///
  /// All of it follows from five numbers, which stand in the region's first bytes.
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

    /// Where the heads lie, eight bytes each.
    let headStart: Int
    /// Where the classes of the 256 first bytes lie, two bytes each; 0 if no key begins so.
    let firstClassStart: Int
    /// Where the classes of the 256 second bytes lie, two bytes each; 0 if no key has it there.
    let secondClassStart: Int
    /// The lowest rank for each pair of classes, and the number of distinct keys.
    let pairRanks: PackedNumbers
    /// Where in the text each key begins, and the end of the last.
    let keyOffsets: PackedNumbers
    /// The first row of each distinct key, and the number of rows.
    let firstRows: PackedNumbers
    /// Where the text lies.
    let textStart: Int

    /// The size of the stored numbers, and of what lets the heads begin at a multiple of eight.
    static let headerSize = 24

    /// Places everything; wrong numbers give wrong places, and no overflow that would end the program.
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

    /// Names and ends of the sections, in the order in which they lie.
    var sectionEnds: [(name: String, end: Int)] {
      [
        ("counts", headStart), ("heads", firstClassStart), ("table", keyOffsets.start),
        ("key offsets", firstRows.start), ("rows", textStart), ("text", end),
      ]
    }
  }
}

extension SortedArray.Layout {
  /// Reads the description of the array that lies in `region`: an empty one if it is none of that size.
  init(of region: ByteRegion) {
    let numbers = (0..<5).map { Int(clamping: region.uint32(at: $0 * 4)) }
    // No more classes than bytes, so that nothing here overflows.
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
