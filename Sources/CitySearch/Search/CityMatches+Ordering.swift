internal import PrefixSearch

extension CityMatches {
  /// Puts the matches into an order, and then cuts them to a limit.
  ///
  /// All matches take part, also those beyond the limit of this value, as far as they are known here.
  ///
  /// - Parameters:
  ///   - order: The order; equal cities come in canonical order.
  ///   - limit: The most matches to give; `nil` for all.
  /// - Returns: The same matches in another order.
  /// - Complexity: O(1) for order by name if the matches come from a gazetteer, and O(1) for the ten
  ///   most populous of them, or O(*k* log *k* log *n*) for more; else O(*n* log *k*), where *n* is
  ///   the number of matches and *k* the smaller of *n* and `limit`.
  public func ordered(by order: CityOrder, limit: Int? = nil) -> CityMatches {
    func matches(_ source: Source) -> CityMatches {
      CityMatches(of: query, source, totalCount: totalCount, limit: limit)
    }
    switch source {
    case .range(let rows, let gazetteer):
      switch order {
      case .name:
        return matches(.range(rows, gazetteer))
      case .population:
        return matches(.rows(gazetteer.mostPopulousRows(in: rows, limit: limit), gazetteer))
      case .distance:
        return matches(.rows(order.first(limit, of: rows, in: gazetteer), gazetteer))
      }
    case .rows(let rows, let gazetteer):
      let rows = order.first(limit, of: rows.lazy.map(Int.init), in: gazetteer)
      return matches(.rows(rows, gazetteer))
    case .cities(let cities):
      return matches(.cities(order.first(limit, of: cities)))
    }
  }
}

extension CityOrder {
  /// Selects the first `limit` of `rows`; the rows themselves are the canonical order.
  fileprivate func first(
    _ limit: Int?, of rows: some Sequence<Int>, in gazetteer: Gazetteer
  ) -> [UInt32] {
    let records = gazetteer.table.records
    switch self {
    case .name:
      return rows.map(UInt32.init).first(limit) { $0 < $1 }
    case .population:
      let ranked = rows.lazy.map { row in
        // The population counts downwards, so that one word holds the whole order.
        UInt64(~UInt32(truncatingIfNeeded: records.population(atRow: row))) << 32 | UInt64(row)
      }
      return ranked.first(limit, by: <).map { UInt32(truncatingIfNeeded: $0) }
    case .distance(let origin):
      let measure = DistanceMeasure(from: origin)
      let ranked = rows.lazy.map { row in
        (measure.haversine(to: records.coordinate(atRow: row)), UInt32(row))
      }
      return ranked.first(limit, by: <).map(\.1)
    }
  }

  /// Selects the first `limit` of `cities`.
  fileprivate func first(_ limit: Int?, of cities: [City]) -> [City] {
    let ranked = cities.lazy.map { RankedCity($0, order: self) }
    return ranked.first(limit, by: <).map(\.city)
  }
}

/// A city with all that decides about its place, computed once.
private struct RankedCity: Comparable {
  let city: City
  private let rank: Double
  private let key: [UInt8]

  init(_ city: City, order: CityOrder) {
    self.city = city
    key = Folding.key(of: city.name)
    rank =
      switch order {
      case .name: 0
      case .population: -Double(city.population)
      case .distance(let origin): DistanceMeasure(from: origin).haversine(to: city.coordinate)
      }
  }

  static func < (first: RankedCity, second: RankedCity) -> Bool {
    if first.rank != second.rank { return first.rank < second.rank }
    if first.key != second.key { return first.key.lexicographicallyPrecedes(second.key) }
    return first.city.precedesWithSameKey(second.city)
  }

  static func == (first: RankedCity, second: RankedCity) -> Bool {
    !(first < second) && !(second < first)
  }
}
