public import CitySearch

/// A query of a search field, and how it was asked for.
///
/// ```swift
/// let request = SearchRequest(SearchQuery("springfield", limit: 5))
/// let completions = try await session.search(request)
/// ```
public struct SearchRequest: Sendable, Hashable {
  /// What is searched for: the text of the field, unchanged.
  ///
  /// Without a limit it gets that of the session, and without a bias ``LocationSearch/bias``.
  public package(set) var query: SearchQuery
  /// Whether Return was pressed: the source is asked without waiting for a pause in typing, however short
  /// the text is.
  public let isSubmitted: Bool
  /// The place among the requests of a search field, where the newest has the greatest number; 0 for a
  /// request that nobody made yet.
  package var number = 0

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - query: What is searched for; its limit must be at least 1.
  ///   - isSubmitted: Whether Return was pressed.
  public init(_ query: SearchQuery, isSubmitted: Bool = false) {
    if let limit = query.limit {
      precondition(limit >= 1, "limit must be at least 1, got \(limit)")
    }
    self.query = query
    self.isSubmitted = isSubmitted
  }
}

extension SearchRequest: ExpressibleByStringLiteral {
  /// Creates a request for a text.
  ///
  /// - Parameter value: The text.
  public init(stringLiteral value: String) { self.init(SearchQuery(value)) }
}
