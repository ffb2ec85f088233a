/// A source of cities by the beginning of their name.
///
/// The engines of this package and a search on a server fit behind the same protocol. The engines are
/// synchronous and never throw, and a synchronous method satisfies an asynchronous requirement: who
/// calls ``CityIndex/search(for:limit:)`` directly needs neither `try` nor `await`.
///
/// For sources that hold a gazetteer the meaning is:
///
/// - Query and names are folded (see ``Folding``), so neither case, accents nor punctuation matter.
/// - A city matches if its key begins with the folded query. An empty query, or one that folds to
///   nothing, matches every city.
/// - Matches come in canonical order: by name, then country, then population with the largest first.
/// - `limit` cuts the list after ordering; it changes neither order nor ``CityMatches/totalCount``.
public protocol CitySearchable: Sendable {
  /// Finds the cities whose name begins with `query`.
  ///
  /// - Parameters:
  ///   - query: What somebody typed.
  ///   - limit: The most matches to give; `nil` for all.
  /// - Returns: The matches, none if nothing begins so.
  /// - Throws: What the source meets on its way; a source that is a table in memory throws nothing.
  func search(for query: String, limit: Int?) async throws -> CityMatches

  /// Whether answers come from memory, so fast that nobody needs to wait for the end of typing.
  ///
  /// Unless a source says otherwise, it does not. A decorator answers for its base.
  var answersImmediately: Bool { get }
}
