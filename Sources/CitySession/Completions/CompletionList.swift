package import CitySearch

/// Makes the completions of a list from the matches of a query.
///
/// A name that several cities share gets one completion for all of them, if their own name matches
/// and no region follows it. That completion precedes the first of the cities; if the whole name
/// was typed, it is the first of the list. Names with equal keys are shared: "San Jose" and "San
/// José".
///
/// If the first city has more inhabitants than all others of its name together, as London has, most
/// people mean that city. Then the completion for all follows the city, and is listed only if the whole
/// name was typed, because lists are short.
package struct CompletionList {
  /// The completions.
  package let completions: [SearchCompletion]
  /// The number of cities that match; corrections count as far as the source returned them.
  let total: MatchTotal
  /// Whether a larger limit would return more completions.
  let hasMore: Bool

  /// Makes the completions.
  ///
  /// - Parameters:
  ///   - matches: The matches of the source.
  ///   - query: The folded text.
  ///   - places: The names of the places.
  ///   - limit: The largest number of completions.
  package init(
    of matches: CityMatches, for query: FoldedQuery, places: PlaceLookup, limit: Int
  ) {
    // A source may return more matches than the limit.
    let page = matches.count <= limit ? matches.page() : Array(matches.prefix(limit))
    let gazetteer = places.gazetteer(of: matches)
    let subtitles = SubtitleLookup(in: places, byRow: gazetteer != nil)
    var names =
      gazetteer.map { SharedNames(in: $0) } ?? SharedNames(of: page, in: places.places)
    var completions: [SearchCompletion] = []
    completions.reserveCapacity(page.count + 2)
    var typedName: SearchCompletion?
    for (line, match) in page.enumerated() {
      let (name, regions) = (match.matchedName, match.regions)
      let subtitle = subtitles.subtitle(of: match.city, at: match.row)
      let shared = names.index(of: match, atLine: line)
      var completion = SearchCompletion(
        of: match, name, regions, subtitle,
        addition: shared.flatMap { names[$0].addition(to: subtitle, of: match, subtitles) },
        for: query)
      if !places.languages.isEmpty {
        completion = completion.titled(places.title(of: match.city), for: query)
        if completions.contains(where: completion.looks(like:)) {
          completion = completion.told(apart: match.city.coordinate)
        }
      }
      // An alternate name or a region excludes some cities of the shared name.
      guard let shared, name.isOwn, regions.isEmpty, !names[shared].isListed else {
        completions.append(completion)
        continue
      }
      names[shared].isListed = true
      let isTyped = names[shared].key.isWhole(of: query)
      if names[shared].isDominated(by: match.city) {
        completions.append(completion)
        if isTyped { completions.append(names[shared].completion(for: name, match.grade)) }
      } else {
        let all = names[shared].completion(for: name, match.grade)
        if isTyped { typedName = all } else { completions.append(all) }
        completions.append(completion)
      }
    }
    if let typedName { completions.insert(typedName, at: 0) }
    let surplus = max(0, completions.count - limit)
    completions.removeLast(surplus)
    self.completions = completions
    // The total does not count corrections, so a full list may have more of them behind it.
    let isFull = matches.count >= limit
    let isCounted = matches.total.count >= matches.count
    total =
      isCounted
      ? matches.total : isFull ? .atLeast(matches.count) : .exactly(matches.count)
    hasMore =
      surplus > 0 || matches.count > limit || isFull && total != .exactly(matches.count)
  }
}

extension PlaceLookup {
  /// The completions of the matches of a request, and the request for more of them.
  ///
  /// - Parameters:
  ///   - matches: The matches of the query of the request.
  ///   - request: The request; without a limit, all matches are listed.
  /// - Returns: The completions.
  package func completions(
    of matches: CityMatches, for request: SearchRequest
  ) -> SearchCompletions {
    let limit = request.query.limit ?? matches.count
    let list = CompletionList(
      of: matches, for: FoldedQuery(request.query.text), places: self, limit: limit)
    guard list.hasMore else { return SearchCompletions(list.completions, total: list.total) }
    // The next request asks for the whole list again, so doubling keeps the total work linear. A
    // submitted text may be shorter than the minimum, so the request for more is submitted, too.
    var query = request.query
    query.limit = 2 * limit
    return SearchCompletions(
      list.completions, total: list.total,
      more: SearchRequest(query, isSubmitted: request.isSubmitted))
  }
}

extension SearchCompletion {
  /// The completion of one city.
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
      edits: name.edits, grade: match.grade, address: match.address)
  }
}

extension FoldedQuery {
  /// Whether a query is this whole key of a name; a key ends in a space, a query need not.
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
