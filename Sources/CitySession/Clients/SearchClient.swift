public import CitySearch

/// Search as a value of functions, for apps that inject their effects.
///
/// One client serves any number of screens. Each screen makes a search of its own, in which its
/// newest text replaces older ones and the texts of other screens do not.
///
/// ```swift
/// let search = client.makeSearch()  // Once per screen.
/// let completions = try await search("são pau")
/// ```
///
/// Tests replace single functions:
///
/// ```swift
/// var client = SearchClient.unimplemented
/// client.makeSearch = { { _ in throw LocationSearchError.searchCompletionFailed(UnderlyingError(Offline())) } }
/// ```
public struct SearchClient: Sendable {
  /// Searches for the text of one screen, or for more completions; throws ``LocationSearchError``.
  public typealias Search = @Sendable (_ request: SearchRequest) async throws -> SearchCompletions

  /// Makes the search of a screen, in which the newest call replaces older ones.
  public var makeSearch: @Sendable () -> Search
  /// Looks up the places of a completion; throws ``LocationSearchError``.
  public var response: @Sendable (_ completion: SearchCompletion) async throws -> SearchResponse
  /// Finds the cities nearest to a point, the nearest first; throws ``LocationSearchError``.
  public var nearby: @Sendable (_ point: Coordinate, _ limit: Int) async throws -> [MapItem]

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - makeSearch: Makes the search of a screen.
  ///   - response: Looks up the places of a completion.
  ///   - nearby: Finds the cities nearest to a point; by default none.
  public init(
    makeSearch: @escaping @Sendable () -> Search,
    response: @escaping @Sendable (_ completion: SearchCompletion) async throws -> SearchResponse,
    nearby: @escaping @Sendable (_ point: Coordinate, _ limit: Int) async throws -> [MapItem] = {
      _, _ in []
    }
  ) {
    self.makeSearch = makeSearch
    self.response = response
    self.nearby = nearby
  }
}

extension SearchClient {
  /// A client of sessions over `source`, one session for each screen.
  ///
  /// A repeated query returns the previous answer again, because the app may have cleared its list.
  ///
  /// - Parameters:
  ///   - source: The cities to search.
  ///   - places: Resolves the cities of `source` by id; `nil` for the source itself, if it resolves
  ///     places, or else for the cities of its latest answers.
  ///   - languages: The languages of titles and places, the preferred one first; empty for own names.
  ///   - minimumCharacters: The number of characters that a text needs.
  ///   - debounce: How long to wait for a pause in typing.
  ///   - limit: The largest number of completions to return; at least 1.
  ///   - clock: The clock for debouncing.
  /// - Returns: The client.
  public static func live(
    _ source: any CitySearchable, places: (any PlaceResolving)? = nil, languages: [String] = [],
    minimumCharacters: MinimumCharacters = .automatic, debounce: DebouncePolicy = .automatic,
    limit: Int = 10,
    clock: some Clock<Duration> = ContinuousClock()
  ) -> SearchClient {
    let session = LocationSearch(
      source: source, places: places, languages: languages,
      minimumCharacters: minimumCharacters, debounce: debounce, duplicates: .repeatAnswer,
      limit: limit, clock: clock)
    return SearchClient(
      makeSearch: {
        let session = session.makeSession()
        return { try await session.search($0) }
      },
      response: { try await session.response(for: $0) },
      nearby: { try await session.places(nearestTo: $0, limit: $1) })
  }

  /// A client of sessions over all names of the cities of a gazetteer, one session for each screen.
  ///
  /// It answers from the first character on, in order of relevance.
  ///
  /// ```swift
  /// let client = SearchClient.live(gazetteer, languages: Locale.preferredLanguages)
  /// ```
  ///
  /// - Parameters:
  ///   - gazetteer: The cities.
  ///   - languages: The languages of titles and places, the preferred one first; empty for own names.
  ///   - limit: The largest number of completions to return; at least 1.
  /// - Returns: The client.
  public static func live(
    _ gazetteer: Gazetteer, languages: [String] = [], limit: Int = 10
  ) -> SearchClient {
    live(CityIndex(gazetteer), languages: languages, limit: limit)
  }
}

extension SearchClient {
  /// A client whose functions fail.
  ///
  /// Each function writes its name to standard error and throws ``UnimplementedEndpoint``.
  public static var unimplemented: SearchClient {
    unimplemented(report: UnimplementedEndpoint.writeToStandardError)
  }

  /// A client whose functions report an error and throw it.
  ///
  /// With a report to the test library, such as `{ Issue.record($0) }`, a test fails that calls a
  /// function which it did not replace.
  ///
  /// - Parameter report: Receives the error before it is thrown.
  /// - Returns: The client.
  public static func unimplemented(
    report: @escaping @Sendable (UnimplementedEndpoint) -> Void
  ) -> SearchClient {
    let endpoints = UnimplementedEndpoints(of: "SearchClient", report: report)
    return SearchClient(
      makeSearch: { { _ in try endpoints.fail("makeSearch") } },
      response: { _ in try endpoints.fail("response") },
      nearby: { _, _ in try endpoints.fail("nearby") })
  }
}

extension SearchClient {
  /// A client of a small, fixed gazetteer: seven large cities and five called Springfield.
  public static var preview: SearchClient {
    live(PreviewPlaces.gazetteer)
  }
}
