extension RadixTree {
  #if InternalChecks
  /// Walks the whole tree and checks its shape, its rows, and that it finds every key.
  ///
  /// - Complexity: O(*b*), where *b* is the length of all distinct keys in bytes.
  @inline(never)
  package func checkInvariants(_ keys: SortedKeys) {
    precondition(count == keys.count, "\(count) rows, but \(keys.count) keys.")
    var (nodeEdges, lastEnd) = (0, 0)
    for node in 0..<nodeCount {
      let first = layout.firstEdges.value(at: node, in: region)
      let end = layout.firstEdges.value(at: node + 1, in: region)
      precondition(first == lastEnd && first <= end, "Node \(node) has edges \(first)..<\(end).")
      for edge in first..<end {
        if edge > first {
          let bytes = (edge - 1...edge).map { region.byte(at: layout.edgeByteStart + $0) }
          precondition(bytes[0] < bytes[1], "Edges \(edge - 1) and \(edge) begin with \(bytes).")
          let rows = (edge - 1...edge).map { layout.edgeRows.value(at: $0, in: region) }
          precondition(rows[0] < rows[1], "Edges \(edge - 1) and \(edge) begin at rows \(rows).")
        }
        if case .node(let child) = layout.target(ofEdge: edge, in: region) {
          nodeEdges += 1
          precondition(child == nodeEdges, "Edge \(edge) leads to node \(child), not \(nodeEdges).")
          precondition(child > node, "Edge \(edge) of node \(node) leads up to node \(child).")
        }
      }
      lastEnd = end
    }
    precondition(lastEnd == edgeCount, "The nodes have \(lastEnd) of \(edgeCount) edges.")
    precondition(nodeEdges == nodeCount - 1, "\(nodeEdges) edges lead to \(nodeCount) nodes.")
    keys.checkExactMatches(of: self)
  }
  #else
  /// Does nothing in a build without the trait `InternalChecks`.
  @inline(__always)
  package func checkInvariants(_ keys: SortedKeys) {}
  #endif
}
