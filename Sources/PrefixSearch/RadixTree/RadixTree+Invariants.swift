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
    if rootTarget.isNode { pending.append((layout.root, Rows(lower: 0, upper: count))) }
    while let (start, rows) = pending.popLast() {
      let node = Node(at: start, in: region)
      precondition(start >= layout.root && start < layout.end, "A node at \(start).")
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
    checkJumps(below: root, [])
    keys.checkExactMatches(of: self)
  }

  /// Checks that the rows of each beginning which the jump table may have are those that a walk finds.
  private func checkJumps(below position: Position, _ bytes: [UInt8]) {
    let (found, walked) = (range(of: bytes), rows(below: position))
    precondition(found == walked, "Rows \(found) of \(bytes), but a walk finds \(walked).")
    guard bytes.count < JumpEntry.longestKey else { return }
    forEachChild(of: position, in: 0...255) { checkJumps(below: $1, bytes + [$0]) }
  }
  #else
  /// Does nothing in a build without the trait `InternalChecks`.
  @inline(__always)
  package func checkInvariants(_ keys: SortedKeys) {}
  #endif
}
