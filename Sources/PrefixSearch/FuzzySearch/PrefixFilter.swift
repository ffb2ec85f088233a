/// A set of the first letters of keys, which may contain a few that were not added: a Bloom filter
/// (Bloom, 1970) whose two bits of a member lie in one word (Putze, Sanders and Singler, 2007).
///
/// A search with typos tries hundreds of texts with one letter changed, and no key begins with most of
/// them. One word of the filter shows that, where the tree takes several nodes.
///
/// A letter is a Unicode scalar. It takes one byte here, its ``LetterCode``, so that eight letters fit
/// into a word. Prefixes whose letters have the same codes are not told apart. A prefix with a single
/// letter outside of ASCII, which is not the first, is also added with ``LetterCode/other`` in its
/// place. So one question tells a walk along letters of ASCII whether any other letter may follow,
/// which is rare.
package struct PrefixFilter: Sendable {
  /// The bits, in words of eight bytes; their number is a power of two.
  package let region: ByteRegion
  /// What a hash is shifted by to give the number of a word.
  private let shift: UInt64

  /// The lengths in letters of the prefixes that are added: the longer one excludes most texts, the
  /// shorter one is for texts that end before it.
  package static let lengths = (short: 4, long: 6)

  /// Reads a filter; `nil` if its number of words is no power of two.
  ///
  /// - Complexity: O(1).
  package init?(region: ByteRegion) {
    let byteCount = region.count - ByteRegion.padding
    guard byteCount >= 16, byteCount & (byteCount - 1) == 0 else { return nil }
    self.region = region
    shift = UInt64(64 - (byteCount / 8).trailingZeroBitCount)
  }

  /// Whether a key may begin with some letters; a key that does is never denied.
  ///
  /// - Parameter word: The codes of as many letters as ``mask(ofFirst:)`` has, the first one in the low
  ///   byte.
  /// - Returns: Whether a key begins with them, or has the same two bits.
  @inline(__always)
  package func mayContain(_ word: UInt64) -> Bool {
    let hash = Self.hash(word)
    let bits = Self.bits(hash)
    return region.uint64(at: Int(truncatingIfNeeded: hash &>> shift) &* 8) & bits == bits
  }

  /// The bits of a word for the first letters of a text that the filter is asked for; `nil` if the text
  /// has fewer letters than the shortest prefix.
  @inline(__always)
  package static func mask(ofFirst count: Int) -> UInt64? {
    guard count >= lengths.short else { return nil }
    let length = count >= lengths.long ? lengths.long : lengths.short
    return .max &>> UInt64(truncatingIfNeeded: 64 &- 8 &* length)
  }

  /// The product with the golden ratio, its high half folded onto the low one, so that each bit
  /// depends on all letters.
  @inline(__always)
  private static func hash(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }

  /// The two bits of a member in its word.
  @inline(__always)
  private static func bits(_ hash: UInt64) -> UInt64 {
    1 &<< (hash & 63) | 1 &<< (hash &>> 6 & 63)
  }
}

extension PrefixFilter {
  /// Collects the prefixes of keys.
  package struct Builder {
    private var prefixes: [UInt64] = []
    /// The prefixes that were added last, the short one and the long one.
    private var last: (short: UInt64, long: UInt64) = (0, 0)

    /// Creates a builder without prefixes.
    package init() {}

    /// Adds the prefixes of a key, which comes after all keys that were added before.
    package mutating func append(_ key: Span<UInt8>) {
      var (word, count, index) = (UInt64(0), 0, 0)
      while index < key.count, count < PrefixFilter.lengths.long {
        let (letter, length) = key.letter(at: index)
        word |= UInt64(LetterCode.of(letter)) << UInt64(8 * count)
        (count, index) = (count + 1, index + length)
        if count == PrefixFilter.lengths.short, word != last.short {
          last.short = word
          append(word)
        }
      }
      if count == PrefixFilter.lengths.long, word != last.long {
        last.long = word
        append(word)
      }
    }

    /// Adds a prefix; one with a single letter outside of ASCII a second time, with ``LetterCode/other``
    /// for that letter.
    private mutating func append(_ prefix: UInt64) {
      prefixes.append(prefix)
      let others = prefix & 0x8080_8080_8080_8080
      guard others & (others &- 1) == 0, others > 0x80 else { return }
      prefixes.append(prefix | UInt64(LetterCode.other) << UInt64(others.trailingZeroBitCount - 7))
    }

    /// Lays the filter out, with four to eight bits for each prefix.
    ///
    /// - Complexity: O(*p*), where *p* is the number of prefixes.
    package consuming func finish() -> PrefixFilter {
      let least = prefixes.count * 4 / 64 + 1
      let words = 1 << (Int.bitWidth - least.leadingZeroBitCount)
      var bits = [UInt64](repeating: 0, count: words)
      let shift = UInt64(64 - words.trailingZeroBitCount)
      for prefix in prefixes {
        let hash = PrefixFilter.hash(prefix)
        bits[Int(hash >> shift)] |= PrefixFilter.bits(hash)
      }
      var writer = ByteRegionWriter()
      for word in bits { writer.append(word, width: 8) }
      guard let filter = PrefixFilter(region: writer.finish()) else {
        preconditionFailure("The number of words must be a power of two, got \(words).")
      }
      return filter
    }
  }
}

// MARK: - Codes of letters

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
