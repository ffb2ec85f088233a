internal import PrefixSearch

/// Enumerates the cities of some names, one by one in the order of an answer, each with its best name.
///
/// - Of few names, all are read at once.
/// - Of many, the best by relevance are found by a best-first search over the maxima of blocks, which is
///   merged with those of short ranges.
/// - For a person at a place, the cities that are near are found by a pass over the names, see
///   ``NearbyHits``, and merged with the best of the others.
/// - In the other orders, the cities of many names are marked, and visited in the order. Their best names
///   are looked up for several cities at once, by another pass over the names.
struct StreamCursor: Sendable {
  private(set) var streamed: StreamedNames
  let ranking: CityRanking
  /// The cities that were found, or that are left out.
  var given: GivenCities
  /// The hits that are known, in order.
  var known = PriorityQueue<RankedHit>()
  /// The search of the streams that were not read, and the numbers of these streams.
  var search: BestFirstSearch<SearchedNames.Ranks>?
  var searched: [Int] = []
  private var searchedNameCount = 0
  /// The next hit of the search, which waits until all other sources have no better one.
  private var best: RankedHit?
  /// The cities of a region that is the whole text, and the next of them; `nil` if there is none, or if all were
  /// read.
  private var region: (stream: Int, cities: RegionCursor)?
  private var bestOfRegion: RankedHit?
  /// The hits for a person at a place; `nil` if nothing is known of the person, or few names match.
  var nearby: NearbyHits?
  private var marked: MarkedCities?
  private var foundCount = 0
  /// The number of cities, if it is known before they are enumerated.
  private(set) var knownCount: Int?

  /// The cities of many names, in another order than by relevance.
  private struct MarkedCities {
    var cities: CityCursor
    /// Hits of the next cities, the last one first.
    var page: [Hit] = []
    var pageSize = 10
  }

  /// Up to `fewNames` names are read at once; up to `manyNames` if conditions may leave out many of them, and
  /// up to `someNames` if the order is not by relevance.
  private static var fewNames: Int { 512 }
  private static var manyNames: Int { 4_096 }
  private static var someNames: Int { 1_024 }
  /// Corrections of more names than these are compared by the maxima of blocks before any name is read.
  ///
  /// They lie in many ranges, most of which have none of the best names.
  private static var namesOfCorrections: Int { 64 }

  /// Begins with the first city.
  ///
  /// - Parameters:
  ///   - streams: The names.
  ///   - names: The table that they are in.
  ///   - order: The order.
  ///   - filter: The conditions for cities.
  ///   - bias: The points of cities.
  ///   - others: Cities that are left out.
  init(
    _ streams: [NameStream], in names: SearchedNames, by order: CityOrder, _ filter: RowFilter?,
    _ bias: AppliedBias? = nil, without others: [CityRow] = []
  ) {
    given = GivenCities(others)
    // With the same bonus, the score of an own name ascends with the population.
    let isByPopulation =
      order == .relevance && bias == nil && streams.count == 1 && streams[0].kinds == .own
      && streams[0].area == nil
    ranking = CityRanking(isByPopulation ? .population : order, in: names.table)
    if filter?.isImpossible ?? false {
      streamed = StreamedNames([], in: names, filter)
      knownCount = 0
      return
    }
    streamed = StreamedNames(streams, in: names, filter, bias)
    // A filter by ids has few cities, whose own names are read at once.
    if filter?.namedRows != nil, streams.allSatisfy({ $0.kinds == .own }) {
      knownCount = read(streams.indices)
      return
    }
    if ranking.order != .relevance {
      if streamed.nameCount <= Self.someNames {
        knownCount = read(streams.indices)
      } else {
        var cities = streamed.cities()
        given.subtract(from: &cities)
        knownCount = cities.count
        marked = MarkedCities(cities: CityCursor(cities, by: ranking, in: names.table))
      }
      return
    }
    if bias == nil, let number = streams.firstIndex(where: { $0.cities != nil }),
      let area = streams[number].area
    {
      let divisions = names.table.divisions(around: area).filter {
        filter?.mayHaveCities(ofDivision: $0) ?? true
      }
      region = (number, RegionCursor(divisions, in: names.table))
    }
    let nameCount = streamed.nameCount
    searched = streams.indices.filter { isWide(streams[$0], among: nameCount) }
    if searched.isEmpty {
      knownCount = read(streams.indices.filter { $0 != region?.stream }) + countOfRegion()
    } else {
      beginSearch()
    }
  }

