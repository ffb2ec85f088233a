public import CitySearch

/// A session as two functions, to be handed to whatever runs the effects of an app.
///
/// Tests and previews replace the functions that they need:
///
/// ```swift
/// var client = SearchClient.unimplemented
/// client.completions = { _ in throw LocationSearchError.searchCompletionFailed(Offline()) }
/// ```
public struct SearchClient: Sendable {
  /// Searches for what was typed; throws ``LocationSearchError``.
  public var completions: @Sendable (_ request: SearchRequest) async throws -> SearchCompletions
  /// Looks up the places of a completion; throws ``LocationSearchError``.
  public var response: @Sendable (_ completion: SearchCompletion) async throws -> SearchResponse

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - completions: Searches for what was typed.
  ///   - response: Looks up the places of a completion.
  public init(
    completions: @escaping @Sendable (_ request: SearchRequest) async throws -> SearchCompletions,
    response: @escaping @Sendable (_ completion: SearchCompletion) async throws -> SearchResponse
  ) {
    self.completions = completions
    self.response = response
  }
}

extension SearchClient {
  /// A client of a new session over `source`.
  ///
  /// A query that says the same as the one before gets the same answer again: an app may have
  /// cleared its list in between, which the session cannot know.
  ///
  /// - Parameters:
  ///   - source: What is searched.
  ///   - places: What knows the cities of `source` by id; `nil` for the source itself, if it can.
  ///   - minimumCharacters: How many characters a text needs.
  ///   - debounce: How long to wait for the end of typing.
  ///   - limit: The most completions to give; at least 1.
  ///   - clock: What time is measured with.
  /// - Returns: The client.
  public static func live(
    _ source: any CitySearchable, places: (any PlaceResolving)? = nil,
    minimumCharacters: MinimumCharacters = .automatic, debounce: DebouncePolicy = .automatic,
    limit: Int = 10,
    clock: some Clock<Duration> = ContinuousClock()
  ) -> SearchClient {
    let session = LocationSearch(
      source: source, places: places, minimumCharacters: minimumCharacters, debounce: debounce,
      duplicates: .repeatAnswer, limit: limit, clock: clock)
    return SearchClient(
      completions: { try await session.search($0) },
      response: { try await session.response(for: $0) })
  }

  /// A client of a new session over all names of the cities of a gazetteer.
  ///
  /// It answers from the first character on, the likeliest city first.
  ///
  /// - Parameters:
  ///   - gazetteer: The cities.
  ///   - limit: The most completions to give; at least 1.
  /// - Returns: The client.
  public static func live(_ gazetteer: Gazetteer, limit: Int = 10) -> SearchClient {
    live(CityCompleter(gazetteer), limit: limit)
  }
}
