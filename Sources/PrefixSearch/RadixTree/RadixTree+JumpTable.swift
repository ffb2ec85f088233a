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
    /// Above the flags stands the first byte plus one; an entry that belongs to nobody has 0 there.
    static let ownerShift: UInt32 = 8
  }

  /// Looks up the rows of a single byte.
  @inline(__always)
  func rows(of byte: UInt8) -> Rows {
    rows(at: Layout.firstByteStart &+ Int(byte) &* Layout.firstByteSize)
  }

  /// Looks up a pair of bytes; `nil` if no key begins with them.
  ///
  /// Of all pairs only a few occur (a hundredth, among the names of cities), so the entries of one
  /// first byte fill the gaps between those of others, see ``RowDisplacement``.
  @inline(__always)
  func landing(for first: UInt8, _ second: UInt8) -> Landing? {
    let shift = Int32(
      truncatingIfNeeded: region.uint32(
        at: Layout.firstByteStart &+ Int(first) &* Layout.firstByteSize &+ 8))
    let offset = (Int(shift) &+ Int(second)) &* Landing.byteCount
    let entry = layout.entryStart &+ offset
    let way = region.uint64(at: entry &+ 8)
    let flags = UInt32(truncatingIfNeeded: way)
    guard flags &>> Landing.ownerShift == UInt32(first) &+ 1,
      UInt(bitPattern: offset) < UInt(bitPattern: layout.tailStart &- layout.entryStart)
    else { return nil }
    let place = layout.tailStart &+ Int(truncatingIfNeeded: way &>> 32)
    return Landing(
      rows: rows(at: entry),
      target: Target(place: place, isNode: flags & Landing.nodeFlag != 0),
      consumed: flags & Landing.pairFlag != 0 ? 2 : 1)
  }

  /// Where it stands whose the entry is that `second` has among those of `first`, see `ownerShift`.
  @inline(__always)
  func ownerPlace(of first: UInt8, _ second: Int) -> Int {
    let shift = Int32(
      truncatingIfNeeded: region.uint32(
        at: Layout.firstByteStart &+ Int(first) &* Layout.firstByteSize &+ 8))
    return layout.entryStart &+ (Int(shift) &+ second) &* Landing.byteCount &+ 8
  }

  /// The two numbers of four bytes at `offset`.
  @inline(__always)
  private func rows(at offset: Int) -> Rows {
    let word = region.uint64(at: offset)
    return Rows(
      lower: Int(truncatingIfNeeded: UInt32(truncatingIfNeeded: word)),
      upper: Int(truncatingIfNeeded: word &>> 32))
  }
}
