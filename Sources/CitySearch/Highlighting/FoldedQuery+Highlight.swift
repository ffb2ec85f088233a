internal import PrefixSearch

extension FoldedQuery {
  /// The part of a name that this query matches: the shortest run of whole grapheme clusters from
  /// the start of the name whose key begins with the query.
  ///
  /// A space at the end of the query needs no character in the name. The empty query marks nothing.
  ///
  /// - Returns: `nil` if the query does not match the name.
  /// - Complexity: O(*m*) where *m* is the length of the marked part in bytes, without allocation;
  ///   O(*n* log *n*), with *n* the length of the name, for marks out of order. Where the marked part
  ///   borders on a scalar that may join others in a grapheme cluster, its clusters are counted.
  public func highlight(in name: String) -> HighlightRange? {
    switch found(in: name.utf8.span) {
    case .none: nil
    case .prefix(let end, let isBoundary): HighlightRange(of: name, to: end, isBoundary)
    case .disorder: highlightByWholeKeys(in: name)
    }
  }

  /// The general case of `highlight(in:)`, by its definition.
  ///
  /// Combining marks may be reordered across scalars that folding deletes, such as a soft hyphen, and
  /// these may be boundaries of grapheme clusters. So the key of a prefix of the name need not be a prefix
  /// of the key of the name. But if the name matches, then the matching prefixes are those that contain
  /// every scalar of the query, so the condition is monotonic and binary search applies.
  private func highlightByWholeKeys(in name: String) -> HighlightRange? {
    func matches(_ part: Substring) -> Bool {
      let key = Folding.key(of: String(part))
      return key.count >= count && (0..<count).allSatisfy { key[$0] == self[$0] }
    }
    guard matches(name[...]) else { return nil }
    let ends = name.indices.dropFirst() + [name.endIndex]
    // The whole name matches.
    let shortest = ends.indices.dropLast().partitioningIndex { matches(name[..<ends[$0]]) }
    return HighlightRange(validLocation: 0, length: name[..<ends[shortest]].utf16.count)
  }
}

/// The matched prefix of a key: its length in bytes, and whether its last byte is a space.
///
/// This is enough to compute the highlight later, when it is read: the name matches, so it is not
/// compared with the query again. Mostly it is known at once, see ``TypedPrefix``.
@usableFromInline
struct MatchedPrefix: Sendable {
  /// The number of bytes, times four; two if ``isASCII``; and one if the last byte is a space.
  @usableFromInline let bits: UInt32

  /// The prefix that a query matches in every matching name.
  init(_ query: FoldedQuery) {
    self.init(count: query.count, endsInSeparator: query.endsInSeparator)
  }

  @inline(__always)
  fileprivate init(count: Int, endsInSeparator: Bool) {
    bits = count == 0 ? 2 : UInt32(clamping: count) &<< 2 | (endsInSeparator ? 1 : 0)
  }

  /// Nothing.
  static let none = MatchedPrefix(bits: 2)

  private init(bits: UInt32) { self.bits = bits }

  /// Whether the prefix is known to be as many characters of ASCII in the name, which are to be marked;
  /// true for an empty one.
  @inlinable var isASCII: Bool { bits & 2 != 0 }

  /// The same prefix, known to be as many characters of ASCII in a name.
  @inline(__always)
  fileprivate var inASCII: MatchedPrefix { MatchedPrefix(bits: bits | 2) }

  /// The part of a name to be marked.
  ///
  /// - Complexity: That of ``FoldedQuery/highlight(in:)``.
  func highlight(in name: String) -> HighlightRange {
    if isASCII { return HighlightRange(validLocation: 0, length: count) }
    let text = name.utf8.span
    if let length = lengthOfSimpleCharacters(in: text) {
      return HighlightRange(validLocation: 0, length: length)
    }
    switch found(in: text) {
    // Only in damaged files do names not have the prefix that was found.
    case .none: return .empty
    case .prefix(let end, let isBoundary): return HighlightRange(of: name, to: end, isBoundary)
    case .disorder:
      let key = Folding.key(of: name)
      let query = FoldedQuery(copying: key.span.extracting(first: min(count, key.count)))
      return query.highlight(in: name) ?? .empty
    }
  }
}

