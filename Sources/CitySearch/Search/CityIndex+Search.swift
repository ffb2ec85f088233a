internal import PrefixSearch

extension CityIndex {
  /// Answers a query.
  ///
  /// - Parameter query: The query.
  /// - Returns: The matches, which are found when they are read.
  /// - Complexity: That of the engine's lookups, one for each word, and O(1) for the first ten matches of a
  ///   text without a comma by relevance, and of own names by population. Each further match, and each with
  ///   a filter or in another order, takes O(*s* log *s*), where *s* is the number of names that are passed
  ///   over; but all together no more than O(*n* log *n*), where *n* is the number of names that begin with
  ///   the text. Corrections, if fewer than ten cities match without, add a walk through similar prefixes.
  public func search(_ query: SearchQuery) -> CityMatches {
    search(query, folded: FoldedQuery(query.text))
  }

  /// Answers a query whose text is folded already, which a session does once for all its sources.
  ///
  /// The folded text is moved into the answer: a copy costs as much as folding it.
  package func search(_ query: SearchQuery, folded: consuming FoldedQuery) -> CityMatches {
    if query.names == .all, query.filter.isEmpty, query.bias?.isEmpty ?? true,
      query.order ?? .relevance == .relevance,
      folded.isOneWord || !query.text.hasComma,
      !gazetteer.table.regions.isRegionAlone(folded), let best = bestNames(beginningWith: folded)
    {
      // If the text has several words, the names as typed are the answer only if no corrections follow
      // within the limit. If there are no such names, other readings are tried.
      if best.count > 0,
        folded.isOneWord || best.count >= query.limit ?? .max
          || !query.mayBeCorrected(folded, after: best.cityCount)
      {
        return answer(to: query, folded, best)
      }
    }
    return evaluate(query, folded)
  }

  /// Answers a query that the best names do not answer.
  @inline(never)
  private func evaluate(_ query: SearchQuery, _ folded: FoldedQuery) -> CityMatches {
    if query.names == .own, let order = query.order, order != .relevance {
      let rows = rows(of: folded)
      let mayBeCorrected =
        query.mayBeCorrected(folded, after: query.filter.isEmpty ? rows.count : 0)
      if !mayBeCorrected {
        return answer(to: query, among: SearchAnswer.OwnNames(rows, TypedPrefix(folded)))
      }
    }
    return matches(by: enumeration(of: query, folded), to: query, folded)
  }

  /// Answers a query about own names that begin with a text, of which the rows are known.
  func answer(to query: SearchQuery, among names: SearchAnswer.OwnNames) -> CityMatches {
    let (rows, prefix, table) = (names.rows, names.prefix, gazetteer.table)
    let total = MatchTotal.exactly(rows.count)
    if query.filter.isEmpty {
      switch query.order {
      case .name:
        return CityMatches(of: prefix, .range(rows), in: table, total: total, limit: query.limit)
      case .population:
        if let selection = table.mostPopulous(query.limit, of: rows) {
          return CityMatches(
            of: prefix, .selection(selection), in: table, total: total, limit: query.limit)
        }
        guard let first = table.mostPopulous(NameTable.listLength, of: rows) else { break }
        let hits = (0..<first.count).map { position in
          Hit(
            ownNameOf: CityRow(table.populationTopK.row(position, of: first)), weight: 0,
            reading: Reading.plain)
        }
        let answer = SearchAnswer(
          FoundCities(hits), count: rows.count, to: query, FoldedQuery(), among: names, in: table,
          by: others)
        return CityMatches(of: prefix, .answer(answer), total: total, limit: query.limit)
      default: break
      }
    }
    return matches(
      by: MatchCursor(rows, to: query, in: table), to: query, FoldedQuery(), among: names)
  }

