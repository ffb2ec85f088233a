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
  private let cities: CityIndex
  /// The typed text, and its position in the tree over names.
  let beginning: KnownPrefix
  /// The first cities, if they are stored.
  let best: BestNames
  /// The number of all cities, if it is known without finding them.
  private let knownCount: Int?
  /// The cities whose own names begin with the text, if only these are meant.
  private let rows: Range<CityRow>?
  /// The prefix of these names.
  private let knownPrefix: TypedPrefix?
  /// What was found beside the stored names.
  private let found: Guarded<FoundCities?>

  /// An answer whose first cities are the best names that begin with the text.
  @inline(__always)
  init(
    _ best: BestNames, to query: SearchQuery, _ folded: consuming FoldedQuery,
    in cities: CityIndex
  ) {
    let mayBeCorrected = query.mayBeCorrected(folded, after: best.cityCount)
    knownCount = mayBeCorrected ? nil : best.cityCount
    self.query = query
    self.cities = cities
    self.best = best
    beginning = KnownPrefix(query: folded, position: best.start)
    (rows, knownPrefix) = (nil, nil)
    found = Guarded(nil)
  }

  /// An answer of which some of the first cities may be known.
  ///
  /// - Parameters:
  ///   - found: The first cities, and the cursor that finds the others, if it was made.
  ///   - count: The number of all cities, if it is known.
  ///   - query: The query.
  ///   - folded: Its text, folded; empty if `rows` are known.
  ///   - rows: The cities whose own names begin with the text, if only these are meant.
  ///   - prefix: The text as the prefix of these names.
  ///   - cities: The index that was searched.
  init(
    _ found: sending FoundCities, count: Int?, to query: SearchQuery, _ folded: FoldedQuery,
    among rows: Range<CityRow>? = nil, _ prefix: TypedPrefix? = nil, in cities: CityIndex
  ) {
    self.query = query
    self.cities = cities
    self.rows = rows
    knownPrefix = prefix
    beginning = KnownPrefix(query: folded)
    best = BestNames()
    knownCount = count
    self.found = Guarded(found)
  }

  var gazetteer: Gazetteer { cities.gazetteer }
  private var table: Gazetteer.Table { cities.gazetteer.table }
  /// The typed text as the prefix of own names.
  private var prefix: TypedPrefix { knownPrefix ?? TypedPrefix(beginning.query) }

  /// The answer in another order, with another filter and limit.
  func refined(by order: CityOrder?, _ filter: CityFilter, limit: Int?) -> CityMatches {
    var query = query
    (query.order, query.limit) = (order ?? query.order, limit)
    query.filter.formIntersection(filter)
    if let rows { return cities.answer(to: query, among: rows, beginningWith: prefix) }
    return cities.search(query, folded: beginning.query)
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
      return Hit(name, table.nameTable[name], weight: 0)
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
        rows.map { MatchCursor($0, to: query, in: table) }
          ?? cities.cursor(for: query, beginning.query)
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
  func name(at position: Int, of city: City) -> MatchedName {
    let names = table.nameTable
    if position < best.count {
      let name = names.name(position, of: best)
      return names.matchedName(name, names[name].kind, of: city, beginning, typed: query.text)
    }
    let hit = hit(at: position)
    let reading = reading(of: hit)
    let beginning = beginning(of: reading)
    if hit.grade == .corrected || reading.line?.isWholeName ?? false {
      return correctedName(of: hit, city, reading, beginning)
    }
    if hit.kind == .own, beginning.query.isEmpty || reading.isRegion {
      return MatchedName(city.name)
    }
    if hit.grade == .phonetic {
      return MatchedName(
        city.name, highlight: HighlightRange(location: 0, length: city.name.utf16.count))
    }
    return names.matchedName(hit.name, hit.kind, of: city, beginning, typed: query.text)
  }

  /// The name of a hit with edits, with the highlight of what was meant.
  private func correctedName(
    of hit: Hit, _ city: City, _ reading: Reading, _ beginning: KnownPrefix
  ) -> MatchedName {
    let names = table.nameTable
    let text =
      hit.kind.hasOwnText
      ? city.name : names.text(of: hit.name, beginningWith: beginning, typed: query.text)
    let key =
      hit.kind == .own
      ? Array(Folding.key(of: city.name).dropLast())
      : names.key(of: hit.name, beginningWith: beginning)
    // Beside a region, a whole name is meant.
    let length =
      hit.reading == .corrected ? ClosestPrefix(of: key, to: beginning.query)?.length : nil
    let meant = FoldedQuery(copying: key.span.extracting(first: length ?? key.count))
    return MatchedName(
      text, kind: hit.kind.kind, isOwn: hit.kind.hasOwnText,
      highlight: meant.highlight(in: text, by: hit.kind, key: key) ?? .empty,
      edits: Int(hit.edits))
  }

  /// How many edits turn the typed text into the name.
  func edits(at position: Int) -> Int { position < best.count ? 0 : Int(hit(at: position).edits) }

  /// How well the name fits.
  func grade(at position: Int) -> MatchGrade {
    position < best.count ? .exact : hit(at: position).grade
  }

  /// The regions that were recognized beside the name.
  func regions(at position: Int, of city: City) -> [MatchedRegion] {
    guard position >= best.count else { return [] }
    let hit = hit(at: position)
    switch reading(of: hit) {
    case .whole, .corrected: return []
    case .region:
      let typed = beginning.query.withoutSpace
      let isCountry = gazetteer.regions(withKey: typed.bytes[...]).areCountries
      return [matchedRegion(typed, isCountry ? .country : .division, of: city, at: hit.city)]
    case .line(let line):
      return line.regions.map { matchedRegion($0.text, $0.level, of: city, at: hit.city) }
    }
  }

  /// What was read beside the name, if the text is an address.
  func address(at position: Int) -> MatchedAddress? {
    guard position >= best.count else { return nil }
    let hit = hit(at: position)
    guard hit.grade != .exact, let address = reading(of: hit).line?.address else { return nil }
    return hit.grade == .corrected && address.unmatchedParts.isEmpty ? nil : address
  }

  /// The reading that found a hit.
  private func reading(of hit: Hit) -> Reading {
    hit.reading == .whole ? .whole : found.withLock { $0?.reading(hit.reading) ?? .whole }
  }

  /// The part of the typed text that is the name, by a reading.
  private func beginning(of reading: Reading) -> KnownPrefix {
    if case .whole = reading {
      beginning
    } else {
      KnownPrefix(query: reading.name(in: beginning.query))
    }
  }

  /// The country or division of a city that a part of the query was recognized as.
  private func matchedRegion(
    _ typed: FoldedQuery, _ level: Gazetteer.RegionLevel, of city: City, at row: CityRow
  ) -> MatchedRegion {
    let name =
      switch level {
      case .country: gazetteer.countryName(atRow: row) ?? city.countryCode.description
      case .division: gazetteer.divisionName(atRow: row) ?? city.divisionCode.description
      case .subdivision: table.subdivision(atRow: row).map { table.subdivisions.names[$0] } ?? ""
      }
    return MatchedRegion(
      name: name, countryCode: city.countryCode,
      divisionCode: level == .country ? nil : city.divisionCode,
      highlight: typed.highlight(in: name) ?? .empty)
  }
}

