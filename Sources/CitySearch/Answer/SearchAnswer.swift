internal import PrefixSearch
internal import Synchronization

/// The answer to a query: the cities in order, found when they are read.
///
/// For most queries, the gazetteer stores the ten best names, and nothing else is read. All other cities
/// are found one by one by a ``MatchCursor``, and kept. A class, so that a match holds the answer by one
/// reference, and so that a city is found once, however many copies of the matches read it.
@usableFromInline
final class SearchAnswer: Sendable {
  let query: SearchQuery
  private let table: Gazetteer.Table
  private let others: OtherIndexes?
  /// The typed text, and its position in the tree over names.
  let beginning: KnownPrefix
  /// The first cities, if they are stored.
  let best: BestNames
  /// The number of all cities, if it is known without finding them.
  private let knownCount: Int?
  /// The rows of own names, if these were found before the query was made.
  private let ownNames: OwnNames?
  /// What was found beside the stored names.
  private let found: Guarded<FoundCities?>
  /// The positions of names that were read, as bits.
  private let readNames = Atomic<UInt64>(0)
  private let names = Guarded(KnownNames())

  /// Own names that begin with a text, with their matched prefix.
  struct OwnNames: Sendable {
    let rows: Range<CityRow>
    let prefix: TypedPrefix

    init(_ rows: Range<CityRow>, _ prefix: TypedPrefix) {
      self.rows = rows
      self.prefix = prefix
    }
  }

  /// An answer whose first cities are the best names that begin with the text.
  @inline(__always)
  init(
    _ best: BestNames, to query: SearchQuery,
    _ folded: consuming FoldedQuery, in table: Gazetteer.Table, by others: OtherIndexes?
  ) {
    let mayBeCorrected = query.mayBeCorrected(folded, after: best.cityCount)
    knownCount = mayBeCorrected || best.hasOtherCities ? nil : best.cityCount
    self.query = query
    self.table = table
    self.others = others
    self.best = best
    beginning = KnownPrefix(query: folded, position: best.start)
    ownNames = nil
    found = Guarded(nil)
  }

  /// An answer of which some of the first cities may be known.
  ///
  /// - Parameters:
  ///   - found: The first cities, and the cursor that finds the others, if it was made.
  ///   - count: The number of all cities, if it is known.
  ///   - query: The query.
  ///   - folded: Its text, folded.
  ///   - ownNames: The rows of own names, if these were found before the query was made.
  ///   - table: The gazetteer.
  ///   - others: The indexes of another engine.
  init(
    _ found: sending FoundCities, count: Int?, to query: SearchQuery, _ folded: FoldedQuery,
    among ownNames: OwnNames? = nil, in table: Gazetteer.Table, by others: OtherIndexes?
  ) {
    self.query = query
    self.table = table
    self.others = others
    self.ownNames = ownNames
    beginning = KnownPrefix(query: folded)
    best = BestNames()
    knownCount = count
    self.found = Guarded(found)
  }

  var gazetteer: Gazetteer { Gazetteer(table) }
  private var index: CityIndex { CityIndex(gazetteer, others: others) }
  private var prefix: TypedPrefix { ownNames?.prefix ?? TypedPrefix(beginning.query) }

  /// Searches again, with another order, filter and limit.
  func refined(by order: CityOrder?, _ filter: CityFilter, limit: Int?) -> CityMatches {
    var query = query
    (query.order, query.limit) = (order ?? query.order, limit)
    query.filter.formIntersection(filter)
    if let ownNames { return index.answer(to: query, among: ownNames) }
    return index.search(query, folded: beginning.query)
  }
}

// MARK: - Cities

extension SearchAnswer {
  /// The number of cities, or a number that is no less than `limit`.
  ///
  /// - Complexity: O(1) if the number is known, otherwise that of finding `limit` cities.
  func count(upTo limit: Int) -> Int {
    if let knownCount { return knownCount }
    if limit <= best.count { return best.count }
    return find(limit) { $0.hits.count }
  }

  /// The hit at a position, which exists.
  func hit(at position: Int) -> Hit {
    if position < best.count {
      let name = table.nameTable.name(position, of: best)
      return Hit(name, table.nameTable[name], weight: 0, reading: Reading.plain)
    }
    return find(position + 1) { $0.hits[position] }
  }

