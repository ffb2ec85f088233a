/// The typed text, folded and split at commas.
struct QueryText: Sendable {
  /// The whole text.
  let folded: FoldedQuery
  /// The parts between commas, folded, without spaces at their ends, without empty parts; none if there
  /// is no comma.
  let parts: [FoldedQuery]
  let hasComma: Bool

  init(_ text: String, _ folded: FoldedQuery) {
    self.folded = folded
    hasComma = text.utf8.contains(UInt8(ascii: ","))
    parts =
      hasComma
      ? text.utf8.split(separator: UInt8(ascii: ","))
        .map { FoldedQuery(String(Substring($0))).withoutSpace }.filter { !$0.isEmpty } : []
  }

  /// The whole text without a space at its end.
  var typed: FoldedQuery { folded.withoutSpace }
}

extension FoldedQuery {
  /// The same without a space at its end.
  var withoutSpace: FoldedQuery {
    endsInSeparator ? withBytes { FoldedQuery(copying: $0.extracting(first: count - 1)) } : self
  }

  /// Where the words begin.
  var wordStarts: [Int] {
    guard !isEmpty else { return [] }
    var starts = [0]
    for index in 0..<count - 1 where self[index] == asciiSpace { starts.append(index + 1) }
    return starts
  }
}

/// An interpretation of a query: the names that match, and the regions of their cities.
struct Interpretation: Sendable {
  /// The text that the names begin with, or equal.
  var head: FoldedQuery
  /// The parts of the query that are regions, the last part first.
  var regions: [FoldedQuery] = []
}
