import CitySearch

/// What a search by relevance answered, in the form of the answer key.
struct RelevanceAnswer: Equatable {
  /// How many cities match as typed.
  let total: MatchTotal
  /// The ids in order, with a tilde behind those of cities that were found by a correction.
  let ids: String
  let kinds: String
  let names: String
  let highlights: String

  init(_ matches: CityMatches) {
    total = matches.total
    let matches = Array(matches)
    ids = matches.map { "\($0.id)\($0.edits > 0 ? "~" : "")" }.joined(separator: ",")
    kinds = matches.map(\.name.kind.rawValue).joined(separator: ",")
    names = matches.map(\.name.text).joined(separator: " | ")
    highlights = matches.map(\.highlightText).joined(separator: ",")
  }

  /// Reads a row of the answer key; `nil` if it has not six columns or no number in the second.
  init?(row: [String]) {
    guard row.count == 6, let count = Int(row[1]) else { return nil }
    total = .exactly(count)
    ids = row[2]
    kinds = row[3]
    names = row[4]
    highlights = row[5]
  }

  /// Whether this is what the answer key expects; a total that says that there may be more is right if
  /// it is not greater.
  func satisfies(_ expected: RelevanceAnswer) -> Bool {
    (total.isExact ? total == expected.total : total.count <= expected.total.count)
      && (ids, kinds, names, highlights)
        == (expected.ids, expected.kinds, expected.names, expected.highlights)
  }
}

extension RelevanceAnswer: CustomStringConvertible {
  /// For messages, on one line.
  var description: String { "\(total) matches, \(ids); \(kinds); \(names); \(highlights)" }
}
