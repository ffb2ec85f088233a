/// A radix tree whose larger nodes are annotated with their top-k lists: one call leads from a prefix to
/// its best rows.
///
/// A class, so that the call reads both structures in place. As values they are copied to the stack for
/// each call from another module, which costs as much as the lookup.
package final class TopKTree: Sendable {
  package let tree: RadixTree
  package let topK: TopKIndex

  /// Combines a tree and the lists of its rows.
  package init(_ tree: RadixTree, _ topK: TopKIndex) {
    self.tree = tree
    self.topK = topK
  }

  /// What was found of a prefix.
  package struct Lookup {
    /// The position of the prefix.
    package let position: RadixTree.Position
    /// The number of best rows.
    package let count: Int
    /// The number of groups below the prefix; `nil` if there is no list.
    package let groupCount: Int?
  }

  /// Finds the best rows whose key begins with a prefix.
  ///
  /// - Parameters:
  ///   - prefix: Any bytes.
  ///   - best: Receives the best rows in order, as many as there is room for.
  ///   - variant: The number of a list variant for the position of the prefix; it is only computed if there
  ///     are variants.
  /// - Returns: The number of rows and groups; `nil` if no key begins with the prefix. There is no list
  ///   for up to *k* rows, or if it is damaged.
  /// - Complexity: O(*m* + *k*), where *m* is the length of the prefix in bytes.
  package func copyBest(
    of prefix: Span<UInt8>, to best: inout MutableSpan<UInt32>,
    variant: (RadixTree.Position) -> Int
  ) -> Lookup? {
    guard let position = tree.descend(prefix) else { return nil }
    let rows = tree.rows(below: position)
    guard rows.count > topK.k,
      let list = topK.list(of: rows, at: position, in: tree, variant: variant(position))
    else {
      return Lookup(position: position, count: 0, groupCount: nil)
    }
    let count = topK.copy(list, to: &best)
    return Lookup(position: position, count: count, groupCount: list.groupCount)
  }
}

extension TopKIndex {
  /// The list of a range, found by the annotation of its node; otherwise by the range.
  ///
  /// - Parameters:
  ///   - rows: The rows below `position`.
  ///   - position: A position of `tree`.
  ///   - tree: The tree over the keys of the rows; it may have no annotations.
  ///   - variant: The number of a variant, which is only computed if the range has variants.
  /// - Returns: The list; `nil` if the range has none.
  /// - Complexity: O(1) with an annotation, otherwise that of ``list(of:variant:)``.
  @inline(__always)
  package func list(
    of rows: Range<Int>, at position: RadixTree.Position, in tree: RadixTree,
    variant: @autoclosure () -> Int = 0
  ) -> List? {
    if let place = tree.annotation(at: position),
      let list = list(at: Int(truncatingIfNeeded: place), of: rows, variant: variant())
    {
      return list
    }
    return list(of: rows, variant: variant())
  }
}
