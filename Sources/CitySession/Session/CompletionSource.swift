internal import CitySearch

/// A source whose matches come as completions, with whatever knows its places.
struct CompletionSource: Sendable {
  private let listed: ListedPlaces
  private let source: any CitySearchable
  /// The source, if nobody needs to wait for it.
  private let immediate: (any ImmediateSource)?
  private let recent: RecentPlaces?

  init(_ source: any CitySearchable, places: (any PlaceResolving)?) {
    self.source = source
    immediate = source as? any ImmediateSource
    if let places = places ?? (source as? any PlaceResolving) {
      listed = ListedPlaces(places)
      recent = nil
    } else {
      let memory = RecentPlaces()
      listed = ListedPlaces(memory)
      recent = memory
    }
  }

  /// What knows the places.
  var places: any PlaceResolving { listed.places }

  /// The lines to offer for what was typed.
  ///
  /// The source is asked for what suits it, in one query: of a remote one, the server can do all work.
  func completions(for call: SearchStateMachine.Call) async throws -> SearchCompletions {
    let matches = try await source.search(source.query(for: call.fragment, limit: call.limit))
    await recent?.remember(matches.prefix(call.limit).map(\.city))
    return completions(of: matches, for: call)
  }

  /// The lines to offer for what was typed; `nil` if the source has to be waited for.
  func completionsAtOnce(for call: SearchStateMachine.Call) -> SearchCompletions? {
    guard let immediate else { return nil }
    let query = immediate.query(for: call.fragment, limit: call.limit)
    return completions(of: immediate.search(query, folded: call.query), for: call)
  }

  private func completions(
    of matches: CityMatches, for call: SearchStateMachine.Call
  ) -> SearchCompletions {
    let list = CompletionList(of: matches, for: call.query, places: listed, limit: call.limit)
    // Everything is asked for anew, so what is asked for in all grows with the list.
    let more = list.hasMore ? SearchRequest(call.fragment, limit: 2 * call.limit) : nil
    return SearchCompletions(list.completions, total: list.total, more: more)
  }
}

/// A source in memory, whose answers come within microseconds: to wait for them in a task of their own
/// would take longer than they do.
///
/// Its gazetteer knows all that a list says of its cities, by row.
protocol ImmediateSource: CitySearchable, PlaceResolving {
  var gazetteer: Gazetteer { get }

  /// Answers a query that it made itself, whose text is folded already.
  func search(_ query: SearchQuery, folded: FoldedQuery) -> CityMatches
}

extension CityCompleter: ImmediateSource {}

extension CityIndex: ImmediateSource {}

extension SortedCitySearch: ImmediateSource where Base: ImmediateSource {
  var gazetteer: Gazetteer { base.gazetteer }

  // The query has the order already.
  func search(_ query: SearchQuery, folded: FoldedQuery) -> CityMatches {
    base.search(query, folded: folded)
  }
}
