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

  /// Lays the keys out.
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

  /// The bytes of a key that the table covers.
  static let tableBytes = 2
  /// The bytes of a key that table and head cover together.
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
