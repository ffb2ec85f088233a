package import CitySearch

extension PlaceLookup {
  /// Makes the list of the matches of a request, and the request for more of them.
  ///
  /// A name that several cities share gets one completion for all of them, if their own name matches
  /// and no region follows it. That completion precedes the first of the cities; if the whole name
  /// was typed, it is the first of the list. Names with equal keys are shared: "San Jose" and "San
  /// José".
  ///
  /// If the first city has more inhabitants than all others of its name together, as London has, most
  /// people mean that city. Then the completion for all follows the city, and is listed only if the whole
  /// name was typed, because lists are short.
  ///
  /// - Parameters:
  ///   - matches: The matches of the query of the request.
  ///   - request: The request; without a limit, all matches are listed.
  /// - Returns: The completions.
  package func completions(
    of matches: CityMatches, for request: SearchRequest
  ) -> SearchCompletions {
    let query = FoldedQuery(request.query.readText)
    let limit = request.query.limit ?? matches.count
    // A source may return more matches than the limit.
    let page = matches.count <= limit ? matches.page() : Array(matches.prefix(limit))
    let gazetteer = gazetteer(of: matches)
    var names = gazetteer.map { SharedNames(in: $0) } ?? SharedNames(of: page, in: self)
    var completions: [SearchCompletion] = []
    completions.reserveCapacity(page.count + 2)
    var typedName: SearchCompletion?
    for (line, match) in page.enumerated() {
      let (name, regions) = (match.matchedName, match.regions)
      let subtitle = subtitle(of: match.city, at: gazetteer == nil ? nil : match.row)
      let shared = names.index(of: match, atLine: line)
      var completion = SearchCompletion(
        of: match, name, regions, subtitle,
        shared.flatMap { names[$0].distinction(of: match, subtitle, self) },
        for: query)
      if !languages.isEmpty {
        completion = completion.titled(title(of: match.city), for: query)
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
    // The total does not count corrections, so a full list may have more of them behind it.
    let isFull = matches.count >= limit
    let isCounted = matches.asTyped.count >= matches.count
    let total =
      isCounted
      ? matches.asTyped : isFull ? .atLeast(matches.count) : .exactly(matches.count)
    guard surplus > 0 || matches.count > limit || isFull && total != .exactly(matches.count)
    else { return SearchCompletions(completions, total: total) }
    // The next request asks for the whole list again, so doubling keeps the total work linear. A
    // submitted text may be shorter than the minimum, so the request for more is submitted, too.
    var longer = request.query
    longer.limit = 2 * limit
    return SearchCompletions(
      completions, total: total, more: SearchRequest(longer, isSubmitted: request.isSubmitted))
  }
}

extension SearchCompletion {
  /// The completion of one city.
  fileprivate init(
    of match: CityMatch, _ name: MatchedName, _ regions: [MatchedRegion], _ subtitle: Subtitle,
    _ distinction: Distinction?, for query: FoldedQuery
  ) {
    let highlights = name.highlight.length > 0 ? [name.highlight] : []
    self.init(
      kind: .city(match.id), title: match.city.name, matchedName: name.isOwn ? nil : name.text,
      subtitle: subtitle.text(with: distinction),
      titleHighlightRanges: name.isOwn ? highlights : [],
      matchedNameHighlightRanges: name.isOwn ? [] : highlights,
      subtitleHighlightRanges: regions.isEmpty
        ? subtitle.highlights(of: query, with: distinction)
        : subtitle.highlights(of: regions, with: distinction),
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
