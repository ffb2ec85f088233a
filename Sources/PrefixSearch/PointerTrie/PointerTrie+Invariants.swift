extension PointerTrie {
  #if InternalChecks
  /// Walks the whole trie and checks its order and its rows, and that it finds every key.
  ///
  /// - Complexity: O(*b*), where *b* is the length of all distinct keys in bytes.
  @inline(never)
  package func checkInvariants(_ keys: SortedKeys) {
    precondition(count == keys.count, "\(count) rows, but \(keys.count) keys.")
    var visited = 0
    var nodes = [tree.root]
    while let node = nodes.popLast() {
      visited += 1
      precondition(
        node.bytes.count == node.children.count,
        "A node has \(node.bytes.count) bytes and \(node.children.count) children.")
      precondition(
        zip(node.bytes, node.bytes.dropFirst()).allSatisfy(<), "Bytes \(node.bytes) do not ascend.")
      var end = node.children.first?.rows.lowerBound ?? node.rows.upperBound
      precondition(node.rows.contains(end) || end == node.rows.upperBound, "Row \(end) is outside.")
      for child in node.children {
        precondition(child.rows.lowerBound == end, "A child begins at \(child.rows), not \(end).")
        precondition(!child.rows.isEmpty, "A node without rows.")
        end = child.rows.upperBound
      }
      precondition(end == node.rows.upperBound, "Children end at \(end), not \(node.rows).")
      nodes.append(contentsOf: node.children)
    }
    precondition(visited == nodeCount, "\(visited) of \(nodeCount) nodes.")
    keys.checkExactMatches(of: self)
  }
  #else
  /// Does nothing in a build without the trait `InternalChecks`.
  @inline(__always)
  package func checkInvariants(_ keys: SortedKeys) {}
  #endif
}
