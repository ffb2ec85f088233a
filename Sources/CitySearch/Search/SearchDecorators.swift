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

/// A source that falls back to a second one if the first fails.
///
/// ```swift
/// let cities = FallbackCitySearch(server, CityIndex(largeCities))
/// ```
///
/// After an error of the first source, the second is searched, and its matches or its error are the
/// result. If the task was cancelled, the second is not searched.
public struct FallbackCitySearch<First: CitySearchable, Second: CitySearchable>: CitySearchable {
  /// The source that is searched first.
  package let first: First
  /// The source that is searched if the first fails.
  package let second: Second

  /// Combines two sources.
  ///
  /// - Parameters:
  ///   - first: The source that is searched first.
  ///   - second: The source that is searched if the first fails.
  public init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// Finds cities in the first source, or else in the second.
  ///
  /// - Parameter query: The query.
  /// - Returns: The matches of the source that succeeded.
  /// - Throws: The error of the second source; that of the first if the task was cancelled.
  /// - Complexity: That of the sources.
  public func search(_ query: SearchQuery) async throws -> CityMatches {
    do {
      return try await first.search(query)
    } catch {
      if error is CancellationError || Task.isCancelled { throw error }
      return try await second.search(query)
    }
  }

  /// Finds cities by a typed text: answers a query of text and limit.
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - limit: The greatest number of matches; `nil` for all.
  /// - Returns: The matches of the source that succeeded.
  /// - Throws: What ``search(_:)`` throws.
  /// - Complexity: That of the sources.
  public func search(for text: String, limit: Int? = nil) async throws -> CityMatches {
    try await search(SearchQuery(text, limit: limit))
  }
}
