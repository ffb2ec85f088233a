internal import CitySearch

/// A source whose matches become completions, and the resolver of their places.
struct CompletionSource: Sendable {
  private let lookup: PlaceLookup
  private let source: any CitySearchable
  /// The source, if it answers without suspension.
  private let immediate: (any ImmediateSource)?
  private let recent: RecentAnswers?

  init(_ source: any CitySearchable, places: (any PlaceResolving)?, languages: [String]) {
    self.source = source
    immediate = source as? any ImmediateSource
    if let places = places ?? (source as? any PlaceResolving) {
      lookup = PlaceLookup(places, languages: languages)
      recent = nil
    } else {
      let answers = RecentAnswers()
      lookup = PlaceLookup(answers)
      recent = answers
    }
  }

  /// Looks up cities by id, with their names in the languages of the session.
  func mapItems(withIDs ids: [City.ID]) async throws -> [MapItem] {
    try await lookup.places.mapItems(withIDs: ids).map(lookup.titled)
  }

  /// The completions for a call.
  func completions(for call: SearchStateMachine.Call) async throws -> SearchCompletions {
    let matches = try await source.search(call.sourceQuery)
    await recent?.remember(matches.prefix(call.limit).map(\.city))
    return completions(of: matches, for: call)
  }

  /// The completions for a call; `nil` if the source is asynchronous.
  func immediateCompletions(for call: SearchStateMachine.Call) -> SearchCompletions? {
    guard let immediate else { return nil }
    return completions(of: immediate.search(call.sourceQuery, folded: call.query), for: call)
  }

  private func completions(
    of matches: CityMatches, for call: SearchStateMachine.Call
  ) -> SearchCompletions {
    lookup.completions(
      of: matches, for: call.query,
      SearchRequest(call.fragment, bias: call.bias, isSubmitted: call.isSubmitted),
      limit: call.limit)
  }
}

extension SearchStateMachine.Call {
  /// The query for the source.
  fileprivate var sourceQuery: SearchQuery { SearchQuery(fragment, limit: limit, bias: bias) }
}

/// The cities of the latest answers, for sources that do not resolve ids.
///
/// Several answers are kept, because a new one may arrive while a person taps the old list.
actor RecentAnswers: PlaceResolving {
  private static let capacity = 8
  private var answers: [[City]] = []

  /// Adds an answer, and evicts the oldest one if there are too many.
  func remember(_ cities: [City]) {
    guard !cities.isEmpty else { return }
    if answers.count == Self.capacity { answers.removeFirst() }
    answers.append(cities)
  }

  func mapItems(withIDs ids: [City.ID]) -> [MapItem] {
    let newest = Dictionary(
      answers.joined().map { ($0.id, $0) }, uniquingKeysWith: { _, newer in newer })
    return ids.compactMap { id in
      newest[id].map { MapItem(id: id, placemark: Placemark($0)) }
    }
  }
}
