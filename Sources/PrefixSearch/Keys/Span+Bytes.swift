extension Span<UInt8> {
  /// A copy of the bytes.
  package var array: [UInt8] { indices.map { self[$0] } }

  /// The length of the common prefix with another key.
  package func sharedLength(with other: Span<UInt8>) -> Int {
    let end = Swift.min(count, other.count)
    var length = 0
    while length < end, self[length] == other[length] { length += 1 }
    return length
  }
}

// MARK: - Words of eight bytes

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

// MARK: - Letters

extension Span<UInt8> {
  /// The letter that begins at a position, and its length in bytes.
  ///
  /// Bytes that are not UTF-8 count as a letter each.
  @inline(__always)
  func letter(at position: Int) -> (letter: UInt32, length: Int) {
    let byte = self[position]
    guard var letter = PartialLetter(first: byte) else { return (UInt32(byte), 1) }
    var end = position &+ 1
    while letter.missing > 0 {
      guard end < count, let longer = letter.appending(self[end]) else { return (UInt32(byte), 1) }
      letter = longer
      end &+= 1
    }
    return (letter.value, end &- position)
  }

  /// The letters, as Unicode scalars.
  var letters: [UInt32] {
    var (letters, index) = ([UInt32](), 0)
    while index < count {
      let (letter, length) = letter(at: index)
      letters.append(letter)
      index += length
    }
    return letters
  }
}
