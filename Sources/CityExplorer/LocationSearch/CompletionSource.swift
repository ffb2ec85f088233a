internal import CitySearch

/// A source whose matches come as completions, with whatever knows its places.
struct CompletionSource: Sendable {
  let places: any PlaceResolving
  private let source: any CitySearchable
  private let recent: RecentPlaces?
  private let limit: Int

  init(_ source: any CitySearchable, places: (any PlaceResolving)?, limit: Int) {
    self.source = source
    self.limit = limit
    if let places = places ?? (source as? any PlaceResolving) {
      self.places = places
      recent = nil
    } else {
      let memory = RecentPlaces()
      self.places = memory
      recent = memory
    }
  }

  /// The lines to offer for what was typed.
  ///
  /// The source is asked for what suits it, in one query: of a remote one, the server can do all work.
  func completions(for fragment: String) async throws -> [SearchCompletion] {
    let matches = try await source.search(source.query(for: fragment, limit: limit))
    await recent?.remember(matches.prefix(limit).map(\.city))
    return CompletionList(of: matches, for: fragment, places: places, limit: limit).completions
  }
}
