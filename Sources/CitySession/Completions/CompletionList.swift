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
  /// The lines.
  package let completions: [SearchCompletion]
  /// How many cities match, corrections included as far as they were given.
  let total: MatchTotal
  /// Whether a larger limit would give more lines.
  let hasMore: Bool

  /// Makes the lines.
  ///
  /// - Parameters:
  ///   - matches: What was found.
  ///   - query: What was typed, folded.
  ///   - places: What knows the places.
  ///   - limit: The most lines to make.
  package init(
    of matches: CityMatches, for query: FoldedQuery, places: ListedPlaces, limit: Int
  ) {
    // A source may give more than it was asked for.
    let page = matches.count <= limit ? matches.page() : Array(matches.prefix(limit))
    let gazetteer = places.gazetteer(of: matches)
    let subtitles = Subtitles(in: places, byRow: gazetteer != nil)
    var groups =
      gazetteer.map { NameGroups(in: $0) } ?? NameGroups(of: page, in: places.places)
    var completions: [SearchCompletion] = []
    completions.reserveCapacity(page.count + 2)
    var typedName: SearchCompletion?
    for (line, match) in page.enumerated() {
      let (name, regions) = (match.name, match.regions)
      let subtitle = subtitles.subtitle(of: match.city, at: match.row)
      let group = groups.index(of: match, atLine: line)
      let completion = SearchCompletion(
        of: match, name, regions, subtitle,
        addition: group.flatMap { groups[$0].addition(to: subtitle, of: match, subtitles) },
        for: query)
      // All cities of a name match only by that name, and if no region was read that some of them do
      // not lie in.
      guard let group, name.isOwn, regions.isEmpty, !groups[group].isListed else {
        completions.append(completion)
        continue
      }
      groups[group].isListed = true
      let isTyped = groups[group].key.isWhole(of: query)
      if groups[group].isDominated(by: match.city) {
        completions.append(completion)
        if isTyped { completions.append(groups[group].completion(for: name)) }
      } else {
        let all = groups[group].completion(for: name)
        if isTyped { typedName = all } else { completions.append(all) }
        completions.append(completion)
      }
    }
    if let typedName { completions.insert(typedName, at: 0) }
    let surplus = max(0, completions.count - limit)
    completions.removeLast(surplus)
    self.completions = completions
    // Corrections are not counted, so there may be any number of them behind a list that is full.
    let isFull = matches.count >= limit
    let isCounted = matches.total.count >= matches.count
    total =
      isCounted
      ? matches.total : isFull ? .atLeast(matches.count) : .exactly(matches.count)
    hasMore =
      surplus > 0 || matches.count > limit || isFull && total != .exactly(matches.count)
  }
}

extension SearchCompletion {
  /// The line of one city.
  fileprivate init(
    of match: CityMatch, _ name: MatchedName, _ regions: [MatchedRegion], _ subtitle: Subtitle,
    addition: String?, for query: FoldedQuery
  ) {
    let highlights = name.highlight.length > 0 ? [name.highlight] : []
    self.init(
      kind: .city(match.id), title: match.city.name, matchedName: name.isOwn ? nil : name.text,
      subtitle: subtitle.text(with: addition),
      titleHighlightRanges: name.isOwn ? highlights : [],
      matchedNameHighlightRanges: name.isOwn ? [] : highlights,
      subtitleHighlightRanges: regions.isEmpty
        ? subtitle.highlights(of: query) : subtitle.highlights(of: regions),
      edits: name.edits)
  }
}

extension FoldedQuery {
  /// Whether this, the key of a name, is all that was typed: it ends in a space, and what was typed need
  /// not.
  fileprivate func isWhole(of query: FoldedQuery) -> Bool {
    guard count == query.count + (query.endsInSeparator ? 0 : 1) else { return false }
    return withBytes { key in
      query.withBytes { typed in
        for index in typed.indices where key[index] != typed[index] { return false }
        return true
      }
    }
  }
}
