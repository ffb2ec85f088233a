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
  /// The order of the answer; `nil` for the one that the source prefers, which is that by relevance for a
  /// ``CityIndex``.
  public var order: CityOrder?
  /// Whether other names are found than those that match as typed.
  public var typos: TypoTolerance
  /// The greatest number of matches, none if it is negative; `nil` for all.
  public var limit: Int?
  /// Which cities may be found.
  public var filter: CityFilter
  /// What is known of the person who types, for the order by relevance; `nil` for nothing.
  public var bias: SearchBias?

  /// Creates a query.
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - names: Which names are searched.
  ///   - order: The order of the answer; `nil` for the one that the source prefers.
  ///   - typos: Whether names with typos are found, too.
  ///   - limit: The greatest number of matches; `nil` for all.
  ///   - filter: Which cities may be found.
  ///   - bias: What is known of the person who types; `nil` for nothing.
  public init(
    _ text: String, names: NameScope = .all, order: CityOrder? = nil,
    typos: TypoTolerance = .automatic, limit: Int? = nil, filter: CityFilter = CityFilter(),
    bias: SearchBias? = nil
  ) {
    self.text = text
    self.names = names
    self.order = order
    self.typos = typos
    self.limit = limit
    self.filter = filter
    self.bias = bias
  }
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
