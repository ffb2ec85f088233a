internal import FlatStorage

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
    if count > 7 { return equalsFar(offset, prefix, from: position, count: count) }
    let difference = uint64(at: offset) ^ prefix.word(at: position, first: first)
    // Only the low `count` bytes count. A shift by all 64 bits has to be made of two.
    return (difference &<< UInt64(truncatingIfNeeded: (7 &- count) &* 8)) &<< 8 == 0
  }

  /// The same for long runs, byte by byte: few labels and tails have more than seven bytes.
  @inline(never)
  private func equalsFar(
    _ offset: Int, _ prefix: Span<UInt8>, from position: Int, count: Int
  ) -> Bool {
    for index in 0..<count where byte(at: offset &+ index) != prefix[position &+ index] {
      return false
    }
    return true
  }
}
