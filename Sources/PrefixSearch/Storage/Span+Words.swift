extension Span<UInt8> {
  /// The first eight bytes as a little-endian number, zeros where there are fewer.
  @inline(__always)
  var firstWord: UInt64 {
    // Sound: the loads lie within `count` bytes, by the case; any bits are a number.
    switch count {
    case 8...:
      return unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(as: UInt64.self))
    case 4...:
      let (low, high) = unsafe (
        UInt32(littleEndian: bytes.unsafeLoadUnaligned(as: UInt32.self)),
        UInt32(
          littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
      )
      return UInt64(low) | UInt64(high) &<< UInt64(truncatingIfNeeded: (count &- 4) &* 8)
    case 2...:
      let (low, high) = unsafe (
        UInt16(littleEndian: bytes.unsafeLoadUnaligned(as: UInt16.self)),
        UInt16(
          littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: count &- 2, as: UInt16.self))
      )
      return UInt64(low) | UInt64(high) &<< UInt64(truncatingIfNeeded: (count &- 2) &* 8)
    case 1: return UInt64(self[0])
    default: return 0
    }
  }

  /// Up to eight bytes from `position` on as a little-endian number, zeros where there are fewer.
  ///
  /// - Parameters:
  ///   - position: A position before the end.
  ///   - first: The first word, which is made once for many positions.
  /// - Returns: The word.
  @inline(__always)
  func word(at position: Int, first: UInt64) -> UInt64 {
    if count <= 8 { return first &>> UInt64(truncatingIfNeeded: position &* 8) }
    let start = Swift.min(position, count &- 8)
    // Sound: 0 <= start and start + 8 <= count; the span checks it once more.
    let word = unsafe UInt64(
      littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self))
    return word &>> UInt64(truncatingIfNeeded: (position &- start) &* 8)
  }
}

extension ByteRegion {
  /// Tells whether the `count` bytes at `offset` equal those of `prefix` from `position` on.
  ///
  /// - Parameters:
  ///   - offset: Where the bytes begin.
  ///   - prefix: The other bytes; it must reach to `position + count`.
  ///   - first: The first word of `prefix`.
  ///   - position: Where to begin in `prefix`.
  ///   - count: How many bytes to compare.
  /// - Returns: Whether all are equal.
  @inline(__always)
  func equals(
    _ offset: Int, _ prefix: Span<UInt8>, first: UInt64, from position: Int, count: Int
  ) -> Bool {
    var (offset, position, count) = (offset, position, count)
    while count > 8 {
      guard uint64(at: offset) == prefix.word(at: position, first: first) else { return false }
      (offset, position, count) = (offset &+ 8, position &+ 8, count &- 8)
    }
    guard count > 0 else { return true }
    let difference = uint64(at: offset) ^ prefix.word(at: position, first: first)
    // Only the low `count` bytes count.
    return difference &<< UInt64(truncatingIfNeeded: 64 &- count &* 8) == 0
  }
}

extension ByteRegion {
  /// Adds the `count` bytes at `offset`, eight at a time.
  @inline(__always)
  func sum(ofBytesAt offset: Int, count: Int) -> Int {
    var (sum, offset, count) = (0, offset, count)
    while count > 0 {
      let unused = UInt64(truncatingIfNeeded: (8 &- min(count, 8)) &* 8)
      let word = uint64(at: offset) &<< unused
      // Four sums of two bytes, which the product adds up in its highest 16 bits.
      let pairs = (word & 0x00FF_00FF_00FF_00FF) &+ (word &>> 8 & 0x00FF_00FF_00FF_00FF)
      sum &+= Int(truncatingIfNeeded: (pairs &* 0x0001_0001_0001_0001) &>> 48)
      (offset, count) = (offset &+ 8, count &- 8)
    }
    return sum
  }
}
