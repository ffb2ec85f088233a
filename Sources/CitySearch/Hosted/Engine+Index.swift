#if !hasFeature(Embedded)
package import PrefixSearch

extension Engine {
  /// Builds the engine's index.
  ///
  /// - Parameter keys: The keys of a gazetteer, from ``Gazetteer/sortedKeys()``, or any other.
  /// - Returns: The index.
  /// - Complexity: O(*b*), where *b* is the length of all distinct keys in bytes.
  package func makeIndex(over keys: SortedKeys) -> any PrefixIndex {
    switch self {
    case .radixTree: RadixTree(keys)
    case .sortedArray: SortedArray(keys)
    case .pointerTrie: PointerTrie(keys)
    }
  }
}
#endif
