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
