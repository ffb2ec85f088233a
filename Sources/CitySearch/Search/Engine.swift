public import PrefixSearch

/// The engines: three structures that give the same answers at different cost.
///
/// The raw value is the engine's name in tables and on command lines.
public enum Engine: String, CaseIterable, Sendable {
  /// Small and fast, and the one to take: `PrefixSearch.RadixTree`.
  case radixTree = "RadixTree"
  /// Simple and fast: `PrefixSearch.SortedArray`.
  case sortedArray = "SortedArray"
  /// The textbook structure, to compare with: `PrefixSearch.PointerTrie`.
  case pointerTrie = "PointerTrie"

  /// Builds the engine's index.
  ///
  /// - Parameter keys: The keys of a gazetteer, from ``Gazetteer/sortedKeys()``, or any other.
  /// - Returns: The index.
  /// - Complexity: O(*b*), where *b* is the length of all distinct keys in bytes.
  public func makeIndex(over keys: SortedKeys) -> any PrefixIndex {
    switch self {
    case .radixTree: RadixTree(keys)
    case .sortedArray: SortedArray(keys)
    case .pointerTrie: PointerTrie(keys)
    }
  }
}
