/// An immutable index over sorted keys that finds the rows whose key begins with a prefix.
///
/// A *row* is the position of a key in the sorted input; a *key* is any string of bytes, compared as
/// unsigned bytes, a shorter key before a longer one that begins with it. Since the keys are sorted,
/// the rows of every prefix are contiguous, and an index is nothing but a function from prefix to
/// row range. It stores no values: row numbers lead into whatever table the keys were taken from.
///
/// The meaning is defined here once, and every conforming type gives the same answers; they differ
/// only in what they cost.
///
/// - The empty prefix matches every row.
/// - A key matches itself: a prefix as long as a key matches when the two are equal.
/// - Equal keys have adjacent rows, in the order of the input, and match together.
/// - A prefix that matches nothing gives `0..<0`.
///
/// Conforming types are immutable and `Sendable`: any number of tasks may ask one index at once.
public protocol PrefixIndex: Sendable {
  /// Builds the index over `keys`.
  init(_ keys: SortedKeys)

  /// The number of rows, equal keys counted each.
  var count: Int { get }

  /// Finds the rows whose key begins with `prefix`.
  ///
  /// - Parameter prefix: Any bytes; they need not be UTF-8.
  /// - Returns: The rows, or `0..<0` if there are none.
  func range(of prefix: Span<UInt8>) -> Range<Int>

  /// The exact number of bytes that this index keeps in memory, by part.
  var memoryFootprint: MemoryFootprint { get }
}
