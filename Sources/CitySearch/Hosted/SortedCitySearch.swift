#if !hasFeature(Embedded)
/// A decorator that sorts the matches of any source.
///
/// ```swift
/// let nearby = SortedCitySearch(cities, by: .distance(from: here))
/// let matches = try await nearby.search(for: "spring", limit: 10)
/// ```
///
/// It only sets the order of queries that have none: the source does the sorting, so the ten matches are the
/// ten nearest of all. Of two nested decorators the outer one applies, and before both the order of the
/// query. To sort matches after a search, see ``CityMatches/ordered(by:limit:)``.
public struct SortedCitySearch<Base: CitySearchable>: CitySearchable {
  /// The source of the matches.
  package let base: Base
  /// The order of the matches.
  package let order: CityOrder

  /// Decorates `base`.
  ///
  /// - Parameters:
  ///   - base: The source of the matches.
  ///   - order: The order of the matches.
  public init(_ base: Base, by order: CityOrder = .name) {
    self.base = base
    self.order = order
  }

  /// Finds cities, in the decorator's order unless the query has one.
  ///
  /// - Parameter query: The query.
  /// - Returns: The matches of the base.
  /// - Throws: What the base throws.
  /// - Complexity: That of the base.
  public func search(_ query: SearchQuery) async throws -> CityMatches {
    var query = query
    query.order = query.order ?? order
    return try await base.search(query)
  }

  /// Finds cities by a typed text: answers a query of text and limit.
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - limit: The greatest number of matches; `nil` for all.
  /// - Returns: The matches of the base.
  /// - Throws: What ``search(_:)`` throws.
  /// - Complexity: That of the base.
  public func search(for text: String, limit: Int? = nil) async throws -> CityMatches {
    try await search(SearchQuery(text, limit: limit))
  }
}
#endif
