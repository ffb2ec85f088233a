/// A source that asks another one where the first fails.
///
/// ```swift
/// let cities = FallbackCitySearch(server, CityCompleter(largeCities))
/// ```
///
/// Whoever cancels the search means both, so the second is not asked then. Whatever else the first
/// throws, the second is asked in its place, and its answer or error is that of this source.
public struct FallbackCitySearch<First: CitySearchable, Second: CitySearchable>: CitySearchable {
  /// The source that is asked.
  public let first: First
  /// The source that is asked if the first fails.
  public let second: Second

  /// Puts one source behind another.
  ///
  /// - Parameters:
  ///   - first: The source that is asked.
  ///   - second: The source that is asked if the first fails.
  public init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// Finds cities in the first source, or else in the second.
  ///
  /// - Parameter query: What is asked for.
  /// - Returns: The matches of the source that answered.
  /// - Throws: What the second source throws; what the first throws if the task was cancelled.
  /// - Complexity: That of the sources.
  public func search(_ query: SearchQuery) async throws -> CityMatches {
    do {
      return try await first.search(query)
    } catch {
      if error is CancellationError || Task.isCancelled { throw error }
      return try await second.search(query)
    }
  }

  /// Finds cities by what somebody typed: answers ``query(for:limit:)``.
  ///
  /// - Parameters:
  ///   - text: What somebody typed.
  ///   - limit: The most matches to give; `nil` for all.
  /// - Returns: The matches of the source that answered.
  /// - Throws: What ``search(_:)`` throws.
  /// - Complexity: That of the sources.
  public func search(for text: String, limit: Int? = nil) async throws -> CityMatches {
    try await search(query(for: text, limit: limit))
  }

  /// What the first source is asked for by the short form.
  public func query(for text: String, limit: Int?) -> SearchQuery {
    first.query(for: text, limit: limit)
  }

  /// Whether answers come from memory: if both sources have them there.
  public var answersImmediately: Bool { first.answersImmediately && second.answersImmediately }
}
