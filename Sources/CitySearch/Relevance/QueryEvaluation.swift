internal import PrefixSearch

/// Answers one query over an index of all names.
///
/// Every reading of the query gives cities; they are united, each with its best score. Where few were
/// found, names with mistakes are looked for. A class, since closures would copy the value.
final class QueryEvaluation<Index: PrefixIndex> {
  let query: SearchQuery
  let text: QueryText
  let gazetteer: Gazetteer
  let table: Gazetteer.Table
  let names: NameTable
  let index: Index
  let filter: RowFilter?
  /// How many cities to look for, at least as many as decide whether mistakes are forgiven; `nil` for
  /// all.
  let wanted: Int?
  var collector: HitCollector
  /// The readings with regions or mistakes; reading 0, the whole query, is not among them.
  private(set) var readings: [Reading] = []
  /// What the readings with a region found.
  var regionCities = CityCollector()
  /// Whether there are no more than those.
  var areRegionCitiesComplete = true
  /// Whether a region that was typed in full gave a city.
  var hasFullRegion = false

  /// Up to so many cities are kept in order while they are found.
  static var someCities: Int { 100 }
  /// Ranges of so many names are read name by name.
  static var fewNames: Int { 32 }
  /// Ranges of so many names are read if a filter or a region leaves out most of them.
  static var manyNames: Int { 2048 }

  init(_ query: SearchQuery, _ text: QueryText, in gazetteer: Gazetteer, by index: Index) {
    self.query = query
    self.text = text
    self.gazetteer = gazetteer
    table = gazetteer.table
    names = gazetteer.table.nameTable
    self.index = index
    filter = RowFilter(query.filter, in: gazetteer)
    // To keep many in order, one by one, costs more than to sort them all at the end.
    wanted =
      query.order == .relevance
      ? query.limit.flatMap { $0 <= Self.someCities ? max($0, TypoRule.sufficientMatchCount) : nil }
      : nil
    collector = HitCollector(limit: wanted)
  }

  /// The cities, in order.
  func run() -> SearchResult {
    let plain = gatherPlain()
    if query.names == .all { gatherRegions() }
    var hits = collector.finish()
    let total = total(plain, found: hits)
    order(&hits)
    let limit = query.limit.map { max($0, 0) } ?? .max
    if query.typos == .automatic, total.count < TypoRule.sufficientMatchCount, hits.count < limit {
      let known = hits.map(\.city)
      var corrected = correctedHits(wanted: wanted.map { $0 - known.count }, without: known)
      order(&corrected)
      hits += corrected
    }
    if hits.count > limit { hits.removeLast(hits.count - limit) }
    return SearchResult(hits: hits, readings: readings, total: total)
  }

  /// Puts hits, which come by relevance, into the order of the query.
  private func order(_ hits: inout [Hit]) {
    let records = table.records
    switch query.order {
    case .relevance: break
    case .name: hits.sort { $0.city < $1.city }
    case .population:
      let populations = hits.map { ($0, records.population(atRow: $0.city)) }
      hits = populations.sorted { ($1.1, $0.0.city) < ($0.1, $1.0.city) }.map(\.0)
    case .distance(let origin):
      let measure = DistanceMeasure(from: origin)
      let distances = hits.map {
        ($0, measure.haversine(to: records.coordinate(atRow: $0.city)))
      }
      hits = distances.sorted { ($0.1, $0.0.city) < ($1.1, $1.0.city) }.map(\.0)
    }
  }

  /// The number of cities without mistakes.
  ///
  /// It is exact if regions found nothing, or if all cities of the plain reading are known.
  private func total(_ plain: PlainCount, found hits: [Hit]) -> MatchTotal {
    if regionCities.isEmpty && areRegionCitiesComplete { return plain.total }
    if plain.total.isExact, plain.total.count <= plain.known.count || wanted == nil {
      var all = regionCities
      for city in wanted == nil ? hits.map(\.city) : plain.known { all.insert(city) }
      return areRegionCitiesComplete ? .exactly(all.count) : .atLeast(all.count)
    }
    return .atLeast(max(plain.total.count, hits.count))
  }

  /// How many cities the plain reading found, and which.
  struct PlainCount {
    var total: MatchTotal
    /// All of them, if they are few.
    var known: [CityRow] = []
  }

  /// Takes a reading, and gives its number.
  func number(of reading: Reading) -> UInt8 {
    readings.append(reading)
    return UInt8(clamping: readings.count)
  }

  /// Whether a city may be found.
  @inline(__always)
  func isIncluded(_ city: CityRow, in area: AreaIntersection?) -> Bool {
    if let area, !table.contains(area, city) { return false }
    return filter?.contains(city) ?? true
  }

  /// Whether names of a kind count.
  @inline(__always)
  func isIncluded(_ kind: StoredKind) -> Bool { query.names == .all || kind == .own }
}
