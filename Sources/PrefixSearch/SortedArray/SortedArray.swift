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
