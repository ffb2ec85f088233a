public import CitySearch

/// Searches as functions, to be handed to whatever runs the effects of an app.
///
/// One client serves any number of screens. Each makes a search of its own, in which the newest of its
/// texts counts, and those of other screens do not.
///
/// ```swift
/// let search = client.makeSearch()  // Once for a screen.
/// let completions = try await search("são pau")
/// ```
///
/// Tests and previews replace the functions that they need:
///
/// ```swift
/// var client = SearchClient.unimplemented
/// client.makeSearch = { { _ in throw LocationSearchError.searchCompletionFailed(Offline()) } }
/// ```
public struct SearchClient: Sendable {
  /// Searches for what was typed on one screen, or for more of it; throws ``LocationSearchError``.
  public typealias Search = @Sendable (_ request: SearchRequest) async throws -> SearchCompletions

  /// Makes the search of a screen, which takes its newest text for the one that counts.
  public var makeSearch: @Sendable () -> Search
  /// Looks up the places of a completion; throws ``LocationSearchError``.
  public var response: @Sendable (_ completion: SearchCompletion) async throws -> SearchResponse

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - makeSearch: Makes the search of a screen.
  ///   - response: Looks up the places of a completion.
  public init(
    makeSearch: @escaping @Sendable () -> Search,
    response: @escaping @Sendable (_ completion: SearchCompletion) async throws -> SearchResponse
  ) {
    self.makeSearch = makeSearch
    self.response = response
  }
}

extension SearchClient {
  /// A client of sessions over `source`, one for each screen.
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
      makeSearch: {
        let session = session.makeSession()
        return { try await session.search($0) }
      },
      response: { try await session.response(for: $0) })
  }

  /// A client of sessions over all names of the cities of a gazetteer, one for each screen.
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
