#if !hasFeature(Embedded)
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
#endif
