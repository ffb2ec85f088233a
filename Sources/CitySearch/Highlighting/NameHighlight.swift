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
    case .expansionOfOwn, .expansionOfAlternate: expansion ?? .empty
    case .saintOfOwn, .saintOfAlternate: saint ?? .empty
    case .later: later ?? .empty
    }
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
    return HighlightRange(validLocation: 0, length: name[..<ends[shortest]].utf16.count)
  }

  /// The highlight of the typed text, with the abbreviated word replaced by the original one.
  ///
  /// The original word is highlighted as a whole once the text reaches into it, unless the text is a
  /// prefix of the name as it is written.
  private var saint: HighlightRange? {
    if let highlight = typed.highlight(in: name) { return highlight }
    let original = Folding.key(of: name)
    guard let word = NameRules.saintWord(inKey: original) else { return nil }
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
      validLocation: name[..<start].utf16.count + range.location, length: range.length)
  }

  /// The highlight from a later word on, of a name of ASCII letters and spaces in which exactly one later
  /// word matches: this needs neither the key nor folding.
  static func plainLaterWord(_ typed: FoldedQuery, in name: String) -> HighlightRange? {
    let text = name.utf8.span
    let typed = typed.withoutSpace
    var found: Int?
    for index in text.indices {
      let byte = text[index]
      guard byte == asciiSpace || (0x41...0x5A).contains(byte & 0xDF) && byte < 0x80 else {
        return nil
      }
      guard index > 0, text[index - 1] == asciiSpace, text.count - index >= typed.count,
        (0..<typed.count).allSatisfy({ text[index + $0] | 0x20 == typed[$0] })
      else { continue }
      guard found == nil else { return nil }
      found = index
    }
    return found.map { HighlightRange(validLocation: $0, length: typed.count) }
  }
}
