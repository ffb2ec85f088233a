extension Span<UInt8> {
  /// The first eight bytes as a little-endian number, zeros where there are fewer.
  @inlinable @inline(__always)
  package var firstWord: UInt64 {
    // Two loads that overlap cover all bytes, which takes one branch for all lengths.
    // Sound: each branch reads within `count` bytes, and any bits are a number.
    if count >= 4 {
      let place = Swift.min(count, 8) &- 4
      let (low, high) = unsafe (
        UInt32(littleEndian: bytes.unsafeLoadUnaligned(as: UInt32.self)),
        UInt32(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt32.self))
      )
      return UInt64(low) | UInt64(high) &<< UInt64(truncatingIfNeeded: place &* 8)
    }
    guard count > 0 else { return 0 }
    let (middle, last) = (count &>> 1, count &- 1)
    let (low, between, high) = unsafe (
      self[unchecked: 0], self[unchecked: middle], self[unchecked: last]
    )
    return UInt64(low) | UInt64(between) &<< UInt64(truncatingIfNeeded: middle &* 8)
      | UInt64(high) &<< UInt64(truncatingIfNeeded: last &* 8)
  }

  /// Up to eight bytes from `position` on as a little-endian number, zeros where there are fewer.
  ///
  /// - Parameters:
  ///   - position: A position before the end.
  ///   - first: The first word, which the caller computes once for many positions.
  /// - Returns: The word.
  @inline(__always)
  func word(at position: Int, first: UInt64) -> UInt64 {
    if count <= 8 { return first &>> UInt64(truncatingIfNeeded: position &* 8) }
    let start = Swift.min(position, count &- 8)
    // Sound: 0 <= start and start + 8 <= count; the span checks it again.
    let word = unsafe UInt64(
      littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self))
    return word &>> UInt64(truncatingIfNeeded: (position &- start) &* 8)
  }
}

extension MutableSpan<UInt8> {
  /// Overwrites the first sixteen bytes: eight with a little-endian number, eight with zeros.
  ///
  /// It is one write, so that the processor can copy the bytes at once: it would wait for writes of
  /// single bytes.
  ///
  /// - Precondition: There are at least sixteen bytes.
  @inlinable @inline(__always)
  package mutating func setFirstWords(_ word: UInt64) {
    precondition(count >= 16, "The span must have at least 16 bytes, got \(count).")
    // Sound: any bits are bytes, and the write lies within the span, which checks it again.
    var bytes = unsafe mutableBytes
    bytes.storeBytes(of: SIMD2(word.littleEndian, 0), as: SIMD2<UInt64>.self)
  }
}

extension ByteRegion {
  /// Whether the `count` bytes at `offset` equal those of `prefix` from `position` on.
  ///
  /// - Parameters:
  ///   - offset: Where the bytes begin.
  ///   - prefix: The other bytes, at least `position + count`.
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
    // Only the low `count` bytes matter. With none, all 64 bits are shifted out, which takes two
    // shifts.
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

/// Up to eight bytes in one word, which are compared with another byte at once (Lamport, 1975).
///
/// The byte 0xFF, which does not occur in UTF-8, stands for an empty lane.
package struct PackedBytes: Sendable {
  private var word: UInt64

  /// Eight empty lanes.
  @inline(__always)
  package init() { word = .max }

  /// The byte in a lane, 0 to 7; 0xFF in an empty one.
  @inline(__always)
  package subscript(lane: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: word &>> UInt64(truncatingIfNeeded: 8 &* lane))
  }

  /// Moves all bytes to the next lane, the last one out, and puts a byte into the first.
  @inline(__always)
  package mutating func prepend(_ byte: UInt8) { word = word &<< 8 | UInt64(byte) }

  /// The bytes of the first lanes, up to seven.
  @inline(__always)
  package func prefix(_ count: Int) -> PackedBytes {
    var first = self
    first.word |= .max &<< UInt64(truncatingIfNeeded: 8 &* count)
    return first
  }

  /// The lanes that have a byte, a bit for each; none for 0xFF.
  @inline(__always)
  package func lanes(of byte: UInt8) -> UInt8 { byte == 0xFF ? 0 : lanes(equalTo: byte) }

  @inline(__always)
  private func lanes(equalTo byte: UInt8) -> UInt8 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let difference = word ^ (UInt64(byte) &* 0x0101_0101_0101_0101)
    // The top bit of each byte that is zero, exactly; then these bits side by side.
    let zeros = ~((difference & low &+ low) | difference | low)
    return UInt8(truncatingIfNeeded: ((zeros &>> 7) &* 0x0102_0408_1020_4080) &>> 56)
  }
}
