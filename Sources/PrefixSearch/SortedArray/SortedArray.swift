internal import FlatStorage

/// The sorted keys themselves, searched by halving, with a small table in front.
///
/// The simplest structure that is fast, and the easiest to check. Beside the text of the distinct
/// keys it keeps the *head* of each, bytes 3 to 10 as one big-endian number, so that most steps of
/// the search compare two words and never look at text (the prefix entries of disk pages: Graefe,
/// *Modern B-Tree Techniques*, 2011, 3.5). A table on the first two bytes leaves a few hundred keys
/// to search. It needs more memory than ``RadixTree`` and is slower on long prefixes; what it has to
/// offer is that it can be understood in a minute.
public struct SortedArray: PrefixIndex {
  let region: ByteRegion
  let layout: Layout

  /// The number of rows, equal keys counted each.
  ///
  /// - Complexity: O(1).
  public var count: Int { layout.rowCount }

  /// Lays the keys out.
  ///
  /// - Complexity: O(*b*) time and space, where *b* is the length of all distinct keys in bytes.
  public init(_ keys: SortedKeys) {
    (region, layout) = Self.layOut(keys)
    checkInvariants(keys)
  }

  /// Takes a region as it is, even if its bytes are wrong.
  init(region: ByteRegion, layout: Layout) {
    (self.region, self.layout) = (region, layout)
  }
}

extension SortedArray {
  /// Where in the region each array lies, and how wide its numbers are.
  struct Layout: Sendable {
    /// The number of rows.
    var rowCount: Int
    /// The number of distinct keys.
    var distinctCount: Int

    /// Where the classes of the 256 first bytes lie, two bytes each; 0 if no key begins so.
    var firstClassStart: Int
    /// Where the classes of the 256 second bytes lie, two bytes each; 0 if no key has it there.
    var secondClassStart: Int
    /// The columns of the table: the classes of second bytes, and one for keys of one byte.
    var columnCount: Int
    /// The lowest rank for each pair of classes, and the number of distinct keys.
    var pairRanks: PackedNumbers

    /// Where the heads lie, eight bytes each.
    var headStart: Int
    /// Where in the text each key begins, and the end of the last.
    var keyOffsets: PackedNumbers
    /// The first row of each distinct key, and the number of rows.
    var firstRows: PackedNumbers
    /// Where the text lies.
    var textStart: Int

    /// Names and ends of the sections, in the order in which they lie.
    var sectionEnds: [(name: String, end: Int)]
  }

  /// The bytes of a key that the table covers.
  static let tableBytes = 2
  /// The bytes of a key that table and head cover together.
  static let headEnd = 10
}
