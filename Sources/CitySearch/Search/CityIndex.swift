public import PrefixSearch

/// The cities of a gazetteer, searched in memory by one engine.
///
/// ```swift
/// let cities = CityIndex(try Gazetteer(mapping: file))
/// for match in cities.search(for: "münchen").prefix(10) {
///   print(match.city.name, match.matchedName.text)  // Munich München
/// }
/// ```
///
/// It finds the city that a user means: by any of its names, with or without its region, and despite small
/// typos, the most likely first. The article <doc:FindingCities> defines what is found and in which order.
/// A ``SearchQuery`` asks for other names, orders and filters.
///
/// The gazetteer contains the radix tree over its names, so creating an index of the default engine costs
/// nothing. The value is immutable; any number of tasks may search at once.
public struct CityIndex: Sendable {
  /// The cities.
  public let gazetteer: Gazetteer
  /// The index of another engine over all names; `nil` for the radix tree of the gazetteer.
  let other: SearchedIndex?

  /// Searches the cities of a gazetteer.
  ///
  /// - Parameters:
  ///   - gazetteer: The cities to search.
  ///   - engine: The structure to find names with. All give the same answers.
  /// - Complexity: O(1) for the radix tree, which the gazetteer contains; otherwise O(*b*), where *b* is
  ///   the length of all names in bytes: an index over them is built.
  public init(_ gazetteer: Gazetteer, engine: Engine = .radixTree) {
    self.gazetteer = gazetteer
    other =
      switch engine {
      case .radixTree: nil
      case .sortedArray: .of(SortedArray(gazetteer.sortedNameKeys()))
      case .pointerTrie: .of(PointerTrie(gazetteer.sortedNameKeys()))
      }
  }

  /// Searches with an engine of your own.
  ///
  /// - Parameters:
  ///   - gazetteer: The cities to search.
  ///   - index: An index over the gazetteer's ``Gazetteer/sortedNameKeys()``.
  /// - Precondition: `index` has as many rows as the gazetteer has names.
  public init<Index: PrefixIndex>(_ gazetteer: Gazetteer, index: Index) {
    precondition(
      index.count == gazetteer.nameCount,
      "The index must have \(gazetteer.nameCount) rows, as the gazetteer has names, got \(index.count)."
    )
    self.gazetteer = gazetteer
    other = .of(index)
  }

  /// Whether the tree is searched that the gazetteer contains.
  package var searchesStoredTree: Bool { other == nil }

  /// The memory of the index over all names.
  package var memoryFootprint: MemoryFootprint {
    other?.memoryFootprint ?? gazetteer.table.nameTable.tree.radixTree.memoryFootprint
  }
}

// MARK: - Searching

extension CityIndex {
  /// Finds cities by a typed text, the most likely first.
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - limit: The greatest number of matches; `nil` for all. A negative limit gives none.
  /// - Returns: The matches.
  /// - Complexity: That of ``search(_:)``.
  public func search(for text: String, limit: Int? = nil) -> CityMatches {
    search(SearchQuery(text, limit: limit))
  }

  /// Finds the cities whose own name begins with `text`, in canonical order: the answer of the engine.
  ///
  /// Nothing is copied or sorted: the result is the range of matching rows, and makes cities lazily.
  ///
  /// - Parameters:
  ///   - text: The typed text; it is folded like the names.
  ///   - limit: The greatest number of matches; `nil` for all. A negative limit gives none.
  /// - Returns: The matches.
  /// - Complexity: That of the engine's lookup, independent of the number of matches. No memory is
  ///   allocated for queries of up to 40 bytes.
  package func ownNames(beginningWith text: String, limit: Int? = nil) -> CityMatches {
    let prefix = FoldedQuery(text)
    return CityMatches(of: prefix, rows: rows(of: prefix), in: gazetteer, limit: limit)
  }

