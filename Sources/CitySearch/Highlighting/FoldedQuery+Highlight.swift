extension FoldedQuery {
  /// The part of a name that this query matches: the shortest run of whole grapheme clusters from
  /// the start of the name whose key begins with the query.
  ///
  /// A space at the end of the query needs no character of its own. The empty query marks nothing.
  ///
  /// - Returns: `nil` if the query does not match the name.
  /// - Complexity: O(*m*) where *m* is the length of the marked part in bytes, without allocation;
  ///   O(*n* log *n*), with *n* the length of the name, for marks in disorder. Where the marked part
  ///   borders on a scalar that may join others in a grapheme cluster, its clusters are counted.
  public func highlight(in name: String) -> HighlightRange? {
    guard !isEmpty else { return HighlightRange(location: 0, length: 0) }
    let text = name.utf8.span
    switch match(text) {
    case .none:
      return nil
    case .prefix(let end, isBoundary: true):
      return HighlightRange(location: 0, length: end)
    case .prefix(let end, isBoundary: false):
      let end = name.graphemeBoundary(atOrAfter: end)
      return HighlightRange(location: 0, length: text.extracting(first: end).utf16Count)
    case .disorder:
      return highlightByWholeKeys(in: name)
    }
  }

  private enum Match {
    case none
    /// The query matches; all that it needs ends at this offset.
    ///
    /// Where all is ASCII so far, and behind it, grapheme clusters end there too.
    case prefix(end: Int, isBoundary: Bool)
    /// Marks may change places across grapheme clusters.
    case disorder
  }

  /// Folds just as much of a text as is needed to compare it with the query.
  private func match(_ text: Span<UInt8>) -> Match {
    var index = 0
    var matched = 0
    var absorbsSeparators = true
    // The end of the last character that the query needs: the space at the end of the query needs
    // none, as a key has one anyhow.
    var end = 0
    while index < text.count, text[index] < 0x80 {
      if matched == count { return .prefix(end: end, isBoundary: true) }
      let entry = FoldingTables.ascii[Int(text[index])]
      index += 1
      if entry == FoldingTables.deleted { continue }
      let isSeparator = entry == FoldingTables.separator
      if isSeparator && absorbsSeparators { continue }
      guard self[matched] == entry else { return .none }
      matched += 1
      absorbsSeparators = isSeparator
      if !isSeparator { end = index }
    }
    if index < text.count {
      return match(
        text, from: index, matched: matched, end: end, absorbsSeparators: absorbsSeparators)
    }
    return matched >= countWithoutSpace ? .prefix(end: end, isBoundary: true) : .none
  }

  /// Goes on where a text ceases to be ASCII.
  @inline(never)
  private func match(
    _ text: Span<UInt8>, from start: Int, matched: Int, end: Int, absorbsSeparators: Bool
  ) -> Match {
    var comparison = Comparison(query: self, count: matched)
    var folder = Folder(absorbsSeparators: absorbsSeparators)
    var index = start
    var end = matched >= countWithoutSpace ? end : nil

    // A mark to come could still take the place of one that was compared.
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
  private var countWithoutSpace: Int { endsInSeparator ? count - 1 : count }

  /// As `highlight(in:)`, by the definition.
  ///
  /// Marks sort before earlier ones if only scalars that folding deletes stand in between, such as a
  /// soft hyphen, and these may be the borders of grapheme clusters. So the key of a part of the
  /// name need not begin the key of the name. But if the name matches, then the parts that match are
  /// those that contain every scalar the query is made of, which is all that bisection needs.
  private func highlightByWholeKeys(in name: String) -> HighlightRange? {
    func matches(_ part: Substring) -> Bool {
      let key = Folding.key(of: String(part))
      return key.count >= count && (0..<count).allSatisfy { key[$0] == self[$0] }
    }
    guard matches(name[...]) else { return nil }
    let ends = name.indices.dropFirst() + [name.endIndex]
    var (low, high) = (0, ends.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if matches(name[..<ends[middle]]) { high = middle } else { low = middle + 1 }
    }
    return HighlightRange(location: 0, length: name[..<ends[low]].utf16.count)
  }
}

/// Compares folded bytes with a query as they come, and keeps none.
private struct Comparison: FoldingOutput {
  let query: FoldedQuery
  /// The number of bytes compared, and of those that came after the query's last.
  private(set) var count: Int
  private(set) var isDifferent = false
  /// Whether bytes came in another order than they have in a key.
  private(set) var isInDisorder = false

  init(query: FoldedQuery, count: Int) {
    self.query = query
    self.count = count
  }

  mutating func append(_ byte: UInt8) {
    if count < query.count, query[count] != byte { isDifferent = true }
    count += 1
  }

  mutating func orderMarks(from start: Int) { isInDisorder = true }
}
