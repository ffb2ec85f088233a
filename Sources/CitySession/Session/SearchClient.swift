public import CitySearch
internal import Synchronization

/// Search as a value of functions: completions for a text, and the places that they stand for.
///
/// One client serves any number of screens. ``/CityExplorer/ExplorerModel`` runs it for a whole screen,
/// ``LocationSearch`` for a field of an app's own.
///
/// ```swift
/// let client = SearchClient.live(gazetteer, languages: Locale.preferredLanguages)
/// let completions = try await client.search("são pau")
/// ```
///
/// A test gives a client the answers that it needs:
///
/// ```swift
/// let empty = SearchClient(search: { _ in [] }, mapItems: { _ in [] })
/// ```
public struct SearchClient: Sendable {
  /// Asks the source, at once; throws its errors.
  public let search: @Sendable (_ request: SearchRequest) async throws -> SearchCompletions
  /// Looks up places by the ids of their cities, in the order of these; ids without a city are left out.
  public let mapItems: @Sendable (_ ids: [City.ID]) async throws -> [MapItem]
  /// Finds the cities nearest to a point, the nearest first.
  public let nearby: @Sendable (_ point: Coordinate, _ limit: Int) async throws -> [MapItem]
  /// The same search without waiting; `nil` if the source may wait.
  package private(set) var immediateSearch: @Sendable (SearchRequest) -> SearchCompletions? = { _ in
    nil
  }
  /// When a field asks.
  package private(set) var pacing = SearchPacing.immediate
  /// Begins a pause, and returns what waits for its end.
  ///
  /// The pause begins with the letter, not when a task that waits gets its turn.
  package private(set) var beginPause = Self.pauses(by: ContinuousClock())

  /// Creates a client that is asked from the first character on, at once.
  ///
  /// - Parameters:
  ///   - search: Returns the completions for a request.
  ///   - mapItems: Looks up places by the ids of their cities.
  ///   - nearby: Finds the cities nearest to a point; by default none.
  public init(
    search: @escaping @Sendable (_ request: SearchRequest) async throws -> SearchCompletions,
    mapItems: @escaping @Sendable (_ ids: [City.ID]) async throws -> [MapItem],
    nearby: @escaping @Sendable (_ point: Coordinate, _ limit: Int) async throws -> [MapItem] = {
      _, _ in []
    }
  ) {
    self.search = search
    self.mapItems = mapItems
    self.nearby = nearby
  }
}

extension SearchClient {
  /// A client of a source: an index, a decorator, a server.
  ///
  /// A source in memory has `immediateMatches(for:)`: a `CityIndex`, a `SortedCitySearch` around one, and a decorator
  /// of an app that asks its base.
  ///
  /// - Parameters:
  ///   - source: The cities to search.
  ///   - places: Resolves the cities of `source` by id; `nil` for the source itself, if it resolves
  ///     places, or else for the cities of its latest answers.
  ///   - languages: The languages of titles and places, the preferred one first; empty for own names.
  ///     A source without names in these languages keeps own names.
  ///   - minimumCharacters: The number of characters that a text needs, at least 1; white space at both ends is
  ///     not counted. `nil` for 1 with a source in memory, 3 with any other, and 1 with all if the first letter
  ///     of the text is Chinese, Japanese or Korean.
  ///   - pause: How long to wait for a pause in typing, at least 0; `nil` for not at all with a source in memory,
  ///     and 300 ms with any other.
  ///   - limit: The largest number of completions for a request without a limit; at least 1.
  ///   - clock: The clock for the pause.
  /// - Returns: The client. Its search throws the errors of the source, and one that names the value if a match has
  ///   a number that no search gives, such as a negative edit distance.
  public static func live(
    _ source: any CitySearchable, places: (any PlaceResolving)? = nil, languages: [String] = [],
    minimumCharacters: Int? = nil, pause: Duration? = nil, limit: Int = 10,
    clock: some Clock<Duration> = ContinuousClock()
  ) -> SearchClient {
    precondition(limit >= 1, "limit must be at least 1, got \(limit)")
    if let minimumCharacters {
      precondition(
        minimumCharacters >= 1, "minimumCharacters must be at least 1, got \(minimumCharacters)")
    }
    if let pause { precondition(pause >= .zero, "pause must be at least 0, got \(pause)") }
    // Without a resolver, a tap is answered from what the latest answers contain.
    let answers = RecentAnswers()
    let places = places ?? self.places(of: source)
    let lookup = PlaceLookup(places ?? answers, languages: places == nil ? [] : languages)
    @Sendable func limited(_ request: SearchRequest) -> SearchRequest {
      var request = request
      request.query.limit = request.query.limit ?? limit
      return request
    }
    @Sendable func completions(
      of matches: CityMatches, for request: SearchRequest
    ) throws -> SearchCompletions {
      let shown = request.query.limit ?? limit
      // The values of a gazetteer are checked where they are read.
      if matches.gazetteer == nil { for match in matches.prefix(shown) { try match.validate() } }
      if places == nil { answers.remember(matches.prefix(shown).map(\.city)) }
      return lookup.completions(of: matches, for: request)
    }
    @Sendable func mapItems(withIDs ids: [City.ID]) async throws -> [MapItem] {
      try await lookup.places.mapItems(withIDs: ids).map(lookup.titled)
    }
    var client = SearchClient(
      search: {
        let request = limited($0)
        return try completions(of: try await source.search(request.query), for: request)
      },
      mapItems: mapItems,
      nearby: { point, limit in
        let nearest = SearchQuery("", order: .distance(from: point), limit: limit)
        return try await mapItems(withIDs: source.search(nearest).map(\.id))
      })
    client.immediateSearch = { request in
      let request = limited(request)
      // Matches that are refused are asked for again by `search`, which throws why.
      return source.immediateMatches(for: request.query)
        .flatMap { try? completions(of: $0, for: request) }
    }
    // No cities are asked for, only whether there is an answer at once.
    let isInMemory = source.immediateMatches(for: SearchQuery("", limit: 0)) != nil
    client.pacing =
      isInMemory
      ? .immediate : SearchPacing(minimumCharacters: nil, pause: .milliseconds(300))
    if let minimumCharacters { client.pacing.minimumCharacters = minimumCharacters }
    if let pause { client.pacing.pause = pause }
    client.beginPause = pauses(by: clock)
    return client
  }

