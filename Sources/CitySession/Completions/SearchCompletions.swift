public import CitySearch

/// The lines of the list below a search field, and how many cities match beyond them.
///
/// ```swift
/// var list = try await session.search(queryFragment: "spring")
/// print("\(list.cityCount) of \(list.total)")
/// if let more = list.more { list = try await session.search(more) }
/// ```
public struct SearchCompletions: Sendable, Hashable {
  private let lines: [SearchCompletion]

  /// How many cities match, before any limit; those found in spite of mistakes are counted as far as they
  /// are in the list.
  public let total: MatchTotal

  /// What to search for to get the same list and as much again behind it; `nil` if there is no more.
  public let more: SearchRequest?

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - lines: The lines, in order.
  ///   - total: How many cities match; `nil` for those of the lines and no others.
  ///   - more: What to search for to get more lines; `nil` if there are none.
  /// - Complexity: O(*k*) for *k* lines, or for *k* cities of the lines if `total` is `nil`.
  public init(
    _ lines: [SearchCompletion], total: MatchTotal? = nil, more: SearchRequest? = nil
  ) {
    self.lines = lines
    self.total = total ?? .exactly(Set(lines.lazy.flatMap(\.cityIDs)).count)
    self.more = more
  }

  /// How many lines stand for one city, to be shown beside ``total``: a line for all cities of a name is
  /// not counted.
  ///
  /// - Complexity: O(*k*) for *k* lines.
  public var cityCount: Int {
    lines.count { if case .city = $0.kind { true } else { false } }
  }
}

extension SearchCompletions: RandomAccessCollection {
  /// The position of the first line: 0.
  public var startIndex: Int { 0 }

  /// The position after the last line: the number of lines.
  public var endIndex: Int { lines.count }

  /// The line at a position.
  ///
  /// - Complexity: O(1).
  public subscript(position: Int) -> SearchCompletion { lines[position] }
}

extension SearchCompletions: ExpressibleByArrayLiteral {
  /// A list with nothing beyond it.
  ///
  /// - Parameter elements: The lines, in order.
  public init(arrayLiteral elements: SearchCompletion...) { self.init(elements) }
}

/// What a session is asked for: a text, and how many lines to give.
public struct SearchRequest: Sendable, Hashable {
  /// The text of the search field as it is.
  public let text: String
  /// The most completions to give; `nil` for as many as the session was made for.
  public let limit: Int?

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - text: The text of the search field as it is.
  ///   - limit: The most completions to give, at least 1; `nil` for as many as the session was made for.
  public init(_ text: String, limit: Int? = nil) {
    if let limit { precondition(limit >= 1, "limit must be at least 1, got \(limit)") }
    self.text = text
    self.limit = limit
  }
}

extension SearchRequest: ExpressibleByStringLiteral {
  /// A text, and as many lines as the session was made for.
  ///
  /// - Parameter value: The text.
  public init(stringLiteral value: String) { self.init(value) }
}
