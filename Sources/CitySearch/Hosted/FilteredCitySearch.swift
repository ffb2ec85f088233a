#if !hasFeature(Embedded)
/// A decorator that filters the matches of any source.
///
/// ```swift
/// let german = FilteredCitySearch(cities, by: CityFilter(countries: ["DE"]))
/// let kept = FilteredCitySearch(cities, by: CityFilter(ids: [2_988_507, 2_950_159]))
/// let matches = try await kept.search(for: "par")
/// ```
///
/// It only rewrites the query, so limit and order apply to the matches that are kept, and decorators can
/// be nested in any order.
public struct FilteredCitySearch<Base: CitySearchable>: CitySearchable {
  /// The source of the matches.
  package let base: Base

  private let filter: @Sendable () async throws -> CityFilter

  /// Decorates `base` with a filter.
  ///
  /// - Parameters:
  ///   - base: The source of the matches.
  ///   - filter: The filter.
  public init(_ base: Base, by filter: CityFilter) {
    self.base = base
    self.filter = { filter }
  }

  /// Decorates `base` with a filter that is computed for each search.
  ///
  /// - Parameters:
  ///   - base: The source of the matches.
  ///   - filter: Returns the filter; a search rethrows its errors.
  public init(_ base: Base, by filter: @escaping @Sendable () async throws -> CityFilter) {
    self.base = base
    self.filter = filter
  }

  /// Finds cities that pass the filter.
  ///
  /// - Parameter query: The query; its own filter applies, too.
  /// - Returns: The matches of the base.
  /// - Throws: Errors of the base, or of the closure that computes the filter.
  /// - Complexity: That of the base.
  public func search(_ query: SearchQuery) async throws -> CityMatches {
    var query = query
    query.filter.formIntersection(try await filter())
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
