/// A source of cities by what somebody types.
///
/// The searches of this package and one on a server fit behind the same protocol. Those in memory are
/// synchronous and never throw, and a synchronous method satisfies an asynchronous requirement:
/// calling ``CityCompleter/search(for:limit:)`` directly needs neither `try` nor `await`. (For that, the
/// short form has no default implementation, which the compiler would prefer in asynchronous code.)
///
/// ```swift
/// struct Server: CitySearchable {
///   func search(_ query: SearchQuery) async throws -> CityMatches { ... }
///
///   func search(for text: String, limit: Int?) async throws -> CityMatches {
///     try await search(query(for: text, limit: limit))
///   }
/// }
/// ```
///
/// A source answers a ``SearchQuery`` as it says: the names that count, the order, the filter and the
/// limit. A source that cannot do one of these gets all and refines what it got, see
/// ``CityMatches/ordered(by:limit:)`` and ``CityMatches/only(_:limit:)``.
///
/// - Query and names are folded (see ``Folding``), so neither case, accents nor punctuation matter.
/// - A city matches if one of the names that count begins with the folded query. An empty query, or one
///   that folds to nothing, matches every city.
/// - `limit` cuts the list after filtering and ordering; it does not change ``CityMatches/total``.
public protocol CitySearchable: Sendable {
  /// Finds cities.
  ///
  /// - Parameter query: What is asked for.
  /// - Returns: The matches, none if there are none.
  /// - Throws: What the source meets on its way; a source that is a table in memory throws nothing.
  func search(_ query: SearchQuery) async throws -> CityMatches

  /// Finds cities by what somebody typed: answers ``query(for:limit:)``.
  ///
  /// - Parameters:
  ///   - text: What somebody typed.
  ///   - limit: The most matches to give; `nil` for all.
  /// - Returns: The matches, none if there are none.
  /// - Throws: What ``search(_:)`` throws.
  func search(for text: String, limit: Int?) async throws -> CityMatches

  /// What the short form ``search(for:limit:)`` asks for: the query that suits the source.
  ///
  /// Unless a source says otherwise, all names by relevance.
  func query(for text: String, limit: Int?) -> SearchQuery

  /// Whether answers come from memory, so fast that nobody needs to wait for the end of typing.
  ///
  /// Unless a source says otherwise, it does not. A decorator answers for its base.
  var answersImmediately: Bool { get }
}

extension CitySearchable {
  /// All names by relevance.
  public func query(for text: String, limit: Int?) -> SearchQuery {
    SearchQuery(text, limit: limit)
  }

  /// Whether answers come from memory: no, unless the source says otherwise.
  public var answersImmediately: Bool { false }
}
