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
  /// Without a limit it gets that of the ``SearchClient``.
  public package(set) var query: SearchQuery
  /// Whether Return was pressed: the source is asked without waiting for a pause in typing, however short
  /// the text is.
  package let isSubmitted: Bool
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

/// The completions of a list below a search field, and the total number of matching cities.
///
/// ```swift
/// var list = try await session.search(queryFragment: "spring")
/// print("\(list.cityCount) of \(list.total)")
/// if let more = list.more { list = try await session.search(more) }
/// ```
public struct SearchCompletions: Sendable, Hashable {
  private let lines: [SearchCompletion]

  /// The number of matching cities without any limit; corrections count as far as they are in the
  /// list.
  public let total: MatchTotal

  /// The request for a list twice as long that begins with this one; `nil` if there are no more.
  public let more: SearchRequest?

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - lines: The completions, in order.
  ///   - total: The number of matching cities; `nil` for the cities of `lines`.
  ///   - more: The request for more completions; `nil` if there are none.
  /// - Complexity: O(*k*) for *k* completions, or for their *k* cities if `total` is `nil`.
  public init(
    _ lines: [SearchCompletion], total: MatchTotal? = nil, more: SearchRequest? = nil
  ) {
    self.lines = lines
    self.total = total ?? .exactly(Set(lines.lazy.flatMap { $0.cityIDs }).count)
    self.more = more
  }

  /// The number of completions that stand for one city, to be shown beside ``total``; completions
  /// of shared names do not count.
  ///
  /// - Complexity: O(*k*) for *k* completions.
  public var cityCount: Int {
    lines.count { if case .city = $0.kind { true } else { false } }
  }
}

extension SearchCompletions: RandomAccessCollection {
  /// The position of the first completion: 0.
  public var startIndex: Int { 0 }

  /// The position after the last completion.
  public var endIndex: Int { lines.count }

  /// The completion at a position.
  ///
  /// - Complexity: O(1).
  public subscript(position: Int) -> SearchCompletion { lines[position] }
}

extension SearchCompletions: ExpressibleByArrayLiteral {
  /// Creates a list without further matches.
  ///
  /// - Parameter elements: The completions, in order.
  public init(arrayLiteral elements: SearchCompletion...) { self.init(elements) }
}