  /// Begins with the first of some cities that sound like a text, found by their own names.
  init(
    _ matches: [SoundMatch], in names: SearchedNames, by order: CityOrder, _ filter: RowFilter?,
    _ bias: AppliedBias?
  ) {
    let hits = matches.filter { filter?.contains($0.city) ?? true }.map { match in
      let score = match.score + NameScore.base + (bias?.points(for: match.city) ?? 0)
      let population = names.table.records.population(atRow: match.city)
      return Hit(
        ownNameOf: match.city, weight: NameScore.weight(ofScore: score, population: population),
        reading: .corrected, grade: .phonetic)
    }
    self.init(of: hits, in: names, by: order, filter, bias)
  }

  /// Begins with the first of some hits of different cities, which pass the filter.
  init(
    of hits: [Hit], in names: SearchedNames, by order: CityOrder, _ filter: RowFilter?,
    _ bias: AppliedBias?
  ) {
    given = GivenCities([])
    ranking = CityRanking(order, in: names.table)
    streamed = StreamedNames([], in: names, filter, bias)
    known = PriorityQueue(hits.map(ranking.ranked))
    knownCount = hits.count
  }

  /// Whether a search is likely to cost less than reading all names of a stream, among so many names.
  private func isWide(_ stream: NameStream, among nameCount: Int) -> Bool {
    if stream.kinds.areCodes || stream.cities != nil { return false }
    if stream.grade != .exact { return nameCount > Self.namesOfCorrections }
    let hasConditions = streamed.filter != nil || stream.area != nil
    return streamed.count(of: stream) > (hasConditions ? Self.manyNames : Self.fewNames)
  }

  /// The next city, with its best name; `nil` after the last.
  mutating func next() -> Hit? {
    if marked != nil { return nextMarked() }
    // The hits that are known are of different cities.
    if searched.isEmpty, region == nil { return known.popFirst()?.hit }
    while let hit = nextOfAll() {
      if given.insert(hit.city, among: streamed.names.table.count) {
        foundCount += 1
        return hit
      }
    }
    return nil
  }

  private mutating func nextOfAll() -> Hit? {
    if nearby != nil { return nextNearby() }
    if best == nil, search != nil { best = nextOfSearch() }
    if bestOfRegion == nil, region != nil { bestOfRegion = nextOfRegion() }
    guard let first = bestOfRegion.map({ one in best.map { min(one, $0) } ?? one }) ?? best else {
      return known.popFirst()?.hit
    }
    if let other = known.first, other < first { return known.popFirst()?.hit }
    if let best, !(first < best) { self.best = nil } else { bestOfRegion = nil }
    return first.hit
  }

  /// The number of cities of the region that pass the filter, without those whose names were read.
  private func countOfRegion() -> Int {
    guard let region, let area = streamed.streams[region.stream].area else { return 0 }
    let (table, filter) = (streamed.names.table, streamed.filter)
    let isEach = filter == nil && area.isOfDivisions
    let count =
      isEach
      ? region.cities.count
      : region.cities.count { table.contains(area, $0) && filter?.contains($0) ?? true }
    return count - known.elements.count { table.contains(area, $0.hit.city) }
  }

  /// The next city of the region that passes the filter.
  private mutating func nextOfRegion() -> RankedHit? {
    guard let number = region?.stream else { return nil }
    while let city = region?.cities.next() {
      if let hit = streamed.ownHit(city, number) {
        return ranking.ranked(hit)
      }
    }
    return nil
  }

  /// Reads all names of some streams, and gives the number of their cities.
  private mutating func read(_ numbers: some Sequence<Int>) -> Int {
    var hits = CityHits()
    for number in numbers { streamed.read(number, into: &hits) }
    var ranked: [RankedHit] = []
    ranked.reserveCapacity(hits.hits.count)
    for hit in hits.hits where given.isEmpty || !given.contains(hit.city) {
      ranked.append(ranking.ranked(hit))
    }
    known = PriorityQueue(ranked)
    return ranked.count
  }
}

