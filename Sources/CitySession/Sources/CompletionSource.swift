internal import CitySearch
internal import Synchronization

/// A source whose matches become completions, and the resolver of their places.
struct CompletionSource: Sendable {
  private let lookup: PlaceLookup
  private let source: any CitySearchable
  /// Whether the source answers from memory.
  let isInMemory: Bool
  private let recent: RecentAnswers?

  init(_ source: any CitySearchable, places: (any PlaceResolving)?, languages: [String]) {
    self.source = source
    // No cities are asked for, only whether there is an answer at once.
    isInMemory = source.immediateMatches(for: SearchQuery("", limit: 0)) != nil
    if let places = places ?? Self.places(of: source) {
      lookup = PlaceLookup(places, languages: languages)
      recent = nil
    } else {
      let answers = RecentAnswers()
      lookup = PlaceLookup(answers)
      recent = answers
    }
  }

  /// What resolves the cities of a source by id, which may be behind a decorator.
  private static func places(of source: any CitySearchable) -> (any PlaceResolving)? {
    switch source {
    case let index as CityIndex: index.gazetteer
    case let sorted as SortedCitySearch: places(of: sorted.base)
    default: source as? any PlaceResolving
    }
  }

  /// Looks up cities by id, with their names in the languages of the session.
  func mapItems(withIDs ids: [City.ID]) async throws -> [MapItem] {
    try await lookup.places.mapItems(withIDs: ids).map(lookup.titled)
  }

  /// The cities nearest to a point, with their names in the languages of the session.
  func mapItems(nearestTo point: Coordinate, limit: Int) async throws -> [MapItem] {
    let nearest = SearchQuery("", order: .distance(from: point), limit: limit)
    return try await mapItems(withIDs: source.search(nearest).map(\.id))
  }

  /// The completions for a request.
  func completions(for request: SearchRequest) async throws -> SearchCompletions {
    completions(of: try await source.search(request.query), for: request)
  }

  /// The completions for a request; `nil` if the source may wait.
  func immediateCompletions(for request: SearchRequest) -> SearchCompletions? {
    guard isInMemory else { return nil }
    return source.immediateMatches(for: request.query).map { completions(of: $0, for: request) }
  }

  private func completions(
    of matches: CityMatches, for request: SearchRequest
  ) -> SearchCompletions {
    recent?.remember(matches.prefix(request.query.limit ?? matches.count).map(\.city))
    return lookup.completions(of: matches, for: request)
  }
}

/// The cities of the latest answers, for sources that do not resolve ids.
///
/// Several answers are kept, because a new one may arrive while a person taps the old list.
final class RecentAnswers: PlaceResolving {
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
