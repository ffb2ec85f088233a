/// One byte for each Unicode scalar, so that eight letters are compared, or hashed, in one word.
///
/// Letters of ASCII are their own codes. The other letters share 127 codes. Two letters of one alphabet
/// rarely have the same code, because neighbors have different ones.
package enum LetterCode {
  /// Stands for any letter outside of ASCII.
  package static let other: UInt8 = 0xFF

  /// The code of a letter; never ``other``.
  @inline(__always)
  package static func of(_ letter: UInt32) -> UInt8 {
    if letter < 0x80 { return UInt8(truncatingIfNeeded: letter) }
    return min(UInt8(truncatingIfNeeded: letter ^ letter &>> 7) | 0x80, 0xFE)
  }
}

extension UInt64 {
  /// Whether all codes of a word are those of letters of ASCII.
  @inline(__always)
  var isASCII: Bool { self & 0x8080_8080_8080_8080 == 0 }
}

/// The bytes of a letter in UTF-8.
struct LetterBytes {
  /// The bytes that are left, the first one lowest.
  private var rest: UInt32
  private var count: Int

  /// Encodes a letter.
  @inline(__always)
  init(_ letter: UInt32) {
    (rest, count) = (letter, 1)
    guard letter >= 0x80 else { return }
    count = letter < 0x800 ? 2 : letter < 0x1_0000 ? 3 : 4
    rest = 0
    for shift in 0..<UInt32(count &- 1) {
      rest = (rest | 0x80 | letter &>> (6 &* shift) & 0x3F) &<< 8
    }
    let bits = UInt32(truncatingIfNeeded: count)
    rest |= 0xFF & (0xF00 &>> bits) | letter &>> (6 &* (bits &- 1))
  }

  /// The next byte; `nil` after the last.
  @inline(__always)
  mutating func next() -> UInt8? {
    guard count > 0 else { return nil }
    defer { (rest, count) = (rest &>> 8, count &- 1) }
    return UInt8(truncatingIfNeeded: rest)
  }
}

/// A letter outside of ASCII, of whose bytes in UTF-8 only the first ones are read.
struct PartialLetter {
  /// The bits that are known.
  private(set) var value: UInt32
  /// The number of bytes that are missing.
  private(set) var missing: Int

  /// Reads the first byte; `nil` if no letter outside of ASCII begins with it.
  @inline(__always)
  init?(first byte: UInt8) {
    guard byte >= 0xC0 else { return nil }
    missing = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3
    value = UInt32(byte) & (0x3F &>> UInt32(truncatingIfNeeded: missing))
  }

  /// The letter with one more byte; `nil` if no letter continues with it.
  @inline(__always)
  func appending(_ byte: UInt8) -> PartialLetter? {
    guard byte & 0xC0 == 0x80 else { return nil }
    var longer = self
    longer.value = value &<< 6 | UInt32(byte & 0x3F)
    longer.missing &-= 1
    return longer
  }
}

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
}
