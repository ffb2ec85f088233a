internal import FlatStorage

extension RadixTree {
  #if InternalChecks
  /// Checks the shape of every node, and that the tree finds every key and nothing else.
  ///
  /// - Complexity: O(*b*), where *b* is the length of all distinct keys in bytes.
  @inline(never)
  package func checkInvariants(_ keys: SortedKeys) {
    precondition(count == keys.count, "\(count) rows, but \(keys.count) keys.")
    precondition(layout.end <= region.count, "The tree ends at \(layout.end) of \(region.count).")
    var pending: [(start: Int, rows: Rows)] = []
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        guard let landing = landing(for: first, second) else { continue }
        precondition(
          landing.rows.lower < landing.rows.upper, "No rows for bytes \(first), \(second).")
        if landing.target.isNode { pending.append((landing.target.place, landing.rows)) }
      }
    }
    while let (start, rows) = pending.popLast() {
      let node = Node(at: start, in: region)
      precondition(start >= layout.nodeStart && start < layout.end, "A node at \(start).")
      let bytes = (0..<node.edgeCount).map { region.byte(at: node.edgeStart + $0) }
      precondition(zip(bytes, bytes.dropFirst()).allSatisfy(<), "Edges \(bytes) do not ascend.")
      var end = rows.lower
      for edge in 0..<node.edgeCount {
        let below = node.rows(ofEdge: edge, of: rows, in: region)
        precondition(
          below.lower == end || edge == 0 && node.ownKeyCount == 1 && below.lower > end,
          "Edge \(edge) of the node at \(start) has rows \(below) after \(end).")
        precondition(below.lower < below.upper && below.upper <= rows.upper, "Rows \(below).")
        end = below.upper
        let target = node.target(ofEdge: edge, in: region)
        precondition(target.place > start, "The node at \(start) leads up to \(target.place).")
        if target.isNode { pending.append((target.place, below)) }
      }
      precondition(end == rows.upper, "The edges at \(start) end at row \(end) of \(rows).")
    }
    keys.checkExactMatches(of: self)
  }
  #else
  /// Does nothing in a build without the trait `InternalChecks`.
  @inline(__always)
  package func checkInvariants(_ keys: SortedKeys) {}
  #endif
}
