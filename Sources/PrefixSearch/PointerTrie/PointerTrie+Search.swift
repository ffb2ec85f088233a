extension PointerTrie {
  /// Finds the rows whose key begins with `prefix`.
  ///
  /// - Parameter prefix: Any bytes; they need not be UTF-8.
  /// - Returns: The rows, or `0..<0` if there are none.
  /// - Complexity: O(*m* log *c*), where *m* is the length of `prefix` in bytes and *c* the number of
  ///   children of a node, 256 at most.
  public func range(of prefix: Span<UInt8>) -> Range<Int> {
    var node = tree.root
    for position in prefix.indices {
      guard let child = node.child(for: prefix[position]) else { return 0..<0 }
      node = child
    }
    return Int(node.rows.lowerBound)..<Int(node.rows.upperBound)
  }
}

extension PointerTrie.Node {
  /// The child that `byte` leads to, found by halving.
  func child(for byte: UInt8) -> PointerTrie.Node? {
    var (low, high) = (0, bytes.count)
    while low < high {
      let middle = (low + high) / 2
      if bytes[middle] < byte { low = middle + 1 } else { high = middle }
    }
    return low < bytes.count && bytes[low] == byte ? children[low] : nil
  }
}
