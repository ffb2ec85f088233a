internal import PrefixSearch

/// A query: a value that decorators rewrite, and that can be sent to a remote source.
///
/// ```swift
/// var query = SearchQuery("springfield, il", limit: 5)
/// query.filter.countries = ["US", "CA"]
/// let matches = cities.search(query)
/// ```
///
/// The answer has the first cities in order of those that pass the filter, at most as many as the limit.
public struct SearchQuery: Sendable, Hashable {
  /// The typed text, not folded.
  public var text: String
  /// Which names are searched.
  public var names: NameScope
  /// The order of the answer.
  public var order: CityOrder
  /// Whether names with typos are found, too.
  public var typos: TypoTolerance
  /// The greatest number of matches, none if it is negative; `nil` for all.
  public var limit: Int?
  /// Which cities may be found.
  public var filter: CityFilter

  /// Creates a query.
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - names: Which names are searched.
  ///   - order: The order of the answer.
  ///   - typos: Whether names with typos are found, too.
  ///   - limit: The greatest number of matches; `nil` for all.
  ///   - filter: Which cities may be found.
  public init(
    _ text: String, names: NameScope = .all, order: CityOrder = .relevance,
    typos: TypoTolerance = .automatic, limit: Int? = nil, filter: CityFilter = CityFilter()
  ) {
    self.text = text
    self.names = names
    self.order = order
    self.typos = typos
    self.limit = limit
    self.filter = filter
  }

  /// Whether a decorator has set the order, so that an inner one does not change it.
  var orderSetting = OrderSetting()

  /// A flag that is ignored when queries are compared: it does not change the answer.
  struct OrderSetting: Sendable, Hashable {
    var isFinal = false

    static func == (one: OrderSetting, two: OrderSetting) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  /// A query for own names only, in canonical order.
  static func canonical(_ text: String, limit: Int?) -> SearchQuery {
    SearchQuery(text, names: .own, order: .name, typos: .never, limit: limit)
  }

  /// Whether the index over own names gives the whole answer.
  var isAboutOwnNames: Bool { names == .own && order != .relevance && typos == .never }
}

/// Which names of a city are searched.
public enum NameScope: String, Sendable, Hashable, Codable, CaseIterable {
  /// The name in the gazetteer, without regions after it.
  case own
  /// Names in all languages, short and long forms, codes, later words; and regions after the name.
  case all
}

/// Whether a search corrects typos.
public enum TypoTolerance: String, Sendable, Hashable, Codable, CaseIterable {
  /// If fewer than ten cities match the typed text: one edit in at least four letters, two in at least
  /// eight.
  case automatic
  /// No typos are corrected.
  case never
}

/// An order of cities.
public enum CityOrder: Sendable, Hashable {
  /// By likelihood: population, how much of the name was typed, and the kind of the name.
  case relevance
  /// By folded name, then by country: the canonical order of a gazetteer.
  case name
  /// By population, the largest first; ties in canonical order.
  case population
  /// By great-circle distance from a point, the nearest first; ties in canonical order.
  case distance(from: Coordinate)
}

extension CityOrder {
  /// Selects the first `limit` of `rows`; ties are broken by row, which is the canonical order.
  func first(
    _ limit: Int?, of rows: some Sequence<CityRow>, in gazetteer: Gazetteer
  ) -> [UInt32] {
    let records = gazetteer.table.records
    switch self {
    case .name, .relevance:
      return rows.map { UInt32($0.rawValue) }.first(limit) { $0 < $1 }
    case .population:
      let ranked = rows.lazy.map { row in
        // The population is complemented, so that one word holds the whole sort key.
        UInt64(~UInt32(truncatingIfNeeded: records.population(atRow: row))) << 32
          | UInt64(row.rawValue)
      }
      return ranked.first(limit, by: <).map { UInt32(truncatingIfNeeded: $0) }
    case .distance(let origin):
      let measure = DistanceMeasure(from: origin)
      let ranked = rows.lazy.map { row in
        (measure.haversine(to: records.coordinate(atRow: row)), UInt32(row.rawValue))
      }
      return ranked.first(limit, by: <).map(\.1)
    }
  }

  /// Selects the first `limit` of `matches`; matches of a source with its own ranking keep their order.
  func first(_ limit: Int?, of matches: [CityMatch]) -> [CityMatch] {
    guard self != .relevance else { return matches }
    let ranked = matches.lazy.map { RankedMatch($0, order: self) }
    return ranked.first(limit, by: <).map(\.match)
  }
}

/// A match with its sort key, computed once.
private struct RankedMatch: Comparable {
  let match: CityMatch
  private let rank: Double
  private let key: [UInt8]

  init(_ match: CityMatch, order: CityOrder) {
    self.match = match
    key = Folding.key(of: match.city.name)
    rank =
      switch order {
      case .name, .relevance: 0
      case .population: -Double(match.city.population)
      case .distance(let origin):
        DistanceMeasure(from: origin).haversine(to: match.city.coordinate)
      }
  }

  static func < (first: RankedMatch, second: RankedMatch) -> Bool {
    if first.rank != second.rank { return first.rank < second.rank }
    return first.match.city.precedes(
      second.match.city, byKey: CanonicalOrder.compare(first.key.span, second.key.span))
  }

  static func == (first: RankedMatch, second: RankedMatch) -> Bool {
    !(first < second) && !(second < first)
  }
}