/// The cities of an answer that were found so far, in order from the first.
///
/// A class, so that it is changed and read in place. ``SearchAnswer`` guards it by a lock.
final class FoundCities {
  private(set) var hits: [Hit]
  /// The readings that the hits refer to.
  private(set) var readings: [Reading]
  /// Finds the next city; `nil` before it is needed, and after the last city.
  private var cursor: MatchCursor?
  /// Whether all cities were found.
  private var isComplete = false

  /// Begins with the first cities, and a cursor before the next one, if there is one.
  init(
    _ hits: [Hit] = [], _ readings: [Reading] = Candidates().readings,
    _ cursor: sending MatchCursor? = nil
  ) {
    self.hits = hits
    self.readings = readings
    self.cursor = cursor
  }

  /// Finds cities until there are `count`, or no more.
  ///
  /// - Parameters:
  ///   - count: The number of cities.
  ///   - knownCount: How many there are, if that is known.
  ///   - makeCursor: Makes a cursor before the first city.
  func find(
    _ count: Int, of knownCount: Int?, makeCursor: () -> sending MatchCursor
  ) {
    guard hits.count < count else { return }
    if !isComplete {
      if cursor == nil {
        let new = makeCursor()
        // Of the first cities only the names were known.
        (hits, readings) = ([], new.readings)
        cursor = new
      }
      cursor?.expect(count - hits.count)
      while hits.count < count, let hit = cursor?.next() { hits.append(hit) }
      // Some readings are tried when there are no more matches as typed.
      if let cursor { readings = cursor.readings }
      if hits.count < count {
        isComplete = true
        cursor = nil
      }
    }
    guard let knownCount, hits.count < min(count, knownCount) else { return }
    // A damaged file said that there are more: the last one is repeated.
    let last = hits.last ?? Hit(ownNameOf: CityRow(0))
    hits += Array(repeating: last, count: min(count, knownCount) - hits.count)
  }

  /// The reading with a number.
  func reading(_ number: Reading.Number) -> Reading { readings[number.position] }
}

/// The prefix of a key with the least edit distance from a text with typos.
struct ClosestPrefix {
  /// Its length in bytes.
  let length: Int
  /// The edit distance, in letters.
  let distance: Int

  /// Finds the prefix; `nil` if none is within two edits.
  ///
  /// Of several with the same distance, the one whose length is closest to that of the text is taken, and
  /// of these the shorter one; lengths are compared in letters.
  ///
  /// - Parameters:
  ///   - key: The key, without its final space.
  ///   - typed: The text.
  /// - Complexity: O(*m*), where *m* is the length of the text in bytes.
  init?(of key: [UInt8], to typed: FoldedQuery) {
    let letters = typed.letters
    let automaton = EditAutomaton(letters, limit: 2)
    let bytes = key.span
    var best: (distance: Int, difference: Int, length: Int)?
    var (state, count, length) = (automaton.start, 0, 0)
    while length < bytes.count {
      let letter = bytes.decodeScalar(at: length)
      guard let next = automaton.next(state, letter.scalar) else { break }
      (state, count, length) = (next, count + 1, length + letter.length)
      guard let distance = automaton.distance(state) else { continue }
      let candidate = (distance, abs(count - letters.count), length)
      if best.map({ candidate < $0 }) ?? true { best = candidate }
    }
    guard let best else { return nil }
    (self.length, distance) = (best.length, best.distance)
  }
}
