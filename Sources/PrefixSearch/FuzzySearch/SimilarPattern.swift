/// A text, the automaton that compares prefixes with it, and the filter of prefixes that exist.
struct SimilarPattern {
  let automaton: EditAutomaton
  /// The text, followed by the terminator if only whole keys are searched.
  let bytes: [UInt8]
  /// The number of letters of the text.
  let count: Int
  /// Whether only whole keys are searched.
  var isWholeOnly: Bool { bytes.count > count }
  /// The byte between words, which also terminates every key.
  let separator: UInt8
  let filter: PrefixFilter?
  /// The bytes that an edit may insert or substitute.
  let letters = ByteSet(0x20...0x7F)
  /// The first eight letters from each letter on, as words, and no letters from the end on.
  let words: [UInt64]

  init(
    _ letters: [UInt32], limit: Int, separator: UInt8, wholeOnly: Bool, filter: PrefixFilter?
  ) {
    automaton = EditAutomaton(letters, limit: limit)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(letters.count + 1)
    for letter in letters { bytes.append(UInt8(truncatingIfNeeded: letter)) }
    count = bytes.count
    if wholeOnly { bytes.append(separator) }
    self.bytes = bytes
    self.separator = separator
    self.filter = filter
    var words = [UInt64](repeating: 0, count: bytes.count + 1)
    for index in bytes.indices.reversed() {
      words[index] = words[index + 1] << 8 | UInt64(bytes[index])
    }
    self.words = words
  }

  /// The letters that the filter has of a path and the ending from `start` on; `nil` if it has none after
  /// the path.
  @inline(__always)
  func prefix(_ path: SimilarPath, from start: Int) -> UInt64? {
    let count = UInt64(truncatingIfNeeded: 8 &* path.count)
    guard path.count < PrefixFilter.lengths.long,
      let mask = PrefixFilter.mask(ofFirst: path.count &+ bytes.count &- start), mask &>> count != 0
    else { return nil }
    return (path.word | words[start] &<< count) & mask
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
        let prefix = prefix(path.appending(bytes[start &- 1]), from: start &+ 1),
        !filter.mayContain(prefix)
      {
        possible.transposed ^= bit
      }
    }
    return possible
  }
}

/// The bytes that led to a position: how many, and the first eight.
struct SimilarPath {
  /// The first eight bytes, the first one in the low byte.
  private(set) var word: UInt64 = 0
  private(set) var count = 0

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    if count < 8 { word |= UInt64(byte) &<< UInt64(truncatingIfNeeded: 8 &* count) }
    count &+= 1
  }

  @inline(__always)
  func appending(_ byte: UInt8) -> SimilarPath {
    var path = self
    path.append(byte)
    return path
  }
}

/// The endings of a text that may follow a path and one more byte, which is not known yet.
///
/// Most of a prefix is the same for all bytes, so it is put together once. The byte equals no letter of
/// the text near by, so it begins no transposition.
struct Continuations {
  private let all: EditAutomaton.Endings
  /// For each bit of the endings, the letters that the filter has of the path and the ending, without the
  /// byte between them.
  private var words = InlineArray<8, UInt64>(repeating: 0)
  /// The bits whose ending the filter can exclude.
  private var excludable: UInt32 = 0
  /// Where the byte stands in a word.
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

  /// The endings that a key may have after the path and a byte.
  @inline(__always)
  func endings(after byte: UInt8, in filter: PrefixFilter?) -> EditAutomaton.Endings {
    guard let filter else { return all }
    var (endings, rest) = (all, excludable)
    let letter = UInt64(byte) &<< shift
    while rest != 0 {
      let bit = rest.trailingZeroBitCount
      // A subscript would copy all words.
      if !filter.mayContain(words.span[bit] | letter) { endings.plain ^= rest & (0 &- rest) }
      rest &= rest &- 1
    }
    return endings
  }
}
