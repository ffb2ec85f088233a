internal import FlatStorage

extension RadixTree {
  /// Finds the rows whose key begins with `prefix`.
  ///
  /// - Parameter prefix: Any bytes; they need not be UTF-8.
  /// - Returns: The rows, or `0..<0` if there are none.
  /// - Complexity: O(*m*), where *m* is the length of `prefix` in bytes: up to four bytes are looked up in
  ///   the jump table, each other byte is compared with a label or a tail once, or searched among at most
  ///   256 edges, sixteen at a time.
  public func range(of prefix: Span<UInt8>) -> Range<Int> {
    guard !prefix.isEmpty else { return 0..<count }
    guard let arrival = arrival(of: prefix) else { return 0..<0 }
    return clamped(arrival.rows)
  }

  /// Finds the position of `prefix` at once.
  ///
  /// - Parameter prefix: Any bytes; they need not be UTF-8.
  /// - Returns: The position, or `nil` if no key begins with `prefix`; the root for no bytes.
  /// - Complexity: O(*m*), where *m* is the length of `prefix` in bytes.
  public func position(of prefix: Span<UInt8>) -> Position? {
    guard !prefix.isEmpty else { return root }
    guard let arrival = arrival(of: prefix) else { return nil }
    return child(
      of: root, with: arrival.rows, at: arrival.target, offset: prefix.count &- arrival.start,
      // Nothing lies above the root, in which no prefix ends unless the bytes are wrong.
      by: arrival.start > 0 ? prefix[arrival.start &- 1] : 0)
  }

  /// Where the bytes of a prefix lead.
  private struct Arrival {
    var rows: Rows
    /// The node or tail in which the prefix ends.
    var target: Target
    /// How many bytes of the prefix lie above the target.
    var start: Int
  }

  /// Follows `prefix`, which is not empty, down to the node or tail in which it ends.
  @inline(__always)
  private func arrival(of prefix: Span<UInt8>) -> Arrival? {
    let first = prefix.firstWord
    var (rows, target, start) = (Rows(lower: 0, upper: count), rootTarget, 0)
    var length = layout.slotCount > 0 ? min(prefix.count, JumpEntry.longestKey) : 0
    while length > 0 {
      if let landing = landing(for: first, length: length) {
        (rows, target, start) = (landing.rows, landing.target, landing.consumed)
        if prefix.count == length { return Arrival(rows: rows, target: target, start: start) }
        break
      }
      // Beginnings of few keys have no entry; those of fewer bytes have more keys.
      length &-= 1
    }
    // A root that is no node has no keys below it.
    guard length > 0 || target.isNode else { return nil }
    while start < prefix.count {
      guard target.isNode else {
        return tail(at: target.place, beginsWith: prefix, first: first, from: start)
          ? Arrival(rows: rows, target: target, start: start) : nil
      }
      let node = Node(at: target.place, in: region)
      let shared = min(node.labelLength, prefix.count &- start)
      guard region.equals(node.labelStart, prefix, first: first, from: start, count: shared)
      else { return nil }
      let position = start &+ shared
      guard position < prefix.count else { break }
      let next = UInt8(truncatingIfNeeded: prefix.word(at: position, first: first))
      guard let edge = node.edge(beginningWith: next, in: region) else { return nil }
      start = position &+ 1
      target = node.target(ofEdge: edge, in: region)
      rows = node.rows(ofEdge: edge, of: rows, in: region)
    }
    return Arrival(rows: rows, target: target, start: start)
  }

  /// The rows as far as they exist, whatever bytes the region holds; a negative number is a huge one.
  @inline(__always)
  private func clamped(_ rows: Rows) -> Range<Int> {
    let upper = min(UInt(bitPattern: rows.upper), UInt(bitPattern: count))
    let lower = min(UInt(bitPattern: rows.lower), upper)
    return Int(bitPattern: lower)..<Int(bitPattern: upper)
  }

  /// Tells whether a tail begins with what `prefix` has from `position` on.
  ///
  /// The terminator, which tails leave out, follows every tail but an empty one after an edge that
  /// is the terminator itself: there the key has ended.
  @inline(__always)
  private func tail(
    at place: Int, beginsWith prefix: Span<UInt8>, first: UInt64, from position: Int
  ) -> Bool {
    let length = Int(region.byte(at: place))
    let rest = prefix.count &- position
    guard rest > length else {
      return region.equals(place &+ 1, prefix, first: first, from: position, count: rest)
    }
    return rest == length &+ 1 && Int(prefix[position &+ length]) == layout.terminator
      && !(length == 0 && Int(prefix[position &- 1]) == layout.terminator)
      && region.equals(place &+ 1, prefix, first: first, from: position, count: length)
  }
}