  private static func pauses(
    by clock: some Clock<Duration>
  ) -> @Sendable (Duration) -> @Sendable () async throws -> Void {
    { duration in
      let end = clock.now.advanced(by: duration)
      return { try await clock.sleep(until: end, tolerance: nil) }
    }
  }

  /// A client of all names of the cities of a gazetteer, in order of relevance.
  ///
  /// A text may name a region behind the city, and may have typos. The gazetteer answers from memory, from the
  /// first character on.
  ///
  /// - Parameters:
  ///   - gazetteer: The cities.
  ///   - languages: The languages of titles and places, the preferred one first; empty for own names.
  ///   - limit: The largest number of completions for a request without a limit; at least 1.
  /// - Returns: The client.
  public static func live(
    _ gazetteer: Gazetteer, languages: [String] = [], limit: Int = 10
  ) -> SearchClient {
    live(CityIndex(gazetteer), languages: languages, limit: limit)
  }

  /// What resolves the cities of a source by id, which may be behind a decorator.
  private static func places(of source: any CitySearchable) -> (any PlaceResolving)? {
    switch source {
    case let index as CityIndex: index.gazetteer
    case let sorted as SortedCitySearch: places(of: sorted.base)
    default: source as? any PlaceResolving
    }
  }

  /// A client whose functions throw an error, for previews of a screen without a network and for tests that
  /// must not search.
  ///
  /// - Parameter error: The error.
  /// - Returns: The client.
  public static func failing(_ error: any Error) -> SearchClient {
    SearchClient(
      search: { _ in throw error }, mapItems: { _ in throw error },
      nearby: { _, _ in throw error })
  }
}

/// The cities of the latest answers, for sources that do not resolve ids.
///
/// Several answers are kept, because a new one may arrive while a person taps the old list.
private final class RecentAnswers: PlaceResolving {
  private static let capacity = 8
  private let answers = Mutex<[[City]]>([])

  /// Adds an answer, and evicts the oldest one if there are too many.
  func remember(_ cities: [City]) {
    guard !cities.isEmpty else { return }
    answers.withLock { answers in
      if answers.count == Self.capacity { answers.removeFirst() }
      answers.append(cities)
    }
  }

  func mapItems(withIDs ids: [City.ID]) -> [MapItem] {
    let newest = Dictionary(
      answers.withLock { $0.joined().map { ($0.id, $0) } },
      uniquingKeysWith: { _, newer in newer })
    return ids.compactMap { id in
      newest[id].map { MapItem(id: id, placemark: Placemark($0)) }
    }
  }
}
