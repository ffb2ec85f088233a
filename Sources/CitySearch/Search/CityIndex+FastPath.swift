internal import PrefixSearch

/// The fast path of most keystrokes: the ten best names that begin with the text. It reads a stored top-k
/// list, or scores a few names, without the work for commas, typos, filters and other orders.
extension CityIndex {
  /// The answer that begins with the best names, among them cities in a region at the end of the text.
  @inline(__always)
  func answer(
    to query: SearchQuery, _ folded: consuming FoldedQuery, _ best: BestNames
  ) -> CityMatches {
    let (total, limit) = (best.total, query.limit)
    if !folded.isOneWord { return answerOfWords(to: query, folded, best) }
    let answer = SearchAnswer(best, to: query, folded, in: self)
    return CityMatches(of: .none, .answer(answer), total: total, limit: limit)
  }

  @inline(never)
  private func answerOfWords(
    to query: SearchQuery, _ folded: FoldedQuery, _ best: BestNames
  ) -> CityMatches {
    var best = best
    guard let merged = regional(folded, &best) else {
      let answer = SearchAnswer(best, to: query, folded, in: self)
      return CityMatches(of: .none, .answer(answer), total: best.total, limit: query.limit)
    }
    let answer = SearchAnswer(
      FoundCities(merged.hits, merged.readings),
      count: merged.total.isExact ? merged.total.count : nil, to: query, folded,
      in: self)
    return CityMatches(of: .none, .answer(answer), total: merged.total, limit: query.limit)
  }

  /// The best names that begin with a text; `nil` if their list is damaged.
  @inline(__always)
  func bestNames(beginningWith folded: borrowing FoldedQuery) -> BestNames? {
    folded.withBytes { text in
      guard let other else { return gazetteer.table.bestNames(beginningWith: text) }
      return other.bestNames(beginningWith: text, in: gazetteer.table)
    }
  }

  /// The best names, merged with the cities in a region at the end of a text.
  struct Merged {
    /// The ten best cities.
    var hits: [Hit]
    var readings: [Reading]
    var total: MatchTotal
  }

  private func regional(_ text: FoldedQuery, _ best: inout BestNames) -> Merged? {
    guard let other else { return regional(text, &best, by: gazetteer.table.nameTable.tree) }
    return other.regional(text, &best, in: self)
  }

  /// Merges the cities in a region at the end of a text with the best names; `nil` if none of them is among
  /// the first ten.
  ///
  /// Most texts end in the beginning of some region, and many in the beginning of one after a name; but
  /// few cities of that name lie there, and mostly ten larger ones have names that begin with the text.
  func regional(
    _ text: FoldedQuery, _ best: inout BestNames, by index: some PrefixIndex
  ) -> Merged? {
    let (table, tenth) = (gazetteer.table, gazetteer.table.leastWeight(of: best))
    var regions: [RegionAfterName] = []
    var (full, half) = (RegionCities.none, RegionCities.none)
    text.withBytes { bytes in
      LastWords(of: bytes).forEachRegion(of: bytes, in: index, table) { region in
        let cities = (
          full: table.cities(of: region, in: region.lines.exact, NameScore.wholeBonus, from: tenth),
          half: table.cities(of: region, in: region.lines.longer, 0, from: tenth)
        )
        (full, half) = (max(full, cities.full), max(half, cities.half))
        if max(cities.full, cities.half) > .none { regions.append(region) }
      }
    }
    // If a complete region has a city, cities in regions that are half typed follow all others.
    if full > .none, tenth != nil { half = min(half, .below) }
    if max(full, half) == .below { best.hasOtherCities = true }
    guard max(full, half) == .among else { return nil }
    best.hasOtherCities = best.hasOtherCities || min(full, half) == .below
    var candidates = Candidates()
    candidates.add(regions, in: SearchedNames(table: table))
    return merged(candidates, best, text, by: index)
  }

