/// A decorator that gives those matches of any source that are among some cities.
///
/// ```swift
/// let kept = FilteredCitySearch(cities, only: [2_988_507, 2_950_159])
/// let matches = try await kept.search(for: "par")
/// ```
///
/// The limit applies after filtering. The order is that of the base. For another order, decorate this
/// with ``SortedCitySearch``: only what is kept is put into order then. The other way round is right,
/// too, but orders all matches before most of them are dropped.
public struct FilteredCitySearch<Base: CitySearchable>: CitySearchable {
  /// The source of the matches.
  public let base: Base

  private let ids: @Sendable () async throws -> Set<City.ID>

  /// Decorates `base` with a set of cities that stays the same.
  ///
  /// - Parameters:
  ///   - base: The source of the matches.
  ///   - ids: The ids of the cities to give.
  public init(_ base: Base, only ids: Set<City.ID>) {
    self.init(base) { ids }
  }

  /// Decorates `base` with a set of cities that is asked for at each search.
  ///
  /// - Parameters:
  ///   - base: The source of the matches.
  ///   - ids: Gives the ids of the cities; a search throws what this throws.
  public init(_ base: Base, only ids: @escaping @Sendable () async throws -> Set<City.ID>) {
    self.base = base
    self.ids = ids
  }

  /// Finds the cities whose name begins with `query`, among those that the decorator gives.
  ///
  /// - Parameters:
  ///   - query: What somebody typed.
  ///   - limit: The most matches to give, counted after filtering; `nil` for all.
  /// - Returns: The matches with their highlights; their total is that of the matches kept.
  /// - Throws: What the base throws, or what gives the ids.
  /// - Complexity: That of the base for all matches, and that of ``CityMatches/only(_:limit:)``.
  public func search(for query: String, limit: Int? = nil) async throws -> CityMatches {
    let ids = try await ids()
    return try await base.search(for: query, limit: nil).only(ids, limit: limit)
  }

  /// Whether answers come from memory, which depends on the base.
  public var answersImmediately: Bool { base.answersImmediately }
}
