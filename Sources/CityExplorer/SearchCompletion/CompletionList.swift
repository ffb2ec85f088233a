package import CitySearch

/// Makes the lines of a list out of the matches of a query.
///
/// A name that several cities share comes first as one line for all of them, right before the first
/// of them; if it is the very name that was typed, at the top of the list. Names are shared if their
/// keys are equal: who types "san jose" means San José as well.
package struct CompletionList {
  private let query: FoldedQuery
  /// The key of a name that is just what was typed.
  private let typedKey: FoldedQuery
  private let places: any PlaceResolving
  private let limit: Int
  package private(set) var completions: [SearchCompletion] = []

  package init(
    of matches: CityMatches, for fragment: String, places: any PlaceResolving, limit: Int
  ) {
    query = FoldedQuery(fragment)
    typedKey = FoldedQuery(fragment + " ")
    self.places = places
    self.limit = limit
    append(matches.prefix(limit).map { Line(match: $0, key: $0.city.nameKey) })
  }

  /// A match with the key of its name.
  private struct Line {
    let match: CityMatch
    let key: FoldedQuery
  }

  private mutating func append(_ lines: [Line]) {
    var groups: [FoldedQuery: NameGroup] = [:]
    var typedName: SearchCompletion?
    for line in lines {
      let city = line.match.city
      let subtitle: Subtitle
      if let group = groups[line.key] {
        subtitle = group.subtitle(of: city)
      } else {
        let group = NameGroup(namesakes(of: line, among: lines), places: places)
        groups[line.key] = group
        subtitle = group.subtitle(of: city)
        if let completion = group.completion(for: query) {
          if line.key == typedKey {
            typedName = completion
          } else {
            completions.append(completion)
          }
        }
      }
      completions.append(
        SearchCompletion(
          kind: .city(city.id), title: city.name, subtitle: subtitle.text,
          titleHighlightRanges: [line.match.highlight].filter { $0.length > 0 },
          subtitleHighlightRanges: subtitle.highlights(of: query)))
    }
    if let typedName { completions.insert(typedName, at: 0) }
    completions.removeLast(max(0, completions.count - limit))
  }

  /// All cities that share the name of `line`, of which the source may know more than it gave.
  private func namesakes(of line: Line, among lines: [Line]) -> [City] {
    let known = places.namesakes(of: line.match.city)
    return known.isEmpty ? lines.filter { $0.key == line.key }.map(\.match.city) : known
  }
}
