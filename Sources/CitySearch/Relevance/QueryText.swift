/// What somebody typed, folded and taken apart.
struct QueryText: Sendable {
  /// All of it.
  let folded: FoldedQuery
  /// The parts between commas, folded, without spaces at their ends and without empty ones; none if
  /// there is no comma.
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

  /// All of it without the space at its end.
  var typed: FoldedQuery { folded.withoutSpace }
}

extension FoldedQuery {
  /// The same without the space at its end.
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

/// One way to understand a query: names, and the area in which their cities have to lie.
struct Reading: Sendable {
  /// What the names begin with, or are.
  var head: FoldedQuery
  /// What was taken for regions, the last part of the query first.
  var regions: [FoldedQuery] = []
}
