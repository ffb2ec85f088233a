/// A name, folded, with the place in the name that each byte of its key came from.
///
/// Every highlight follows from the places: a prefix of the key marks the name up to the last scalar that it
/// needs, in whole grapheme clusters. Marks may be reordered across scalars that folding deletes, so the last
/// byte does not always come from the last scalar.
struct FoldedName {
  private let name: String
  /// Each byte of the key, and above it the offset in UTF-8 of the scalar that it came from; for a final space
  /// that was added, the length of the name.
  private var letters: [UInt64] = []
  /// The offset of the scalar that is folded.
  private var place = 0

  /// Folds a name as ``Folding/key(of:)`` does.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - umlautsAreWrittenOut: Whether ä is folded as ae, and so on.
  /// - Complexity: That of ``Folding/key(of:)``.
  init(_ name: String, umlautsAreWrittenOut: Bool = false) {
    self.name = name
    let text = name.utf8.span
    letters.reserveCapacity(text.count + 1)
    var folder = Folder()
    var index = 0
    while index < text.count {
      place = index
      if umlautsAreWrittenOut, let written = text.writtenOutUmlaut(at: index) {
        folder.fold(written.span, into: &self)
        index += 2
      } else {
        index = folder.foldScalar(of: text, at: index, into: &self)
      }
    }
    folder.finish(&self)
    place = text.count
    if count == 0 || !folder.absorbsSeparators { append(asciiSpace) }
  }

  /// The number of bytes of the key.
  var count: Int { letters.count }

  private func byte(at index: Int) -> UInt8 { UInt8(truncatingIfNeeded: letters[index]) }
  private func place(at index: Int) -> Int { Int(truncatingIfNeeded: letters[index] &>> 8) }

  /// Whether a query stands at an index of the key.
  private func has(_ query: FoldedQuery, at start: Int = 0) -> Bool {
    guard query.count <= count - start else { return false }
    for index in 0..<query.count where byte(at: start + index) != query[index] { return false }
    return true
  }

  /// Whether a key, without its final space, stands at an index of this key, before a space.
  private func has(_ key: [UInt8], at start: Int = 0) -> Bool {
    start >= 0 && key.count < count - start && byte(at: start + key.count) == asciiSpace
      && key.indices.allSatisfy { byte(at: start + $0) == key[$0] }
  }

  /// The part of the name that some bytes of the key came from, from the first one on for a range from 0.
  ///
  /// - Parameter range: The bytes; the last of them is not a space.
  /// - Returns: The part.
  func highlight(of range: Range<Int>) -> HighlightRange {
    let text = name.utf8.span
    let range = range.clamped(to: 0..<count)
    var (last, end) = (0, 0)
    for index in range { last = max(last, place(at: index)) }
    if !range.isEmpty {
      end = last < text.count ? last + text.decodeScalar(at: last).length : text.count
    }
    let whole = HighlightRange(
      of: name, text, to: end, length: text.extracting(first: end).utf16Count)
    guard range.lowerBound > 0 else { return whole }
    let start = name.lengthOfClusters(text, before: place(at: range.lowerBound))
    return HighlightRange(location: start, length: max(0, whole.length - start))
  }

  /// The highlight of a query; `nil` if the key does not begin with it.
  func highlight(of query: FoldedQuery) -> HighlightRange? {
    has(query) ? highlight(of: 0..<query.countWithoutSpace) : nil
  }

  /// The highlight of a query from a later word of the name on.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - key: The key of the ending of the name.
  /// - Returns: The highlight, empty if no word begins with the query; `nil` if several do, and there is no key.
  func laterHighlight(of query: FoldedQuery, key: [UInt8]?) -> HighlightRange? {
    var start: Int?
    for index in 1..<max(1, count)
    where byte(at: index - 1) == asciiSpace && has(query, at: index) {
      guard start != nil else {
        start = index
        continue
      }
      guard let key else { return nil }
      start = has(key, at: count - 1 - key.count) ? count - 1 - key.count : nil
      break
    }
    return start.map { highlight(of: $0..<$0 + query.countWithoutSpace) } ?? .empty
  }

