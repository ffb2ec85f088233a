internal import PrefixSearch

/// A typed text, folded: the bytes that the keys of all matches begin with.
///
/// A query of up to 40 bytes is stored inline, so that creating and passing it allocates nothing.
package struct FoldedQuery: Sendable {
  private let storage: FoldedBytes

  /// The query that matches every name.
  package init() { storage = FoldedBytes() }

  /// Folds a typed text.
  ///
  /// The query ends in a space only if the text ended in a separator. A text that has only separators
  /// folds to nothing.
  ///
  /// - Complexity: O(*n*) where *n* is the length of the text in bytes; O(*n* log *n*) if it
  ///   contains long runs of marks out of order.
  package init(_ text: String) { self.init(folding: text.utf8.span) }

  /// Folds a typed text, or a part of one, in UTF-8.
  @inline(__always)
  init(folding text: Span<UInt8>) { storage = FoldedBytes(folding: text) }

  /// Creates a query from folded bytes.
  package init(copying bytes: Span<UInt8>) {
    var storage = FoldedBytes()
    for index in bytes.indices { storage.append(bytes[index]) }
    self.storage = storage
  }

  /// The number of bytes.
  package var count: Int { storage.count }

  /// Whether the query matches every name.
  package var isEmpty: Bool { count == 0 }

  /// The number of bytes without a space at the end, which needs no character in a name.
  var countWithoutSpace: Int { endsInSeparator ? count - 1 : count }

  /// Whether the last word of the query is complete, that is, followed by a separator.
  package var endsInSeparator: Bool { !isEmpty && self[count - 1] == asciiSpace }

  /// The bytes, copied.
  ///
  /// - Complexity: O(`count`)
  package var bytes: [UInt8] { (0..<count).map { self[$0] } }

  /// The byte at an index, which is less than `count`.
  subscript(index: Int) -> UInt8 { storage[index] }

  /// The first eight bytes in a word, the first one lowest, padded with zeros.
  @inline(__always)
  var firstWord: UInt64 { storage.firstWord }

  /// Calls a closure with the bytes, in place.
  ///
  /// - Parameter body: A closure that reads the bytes, which are valid until it returns.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  package func withBytes<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withSpan(body)
  }
}

extension FoldedQuery: Hashable {
  /// Whether both queries have the same bytes, and therefore the same matches.
  ///
  /// - Complexity: O(`count`)
  package static func == (left: FoldedQuery, right: FoldedQuery) -> Bool {
    left.count == right.count && (0..<left.count).allSatisfy { left[$0] == right[$0] }
  }

  /// Feeds the bytes to a hasher.
  ///
  /// - Complexity: O(`count`)
  package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for index in 0..<count { hasher.combine(self[index]) }
  }
}

/// Folded text that is stored inline while it is short, in 64 bytes.
struct FoldedBytes: Sendable {
  /// The number of bytes, and the first eight of them in a word.
  ///
  /// One vector, because it is written and copied by one instruction.
  private var head: SIMD2<UInt64>
  /// The first bytes, padded with zeros.
  private var inlineBytes: InlineArray<40, UInt8>
  /// All bytes, once there are more than fit into `inlineBytes`.
  private var overflow: [UInt8]?

  /// Folds a text in UTF-8; there is no space at the end if the text has none.
  @inline(__always)
  init(folding text: Span<UInt8>) {
    // Most queries are a few letters: these are converted to lowercase in one word.
    let first = text.firstWord
    if text.count <= 8, text.count > 0, first.isOfLetters(text.count) {
      let unused = UInt64(truncatingIfNeeded: (8 &- text.count) &* 8)
      self.init(
        count: text.count, first: (first | LetterWord.caseBits) & UInt64.max &>> unused)
    } else {
      self = FoldedBytes.folded(text)
    }
  }

  /// Creates up to eight bytes, the first one lowest in a word.
  @inline(__always)
  private init(count: Int, first word: UInt64) {
    var bytes = InlineArray<40, UInt8>(repeating: 0)
    var span = bytes.mutableSpan
    span.setFirstWords(word)
    head = SIMD2(UInt64(truncatingIfNeeded: count), word)
    inlineBytes = bytes
    overflow = nil
  }

