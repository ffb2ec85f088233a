internal import PrefixSearch

/// The highlight of a name for a text that matches a form of the name.
struct NameHighlight {
  /// The typed text, or the corrected one.
  let typed: FoldedQuery
  /// The name to show.
  let name: String
  /// The key that matched, without its final space; needed for saint forms and later words.
  let key: [UInt8]
  let kind: StoredKind

  /// The highlight; empty for none.
  var range: HighlightRange {
    switch kind {
    case .own, .alternate, .code: typed.highlight(in: name) ?? .empty
    case .expansionOfOwn where isWithoutBrackets: typed.highlight(in: name) ?? .empty
    case .expansionOfOwn: expansion ?? .empty
    // A historic name is of this kind, too, and has its own key.
    case .expansionOfAlternate: expansion ?? typed.highlight(in: name) ?? .empty
    case .saintOfOwn, .saintOfAlternate: saint ?? .empty
    case .later: later ?? .empty
    }
  }

  /// Whether the key is that of the name without a last part in brackets.
  private var isWithoutBrackets: Bool {
    let text = name.utf8.span
    guard let end = text.endBeforeBrackets else { return false }
    var other: [UInt8] = []
    Folding.appendKey(of: text.extracting(..<end), to: &other)
    return other.dropLast().elementsEqual(key)
  }

  /// The shortest prefix of clusters whose expansion begins with the typed text.
  private var expansion: HighlightRange? {
    let wanted = typed.withoutSpace
    guard !wanted.isEmpty else { return nil }
    // A longer prefix has a longer expansion, so binary search finds the shortest.
    func matches(_ end: String.Index) -> Bool {
      var expanded: [UInt8] = []
      _ = String(name[..<end]).utf8.span.appendWithUmlautsWrittenOut(to: &expanded)
      let key = Folding.key(of: String(decoding: expanded, as: UTF8.self))
      return key.count >= wanted.count && (0..<wanted.count).allSatisfy { key[$0] == wanted[$0] }
    }
    let ends = name.indices.dropFirst() + [name.endIndex]
    let shortest = ends.indices.partitioningIndex { matches(ends[$0]) }
    guard shortest < ends.count else { return nil }
    return HighlightRange(location: 0, length: name[..<ends[shortest]].utf16.count)
  }

  /// The highlight of the typed text, with the abbreviated word replaced by the original one.
  ///
  /// The original word is highlighted as a whole once the text reaches into it, unless the text is a
  /// prefix of the name as it is written.
  private var saint: HighlightRange? {
    if let highlight = typed.highlight(in: name) { return highlight }
    let original = Folding.key(of: name)
    guard let word = NameForms.saintWord(inKey: original) else { return nil }
    // Both keys are the same after the word, so the length of its form follows from their lengths.
    let form = word.lowerBound..<word.upperBound + key.count - (original.count - 1)
    var restored = Array(original[..<word.upperBound])
    if typed.count > form.upperBound {
      restored += (form.upperBound..<typed.count).map { typed[$0] }
    }
    return FoldedQuery(copying: restored.span).highlight(in: name)
  }

  /// The highlight within the ending of the name that has the key.
  private var later: HighlightRange? {
    let wanted = key + [asciiSpace]
    let start = name.indices.last { Folding.key(of: String(name[$0...])) == wanted }
    guard let start, let range = typed.highlight(in: String(name[start...])) else { return nil }
    return HighlightRange(
      location: name[..<start].utf16.count + range.location, length: range.length)
  }

  /// The highlight from a later word on, of a name in which each character is one byte of the key and
  /// exactly one later word matches: this needs neither the key nor folding.
  ///
  /// - Returns: `nil` for other names, of which ``range`` gives the highlight.
  static func simpleLaterWord(_ typed: FoldedQuery, in name: String) -> HighlightRange? {
    let text = name.utf8.span
    let wanted = typed.count - (typed.endsInSeparator ? 1 : 0)
    var found: HighlightRange?
    var (index, location) = (0, 0)
    var followsSeparator = false
    while index < text.count {
      guard let (byte, next) = text.simpleCharacter(at: index) else { return nil }
      let isSeparator = byte == asciiSpace
      if isSeparator, followsSeparator { return nil }
      if followsSeparator, wanted > 0, byte == typed[0] {
        var (end, length) = (next, 1)
        while length < wanted, end < text.count,
          let (byte, next) = text.simpleCharacter(at: end), byte == typed[length]
        {
          (end, length) = (next, length + 1)
        }
        if length == wanted {
          guard found == nil, end == text.count || text.isEvidentGraphemeBoundary(end) else {
            return nil
          }
          found = HighlightRange(location: location, length: length)
        }
      }
      (index, location, followsSeparator) = (next, location + 1, isSeparator)
    }
    return found
  }
}

extension Span<UInt8> {
  /// The byte of the key that a character at an index becomes, and the index after it; `nil` if it becomes
  /// several or none.
  @inline(__always)
  fileprivate func simpleCharacter(at index: Int) -> (byte: UInt8, next: Int)? {
    let (scalar, length) = decodeScalar(at: index)
    // Latin-1 Supplement and Latin Extended-A, with all letters of most European languages.
    guard scalar < 0x180 else { return nil }
    let entry = FoldingTables.entry(of: scalar)
    guard FoldingTables.separator..<FoldingTables.firstText ~= entry else { return nil }
    return (UInt8(truncatingIfNeeded: entry), index &+ length)
  }
}

extension NameTable {
  /// A name that begins with a text, with its highlight.
  ///
  /// - Parameters:
  ///   - name: The name; it may be unknown for a kind whose text is that of the city.
  ///   - kind: Its kind.
  ///   - city: Its city.
  ///   - beginning: The text.
  ///   - typed: The whole text, as it was typed.
  /// - Returns: The name.
  func matchedName(
    _ name: NameID, _ kind: StoredKind, of city: City, _ beginning: KnownPrefix, typed: String
  ) -> MatchedName {
    let text =
      kind.hasOwnText ? city.name : text(of: name, beginningWith: beginning, typed: typed)
    let highlight =
      switch kind {
      case .own, .alternate, .code: MatchedPrefix(beginning.query).highlight(in: text)
      case .later: NameHighlight.simpleLaterWord(beginning.query, in: text)
      default: nil as HighlightRange?
      }
    return MatchedName(
      text, kind: kind.kind, isOwn: kind.hasOwnText,
      highlight: highlight
        ?? NameHighlight(
          typed: beginning.query, name: text, key: key(of: name, beginningWith: beginning),
          kind: kind
        ).range)
  }
}
