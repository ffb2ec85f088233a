public import CitySession

/// Everything that a screen for finding places shows: a search field, a list, a map, a card.
///
/// The state changes by ``apply(_:)`` only, which does nothing but compute. What has to be done in
/// the world, it returns as ``ExplorerEffect`` values.
public struct ExplorerState: Sendable, Equatable {
  /// The text in the search field.
  public internal(set) var query: String
  /// What the list shows, and for which text.
  public internal(set) var phase = SearchPhase.idle(query: "")
  /// What became of the completion that was tapped last.
  public internal(set) var lookup = Lookup.none
  /// The markers on the map.
  public internal(set) var mapItems: [MapItem] = []
  /// The part of the map to show; `nil` until something is known about it.
  public internal(set) var region: CoordinateRegion?
  /// The id of the marker whose card is shown, or will be as soon as its place is looked up.
  public internal(set) var selection: MapItem.ID?
  /// The places whose cards were shown, the newest first, to be offered while nothing is typed.
  public internal(set) var recentPlaces: [MapItem]
  /// What is shown of the favorites.
  public internal(set) var favorites = Favorites()
  /// What is shown of addresses.
  public internal(set) var geocoding = Geocoding()
  /// How many requests were made; the next one gets the next number.
  public internal(set) var requestCount = 0
  /// The number of the search whose answer counts; `nil` if none is under way.
  public internal(set) var searchNumber: Int?
  /// What was searched for last, to be tried again if that failed.
  public internal(set) var request: SearchRequest?

  /// The search for the places of a completion.
  public enum Lookup: Sendable, Equatable {
    /// There is none, or it is done.
    case none
    /// The places of a completion are not known yet; the number is that of the request.
    case loading(SearchCompletion, number: Int)
    /// The places of a completion could not be found out.
    case failed(SearchCompletion, LocationSearchError)
    /// None of the places of a completion exists any more: it was kept while the cities changed.
    case missing(SearchCompletion)
  }

  /// Creates the state of a screen that nobody used yet.
  ///
  /// - Parameters:
  ///   - query: A text to search for as soon as the screen appears.
  ///   - region: The part of the map to begin with.
  ///   - recentPlaces: The places whose cards were shown before, the newest first; of more than
  ///     ``recentPlacesLimit``, these.
  public init(
    query: String = "", region: CoordinateRegion? = nil, recentPlaces: [MapItem] = []
  ) {
    self.query = query
    self.region = region
    self.recentPlaces = Array(recentPlaces.prefix(Self.recentPlacesLimit))
  }

  /// The most recent places to remember: 8.
  public static let recentPlacesLimit = 8
}

extension ExplorerState {
  /// The completions on screen.
  public var completions: SearchCompletions { phase.completions }

  /// The item whose card is shown.
  ///
  /// - Complexity: O(*m*), where *m* is the number of markers.
  public var selectedItem: MapItem? { mapItems.first { $0.id == selection } }
}
