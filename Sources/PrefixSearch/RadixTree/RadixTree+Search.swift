extension RadixTree {
  /// Finds the rows whose key begins with `prefix`.
  ///
  /// - Parameter prefix: Any bytes; they need not be UTF-8.
  /// - Returns: The rows, or `0..<0` if there are none.
  /// - Complexity: O(*m*), where *m* is the length of `prefix` in bytes: each byte is compared with
  ///   a label or a tail once, or searched among at most 256 edges, eight at a time.
  public func range(of prefix: Span<UInt8>) -> Range<Int> {
    guard prefix.count > 0 else { return 0..<count }
    var position = 0
    var target = Layout.EdgeTarget.node(0)
    var rows = 0..<count
    if prefix.count > 1, layout.jumps.isPresent {
      guard let landing = layout.jumps.landing(for: prefix[0], prefix[1], in: region) else {
        return 0..<0
      }
      (rows, target, position) = (landing.rows, landing.target, landing.consumed)
    }
    while position < prefix.count {
      switch target {
      case .tail(let tail):
        return tailBegins(tail, with: prefix, from: position) ? clamped(rows) : 0..<0
      case .node(let node):
        guard let afterLabel = end(ofLabelOf: node, in: prefix, from: position) else {
          return 0..<0
        }
        guard afterLabel < prefix.count else { return clamped(rows) }
        guard let step = step(from: node, rows, over: prefix[afterLabel]) else {
          return 0..<0
        }
        (rows, target) = (step.rows, layout.target(ofEdge: step.edge, in: region))
        position = afterLabel &+ 1
      }
    }
    return clamped(rows)
  }

  /// The rows as far as they exist, whatever bytes the region holds.
  @inline(__always)
  private func clamped(_ rows: Range<Int>) -> Range<Int> { rows.clamped(to: 0..<count) }

  /// Compares the label of `node` with `prefix`; `nil` if they differ before either ends.
  ///
  /// - Returns: The position after the label, or the end of `prefix` if the label is longer.
  @inline(__always)
  private func end(
    ofLabelOf node: Int, in prefix: Span<UInt8>, from position: Int
  ) -> Int? {
    let length = Int(region.byte(at: layout.labelLengthStart &+ node &* layout.firstEdges.stride))
    guard length > 0 else { return position }
    let start = layout.labelStart &+ layout.labelOffsets.value(at: node, in: region)
    let end = min(position &+ length, prefix.count)
    return matches(start, prefix, from: position, to: end) ? end : nil
  }

  /// Finds the edge of `node` that begins with `byte`, and the rows below it.
  @inline(__always)
  private func step(
    from node: Int, _ rows: Range<Int>, over byte: UInt8
  ) -> (edge: Int, rows: Range<Int>)? {
    let first = layout.firstEdges.value(at: node, in: region)
    let end = layout.firstEdges.value(at: node &+ 1, in: region)
    guard let edge = edge(from: first, to: end, beginningWith: byte) else { return nil }
    let lower = layout.edgeRows.value(at: edge, in: region)
    let next = edge &+ 1
    let upper = next < end ? layout.edgeRows.value(at: next, in: region) : rows.upperBound
    return (edge, lower..<max(lower, upper))
  }

  /// Finds `byte` among the first bytes of the edges `first..<end`, eight at a time.
  @inline(__always)
  private func edge(from first: Int, to end: Int, beginningWith byte: UInt8) -> Int? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let wanted = UInt64(byte) &* ones
    var edge = first
    repeat {
      let difference = region.uint64(at: layout.edgeByteStart &+ edge) ^ wanted
      // The lowest byte that is zero gets its top bit set; bytes above it may get theirs in error.
      let zeros = (difference &- ones) & ~difference & (ones &<< 7)
      if zeros != 0 {
        let found = edge &+ zeros.trailingZeroBitCount &>> 3
        return found < end ? found : nil
      }
      edge &+= 8
      // No node has more edges than there are bytes, but a wrong `end` may be billions away.
    } while edge < min(end, first &+ 256)
    return nil
  }

  /// Tells whether the tail numbered `tail` begins with what `prefix` has from `position` on.
  @inline(__always)
  private func tailBegins(_ tail: Int, with prefix: Span<UInt8>, from position: Int) -> Bool {
    // The number is negative if the directory of edges is wrong; shift and mask bear that.
    let group = tail &>> Self.tailsPerOffset.trailingZeroBitCount
    var offset = layout.tailStart &+ layout.tailOffsets.value(at: group, in: region)
    for _ in 0..<tail & (Self.tailsPerOffset &- 1) {
      offset &+= Int(region.byte(at: offset)) &+ 1
    }
    let length = Int(region.byte(at: offset))
    return prefix.count &- position <= length
      && matches(offset &+ 1, prefix, from: position, to: prefix.count)
  }

  /// Tells whether the bytes at `start` equal those of `prefix` in `from..<to`.
  @inline(__always)
  private func matches(_ start: Int, _ prefix: Span<UInt8>, from: Int, to: Int) -> Bool {
    var position = from
    while position < to {
      guard region.byte(at: start &+ (position &- from)) == prefix[position] else { return false }
      position &+= 1
    }
    return true
  }
}
