internal import PrefixSearch

/// An order of cities.
@nonexhaustive
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
    return ranked.first(limit, by: <).map { $0.match }
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