  /// The hits at some positions, which exist.
  private func hits(at positions: Range<Int>) -> [Hit] {
    find(positions.upperBound) { Array($0.hits[positions]) }
  }

  /// Finds cities until there are `count`, or no more, and calls a function with all that were found.
  private func find<Value: Sendable>(
    _ count: Int, _ body: (FoundCities) -> sending Value
  ) -> Value {
    found.withLock { known in
      let found = known ?? FoundCities()
      known = found
      found.find(count, of: knownCount) {
        index.cursor(for: query, beginning.query, among: ownNames?.rows)
      }
      return body(found)
    }
  }

  /// The ids of the cities at some positions, which exist.
  func ids(at positions: Range<Int>) -> [City.ID] {
    let table = table
    let stored = positions.clamped(to: 0..<best.count)
    var ids = stored.map { table.id(atRow: table.nameTable[best, $0].city) }
    if positions.upperBound > best.count {
      ids += hits(at: max(positions.lowerBound, best.count)..<positions.upperBound)
        .map { table.id(atRow: $0.city) }
    }
    return ids
  }
}

// MARK: - Matches

extension SearchAnswer {
  /// The matches at some positions, all of which exist.
  func matches(at positions: Range<Int>) -> [CityMatch] {
    if positions.upperBound <= best.count { return matches(ofBest: positions) }
    var matches = matches(ofBest: positions.clamped(to: 0..<best.count))
    let (table, prefix) = (table, prefix)
    let others = max(positions.lowerBound, best.count)..<positions.upperBound
    matches.reserveCapacity(positions.count)
    for (position, hit) in zip(others, hits(at: others)) {
      matches.append(
        hit.isOwnNamePrefix
          ? table.match(atRow: hit.city, by: prefix)
          : CityMatch(city: table.city(atRow: hit.city), in: .answer(self), at: position))
    }
    return matches
  }

  /// The matches of some of the stored names.
  private func matches(ofBest positions: Range<Int>) -> [CityMatch] {
    let (table, prefix) = (table, prefix)
    var matches: [CityMatch] = []
    matches.reserveCapacity(positions.count)
    // Names and cities lie anywhere in memory, so each loop reads what the next one needs without waiting:
    // the entries, then the names of these cities.
    var rows = InlineArray<10, UInt32>(repeating: 0)
    var others: UInt = 0
    for (index, position) in positions.enumerated() {
      let entry = table.nameTable[best, position]
      rows[index] = UInt32(truncatingIfNeeded: entry.city.rawValue)
      others |= (entry.isOwn ? 0 : 1) &<< UInt(index)
    }
    var located = InlineArray<10, Gazetteer.Table.LocatedName>(repeating: .init())
    for index in 0..<positions.count {
      located[index] = table.locatedName(atRow: CityRow(Int(rows[index])))
    }
    for (index, position) in positions.enumerated() {
      let (row, name) = (CityRow(Int(rows[index])), located[index])
      let record = table.records[row]
      matches.append(
        others &>> UInt(index) & 1 == 0
          ? table.match(
            record, atRow: row, named: name.range, beginningWith: name.beginning, by: prefix)
          : CityMatch(
            city: table.city(record, named: name.range), in: .answer(self), at: position))
    }
    return matches
  }
}

// MARK: - Names and regions

extension SearchAnswer {
  /// The name that matched, with its highlight.
  ///
  /// Most names are read once, and keeping all of them would add a fifth to the time of reading ten. So a
  /// name is kept when it is read again, if it is that of one of the first matches, which lists show.
  func name(at position: Int, of city: City) -> MatchedName {
    guard position < KnownNames.greatestCount else { return computedName(at: position, of: city) }
    let bit: UInt64 = 1 << UInt64(position)
    if readNames.bitwiseOr(bit, ordering: .relaxed).oldValue & bit == 0 {
      return computedName(at: position, of: city)
    }
    if let known = names.withLock({ $0.name(at: position) }) { return known }
    let name = computedName(at: position, of: city)
    names.withLock { $0.keep(name, at: position) }
    return name
  }

  private func computedName(at position: Int, of city: City) -> MatchedName {
    guard position < best.count else { return name(of: hit(at: position), city) }
    return storedName(table.nameTable.name(position, of: best), of: city)
  }

  /// One of the stored names.
  private func storedName(_ name: NameID, of city: City) -> MatchedName {
    table.nameTable.matchedName(
      name, table.nameTable[name].kind, of: city, beginning, typed: query.text)
  }