  /// Folds any text.
  @inline(never)
  private static func folded(_ text: Span<UInt8>) -> FoldedBytes {
    var folded = FoldedBytes()
    var absorbsSeparators = true
    var index = 0
    // Most queries are ASCII, which is folded without a branch on each byte. The last byte stays free
    // for a write that is not counted.
    var count = 0
    while index < text.count, text[index] < 0x80, count < folded.inlineBytes.count - 1 {
      let entry = FoldingTables.ascii[Int(text[index])]
      let isSeparator = entry == asciiSpace
      let isWritten = entry != FoldingTables.deleted && !(isSeparator && absorbsSeparators)
      folded.inlineBytes[count] = entry
      count += isWritten ? 1 : 0
      absorbsSeparators = isWritten ? isSeparator : absorbsSeparators
      index += 1
    }
    folded.inlineBytes[count] = 0
    folded.count = count
    folded.head.y = folded.inlineBytes.span.firstWord
    guard index < text.count else { return folded }
    var folder = Folder(absorbsSeparators: absorbsSeparators)
    folder.fold(text, from: index, into: &folded)
    folder.finish(&folded)
    return folded
  }

  /// No bytes.
  init() { self.init(count: 0, first: 0) }

  /// The number of bytes.
  @inline(__always)
  private(set) var count: Int {
    get { Int(truncatingIfNeeded: head.x) }
    set { head.x = UInt64(truncatingIfNeeded: newValue) }
  }

  /// The first eight bytes in a word, the first one lowest, padded with zeros.
  @inline(__always)
  private(set) var firstWord: UInt64 {
    get { head.y }
    set { head.y = newValue }
  }

  /// The byte at an index, which is less than `count`.
  subscript(index: Int) -> UInt8 {
    if index < inlineBytes.count { return inlineBytes[index] }
    return overflow?[index] ?? 0
  }

  /// Calls a closure with the bytes, in place.
  func withSpan<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let overflow { return try body(overflow.span) }
    return try body(inlineBytes.span.extracting(first: count))
  }
}

extension FoldedBytes: FoldingOutput {
  mutating func append(_ byte: UInt8) {
    if count < 8 { firstWord |= UInt64(byte) &<< UInt64(truncatingIfNeeded: count &* 8) }
    if count < inlineBytes.count {
      inlineBytes[count] = byte
    } else {
      appendToOverflow(byte)
    }
    count += 1
  }

  @inline(never)
  private mutating func appendToOverflow(_ byte: UInt8) {
    if overflow == nil { overflow = inlineBytes.indices.map { inlineBytes[$0] } }
    overflow?.append(byte)
  }

  mutating func orderMarks(from start: Int) {
    let ordered = withSpan { bytes in
      let marks = bytes.extracting(start...)
      return canonicalOrder(ofMarks: marks).map { marks[$0] }
    }
    overflow?.replaceSubrange(start..., with: ordered)
    for (index, byte) in zip(start..<max(start, inlineBytes.count), ordered) {
      inlineBytes[index] = byte
    }
    head.y = inlineBytes.span.firstWord
  }
}

/// Eight bytes of text in a word, the first one lowest.
enum LetterWord {
  /// The bit that differs between lowercase and uppercase ASCII letters, in each byte.
  static let caseBits: UInt64 = 0x2020_2020_2020_2020
}

extension UInt64 {
  /// Whether the first `count` bytes of a word, 1 to 8, are ASCII letters, all at once.
  @inline(__always)
  func isOfLetters(_ count: Int) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highBits: UInt64 = 0x8080_8080_8080_8080
    // The sum of a byte below 128 and a number up to 127 does not reach the next byte.
    let low = (self | LetterWord.caseBits) & ~highBits
    let fromA = low &+ ones &* (0x80 - 0x61)
    let beyondZ = low &+ ones &* (0x7F - 0x7A)
    let wanted = highBits &>> UInt64(truncatingIfNeeded: (8 &- count) &* 8)
    return fromA & ~beyondZ & ~self & wanted == wanted
  }
}
