extension RadixTree {
  /// A table on the first two bytes of a prefix, which jumps over the two widest levels of the tree.
  ///
  /// Of all pairs of bytes only a few occur (a thousandth, among the names of cities), so three small
  /// arrays stand for a table of 65,536 entries: a class for each first byte, which is the number of
  /// the root's edge plus one; a class for each second byte; and for each pair of classes the number
  /// of its entry plus one. Zero means that no key begins so.
  struct JumpTable: Sendable {
    /// Whether there is a table: not if more pairs occur than a slot can number.
    var isPresent: Bool
    /// Where the classes of the 256 first bytes lie, two bytes each.
    var firstClassStart: Int
    /// Where the classes of the 256 second bytes lie, two bytes each.
    var secondClassStart: Int
    /// The number of classes of second bytes.
    var secondClassCount: Int
    /// Where the entry numbers lie, two bytes each.
    var slotStart: Int
    /// Where the entries lie, 16 bytes each: lower row, upper row, target, kind of target.
    var entryStart: Int

    /// Of the fourth word of an entry: the target is a node, not a tail.
    static let nodeFlag: UInt32 = 1
    /// Of the fourth word of an entry: both bytes are consumed, not the first alone.
    static let pairFlag: UInt32 = 2
  }
}

extension RadixTree.JumpTable {
  /// Where a walk goes on after the first bytes of a prefix.
  struct Landing {
    var rows: Range<Int>
    var target: RadixTree.Layout.EdgeTarget
    /// How many bytes are consumed, 1 or 2.
    var consumed: Int
  }

  /// Looks up a pair of first bytes; `nil` if no key begins with them.
  @inline(__always)
  func landing(for first: UInt8, _ second: UInt8, in region: ByteRegion) -> Landing? {
    let firstClass = Int(region.uint16(at: firstClassStart &+ Int(first) &* 2))
    let secondClass = Int(region.uint16(at: secondClassStart &+ Int(second) &* 2))
    guard firstClass > 0, secondClass > 0 else { return nil }
    let cell = (firstClass &- 1) &* secondClassCount &+ (secondClass &- 1)
    let slot = Int(region.uint16(at: slotStart &+ cell &* 2))
    guard slot > 0 else { return nil }
    let entry = entryStart &+ (slot &- 1) &* 16
    let rows = region.uint64(at: entry)
    let lower = Int(UInt32(truncatingIfNeeded: rows))
    let upper = Int(UInt32(truncatingIfNeeded: rows &>> 32))
    let words = region.uint64(at: entry &+ 8)
    let target = Int(UInt32(truncatingIfNeeded: words))
    let flags = UInt32(truncatingIfNeeded: words &>> 32)
    return Landing(
      rows: lower..<max(lower, upper),
      target: flags & Self.nodeFlag == 0 ? .tail(target) : .node(target),
      consumed: flags & Self.pairFlag == 0 ? 1 : 2)
  }
}
