internal import PrefixSearch

/// Answers one query over an index of all names.
///
/// The result is the union of the cities of all interpretations of the query, each with its best score.
/// If there are few, typos are corrected. A class, because closures would copy a struct; it does not
/// change, because every access to a variable of a class would be checked.
final class QueryEvaluation<Index: PrefixIndex> {
  let query: SearchQuery
  let text: QueryText
  let table: Gazetteer.Table
  let names: NameTable
  let index: Index
  /// What is known of the index.
  let misses: MissCache
  let filter: RowFilter?
  /// The number of cities to find, at least as many as suppress corrections; `nil` for all.
  let wanted: Int?

  /// Up to this many cities are kept sorted while they are found.
  static var someCities: Int { 100 }
  /// Ranges of up to this many names are scanned.
  static var fewNames: Int { 32 }
  /// Ranges of up to this many names are scanned if a filter or region excludes most of them.
  static var manyNames: Int { 2048 }

  init(
    _ query: SearchQuery, _ text: QueryText, in gazetteer: Gazetteer, by index: Index,
    _ misses: MissCache
  ) {
    self.query = query
    self.text = text
    table = gazetteer.table
    names = gazetteer.table.nameTable
    self.index = index
    self.misses = misses
    filter = RowFilter(query.filter, in: gazetteer)
    // For many cities, insertion costs more than sorting at the end.
    wanted =
      query.order == .relevance
      ? query.limit.flatMap { $0 <= Self.someCities ? max($0, TypoRule.sufficientMatchCount) : nil }
      : nil
  }

  /// The cities, in order.
  func run() -> SearchResult {
    var found = Findings(limit: wanted)
    let plain = gatherPrefix(into: &found)
    if query.names == .all { gatherRegions(into: &found) }
    var hits = found.finishHits()
    let total = found.total(plain, hits, areAllHits: wanted == nil)
    order(&hits)
    let limit = query.limit.map { max($0, 0) } ?? .max
    if query.typos == .automatic, total.count < TypoRule.sufficientMatchCount, hits.count < limit {
      let known = hits.map(\.city)
      var corrected = correctedHits(
        wanted: wanted.map { $0 - known.count }, without: known, &found)
      order(&corrected)
      hits += corrected
    }
    if hits.count > limit { hits.removeLast(hits.count - limit) }
    return SearchResult(hits: hits, interpretations: found.interpretations, total: total)
  }

  /// Sorts hits, which are in order of relevance, into the order of the query.
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

  /// Whether a city may be found.
  @inline(__always)
  func isIncluded(_ city: CityRow, in area: AreaIntersection?) -> Bool {
    if let area, !table.contains(area, city) { return false }
    return filter?.contains(city) ?? true
  }

  /// Whether names of a kind are searched.
  @inline(__always)
  func isIncluded(_ kind: StoredKind) -> Bool { query.names == .all || kind == .own }
}

/// The typed text, folded and split at commas.
///
/// The parts are folded, without spaces at their ends, and empty ones are left out. Only three of them
/// matter.
struct QueryText: Sendable {
  /// The whole text.
  let folded: FoldedQuery
  private(set) var hasComma = false
  /// The first part, before a comma.
  private(set) var head = FoldedQuery()
  /// The last part, if there are two or more.
  private(set) var last: FoldedQuery?
  /// The part before the last one, if there are three or more.
  private(set) var middle: FoldedQuery?

  init(_ text: String, _ folded: FoldedQuery) {
    self.folded = folded
    let bytes = text.utf8.span
    var start = 0
    for index in bytes.indices where bytes[index] == UInt8(ascii: ",") {
      append(bytes.extracting(start..<index))
      start = index + 1
    }
    hasComma = start > 0
    if hasComma { append(bytes.extracting(start...)) }
  }

  private mutating func append(_ text: Span<UInt8>) {
    let part = FoldedQuery(folding: text).withoutSpace
    if part.isEmpty { return }
    if head.isEmpty {
      head = part
    } else {
      (middle, last) = (last, part)
    }
  }

  /// The whole text without a space at its end.
  var typed: FoldedQuery { folded.withoutSpace }
}

extension FoldedQuery {
  /// The same without a space at its end.
  var withoutSpace: FoldedQuery {
    endsInSeparator ? withBytes { FoldedQuery(copying: $0.extracting(first: count - 1)) } : self
  }
}
