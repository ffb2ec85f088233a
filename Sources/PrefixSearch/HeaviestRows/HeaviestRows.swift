package import FlatStorage

/// Finds the heaviest rows of a range without looking at every row: the ten largest cities of a prefix.
///
/// What people see is a list of ten, and the ranges that an index finds are known beforehand: there is
/// one for each inner node of the tree of keys (an *interval* of the array of common prefix lengths;
/// Abouelhoda, Kurtz and Ohlebusch, 2004), and few of them are large.
///
/// - A range of up to ten rows is sorted when it is asked for.
/// - Every larger interval has its ten heaviest rows stored, in order: one lookup finds the list.
///   Rows are counted from the first of the interval, so most take one byte.
/// - For more than ten rows, and for other ranges, there are the greatest weights of blocks of 32 rows,
///   of 32 such blocks, and so on. The *k* heaviest rows lie in the *k* heaviest blocks of each size,
///   so a search goes from the largest blocks down and keeps *k* at each level.
///
/// Structures for range maxima (Fischer and Heun, 2011) need no lists, but find ten rows by nineteen
/// queries and a heap; one that was tried took four times as long as this. Lists cost little room, as
/// seven of eight intervals have no more than ten rows.
///
/// The weights themselves are not stored here: whoever asks passes them along. Rows of equal weight
/// come in their own order.
package struct HeaviestRows: Sendable {
  package let region: ByteRegion
  let layout: Layout

  /// How many rows a list has.
  package static let listLength = 10

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

  /// Finds the heaviest rows and writes them down.
  ///
  /// - Parameters:
  ///   - weights: The weight of each row.
  ///   - sharedLengths: How many bytes the key of each row shares with that of the row before; the
  ///     first has 0.
  /// - Complexity: O(*b* log *k*), where *b* is the length of all keys in bytes, equal keys counted
  ///   each, and *k* the length of a list.
  package init(weights: [UInt32], sharedLengths: [UInt32]) {
    precondition(
      weights.count == sharedLengths.count,
      "There are \(weights.count) weights, but \(sharedLengths.count) lengths.")
    (region, layout) = Writer(weights: weights).write(sharedLengths)
  }
}