extension MatchedPrefix {
  /// The number of code units to be marked in a name whose first characters are one byte of the key each:
  /// letters and digits of ASCII, single separators, and letters as "é" and "Š"; `nil` for other names.
  private func lengthOfSimpleCharacters(in text: Span<UInt8>) -> Int? {
    let wanted = countWithoutSpace
    var (index, length) = (0, 0)
    var absorbsSeparators = true
    while length < wanted {
      guard index < text.count else { return nil }
      guard let (byte, next) = text.simpleCharacter(at: index) else { return nil }
      let isSeparator = byte == asciiSpace
      if isSeparator && absorbsSeparators { return nil }
      absorbsSeparators = isSeparator
      index = next
      length += 1
    }
    return index == text.count || text.isEvidentGraphemeBoundary(index) ? length : nil
  }
}

extension Span<UInt8> {
  /// The byte of the key that a character at an index becomes, and the index after it; `nil` if it becomes
  /// several or none.
  @inline(__always)
  func simpleCharacter(at index: Int) -> (byte: UInt8, next: Int)? {
    let (scalar, length) = decodeScalar(at: index)
    // Latin-1 Supplement and Latin Extended-A, with all letters of most European languages.
    guard scalar < 0x180 else { return nil }
    let entry = FoldingTables.entry(of: scalar)
    guard FoldingTables.separator..<FoldingTables.firstText ~= entry else { return nil }
    return (UInt8(truncatingIfNeeded: entry), index &+ length)
  }
}

/// The prefix of many names, and the letters that most of them begin with.
///
/// A name that begins with up to seven letters of ASCII, capitals or not, and goes on with ASCII, is
/// recognized by one comparison, and then the letters are the highlight. Spaces may stand between them.
struct TypedPrefix: Sendable {
  /// What is known of every name.
  let matched: MatchedPrefix
  /// The letters, the first one lowest; otherwise a number that no name has.
  private let letters: UInt64

  private static let longest = 7

  /// The prefix that a query matches in every matching name.
  @inline(__always)
  init(_ query: FoldedQuery) {
    let (count, word) = (query.count, query.firstWord)
    if (1...Self.longest).contains(count), word.hasOnlyFoldedLetters {
      let last = UInt8(truncatingIfNeeded: word &>> UInt64(truncatingIfNeeded: (count &- 1) &* 8))
      if last != asciiSpace {
        matched = MatchedPrefix(count: count, endsInSeparator: false)
        letters = word
        return
      }
    }
    matched = MatchedPrefix(query)
    letters = .max
  }

  /// Nothing.
  static let none = TypedPrefix(matched: .none, letters: .max)

  private init(matched: MatchedPrefix, letters: UInt64) {
    self.matched = matched
    self.letters = letters
  }

