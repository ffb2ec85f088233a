/// A text, the automaton that compares prefixes with it, and the filter of prefixes that exist.
struct SimilarPattern {
  let automaton: EditAutomaton
  /// The text in UTF-8, followed by the terminator if only whole keys are searched.
  let bytes: [UInt8]
  /// The letters of the text, the terminator if only whole keys are searched, and the end.
  private let letters: [Letter]
  /// The number of letters of the text.
  let count: Int
  /// Whether only whole keys are searched.
  var isWholeOnly: Bool { letters.count &- 1 > count }
  /// The byte between words, which also terminates every key.
  let separator: UInt8
  let filter: PrefixFilter?
  /// The set of all bytes, which is made once.
  let allBytes = ByteSet.all
  /// The digits, which are not edited.
  let digits = ByteSet(UInt8(ascii: "0")...UInt8(ascii: "9"))

  /// A letter of the text.
  private struct Letter {
    /// Where it begins in `bytes`.
    var start: Int
    /// The codes of the first eight letters from this one on.
    var codes: UInt64 = 0
  }

  init(
    _ text: [UInt32], limit: Int, separator: UInt8, wholeOnly: Bool, filter: PrefixFilter?
  ) {
    automaton = EditAutomaton(text, limit: limit)
    count = text.count
    self.separator = separator
    self.filter = filter
    let length = text.count + (wholeOnly ? 1 : 0)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * length)
    var letters: [Letter] = []
    letters.reserveCapacity(length + 1)
    for index in 0..<length {
      let letter = index < text.count ? text[index] : UInt32(separator)
      letters.append(Letter(start: bytes.count, codes: UInt64(LetterCode.of(letter))))
      var encoded = LetterBytes(letter)
      while let byte = encoded.next() { bytes.append(byte) }
    }
    letters.append(Letter(start: bytes.count))
    for index in (0..<length).reversed() {
      letters[index].codes |= letters[index + 1].codes << 8
    }
    (self.bytes, self.letters) = (bytes, letters)
  }

  /// Whether all letters of the text are ASCII.
  @inline(__always)
  var isASCII: Bool { bytes.count == letters.count &- 1 }

  /// The code of a letter.
  @inline(__always)
  func code(of letter: Int) -> UInt8 { UInt8(truncatingIfNeeded: letters[letter].codes) }

  /// Where the bytes of a letter are.
  @inline(__always)
  func bytes(of letter: Int) -> Range<Int> { letters[letter].start..<letters[letter &+ 1].start }

  /// Where the bytes from a letter on are; after the last letter, those of the terminator, if there are
  /// any.
  @inline(__always)
  func bytes(from letter: Int) -> Range<Int> { letters[letter].start..<bytes.count }

  /// The word by which the filter is asked for a path and the ending from `start` on; `nil` if these
  /// are too few letters, or if the filter takes none after the path.
  @inline(__always)
  func prefix(_ path: SimilarPath, from start: Int) -> UInt64? {
    let count = UInt64(truncatingIfNeeded: 8 &* path.count)
    guard path.count < PrefixFilter.lengths.long,
      let mask = PrefixFilter.mask(ofFirst: path.count &+ letters.count &- 1 &- start),
      mask &>> count != 0
    else { return nil }
    return (path.word | letters[start].codes &<< count) & mask
  }

  /// The endings that a key may have after a path.
  @inline(__always)
  func possible(
    _ endings: EditAutomaton.Endings, after path: SimilarPath
  ) -> EditAutomaton.Endings {
    guard let filter else { return endings }
    var (possible, rest) = (endings, endings.plain | endings.transposed)
    while rest != 0 {
      let bit = rest & (0 &- rest)
      let start = endings.first &+ rest.trailingZeroBitCount
      rest ^= bit
      if endings.plain & bit != 0, let prefix = prefix(path, from: start),
        !filter.mayContain(prefix)
      {
        possible.plain ^= bit
      }
      if endings.transposed & bit != 0,
        let prefix = prefix(path.appending(code(of: start &- 1)), from: start &+ 1),
        !filter.mayContain(prefix)
      {
        possible.transposed ^= bit
      }
    }
    return possible
  }
}

/// The letters that led to a position: how many, and the codes of the first eight.
struct SimilarPath {
  /// The first eight codes, the first one in the low byte.
  private(set) var word: UInt64 = 0
  private(set) var count = 0

  @inline(__always)
  mutating func append(_ code: UInt8) {
    if count < 8 { word |= UInt64(code) &<< UInt64(truncatingIfNeeded: 8 &* count) }
    count &+= 1
  }

  @inline(__always)
  func appending(_ code: UInt8) -> SimilarPath {
    var path = self
    path.append(code)
    return path
  }
}

/// The endings of a text that may follow a path and one more letter, which is not known yet.
///
/// Most of a prefix is the same for all letters, so it is put together once. The letter differs from
/// all near letters of the text, so it begins no transposition.
struct Continuations {
  private let all: EditAutomaton.Endings
  /// For each bit of the endings, the word by which the filter is asked, without the letter between
  /// path and ending.
  private var words = InlineArray<8, UInt64>(repeating: 0)
  /// The bits whose ending the filter can exclude.
  private var excludable: UInt32 = 0
  /// Where the letter stands in a word.
  private let shift: UInt64

  @inline(__always)
  init(_ pattern: SimilarPattern, _ endings: EditAutomaton.Endings, _ path: SimilarPath) {
    all = endings
    shift = UInt64(truncatingIfNeeded: 8 &* path.count)
    guard pattern.filter != nil else { return }
    let path = path.appending(0)
    var rest = endings.plain
    while rest != 0 {
      let bit = rest.trailingZeroBitCount
      if let prefix = pattern.prefix(path, from: endings.first &+ bit) {
        words[bit] = prefix
        excludable |= rest & (0 &- rest)
      }
      rest &= rest &- 1
    }
  }

  /// The endings that a key may have after the path and a letter with a code.
  @inline(__always)
  func endings(after code: UInt8, in filter: PrefixFilter?) -> EditAutomaton.Endings {
    guard let filter else { return all }
    var (endings, rest) = (all, excludable)
    let letter = UInt64(code) &<< shift
    while rest != 0 {
      let bit = rest.trailingZeroBitCount
      // A subscript would copy all words. The filter lets a few texts through in error by the longer
      // prefix. It excludes most of these by the shorter one, which costs less than looking them up.
      let prefix = words.span[bit] | letter
      if !filter.mayContain(prefix)
        || shift < 32 && !filter.mayContain(prefix & 0xFFFF_FFFF)
      {
        endings.plain ^= rest & (0 &- rest)
      }
      rest &= rest &- 1
    }
    return endings
  }

  /// Whether a letter outside of ASCII may follow the path, before one of the endings.
  ///
  /// The filter can exclude that only if all other letters are ASCII; otherwise the answer is yes. Few
  /// keys have letters of both kinds, and their letters are read byte by byte.
  @inline(__always)
  func mayLeaveASCII(in filter: PrefixFilter?) -> Bool {
    guard let filter, all.plain == excludable else { return true }
    var rest = excludable
    while rest != 0 {
      let word = words.span[rest.trailingZeroBitCount]
      if !word.isASCII || filter.mayContain(word | UInt64(LetterCode.other) &<< shift) {
        return true
      }
      rest &= rest &- 1
    }
    return false
  }
}