  /// The highlight of a query that matches the name with a saint word in another form.
  ///
  /// The word is marked as a whole once the query reaches into it, unless the query is a prefix of the name
  /// as it is written.
  func saintHighlight(of query: FoldedQuery, key: [UInt8]) -> HighlightRange? {
    if let highlight = highlight(of: query) { return highlight }
    guard let word = NameForms.saintWord(inKey: (0..<count).map(byte)) else { return nil }
    // Both keys are the same after the word, so the end of its form follows from their lengths.
    let formEnd = word.upperBound + key.count - (count - 1)
    guard formEnd > word.lowerBound, has(Array(key[formEnd...]), at: word.upperBound) else {
      return nil
    }
    return highlight(of: 0..<word.upperBound + max(0, query.countWithoutSpace - formEnd))
  }

  /// The highlight of a query in a name with umlauts that may be written out, and with a last part in brackets
  /// that may be left out.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - name: The name.
  ///   - key: The key of the form.
  /// - Returns: The highlight; `nil` if the query does not match.
  static func expansionHighlight(
    of query: FoldedQuery, in name: String, key: [UInt8]
  ) -> HighlightRange? {
    let plain = FoldedName(name)
    return plain.has(key)
      ? plain.highlight(of: query)
      : FoldedName(name, umlautsAreWrittenOut: true).highlight(of: query)
  }
}

extension FoldedName: FoldingOutput {
  mutating func append(_ byte: UInt8) {
    letters.append(UInt64(byte) | UInt64(truncatingIfNeeded: place) &<< 8)
  }

  mutating func orderMarks(from start: Int) {
    let marks = letters[start...]
    let bytes = marks.map { UInt8(truncatingIfNeeded: $0) }
    letters.replaceSubrange(
      start..., with: canonicalOrder(ofMarks: bytes.span).map { marks[start + $0] })
  }
}

// MARK: - Queries

extension FoldedQuery {
  /// The part of a name that this query matches: the shortest run of whole grapheme clusters from
  /// the start of the name whose key begins with the query.
  ///
  /// A space at the end of the query needs no character in the name. The empty query marks nothing.
  ///
  /// - Returns: `nil` if the query does not match the name.
  /// - Complexity: That of ``Folding/key(of:)``. Where the marked part borders on a scalar that may join others
  ///   in a grapheme cluster, its clusters are counted.
  public func highlight(in name: String) -> HighlightRange? {
    FoldedName(name).highlight(of: self)
  }

  /// The part of a name that is marked, if this query matches the name, or a form of it.
  ///
  /// - Parameters:
  ///   - name: The name to show.
  ///   - kind: The kind of the form that matches.
  ///   - key: The key of this form, without its final space; `nil` to do without it.
  /// - Returns: The part; empty if the form is not one of the name, as in a damaged file; `nil` if it takes the key.
  func highlight(in name: String, by kind: StoredKind, key: [UInt8]? = nil) -> HighlightRange? {
    switch kind {
    case .own, .alternate, .alternateAtHome, .code, .codeAndName:
      MatchedPrefix(self).highlight(in: name)
    case .expansionOfOwn, .expansionOfAlternate, .expansionAtHome:
      key.map { FoldedName.expansionHighlight(of: self, in: name, key: $0) ?? .empty }
    case .saintOfOwn, .saintOfAlternate, .saintAtHome:
      key.map { FoldedName(name).saintHighlight(of: self, key: $0) ?? .empty }
    case .later: FoldedName(name).laterHighlight(of: self, key: key)
    }
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
    var highlight = beginning.query.highlight(in: text, by: kind)
    // No closure makes the key, because it would copy the text.
    if highlight == nil {
      highlight = beginning.query.highlight(
        in: text, by: kind, key: key(of: name, beginningWith: beginning))
    }
    return MatchedName(
      text, kind: kind.kind, isOwn: kind.hasOwnText, highlight: highlight ?? .empty)
  }
}
