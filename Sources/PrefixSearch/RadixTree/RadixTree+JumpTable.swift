internal import FlatStorage

extension RadixTree {
  /// Where a walk goes on after the first bytes of a prefix.
  struct Landing {
    var rows: Rows
    var target: Target
    /// How many bytes are consumed, 1 or 2.
    var consumed: Int

    /// The size of a stored entry in bytes: lower row, upper row, flags and place of the target.
    static let byteCount = 16
    /// The target is a node, not a tail.
    static let nodeFlag: UInt32 = 1
    /// Both bytes are consumed, not the first alone.
    static let pairFlag: UInt32 = 2
  }

  /// Looks up the rows of a single byte.
  @inline(__always)
  func rows(of byte: UInt8) -> Rows {
    let firstClass = Int(region.uint16(at: Layout.firstClassStart &+ Int(byte) &* 2))
    guard firstClass > 0 else { return Rows(lower: 0, upper: 0) }
    return rows(at: Layout.firstRowStart &+ (firstClass &- 1) &* 4)
  }

  /// Looks up a pair of bytes; `nil` if no key begins with them.
  ///
  /// Of all pairs only a few occur (a hundredth, among the names of cities), so small arrays stand for
  /// a table of 65,536 entries: a class for each first and for each second byte, and for each pair of
  /// classes a slot with the number of its entry plus one. Zero means that no key begins so.
  @inline(__always)
  func landing(for first: UInt8, _ second: UInt8) -> Landing? {
    let firstClass = Int(region.uint16(at: Layout.firstClassStart &+ Int(first) &* 2))
    let secondClass = Int(region.uint16(at: Layout.secondClassStart &+ Int(second) &* 2))
    guard firstClass > 0, secondClass > 0 else { return nil }
    let cell = (firstClass &- 1) &* layout.secondClassCount &+ (secondClass &- 1)
    let slot = Int(
      truncatingIfNeeded: region.uint32(at: layout.slotStart &+ cell &* layout.slotWidth)
        & layout.slotMask)
    guard slot > 0 else { return nil }
    let entry = layout.entryStart &+ (slot &- 1) &* Landing.byteCount
    let way = region.uint64(at: entry &+ 8)
    let flags = UInt32(truncatingIfNeeded: way)
    let place = layout.tailStart &+ Int(UInt32(truncatingIfNeeded: way &>> 32))
    return Landing(
      rows: rows(at: entry),
      target: Target(place: place, isNode: flags & Landing.nodeFlag != 0),
      consumed: flags & Landing.pairFlag != 0 ? 2 : 1)
  }

  /// The two numbers of four bytes at `offset`.
  @inline(__always)
  private func rows(at offset: Int) -> Rows {
    let word = region.uint64(at: offset)
    return Rows(
      lower: Int(UInt32(truncatingIfNeeded: word)),
      upper: Int(UInt32(truncatingIfNeeded: word &>> 32)))
  }
}
