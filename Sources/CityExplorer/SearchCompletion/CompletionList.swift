package import CitySearch

/// Makes the lines of a list out of the matches of a query.
///
/// A name that several cities share gets one line more, for all of them, if it is their own name that
/// matches, and no region behind it tells them apart. The line comes right before the first of them; if
/// it is the very name that was typed, at the top of the list. Names are shared if their keys are equal:
/// who types "san jose" means San José as well.
///
/// Where most of the people live in the first of them, as in London, that city is what most people
/// mean. Then the line comes right after it, and only if the whole name was typed: lists are short.
package struct CompletionList {
  private let query: FoldedQuery
  /// The key of a name that is just what was typed.
  private let typedKey: FoldedQuery
  private let places: any PlaceResolving
  private let limit: Int
  /// The lines.
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

  /// A match with the key of its city's own name.
  private struct Line {
    let match: CityMatch
    let key: FoldedQuery

    /// Whether all cities of the name match, and no region was read that some do not lie in.
    var isForAll: Bool { match.name.isOwn && match.regions.isEmpty }
  }

  private mutating func append(_ lines: [Line]) {
    var groups: [FoldedQuery: NameGroup] = [:]
    var named: Set<FoldedQuery> = []
    var typedName: SearchCompletion?
    for line in lines {
      let group = groups[line.key] ?? NameGroup(namesakes(of: line, among: lines), places: places)
      groups[line.key] = group
      let completion = completion(of: line, in: group)
      guard line.isForAll, named.insert(line.key).inserted,
        let all = group.completion(for: line.match)
      else {
        completions.append(completion)
        continue
      }
      if group.isDominated(by: line.match.city) {
        completions += line.key == typedKey ? [completion, all] : [completion]
      } else if line.key == typedKey {
        typedName = all
        completions.append(completion)
      } else {
        completions += [all, completion]
      }
    }
    if let typedName { completions.insert(typedName, at: 0) }
    completions.removeLast(max(0, completions.count - limit))
  }

  /// The line of one city.
  private func completion(of line: Line, in group: NameGroup) -> SearchCompletion {
    let match = line.match
    let subtitle = group.subtitle(of: match.city)
    let highlights = Array(match.highlights)
    return SearchCompletion(
      kind: .city(match.id), title: match.city.name,
      matchedName: match.name.isOwn ? nil : match.name.text, subtitle: subtitle.text,
      titleHighlightRanges: match.name.isOwn ? highlights : [],
      matchedNameHighlightRanges: match.name.isOwn ? [] : highlights,
      subtitleHighlightRanges: match.regions.isEmpty
        ? subtitle.highlights(of: query) : subtitle.highlights(of: match.regions),
      edits: match.edits)
  }

  /// All cities that share the name of `line`, of which the source may know more than it gave.
  private func namesakes(of line: Line, among lines: [Line]) -> [City] {
    let known = places.namesakes(of: line.match.city)
    return known.isEmpty ? lines.filter { $0.key == line.key }.map(\.match.city) : known
  }
}
