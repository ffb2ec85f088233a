internal import PrefixSearch

/// The fast path of most keystrokes: the ten best names that begin with the text. It reads a stored top-k
/// list, or scores a few names, without the work for regions, typos, filters and other orders.
extension CityCompleter {
  /// Finds the names that begin with the text, if these are the whole answer to the query.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - folded: Its text, folded.
  /// - Returns: The best names; `nil` if the query needs a ``QueryEvaluation``.
  /// - Complexity: That of the index's lookups, one for each word, and O(*k*), where *k* is the number
  ///   of names.
  @inline(__always)
  func wholeAnswer(to query: SearchQuery, _ folded: borrowing FoldedQuery) -> BestNames? {
    guard let limit = query.limit, limit <= NameTable.listLength, query.order == .relevance,
      query.names == .all, query.filter.isEmpty,
      folded.isOneWord || !query.text.utf8.contains(UInt8(ascii: ",")),
      var best = bestNames(beginningWith: folded)
    else { return nil }
    if !folded.isOneWord {
      switch citiesInRegions(folded, below: best) {
      case .none: break
      case .below: best.hasOtherCities = true
      case .unknown: return nil
      }
    }
    let isEnough = best.cityCount >= TypoRule.sufficientMatchCount || best.count >= limit
    return isEnough || query.typos == .never || !folded.mayBeCorrected ? best : nil
  }

  /// The best names that begin with a text; `nil` if their list is damaged.
  @inline(__always)
  private func bestNames(beginningWith folded: borrowing FoldedQuery) -> BestNames? {
    folded.withBytes { text in
      guard let otherIndex else { return gazetteer.table.bestNames(beginningWith: text) }
      return gazetteer.table.bestNames(beginningWith: text, in: otherIndex.index)
    }
  }

  /// The cities of the interpretations of a query of several words in which the last ones are a region.
  @inline(never)
  private func citiesInRegions(_ query: FoldedQuery, below best: BestNames) -> CitiesInRegions {
    if let otherIndex { return citiesInRegions(query, below: best, by: otherIndex.index) }
    return citiesInRegions(query, below: best, by: gazetteer.table.nameTable.tree)
  }

  /// Most queries end in the beginning of some region, and many in the beginning of one after a name; but
  /// few cities of that name lie there, and mostly ten larger ones have names that begin with the query.
  private func citiesInRegions(
    _ query: FoldedQuery, below best: BestNames, by index: some PrefixIndex
  ) -> CitiesInRegions {
    let (table, tenth) = (gazetteer.table, gazetteer.table.leastWeight(of: best))
    return query.withBytes { bytes in
      let words = LastWords(of: bytes)
      guard let heads = words.heads(of: bytes, in: index) else { return .none }
      var found = CitiesInRegions.none
      for last in 1...min(LastWords.longestRegion, words.count) {
        let possible = words.headCounts(beforeRegionOf: last)
        guard possible.contains(where: { !heads.span[$0 - 1].isEmpty }) else { continue }
        let start = words[last - 1]
        let lines = table.regions.lines(of: bytes.extracting(start...))
        guard !lines.exact.isEmpty || !lines.longer.isEmpty else { continue }
        // Two regions are rare, so they are left to the evaluation.
        for count in possible.dropFirst() where !heads.span[count - 1].isEmpty {
          let first = bytes.extracting(words[count - 1]..<start - 1)
          if !table.regions.lines(of: first).exact.isEmpty { return .unknown }
        }
        switch table.cities(named: heads.span[last - 1], in: lines, below: tenth) {
        case .none: break
        case .below: found = .below
        case .unknown: return .unknown
        }
      }
      return found
    }
  }

  /// Finds the ids of up to ten cities with names that begin with a text, the most likely first: the
  /// answer to a query of one word without corrections.
  ///
  /// - Parameters:
  ///   - folded: The text, folded.
  ///   - ids: Receives the ids, as many as there is room for.
  /// - Returns: The number of ids; `nil` if the text has several words, or if the file is damaged.
  /// - Complexity: That of ``search(for:limit:)``. No memory is allocated.
  package func copyBestIDs(of folded: FoldedQuery, to ids: inout MutableSpan<Int>) -> Int? {
    guard folded.isOneWord, let best = bestNames(beginningWith: folded) else { return nil }
    let (table, count) = (gazetteer.table, min(best.count, ids.count))
    for position in 0..<count {
      ids[position] = table.id(atRow: table.nameTable[best, position].city)
    }
    return count
  }
}

/// What the interpretations of a query with a region add to the best names that begin with the whole query.
private enum CitiesInRegions {
  /// Nothing.
  case none
  /// Cities, all of them after ten others.
  case below
  /// Perhaps cities among the best.
  case unknown
}

extension Gazetteer.Table {
  /// The weight that another city has to reach, or more than that, to be among the best; `nil` if there
  /// are fewer than ten, or not more.
  fileprivate func leastWeight(of best: BestNames) -> UInt64? {
    guard best.count == NameTable.listLength, best.cityCount > best.count else { return nil }
    let entry = nameTable[best, best.count &- 1]
    // A bonus is left out, so the true weight may be greater.
    return NameScore.weight(entry.kind, population: records.population(atRow: entry.city), bonus: 0)
  }

  /// The cities of some names that lie in a region.
  fileprivate func cities(
    named names: Range<Int>, in lines: (exact: Range<Int>, longer: Range<Int>), below tenth: UInt64?
  ) -> CitiesInRegions {
    // More would cost as much as the evaluation.
    guard names.count <= (tenth == nil ? 128 : 512) else { return .unknown }
    // Longer names follow the name itself.
    let first = lines.exact.isEmpty ? lines.longer : lines.exact
    let last = lines.longer.isEmpty ? lines.exact : lines.longer
    let area = AreaIntersection(
      area(ofLines: first.lowerBound..<last.upperBound, for: names.count))
    let bonus = lines.exact.isEmpty ? 0 : NameScore.wholeBonus
    var found = CitiesInRegions.none
    for row in names {
      let entry = nameTable[NameID(row)]
      if found == .none, !contains(area, entry.city) { continue }
      guard let tenth else { return .unknown }
      let weight = NameScore.weight(
        entry.kind, population: records.population(atRow: entry.city), bonus: bonus)
      if weight >= tenth, found == .none || contains(area, entry.city) { return .unknown }
      found = .below
    }
    return found
  }
}

extension FoldedQuery {
  /// Whether the query has no space, and therefore no comma.
  @inline(__always)
  var isOneWord: Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // A byte is zero where the text has a space, and nowhere else: the padding is zero before.
    let spaces = firstWord ^ ones &* UInt64(asciiSpace)
    guard (spaces &- ones) & ~spaces & ones &<< 7 == 0 else { return false }
    return count <= 8 || !hasSpace(from: 8)
  }

  @inline(never)
  private func hasSpace(from start: Int) -> Bool {
    withBytes { bytes in
      for index in start..<bytes.count where bytes[index] == asciiSpace { return true }
      return false
    }
  }
}
