#if !hasFeature(Embedded)
/// A decorator that sorts the matches of any source.
///
/// ```swift
/// let nearby = SortedCitySearch(cities, by: .distance(from: here))
/// let matches = try await nearby.search(for: "spring", limit: 10)
/// ```
///
/// Most sources sort by themselves, so the decorator only sets the order of queries that have none. A source
/// that cannot says so (``CitySearchable/appliesOrder``). Then the decorator asks it for all matches, sorts
/// them and applies the limit, so that the ten matches are the ten nearest of all here, too:
///
/// ```swift
/// struct Visited: CitySearchable {
///   let cities: [City]
///
///   var appliesOrder: Bool { false }
///
///   func search(_ query: SearchQuery) async throws -> CityMatches {
///     let found = cities.filter { $0.name.hasPrefix(query.text) }
///     return CityMatches(found, for: query.text).filtered(by: query.filter, limit: query.limit)
///   }
///
///   func search(for text: String, limit: Int?) async throws -> CityMatches {
///     try await search(SearchQuery(text, limit: limit))
///   }
/// }
/// ```
///
/// ```swift
/// let visited = Visited(cities: cities.search(for: "san", limit: 100).map(\.city))
/// let largestFirst = SortedCitySearch(visited, by: .population)
/// let largest = try await largestFirst.search(for: "S", limit: 1)
/// ```
///
/// Of two nested decorators the outer one applies, and before both the order of the query. To sort matches
/// after a search, see ``CityMatches/ordered(by:limit:)``.
public struct SortedCitySearch: CitySearchable {
  /// The source of the matches.
  package let base: any CitySearchable
  private let order: CityOrder

  /// Decorates `base`.
  ///
  /// - Parameters:
  ///   - base: The source of the matches.
  ///   - order: The order of the matches.
  public init(_ base: any CitySearchable, by order: CityOrder = .name) {
    self.base = base
    self.order = order
  }

  /// Finds cities, in the decorator's order unless the query has one.
  ///
  /// - Parameter query: The query.
  /// - Returns: The matches of the base.
  /// - Throws: What the base throws.
  /// - Complexity: That of the base; if that does not sort, that of all its matches, and O(*k* log *k*) for
  ///   *k* of them.
  public func search(_ query: SearchQuery) async throws -> CityMatches {
    sorted(try await base.search(rewritten(query)), for: query)
  }

  /// Finds cities by a typed text: answers a query of text and limit.
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - limit: The greatest number of matches; `nil` for all.
  /// - Returns: The matches of the base.
  /// - Throws: What ``search(_:)`` throws.
  /// - Complexity: That of ``search(_:)``.
  public func search(for text: String, limit: Int? = nil) async throws -> CityMatches {
    try await search(SearchQuery(text, limit: limit))
  }

  /// The same search without waiting, if the base has one.
  public var immediateSearch: (@Sendable (SearchQuery) -> CityMatches)? {
    guard let search = base.immediateSearch else { return nil }
    return { sorted(search(rewritten($0)), for: $0) }
  }

  /// What the base is asked for.
  private func rewritten(_ query: SearchQuery) -> SearchQuery {
    var query = query
    if base.appliesOrder {
      query.order = query.order ?? order
    } else {
      // A limit before sorting would leave out any of the first.
      (query.order, query.limit) = (nil, nil)
    }
    return query
  }

  private func sorted(_ matches: CityMatches, for query: SearchQuery) -> CityMatches {
    base.appliesOrder ? matches : matches.ordered(by: query.order ?? order, limit: query.limit)
  }
}
#endif
