internal import CitySearch

/// Titles in the languages of a person.
///
/// A completion of one city gets its name in these languages: the text that a tap writes into the field,
/// and by which a search finds the city again. A completion of all cities of a name keeps the own name,
/// because the cities that share it may differ in other languages.
extension SearchCompletion {
  /// This completion of a city under another name of it.
  ///
  /// What matches remains in sight: if the title does not match the text, the name that does becomes
  /// the matched name, even if it is the city's own.
  ///
  /// - Parameters:
  ///   - newTitle: The other name.
  ///   - query: The folded text.
  /// - Returns: The completion; this one if its title is that name.
  /// - Complexity: O(*n*), where *n* is the length of the title.
  func titled(_ newTitle: String, for query: FoldedQuery) -> SearchCompletion {
    guard newTitle != title else { return self }
    var (matchedName, marks) =
      matchedName.map { ($0, matchedNameHighlightRanges) } ?? (title, titleHighlightRanges)
    var titleMarks: [HighlightRange] = []
    if matchedName == newTitle {
      (titleMarks, marks) = (marks, [])
    } else if let mark = query.highlight(in: newTitle), mark.length > 0 {
      (titleMarks, marks) = ([mark], [])
      matchedName = newTitle
    }
    return SearchCompletion(
      kind: kind, title: newTitle, matchedName: matchedName == newTitle ? nil : matchedName,
      subtitle: subtitle, titleHighlightRanges: titleMarks, matchedNameHighlightRanges: marks,
      subtitleHighlightRanges: subtitleHighlightRanges, edits: edits, grade: grade,
      address: address)
  }

  /// Whether both have the same title and the same subtitle.
  func looks(like other: SearchCompletion) -> Bool {
    title == other.title && subtitle == other.subtitle
  }

  /// This completion with the place in its subtitle.
  ///
  /// Cities with different own names may have one name in a language.
  func told(apart place: Coordinate) -> SearchCompletion {
    SearchCompletion(
      kind: kind, title: title, matchedName: matchedName,
      subtitle: "\(subtitle) · \(place.text(decimals: 2))",
      titleHighlightRanges: titleHighlightRanges,
      matchedNameHighlightRanges: matchedNameHighlightRanges,
      subtitleHighlightRanges: subtitleHighlightRanges, edits: edits, grade: grade,
      address: address)
  }
}
