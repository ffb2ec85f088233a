/// A decorator that gives the matches of any source in an order of the caller's choice.
///
/// ```swift
/// let nearby = SortedCitySearch(cities, by: .distance(from: here))
/// let matches = try await nearby.search(for: "spring", limit: 10)
/// ```
///
/// The limit applies after ordering: the ten matches are the ten nearest of all, not ten matches put
/// into order. A base that is a table in canonical order does no work for order by name. Matches of
/// the engines can also be ordered without `await`, by ``CityMatches/ordered(by:limit:)``.
public struct SortedCitySearch<Base: CitySearchable>: CitySearchable {
  /// The source of the matches.
  public let base: Base
  /// The order to give them in.
  public let order: CityOrder

  /// Decorates `base`.
  ///
  /// - Parameters:
  ///   - base: The source of the matches.
  ///   - order: The order to give them in.
  public init(_ base: Base, by order: CityOrder = .name) {
    self.base = base
    self.order = order
  }

  /// Finds the cities whose name begins with `query`, in the decorator's order.
  ///
  /// - Parameters:
  ///   - query: What somebody typed.
  ///   - limit: The most matches to give, counted after ordering; `nil` for all.
  /// - Returns: The matches with their highlights.
  /// - Throws: What the base throws.
  /// - Complexity: That of the base for all matches, and that of ``CityMatches/ordered(by:limit:)``.
  public func search(for query: String, limit: Int? = nil) async throws -> CityMatches {
    try await base.search(for: query, limit: nil).ordered(by: order, limit: limit)
  }
}
