extension RadixTree {
  /// Finds the rows whose key begins with `prefix`.
  ///
  /// - Parameter prefix: Any bytes; they need not be UTF-8.
  /// - Returns: The rows, or `0..<0` if there are none.
  /// - Complexity: O(*m*), where *m* is the length of `prefix` in bytes: each byte is compared with
  ///   a label or a tail once, or searched among at most 256 edges, eight at a time.
  public func range(of prefix: Span<UInt8>) -> Range<Int> {
    guard prefix.count > 1 else {
      return prefix.isEmpty ? 0..<count : clamped(rows(of: prefix[0]))
    }
    guard let landing = landing(for: prefix[0], prefix[1]) else { return 0..<0 }
    var (rows, target, position) = (landing.rows, landing.target, landing.consumed)
    let first = prefix.firstWord
    while position < prefix.count {
      guard case .node(let start) = target else {
        return begins(target, with: prefix, first: first, from: position)
          ? clamped(rows) : 0..<0
      }
      let node = Node(at: start, in: region)
      let shared = min(node.labelLength, prefix.count &- position)
      guard region.equals(node.labelStart, prefix, first: first, from: position, count: shared)
      else { return 0..<0 }
      position &+= shared
      guard position < prefix.count else { return clamped(rows) }
      guard let edge = node.edge(beginningWith: prefix[position], in: region) else {
        return 0..<0
      }
      position &+= 1
      target = node.target(ofEdge: edge, rowCount: rows.count, in: region)
      rows = node.rows(ofEdge: edge, of: rows, in: region)
    }
    return clamped(rows)
  }

  /// The rows as far as they exist, whatever bytes the region holds.
  @inline(__always)
  private func clamped(_ rows: Range<Int>) -> Range<Int> { rows.clamped(to: 0..<count) }

  /// Tells whether a tail begins with what `prefix` has from `position` on.
  ///
  /// The terminator, which tails leave out, follows every tail but an empty one after an edge that
  /// is the terminator itself: there the key has ended.
  @inline(__always)
  private func begins(
    _ target: Target, with prefix: Span<UInt8>, first: UInt64, from position: Int
  ) -> Bool {
    guard case .tail(let start, let length) = target else { return false }
    let rest = prefix.count &- position
    guard rest > length else {
      return region.equals(start, prefix, first: first, from: position, count: rest)
    }
    let end = position &+ length
    return rest == length &+ 1 && Int(prefix[end]) == layout.terminator
      && !(length == 0 && Int(prefix[position &- 1]) == layout.terminator)
      && region.equals(start, prefix, first: first, from: position, count: length)
  }
}