  /// What is known of one name.
  ///
  /// - Parameters:
  ///   - byteCount: Its length in bytes; in a damaged file it may be empty.
  ///   - word: The first eight bytes, the first one lowest. Those after its end may be any.
  /// - Returns: The prefix, with the knowledge whether it is ASCII there.
  @inline(__always)
  func matched(inNameOf byteCount: Int, beginningWith word: UInt64) -> MatchedPrefix {
    let count = matched.count
    let end: UInt64 = 0x80 &<< UInt64(truncatingIfNeeded: count &* 8)
    // All bits of the letters but their case, and the bit after them that ASCII does not have.
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

extension MatchedPrefix: KeyPrefix {
  @inlinable var count: Int { Int(truncatingIfNeeded: bits &>> 2) }

  @inline(__always)
  var endsInSeparator: Bool { bits & 1 != 0 }

  @inline(__always)
  func agrees(with byte: UInt8, at index: Int) -> Bool { true }
}

extension FoldedQuery: KeyPrefix {
  @inline(__always)
  func agrees(with byte: UInt8, at index: Int) -> Bool { self[index] == byte }
}

/// The prefix of a key, of which at least the length is known, to be located in a name.
private protocol KeyPrefix {
  /// The number of bytes.
  var count: Int { get }
  /// Whether the last byte is a space.
  var endsInSeparator: Bool { get }
  /// Whether a byte of the name's key may be the one at an index.
  func agrees(with byte: UInt8, at index: Int) -> Bool
}

/// Where a prefix ends in a name.
private enum FoundPrefix {
  case none
  /// The last character that the prefix needs ends at this offset.
  ///
  /// If all is ASCII so far, and after it, this is a boundary of grapheme clusters.
  case prefix(end: Int, isBoundary: Bool)
  /// Combining marks may be reordered across grapheme clusters.
  case disorder
}

extension HighlightRange {
  /// A name up to an offset after one of its scalars, or up to the end of the cluster around it.
  fileprivate init(of name: String, to end: Int, _ isBoundary: Bool) {
    guard !isBoundary else {
      self.init(validLocation: 0, length: end)
      return
    }
    let text = name.utf8.span
    let isEvident = end == text.count || text.isEvidentGraphemeBoundary(end)
    let end = isEvident ? end : name.graphemeBoundary(atOrAfter: end)
    self.init(validLocation: 0, length: text.extracting(first: end).utf16Count)
  }
}

extension KeyPrefix {
  /// Folds just as much of a text as is needed to find the prefix.
  @inline(__always)
  fileprivate func found(in text: Span<UInt8>) -> FoundPrefix {
    var index = 0
    var matched = 0
    var absorbsSeparators = true
    // The end of the last character that the prefix needs: a space at its end needs none, because every
    // key ends in one.
    var end = 0
    while index < text.count, text[index] < 0x80 {
      if matched == count { return .prefix(end: end, isBoundary: true) }
      let entry = FoldingTables.ascii[Int(text[index])]
      index += 1
      if entry == FoldingTables.deleted { continue }
      let isSeparator = entry == FoldingTables.separator
      if isSeparator && absorbsSeparators { continue }
      guard agrees(with: entry, at: matched) else { return .none }
      matched += 1
      absorbsSeparators = isSeparator
      if !isSeparator { end = index }
    }
    if index < text.count, count > 0 {
      return found(
        in: text, from: index, matched: matched, end: end, absorbsSeparators: absorbsSeparators)
    }
    return matched >= countWithoutSpace ? .prefix(end: end, isBoundary: true) : .none
  }

  /// Continues at the first byte that is not ASCII.
  @inline(never)
  private func found(
    in text: Span<UInt8>, from start: Int, matched: Int, end: Int, absorbsSeparators: Bool
  ) -> FoundPrefix {
    var comparison = Comparison(prefix: self, count: matched)
    var folder = Folder(absorbsSeparators: absorbsSeparators)
    var index = start
    var end = matched >= countWithoutSpace ? end : nil

    // A later mark could still be reordered before one that was compared.
    while index < text.count, comparison.count < count || folder.hasOpenMarks {
      index = folder.foldScalar(of: text, at: index, into: &comparison)
      if comparison.isInDisorder { return .disorder }
      if comparison.isDifferent { return folder.hasOpenMarks ? .disorder : .none }
      if comparison.count >= countWithoutSpace { end = end ?? index }
    }
    folder.finish(&comparison)
    if comparison.isInDisorder { return .disorder }
    return end.map { .prefix(end: $0, isBoundary: false) } ?? .none
  }

  /// The number of bytes without the space at the end.
  fileprivate var countWithoutSpace: Int { endsInSeparator ? count - 1 : count }
}

/// Compares folded bytes with a prefix, without storing them.
private struct Comparison<Prefix: KeyPrefix>: FoldingOutput {
  let prefix: Prefix
  /// The number of bytes received, including those after the end of the prefix.
  private(set) var count: Int
  private(set) var isDifferent = false
  /// Whether bytes were received in another order than they have in a key.
  private(set) var isInDisorder = false

  init(prefix: Prefix, count: Int) {
    self.prefix = prefix
    self.count = count
  }

  mutating func append(_ byte: UInt8) {
    if count < prefix.count, !prefix.agrees(with: byte, at: count) { isDifferent = true }
    count += 1
  }

  mutating func orderMarks(from start: Int) { isInDisorder = true }
}

extension String {
  /// The first boundary of grapheme clusters at or after an offset in UTF-8.
  ///
  /// - Parameter offset: The offset after a scalar of the text.
  /// - Returns: The offset of the boundary in UTF-8.
  /// - Complexity: O(`offset`)
  fileprivate func graphemeBoundary(atOrAfter offset: Int) -> Int {
    let utf8 = utf8
    let target = utf8.index(utf8.startIndex, offsetBy: offset)
    var index = startIndex
    while index < target { formIndex(after: &index) }
    return utf8.distance(from: utf8.startIndex, to: index)
  }
}

extension Span<UInt8> {
  /// Whether the scalars on both sides of an offset show that it is a boundary of grapheme clusters.
  ///
  /// Below U+0300, and in the blocks of accented Latin and Greek letters, no scalar joins the one
  /// before it, except LF after CR. Below U+0600, and in those blocks, none joins the one after it.
  /// Both are rules of every version of Unicode (UAX #29).
  func isEvidentGraphemeBoundary(_ offset: Int) -> Bool {
    let (next, _) = decodeScalar(at: offset)
    guard next < 0x300 || 0x1E00..<0x2000 ~= next, next != 0x0A else { return false }

    var start = offset - 1
    while start > 0, self[start] & 0xC0 == 0x80 { start -= 1 }
    let (previous, _) = decodeScalar(at: start)
    return previous < 0x600 || 0x1E00..<0x2000 ~= previous
  }
}
