package import PrefixSearch

/// The slowest index that can be right: it looks at every key.
package struct ReferenceIndex: PrefixIndex {
  private let keys: [[UInt8]]

  /// Takes the key of each row, in order.
  package init(rows keys: [[UInt8]]) { self.keys = keys }

  package init(_ keys: SortedKeys) {
    self.init(rows: (0..<keys.count).map(keys.key(atRow:)))
  }

  package var count: Int { keys.count }

  package func range(of prefix: Span<UInt8>) -> Range<Int> {
    let prefix = prefix.indices.map { prefix[$0] }
    let rows = keys.indices.filter { keys[$0].starts(with: prefix) }
    guard let first = rows.first, let last = rows.last else { return 0..<0 }
    precondition(last - first + 1 == rows.count, "The keys are not sorted.")
    return first..<last + 1
  }

  package var memoryFootprint: MemoryFootprint {
    MemoryFootprint([("keys", byteCount: keys.reduce(0) { $0 + $1.count })])
  }
}

/// A prefix for which an index and its reference differ.
package struct Difference: Equatable, CustomStringConvertible {
  let prefix: [UInt8]
  let found: Range<Int>
  let expected: Range<Int>

  package var description: String {
    "The prefix \(hex(prefix)) is at \(found), and should be at \(expected)."
  }
}

extension PrefixIndex {
  /// The first of `prefixes` for which this index and `reference` differ.
  package func firstDifference(
    from reference: ReferenceIndex, on prefixes: some Sequence<[UInt8]>
  ) -> Difference? {
    for prefix in prefixes {
      let (found, expected) = (range(of: prefix), reference.range(of: prefix))
      if found != expected {
        return Difference(prefix: prefix, found: found, expected: expected)
      }
    }
    return nil
  }
}

/// The bytes as hexadecimal digits, shortened in the middle if there are many.
package func hex(_ bytes: [UInt8]) -> String {
  func digits(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
  }
  guard bytes.count > 64 else { return "[" + digits(bytes[...]) + "]" }
  return "[\(digits(bytes.prefix(16))) … \(digits(bytes.suffix(16)))] (\(bytes.count) bytes)"
}

/// Every index of `PrefixSearch`, for tests that all of them must pass.
package enum IndexKind: String, CaseIterable, Sendable {
  case pointerTrie = "PointerTrie"
  case radixTree = "RadixTree"
  case sortedArray = "SortedArray"
  case topKTree = "TopKTree"

  /// The type of the index.
  package var type: any PrefixIndex.Type {
    switch self {
    case .pointerTrie: PointerTrie.self
    case .radixTree: RadixTree.self
    case .sortedArray: SortedArray.self
    case .topKTree: TopKTree.self
    }
  }

  /// Builds an index of this kind.
  package func index(over keys: SortedKeys) -> any PrefixIndex { type.init(keys) }

  /// Builds an index of this kind over keys that are sorted already.
  package func index(over keys: [[UInt8]]) throws -> any PrefixIndex {
    index(over: try SortedKeys(keys))
  }
}