  private func merged(
    _ candidates: Candidates, _ best: BestNames, _ text: FoldedQuery, by index: some PrefixIndex
  ) -> Merged {
    let table = gazetteer.table
    var (hits, regional) = (CityHits(), CityHits())
    let bonuses = text.withBytes { bytes in
      index.position(of: bytes).map { BonusRanges(of: bytes, at: $0, in: index) }
    }
    for position in 0..<best.count {
      let name = table.nameTable.name(position, of: best)
      let entry = table.nameTable[name]
      let bonus = bonuses?.bonus(ofRow: name.rawValue, entry.kind) ?? 0
      hits.add(Hit(name, entry, bonus: bonus, in: table))
    }
    let streamed = StreamedNames(
      candidates.streams, in: SearchedNames(table: table), nil)
    for number in streamed.streams.indices { streamed.read(number, into: &regional) }
    for hit in regional.hits { hits.add(hit) }
    let isComplete = best.cityCount == best.count
    let total: MatchTotal =
      isComplete || regional.hits.isEmpty
      ? .exactly(isComplete ? hits.hits.count : best.cityCount)
      : .atLeast(max(best.cityCount, min(hits.hits.count, NameTable.listLength)))
    let first = hits.hits.map { RankedHit(key: ~$0.weight, hit: $0) }
      .first(NameTable.listLength, by: <).map { $0.hit }
    return Merged(hits: first, readings: candidates.readings, total: total)
  }

  /// Finds the ids of up to ten cities with names that begin with a text, the most likely first: the
  /// answer to a query of one word without corrections.
  ///
  /// - Parameters:
  ///   - folded: The text, folded.
  ///   - ids: Receives the ids, as many as there is room for.
  /// - Returns: The number of ids; `nil` if the text has several words or is a region, or if the file is
  ///   damaged.
  /// - Complexity: That of ``search(for:limit:)``. No memory is allocated.
  package func copyBestIDs(of folded: FoldedQuery, to ids: inout MutableSpan<City.ID>) -> Int? {
    guard folded.isOneWord, !gazetteer.table.regions.isRegionAlone(folded),
      let best = bestNames(beginningWith: folded)
    else { return nil }
    let (table, count) = (gazetteer.table, min(best.count, ids.count))
    for position in 0..<count {
      ids[position] = table.id(atRow: table.nameTable[best, position].city)
    }
    return count
  }
}

/// What a reading with a region adds to the best names that begin with the whole text.
private enum RegionCities: Int, Comparable {
  /// Nothing.
  case none
  /// Cities, all of them after ten others.
  case below
  /// Perhaps cities among the best.
  case among

  static func < (one: RegionCities, two: RegionCities) -> Bool { one.rawValue < two.rawValue }
}

extension Gazetteer.Table {
  /// A lower bound of the weight with which another city is among the ten best; `nil` if the names that
  /// begin with the text have no more than ten cities.
  fileprivate func leastWeight(of best: BestNames) -> UInt64? {
    guard best.count == NameTable.listLength, best.cityCount > best.count else { return nil }
    let entry = nameTable[best, best.count &- 1]
    // A bonus is left out, so the true weight may be greater.
    return NameScore.weight(entry.kind, population: records.population(atRow: entry.city), bonus: 0)
  }

  /// Whether a city with one of the names before a region lies in the region of some lines, and whether
  /// such a city may reach a weight with a bonus.
  fileprivate func cities(
    of region: RegionAfterName, in lines: Range<Int>, _ bonus: Int, from tenth: UInt64?
  ) -> RegionCities {
    guard !lines.isEmpty else { return .none }
    let area = area(ofLines: lines, for: region.names.count)
    guard region.names.count > SearchedNames.manyNames,
      let ranges = SearchedNames(table: self)
        .ranges(of: region.names, in: [AreaIntersection(area)])
    else { return cities(of: region.names, in: area, bonus, from: tenth) }
    return ranges.map { cities(of: $0, in: area, bonus, from: tenth) }.max() ?? .none
  }

  private func cities(
    of names: Range<Int>, in area: Area, _ bonus: Int, from tenth: UInt64?
  ) -> RegionCities {
    var isBelow = false
    for row in names {
      let entry = nameTable[NameID(row)]
      let mayBelong =
        tenth.map {
          let population = records.population(atRow: entry.city)
          let isHalf = entry.kind == .codeAndName && bonus < NameScore.wholeBonus
          let bonus = bonus + (isHalf ? NameScore.codeAndNameLoss : 0)
          return NameScore.weight(entry.kind, population: population, bonus: bonus) >= $0
        } ?? true
      guard mayBelong || !isBelow, contains(area, entry.city) else { continue }
      if mayBelong { return .among }
      isBelow = true
    }
    return isBelow ? .below : .none
  }
}

extension FoldedQuery {
  /// Whether the query has no space, and therefore no comma.
  @inline(__always)
  var isOneWord: Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // A byte is zero where the text has a space, and nowhere else: padding becomes 0x20.
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