  /// The rows of the cities whose own key begins with `prefix`.
  ///
  /// - Complexity: That of the engine's lookup.
  @inline(__always)
  package func rows(of prefix: borrowing FoldedQuery) -> Range<CityRow> {
    let names = gazetteer.table.nameTable
    let range = prefix.withBytes { other?.range(of: $0) ?? names.tree.radixTree.range(of: $0) }
    return names.ownNames.rows(ofNames: range)
  }
}

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
    // No text has more code points than bytes.
    guard query.text.utf8.count <= SearchQuery.textLength else { return searchReadText(of: query) }
    return search(query, folded: FoldedQuery(query.text))
  }

  @inline(never)
  private func searchReadText(of query: SearchQuery) -> CityMatches {
    var query = query
    query.text = query.readText
    return search(query, folded: FoldedQuery(query.text))
  }

  /// Answers a query whose text is folded already, as that of an answer that gets another order.
  ///
  /// The folded text is moved into the answer: a copy costs as much as folding it.
  package func search(_ query: SearchQuery, folded: consuming FoldedQuery) -> CityMatches {
    if query.names == .all, query.filter.isEmpty, query.bias?.isEmpty ?? true,
      query.order ?? .relevance == .relevance,
      folded.isOneWord || !query.text.hasComma,
      !gazetteer.table.regions.isRegionAlone(folded), let best = bestNames(beginningWith: folded),
      best.count > 0,
      folded.isOneWord || best.cityCount >= TypoRule.sufficientMatchCount
        || !gazetteer.table.mayBeLine(folded)
    {
      return answer(to: query, folded, best)
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
        return answer(to: query, among: rows, beginningWith: TypedPrefix(folded))
      }
    }
    return matches(by: cursor(for: query, folded), to: query, folded)
  }

  /// Answers a query about own names that begin with a text, of which the rows are known, in another order than by
  /// relevance.
  func answer(
    to query: SearchQuery, among rows: Range<CityRow>, beginningWith prefix: TypedPrefix
  ) -> CityMatches {
    let table = gazetteer.table
    let total = MatchTotal.exactly(rows.count)
    if query.filter.isEmpty {
      if query.order == .name {
        return CityMatches(
          of: prefix, .range(rows), in: table, asTyped: total, limit: query.limit)
      }
      if query.order == .population, let best = table.mostPopulous(query.limit, of: rows) {
        return CityMatches(
          of: prefix, .best(best), in: table, asTyped: total, limit: query.limit)
      }
      if query.order == .population,
        let best = table.mostPopulous(NameTable.listLength, of: rows)
      {
        let hits = (0..<best.count).map {
          Hit(ownNameOf: CityRow(table.populationTopK.row($0, of: best)))
        }
        let answer = SearchAnswer(
          FoundCities(hits), count: rows.count, to: query, FoldedQuery(), among: rows, prefix,
          in: self)
        return CityMatches(of: prefix, .answer(answer), asTyped: total, limit: query.limit)
      }
    }
    return matches(
      by: MatchCursor(rows, to: query, in: table), to: query, FoldedQuery(), among: rows, prefix)
  }

  /// The matches that a cursor finds: the first ten at once, unless it knows how many there are.
  private func matches(
    by cursor: sending MatchCursor, to query: SearchQuery, _ folded: FoldedQuery,
    among rows: Range<CityRow>? = nil, _ prefix: TypedPrefix? = nil
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
      FoundCities(hits, cursor.readings, cursor), count: count, to: query, folded, among: rows,
      prefix, in: self)
    return CityMatches(of: .none, .answer(answer), asTyped: total, limit: query.limit)
  }
}

// MARK: - Enumeration

extension CityIndex {
  /// Enumerates the matches of a query, from the first on.
  func cursor(for query: SearchQuery, _ folded: FoldedQuery) -> MatchCursor {
    let text = QueryText(query.text, folded)
    // Every name begins with the empty text, and the best name of each city is its own.
    let names = SearchedNames(
      table: gazetteer.table, scope: folded.isEmpty ? .own : query.names)
    guard let other else {
      return cursor(for: query, text, names, by: names.tree, names.table.nameTable.misses)
    }
    return other.cursor(for: query, text, names, in: self)
  }

  func cursor(
    for query: SearchQuery, _ text: QueryText, _ names: SearchedNames,
    by index: some PrefixIndex, _ misses: MissCache
  ) -> MatchCursor {
    let mayBeCorrected = query.mayBeCorrected(text.folded)
    let readings = QueryReadings(
      text: text, names: names, index: index, misses: misses,
      hasRegions: query.names == .all && !text.folded.isEmpty,
      isCorrected: query.typos == .automatic)
    let candidates = readings.candidates()
    // A name in another script than Latin may have two letters, of which no typo is sought.
    let isForeign =
      query.typos == .automatic && candidates.streams.isEmpty && text.typed.isForeign
    // "N.Y." is too short to be corrected, but not for abbreviated words.
    let isAbbreviated = query.typos == .automatic && text.hasPeriod
    guard mayBeCorrected || isForeign || isAbbreviated else {
      return MatchCursor(candidates, in: names, to: query)
    }
    var sounds: SoundFinder?
    // "UTC+5:30" is no word.
    let isWord = !(text.isOneWord && text.hasNumber)
    if readings.hasRegions, isWord, mayBeCorrected || isForeign {
      sounds = SoundFinder(
        find: { readings.citiesSoundingLike(text.written, count: $0) }, typed: text.written,
        folded: text.typed, table: gazetteer.table)
    }
    return MatchCursor(
      candidates, in: names, to: query,
      others: { readings.otherNames(after: &$0, of: $1) }, sounds: sounds)
  }
}
