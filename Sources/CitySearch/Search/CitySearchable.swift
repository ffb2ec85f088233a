#if !hasFeature(Embedded)
/// A source of cities for a typed text.
///
/// The searches of this package and one on a server conform to the same protocol. Those in memory are
/// synchronous and never throw, and a synchronous method satisfies an asynchronous requirement:
/// calling ``CityIndex/search(for:limit:)`` directly needs neither `try` nor `await`. (For that, the
/// short form has no default implementation, which the compiler would prefer in asynchronous code.)
///
/// ```swift
/// struct Server: CitySearchable {
///   func search(_ query: SearchQuery) async throws -> CityMatches { ... }
///
///   func search(for text: String, limit: Int?) async throws -> CityMatches {
///     try await search(SearchQuery(text, limit: limit))
///   }
/// }
/// ```
///
/// A source applies all parts of a ``SearchQuery``: the scope of names, the order, the filter and the
/// limit. One that only finds cities leaves the last three to ``CityMatches/refined(by:)``.
///
/// - Query and names are folded (see ``Folding``), so neither case, accents nor punctuation matter.
/// - A city matches if one of its names in the scope begins with the folded query. An empty query, or one
///   that folds to nothing, matches every city.
/// - `limit` applies after filtering and ordering; it does not change ``CityMatches/asTyped``.
public protocol CitySearchable: Sendable {
  /// Finds cities.
  ///
  /// - Parameter query: The query.
  /// - Returns: The matches.
  /// - Throws: Errors of the source; a source in memory throws none.
  func search(_ query: SearchQuery) async throws -> CityMatches

  /// Finds cities by a typed text: answers a ``SearchQuery`` of text and limit.
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - limit: The greatest number of matches; `nil` for all.
  /// - Returns: The matches.
  /// - Throws: What ``search(_:)`` throws.
  func search(for text: String, limit: Int?) async throws -> CityMatches

  /// Finds cities without waiting.
  ///
  /// A session asks a source that answers from memory at each letter, at once and without a task. A decorator
  /// asks its base:
  ///
  /// ```swift
  /// extension Renamed {
  ///   func immediateMatches(for query: SearchQuery) -> CityMatches? {
  ///     base.immediateMatches(for: query).map(renamed)
  ///   }
  /// }
  /// ```
  ///
  /// - Parameter query: The query.
  /// - Returns: What ``search(_:)`` returns; `nil`, by default, if the source may wait for its answers, whatever
  ///   the query is.
  func immediateMatches(for query: SearchQuery) -> CityMatches?
}

extension CitySearchable {
  /// No matches without waiting.
  public func immediateMatches(for query: SearchQuery) -> CityMatches? { nil }
}

extension CityIndex: CitySearchable {
  /// The matches of a search, which never waits.
  public func immediateMatches(for query: SearchQuery) -> CityMatches? { search(query) }
}

/// A decorator that gives queries an order.
///
/// ```swift
/// let nearby = SortedCitySearch(cities, by: .distance(from: here))
/// let matches = try await nearby.search(for: "spring", limit: 10)
/// ```
///
/// The source sorts, before it applies the limit: so the ten matches are the ten nearest of all. A source without
/// orders of its own sorts what it found by ``CityMatches/refined(by:)``:
///
/// ```swift
/// struct Visited: CitySearchable {
///   let cities: [City]
///
///   func search(_ query: SearchQuery) async throws -> CityMatches {
///     let found = cities.filter { $0.name.hasPrefix(query.text) }
///     return CityMatches(found, for: query.text).refined(by: query)
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
/// Of two nested decorators the outer one applies, and before both the order of the query.
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
  /// - Complexity: That of the base.
  public func search(_ query: SearchQuery) async throws -> CityMatches {
    try await base.search(ordered(query))
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

  /// The same matches without waiting, if the base has them.
  public func immediateMatches(for query: SearchQuery) -> CityMatches? {
    base.immediateMatches(for: ordered(query))
  }

  /// A query with the order that its answer has.
  private func ordered(_ query: SearchQuery) -> SearchQuery {
    var query = query
    query.order = query.order ?? order
    return query
  }
}
#endif
