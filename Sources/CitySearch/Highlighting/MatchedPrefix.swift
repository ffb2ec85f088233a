/// The matched prefix of a key: its length in bytes, without a space at its end.
///
/// A match stores this number instead of its highlight, which is computed when it is read: the part of the name
/// whose key has this length. Most highlights are known at once, see ``TypedPrefix``.
@usableFromInline
struct MatchedPrefix: Sendable {
  /// The number of bytes, and ``asciiBit`` if ``isASCII``.
  @usableFromInline let bits: UInt32

  /// The highest bit, because setting it under a condition takes one instruction; the lowest would take three.
  @inlinable static var asciiBit: UInt32 { 1 << 31 }

  /// The prefix that a query matches in every matching name.
  init(_ query: FoldedQuery) { self.init(count: query.countWithoutSpace) }

  @inline(__always)
  fileprivate init(count: Int) {
    bits = count == 0 ? Self.asciiBit : UInt32(Swift.min(count, Int(Self.asciiBit - 1)))
  }

  /// The empty prefix, which marks nothing.
  static let none = MatchedPrefix(bits: asciiBit)

  private init(bits: UInt32) { self.bits = bits }

  /// The number of bytes.
  @inlinable var count: Int { Int(truncatingIfNeeded: bits & ~Self.asciiBit) }

  /// Whether the prefix is known to be as many characters of ASCII in the name, which are to be marked;
  /// true for an empty one.
  @inlinable var isASCII: Bool { bits & Self.asciiBit != 0 }

  /// The same prefix, known to be as many characters of ASCII in a name.
  @inline(__always)
  fileprivate var inASCII: MatchedPrefix { MatchedPrefix(bits: bits | Self.asciiBit) }

  /// The part of a name to be marked.
  ///
  /// - Complexity: That of ``FoldedQuery/highlight(in:)``.
  @inlinable
  func highlight(in name: String) -> HighlightRange {
    isASCII ? HighlightRange(location: 0, length: count) : locatedHighlight(in: name)
  }

  /// The part of a name to be marked, of which nothing is known yet.
  @usableFromInline
  func locatedHighlight(in name: String) -> HighlightRange {
    let text = name.utf8.span
    if let (end, length) = text.endOfLetters(count) {
      return HighlightRange(of: name, text, to: end, length: length)
    }
    let folded = FoldedName(name)
    // Only in damaged files do names not have the prefix that was found.
    return count < folded.count ? folded.highlight(of: 0..<count) : .empty
  }
}

extension Span<UInt8> {
  /// Where the first bytes of a key end in a name whose scalars each add one byte to it, or none: those of Latin
  /// letters; `nil` for other names.
  ///
  /// - Returns: The offset in UTF-8, and in UTF-16.
  @inline(__always)
  fileprivate func endOfLetters(_ wanted: Int) -> (end: Int, length: Int)? {
    var (index, found) = (0, 0)
    // The number of bytes so far that are no code units of their own in UTF-16.
    var joinedBytes = 0
    var absorbsSeparators = true
    while found < wanted {
      guard index < count else { return nil }
      if self[index] < 0x80 {
        let entry = FoldingTables.ascii[Int(self[index])]
        index &+= 1
        if entry > asciiSpace {
          found &+= 1
          absorbsSeparators = false
        } else if entry == asciiSpace, !absorbsSeparators {
          found &+= 1
          absorbsSeparators = true
        }
        continue
      }
      let (scalar, length) = decodeScalar(at: index)
      let entry = FoldingTables.entry(of: scalar)
      index &+= length
      joinedBytes &+= length == 2 ? 1 : 2
      if FoldingTables.separator &+ 1..<FoldingTables.firstText ~= entry {
        found &+= 1
        absorbsSeparators = false
      } else if entry == FoldingTables.separator {
        found &+= absorbsSeparators ? 0 : 1
        absorbsSeparators = true
      } else if entry != FoldingTables.deleted {
        return nil
      }
    }
    return (index, index &- joinedBytes)
  }
}

extension MatchedPrefix: CustomStringConvertible {
  /// The length: "3 letters", or "4 bytes of the key" if the letters are not counted yet.
  @usableFromInline var description: String {
    isASCII ? "\(count) letters" : "\(count) bytes of the key"
  }
}

/// The prefix of many names, and the letters that most of them begin with.
///
/// A name that begins with up to seven letters of ASCII, capitals or not, and goes on with ASCII, is
/// recognized by one comparison, and then the letters are the highlight. Spaces may stand between them,
/// and one after them.
struct TypedPrefix: Sendable {
  /// The matched prefix, as far as it is the same in every name.
  let matched: MatchedPrefix
  /// The letters in a word, the first one lowest; a word that no name begins with if there are others.
  private let letters: UInt64

  private static let longest = 7

  /// The prefix that a query matches in every matching name.
  @inline(__always)
  init(_ query: FoldedQuery) {
    let (count, word) = (query.count, query.firstWord)
    if (1...8).contains(count), word.hasOnlyFoldedLetters {
      let place = UInt64(truncatingIfNeeded: (count &- 1) &* 8)
      if UInt8(truncatingIfNeeded: word &>> place) == asciiSpace {
        matched = MatchedPrefix(count: count &- 1)
        letters = word ^ UInt64(asciiSpace) &<< place
      } else {
        matched = MatchedPrefix(count: count)
        letters = count <= Self.longest ? word : .max
      }
      return
    }
    matched = MatchedPrefix(query)
    letters = .max
  }

  /// The empty prefix, which marks nothing.
  static let none = TypedPrefix(matched: .none, letters: .max)

  private init(matched: MatchedPrefix, letters: UInt64) {
    self.matched = matched
    self.letters = letters
  }

  /// The matched prefix of one name.
  ///
  /// - Parameters:
  ///   - byteCount: Its length in bytes; in a damaged file it may be empty.
  ///   - word: The first eight bytes, the first one lowest; those after the end of the name may be any
  ///     bytes.
  /// - Returns: The prefix, with the knowledge whether it is ASCII there.
  @inline(__always)
  func matched(inNameOf byteCount: Int, beginningWith word: UInt64) -> MatchedPrefix {
    let count = matched.count
    let end: UInt64 = 0x80 &<< UInt64(truncatingIfNeeded: count &* 8)
    // All bits of the letters except their case, and the highest bit of the next byte: 0 in ASCII.
    let start = (word | LetterWord.caseBits) & (end | end / 0x80 &- 1)
    return start == letters && count <= byteCount ? matched.inASCII : matched
  }
}

extension UInt64 {
  /// Whether no byte of folded text is a digit or not ASCII: all are letters, spaces or padding.
  @inline(__always)
  fileprivate var hasOnlyFoldedLetters: Bool {
    // Of these bytes, only digits have the bit 0x10 without the bit 0x40.
    let digits = self & ~(self &>> 2) & 0x1010_1010_1010_1010
    return digits | self & 0x8080_8080_8080_8080 == 0
  }
}