// MARK: - By relevance

extension StreamCursor {
  /// Begins to search the streams of many names, and reads the others.
  private mutating func beginSearch() {
    let streams = streamed.streams
    for number in searched where streams[number].kinds == .all {
      // Codes have no weight in the index.
      streamed.append(codes(of: streams[number]))
    }
    _ = read(streamed.streams.indices.filter { !searched.contains($0) && $0 != region?.stream })
    // The lists do not help where most names are left out, or where ranges are short.
    let hasLists = streamed.filter == nil && streams[searched[0]].grade == .exact
    search = BestFirstSearch(
      in: streamed.names.tree.topK, by: streamed.names.ranks,
      tree: hasLists ? streamed.names.tree : nil)
    search?.reserveCapacity(searched.count)
    for number in searched {
      let bonus = UInt64(truncatingIfNeeded: streams[number].bonus + NameScore.base) << 32
      search?.add(streams[number].rows, bonus: bonus)
      searchedNameCount += streams[number].rows.count
    }
    if streamed.bias != nil { nearby = NearbyHits() }
  }

  /// The next name of the best-first search.
  mutating func nextOfSearch() -> RankedHit? {
    let (streamed, searched) = (streamed, searched)
    search?.patience = searchedNameCount / 16 + foundCount * 64
    let found = search?.next { row, number in
      let entry = streamed.names.entry(row)
      // Cities that are near are found in another way.
      return !(streamed.bias?.isNear(entry.city) ?? false)
        && streamed.isIncluded(entry, searched[number])
    }
    guard let found else {
      // Instead of searching for the best, all are read.
      if search?.hasGivenUp ?? false {
        _ = read(streamed.streams.indices.filter { $0 != region?.stream })
      }
      search = nil
      return nil
    }
    let row = found.rank.row
    let hit = streamed.hit(
      row, searched[found.stream], streamed.names.entry(row), weight: found.rank.weight)
    return ranking.ranked(hit)
  }

  /// The codes of a stream whose names have the same key, so that they are sorted by kind.
  private func codes(of stream: NameStream) -> NameStream {
    func first(_ precedence: UInt8) -> Int {
      stream.rows.partitioningIndex { streamed.names.entry($0).kind.precedence >= precedence }
    }
    var codes = stream
    codes.kinds = .codes
    let lower = first(StoredKind.code.precedence)
    codes.rows = lower..<max(lower, first(StoredKind.code.precedence + 1))
    return codes
  }
}

// MARK: - In other orders

extension StreamCursor {
  private mutating func nextMarked() -> Hit? {
    if marked?.page.isEmpty ?? true { findPage() }
    return marked?.page.popLast()
  }

  /// Prepares for so many cities at once.
  mutating func expect(_ count: Int) {
    guard let size = marked?.pageSize else { return }
    marked?.pageSize = min(max(size, count), streamed.names.table.count)
  }

  /// Finds the next cities, and the best name of each.
  private mutating func findPage() {
    var page: [CityRow] = []
    let size = marked?.pageSize ?? 0
    while page.count < size, let city = marked?.cities.next() { page.append(city) }
    expect(2 * size)
    guard !page.isEmpty else { return }
    let wanted = CitySet(page, cityCount: streamed.names.table.count)
    var hits = CityHits()
    for (number, stream) in streamed.streams.enumerated() {
      if let cities = streamed.names.cities(of: stream) {
        for city in page where cities.contains(city.rawValue) {
          if let hit = streamed.ownHit(city, number) { hits.add(hit) }
        }
      } else {
        for row in stream.rows where wanted.contains(streamed.names.entry(row).city) {
          if let hit = streamed.hit(row, number) { hits.add(hit) }
        }
      }
    }
    let ranked = hits.hits.map(ranking.ranked)
    marked?.page = ranked.sortedByPlace(>).map { $0.hit }
  }
}
