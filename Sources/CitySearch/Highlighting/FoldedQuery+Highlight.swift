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
    let text = name.utf8.span
    switch found(in: text) {
    case .none: return nil
    case .prefix(let end, let length):
      return HighlightRange(of: name, text, to: end, length: length)
    case .disorder: return highlightByWholeKeys(in: name)
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
    return HighlightRange(location: 0, length: name[..<ends[shortest]].utf16.count)
  }
}

extension FoldedQuery: KeyPrefix {
  @inline(__always)
  var countWithoutSpace: Int { endsInSeparator ? count &- 1 : count }

  @inline(__always)
  var comparedCount: Int { count }

  @inline(__always)
  func agrees(with byte: UInt8, at index: Int) -> Bool { index >= count || self[index] == byte }
}

// MARK: - Grapheme clusters

extension HighlightRange {
  /// A name up to an offset after one of its letters, or up to the end of the cluster around it.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - text: The name in UTF-8.
  ///   - end: The offset in UTF-8; 0 for nothing.
  ///   - length: The offset in UTF-16.
  @inline(__always)
  init(of name: String, _ text: Span<UInt8>, to end: Int, length: Int) {
    let isBoundary = end == 0 || end == text.count || text.isEvidentGraphemeBoundary(end)
    self.init(
      location: 0, length: isBoundary ? length : name.clusterLength(text, to: end, length))
  }
}

extension String {
  /// The length in UTF-16 of the shortest run of whole grapheme clusters that reaches an offset after a
  /// letter.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the run; O(1) if only accents follow the letter.
  @inline(never)
  fileprivate func clusterLength(_ text: Span<UInt8>, to offset: Int, _ length: Int) -> Int {
    // Every scalar from U+0300 to U+036F joins the letter before it.
    var (end, marks) = (offset, 0)
    while end < text.count, text[end] == 0xCC || text[end] == 0xCD && text[end + 1] < 0xB0 {
      (end, marks) = (end + 2, marks + 1)
    }
    if marks > 0, end == text.count || text.isEvidentGraphemeBoundary(end) { return length + marks }

    let target = utf8.index(utf8.startIndex, offsetBy: offset)
    var index = startIndex
    while index < target { formIndex(after: &index) }
    return utf16.distance(from: utf16.startIndex, to: index)
  }
}

extension Span<UInt8> {
  /// Whether the bytes on both sides of an offset, which is after a scalar of well-formed UTF-8 and before
  /// another one, show that it is a boundary of grapheme clusters.
  ///
  /// Below U+0300, in the blocks of accented Latin and Greek letters, and among quotation marks and dashes,
  /// no scalar joins the one before it, except LF after CR. Below U+0600, and in those blocks, none joins
  /// the one after it. Both are rules of every version of Unicode (UAX #29).
  @inline(__always)
  func isEvidentGraphemeBoundary(_ offset: Int) -> Bool {
    let next = self[offset]
    // The first bytes of U+0300 and U+0600 are 0xCC and 0xD8.
    guard next < 0xCC ? next != 0x0A : beginsSeparateScalar(at: offset) else { return false }
    var start = offset &- 1
    if self[start] < 0x80 { return true }
    while start > 0, self[start] & 0xC0 == 0x80 { start &-= 1 }
    return self[start] < 0xD8 || beginsSeparateScalar(at: start)
  }

  /// Whether a scalar is one of U+1E00 to U+1FFF, accented letters, or U+2010 to U+2027, punctuation.
  @inline(never)
  private func beginsSeparateScalar(at offset: Int) -> Bool {
    guard offset &+ 2 < count else { return false }
    switch (self[offset], self[offset &+ 1]) {
    case (0xE1, 0xB8...): return true
    case (0xE2, 0x80): return 0x90..<0xA8 ~= self[offset &+ 2]
    default: return false
    }
  }
}
