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
/// limit. A source that cannot apply one of them requests all matches and refines these, see
/// ``CityMatches/ordered(by:limit:)`` and ``CityMatches/filtered(by:limit:)``. Or it says that it does not
/// sort, and a ``SortedCitySearch`` around it does.
///
/// - Query and names are folded (see ``Folding``), so neither case, accents nor punctuation matter.
/// - A city matches if one of its names in the scope begins with the folded query. An empty query, or one
///   that folds to nothing, matches every city.
/// - `limit` applies after filtering and ordering; it does not change ``CityMatches/total``.
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

  /// The same search without waiting, for a source that answers from memory; `nil`, by default, for all
  /// others.
  ///
  /// A session asks such a source at each letter, at once and without a task. A decorator passes on the
  /// one of its base:
  ///
  /// ```swift
  /// extension Renamed {
  ///   var immediateSearch: (@Sendable (SearchQuery) -> CityMatches)? {
  ///     guard let search = base.immediateSearch else { return nil }
  ///     return { renamed(search($0)) }
  ///   }
  /// }
  /// ```
  var immediateSearch: (@Sendable (SearchQuery) -> CityMatches)? { get }

  /// Whether matches have the order of the query; by default they have. If not, ``SortedCitySearch`` sorts
  /// them.
  var appliesOrder: Bool { get }
}

extension CitySearchable {
  /// No search without waiting.
  public var immediateSearch: (@Sendable (SearchQuery) -> CityMatches)? { nil }

  /// Whether matches have the order of the query: they have.
  public var appliesOrder: Bool { true }
}

extension CityIndex: CitySearchable {
  /// The search itself, which never waits.
  public var immediateSearch: (@Sendable (SearchQuery) -> CityMatches)? { { search($0) } }
}
#endif
