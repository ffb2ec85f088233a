package import PrefixSearch

/// Every index of `PrefixSearch`, for tests that all of them must pass.
package enum IndexKind: String, CaseIterable, Sendable {
  case pointerTrie = "PointerTrie"
  case radixTree = "RadixTree"
  case sortedArray = "SortedArray"

  /// The type of the index.
  package var type: any PrefixIndex.Type {
    switch self {
    case .pointerTrie: PointerTrie.self
    case .radixTree: RadixTree.self
    case .sortedArray: SortedArray.self
    }
  }

  /// Builds an index of this kind.
  package func index(over keys: SortedKeys) -> any PrefixIndex { type.init(keys) }

  /// Builds an index of this kind over keys that are sorted already.
  package func index(over keys: [[UInt8]]) throws -> any PrefixIndex {
    index(over: try SortedKeys(keys))
  }
}