  /// The matches that a cursor finds: the first ten at once, unless it knows how many there are.
  private func matches(
    by cursor: sending MatchCursor, to query: SearchQuery, _ folded: FoldedQuery,
    among names: SearchAnswer.OwnNames? = nil
  ) -> CityMatches {
    var (hits, count, total) = ([Hit](), cursor.total, MatchTotal.exactly(cursor.total ?? 0))
    if count == nil {
      let wanted = min(max(query.limit ?? .max, 0), NameTable.listLength)
      while hits.count < wanted, let hit = cursor.next() { hits.append(hit) }
      let uncorrected = hits.count { $0.grade == .exact }
      count = hits.count < wanted ? hits.count : nil
      // Corrections, or the end, follow all that match as typed.
      let isExact = hits.count < wanted || uncorrected < hits.count
      total = isExact ? .exactly(uncorrected) : .atLeast(uncorrected)
    } else if cursor.mayHaveOthers {
      count = nil
    }
    let answer = SearchAnswer(
      FoundCities(hits, cursor.readings, cursor), count: count, to: query, folded, among: names,
      in: gazetteer.table, by: others)
    return CityMatches(of: .none, .answer(answer), total: total, limit: query.limit)
  }
}

// MARK: - Enumeration

extension CityIndex {
  /// Enumerates the matches of a query, from the first on.
  func cursor(
    for query: SearchQuery, _ folded: FoldedQuery, among rows: Range<CityRow>?
  ) -> MatchCursor {
    if let rows { return MatchCursor(rows, to: query, in: gazetteer.table) }
    return enumeration(of: query, folded)
  }

  private func enumeration(of query: SearchQuery, _ folded: FoldedQuery) -> MatchCursor {
    let (text, table) = (QueryText(query.text, folded), gazetteer.table)
    // Every name begins with the empty text, and the best name of each city is its own.
    let names = SearchedNames(table: table, areOwn: query.names == .own || folded.isEmpty)
    guard let others else {
      return cursor(for: query, text, names, by: names.index, names.misses)
    }
    let index = names.areOwn ? others.own : others.all
    return index.cursor(for: query, text, names, in: self)
  }

  func cursor(
    for query: SearchQuery, _ text: QueryText, _ names: SearchedNames,
    by index: some PrefixIndex, _ misses: MissCache
  ) -> MatchCursor {
    let readings = QueryReadings(
      text: text, names: names, index: index, misses: misses,
      hasRegions: query.names == .all && !text.folded.isEmpty)
    // "America/Argentina/Buenos_Aires" is no region.
    let isTimeZone = readings.hasRegions && TimeZoneText(query.text) != nil
    var candidates = isTimeZone ? Candidates() : readings.candidates()
    let mayBeCorrected = query.mayBeCorrected(text.folded)
    // A name in another script than Latin may have two letters, of which no typo is sought.
    let isForeign =
      query.typos == .automatic && candidates.streams.isEmpty && text.typed.isForeign
    // "N.Y." is too short to be corrected, but not for abbreviated words.
    guard mayBeCorrected || isForeign || text.hasPeriod && query.typos == .automatic else {
      return MatchCursor(candidates, in: names, to: query)
    }
    let typed = query.text
    var sounds: SoundFinder?
    var addresses = readings.hasRegions ? AddressFinder(typed, text.typed, in: gazetteer) : nil
    if readings.hasRegions, mayBeCorrected || isForeign {
      sounds = SoundFinder(
        find: { readings.citiesSoundingLike(typed, count: $0) }, typed: typed, folded: text.typed,
        table: gazetteer.table)
    }
    // "Salem, OR 97301" and "Salem, Oregn" are read as addresses, unless the part that is left out makes no difference.
    if candidates.hasUnknownPart, readings.hasRegions {
      var finder = addresses ?? AddressFinder(typed, text.typed, in: gazetteer, isSure: true)
      if let city = finder?.cityBeyondSearch(),
        MatchCursor(candidates, in: names, to: query).next()?.city != city
      {
        (candidates, addresses) = (Candidates(), finder)
      }
    }
    return MatchCursor(
      candidates, in: names, to: query,
      others: { readings.otherNames(typed, after: &$0, of: $1, where: $2) }, sounds: sounds,
      addresses: addresses)
  }
}