  private func name(of hit: Hit, _ city: City) -> MatchedName {
    let beginning = beginning(of: hit)
    let table = table.nameTable
    guard hit.grade == .corrected else {
      if hit.kind == .own, beginning.query.isEmpty || reading(of: hit)?.isRegion ?? false {
        return MatchedName(city.name)
      }
      if hit.grade == .phonetic {
        return MatchedName(
          city.name, highlight: HighlightRange(location: 0, length: city.name.utf16.count))
      }

      return table.matchedName(hit.name, hit.kind, of: city, beginning, typed: query.text)
    }
    let text =
      hit.kind.hasOwnText
      ? city.name : table.text(of: hit.name, beginningWith: beginning, typed: query.text)
    let key =
      hit.kind == .own
      ? Array(Folding.key(of: city.name).dropLast())
      : table.key(of: hit.name, beginningWith: beginning)
    let nearest =
      hit.reading == Reading.corrected
      ? ClosestPrefix(of: key, to: beginning.query) : ClosestPrefix(whole: key, to: beginning.query)
    let meant = FoldedQuery(copying: key.span.extracting(first: nearest?.length ?? key.count))
    let isAbbreviated = reading(of: hit)?.isAbbreviated ?? false
    return MatchedName(
      text, kind: hit.kind.kind, isOwn: hit.kind.hasOwnText,
      highlight: meant.highlight(in: text, by: hit.kind) { key },
      // With a distance of 0, the typo is that the name does not continue with the typed separator.
      edits: isAbbreviated ? 0 : max(1, nearest?.distance ?? 1))
  }

  /// The edit distance between the typed text and the name.
  func edits(at position: Int, of city: City) -> Int {
    grade(at: position) == .corrected ? name(at: position, of: city).edits : 0
  }

  /// How well the name fits.
  func grade(at position: Int) -> MatchGrade {
    position < best.count ? .exact : hit(at: position).grade
  }

  /// The regions that were recognized beside the name.
  func regions(at position: Int, of city: City) -> [MatchedRegion] {
    guard position >= best.count else { return [] }
    let hit = hit(at: position)
    let typed = reading(of: hit)?.regions(in: beginning.query) ?? []
    return typed.map { matchedRegion($0, of: city, at: hit.city) }
  }

  /// What was read beside the name, if the text is an address.
  func address(at position: Int) -> MatchedAddress? {
    position < best.count ? nil : reading(of: hit(at: position))?.address
  }

  /// The reading that found a hit; `nil` for the plain one, and for a correction of it.
  private func reading(of hit: Hit) -> Reading? { found.withLock { $0?.reading(hit.reading) } }

  /// The part of the typed text that is the name of a hit, by its reading.
  private func beginning(of hit: Hit) -> KnownPrefix {
    switch hit.reading {
    case Reading.plain: beginning
    case Reading.corrected: KnownPrefix(query: beginning.query.withoutSpace)
    default: reading(of: hit).map { KnownPrefix(query: $0.name(in: beginning.query)) } ?? beginning
    }
  }

  /// The country or division of a city that a part of the query was recognized as.
  private func matchedRegion(
    _ typed: FoldedQuery, of city: City, at row: CityRow
  ) -> MatchedRegion {
    let country = gazetteer.countryName(atRow: row) ?? city.countryCode.description
    let division = gazetteer.divisionName(atRow: row) ?? city.divisionCode.description
    if let highlight = typed.highlight(in: country) {
      return MatchedRegion(name: country, countryCode: city.countryCode, highlight: highlight)
    }
    let highlight = typed.highlight(in: division)
    if highlight == nil, isCountry(typed, of: city) {
      return MatchedRegion(name: country, countryCode: city.countryCode)
    }
    return MatchedRegion(
      name: division, countryCode: city.countryCode, divisionCode: city.divisionCode,
      highlight: highlight ?? .empty)
  }

  /// Whether a text is a name of the country of a city, or a prefix of one.
  private func isCountry(_ typed: FoldedQuery, of city: City) -> Bool {
    let table = gazetteer.table
    guard let country = table.number(of: city.countryCode) else { return false }
    let (exact, longer) = typed.withBytes { table.regions.lines(of: $0) }
    let line = UInt32(country) | RegionTable.countryFlag
    return (exact.isEmpty ? longer : exact).contains { table.regions.line($0) == line }
  }
}
