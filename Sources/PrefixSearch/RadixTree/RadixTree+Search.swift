internal import FlatStorage

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
      guard target.isNode else {
        return tail(at: target.place, beginsWith: prefix, first: first, from: position)
          ? clamped(rows) : 0..<0
      }
      let node = Node(at: target.place, in: region)
      let shared = min(node.labelLength, prefix.count &- position)
      guard region.equals(node.labelStart, prefix, first: first, from: position, count: shared)
      else { return 0..<0 }
      position &+= shared
      guard position < prefix.count else { break }
      let next = UInt8(truncatingIfNeeded: prefix.word(at: position, first: first))
      guard let edge = node.edge(beginningWith: next, in: region) else { return 0..<0 }
      position &+= 1
      target = node.target(ofEdge: edge, in: region)
      rows = node.rows(ofEdge: edge, of: rows, in: region)
    }
    return clamped(rows)
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
