/// A decorator that gives those matches of any source that pass a filter.
///
/// ```swift
/// let german = FilteredCitySearch(cities, by: CityFilter(countries: ["DE"]))
/// let kept = FilteredCitySearch(cities, only: [2_988_507, 2_950_159])
/// let matches = try await kept.search(for: "par")
/// ```
///
/// It rewrites the query and nothing else, so limit and order apply to what is kept, and decorators may
/// be put around each other in any order.
public struct FilteredCitySearch<Base: CitySearchable>: CitySearchable {
  /// The source of the matches.
  public let base: Base

  private let filter: @Sendable () async throws -> CityFilter

  /// Decorates `base` with a filter.
  ///
  /// - Parameters:
  ///   - base: The source of the matches.
  ///   - filter: What a city has to fulfill.
  public init(_ base: Base, by filter: CityFilter) {
    self.base = base
    self.filter = { filter }
  }

  /// Decorates `base` with a set of cities that stays the same.
  ///
  /// - Parameters:
  ///   - base: The source of the matches.
  ///   - ids: The ids of the cities to give.
  public init(_ base: Base, only ids: Set<City.ID>) {
    self.init(base, by: CityFilter(ids: ids))
  }

  /// Decorates `base` with a set of cities that is asked for at each search.
  ///
  /// - Parameters:
  ///   - base: The source of the matches.
  ///   - ids: Gives the ids of the cities; a search throws what this throws.
  public init(_ base: Base, only ids: @escaping @Sendable () async throws -> Set<City.ID>) {
    self.base = base
    filter = { CityFilter(ids: try await ids()) }
  }

  /// Finds cities that pass the filter.
  ///
  /// - Parameter query: What is asked for; its own filter counts, too.
  /// - Returns: The matches of the base.
  /// - Throws: What the base throws, or what gives the ids.
  /// - Complexity: That of the base.
  public func search(_ query: SearchQuery) async throws -> CityMatches {
    var query = query
    query.filter.formIntersection(try await filter())
    return try await base.search(query)
  }

  /// Finds cities by what somebody typed: answers ``query(for:limit:)``.
  ///
  /// - Parameters:
  ///   - text: What somebody typed.
  ///   - limit: The most matches to give; `nil` for all.
  /// - Returns: The matches of the base.
  /// - Throws: What ``search(_:)`` throws.
  /// - Complexity: That of the base.
  public func search(for text: String, limit: Int? = nil) async throws -> CityMatches {
    try await search(query(for: text, limit: limit))
  }

  /// What the base is asked for by the short form.
  public func query(for text: String, limit: Int?) -> SearchQuery {
    base.query(for: text, limit: limit)
  }

  /// Whether answers come from memory, which depends on the base.
  public var answersImmediately: Bool { base.answersImmediately }
}

/// A decorator that gives the matches of any source in an order of the caller's choice.
///
/// ```swift
/// let nearby = SortedCitySearch(cities, by: .distance(from: here))
/// let matches = try await nearby.search(for: "spring", limit: 10)
/// ```
///
/// It rewrites the query and nothing else: the source does the work, so the ten matches are the ten
/// nearest of all. Of two such decorators around each other the outer one counts. Matches can also be ordered when they are there, by
/// ``CityMatches/ordered(by:limit:)``.
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

  /// Finds cities, in the decorator's order.
  ///
  /// - Parameter query: What is asked for, but for the order.
  /// - Returns: The matches of the base.
  /// - Throws: What the base throws.
  /// - Complexity: That of the base.
  public func search(_ query: SearchQuery) async throws -> CityMatches {
    var query = query
    // Of decorators around each other the outermost counts, which sees the query first.
    if !query.orderSetting.isFinal { query.order = order }
    query.orderSetting.isFinal = true
    return try await base.search(query)
  }

  /// Finds cities by what somebody typed: answers ``query(for:limit:)``.
  ///
  /// - Parameters:
  ///   - text: What somebody typed.
  ///   - limit: The most matches to give; `nil` for all.
  /// - Returns: The matches of the base.
  /// - Throws: What ``search(_:)`` throws.
  /// - Complexity: That of the base.
  public func search(for text: String, limit: Int? = nil) async throws -> CityMatches {
    try await search(query(for: text, limit: limit))
  }

  /// What the base is asked for by the short form, in the decorator's order.
  public func query(for text: String, limit: Int?) -> SearchQuery {
    var query = base.query(for: text, limit: limit)
    query.order = order
    return query
  }

  /// Whether answers come from memory, which depends on the base.
  public var answersImmediately: Bool { base.answersImmediately }
}
