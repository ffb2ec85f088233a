public import CitySession

/// The state of the whole screen: search field, list, map, card, favorites and addresses.
///
/// Only ``apply(_:)`` changes the state. It is a pure function: it returns the side effects as
/// ``ExplorerEffect`` values.
public struct ExplorerState: Sendable, Equatable {
  /// The text in the search field.
  public internal(set) var query: String
  /// The phase of the search, with the completions of the list.
  public internal(set) var phase = SearchPhase.idle(query: "")
  /// The lookup of the completion that was tapped last.
  public internal(set) var lookup = Lookup.none
  /// The markers on the map.
  public internal(set) var mapItems: [MapItem] = []
  /// The visible region of the map; `nil` for the default of the map.
  public internal(set) var region: CoordinateRegion?
  /// The id of the marker whose card is shown, or will be shown when its lookup ends.
  public internal(set) var selection: MapItem.ID?
  /// The places whose cards were shown, the latest first; offer them while the field is empty.
  public internal(set) var recentPlaces: [MapItem]
  /// The favorites on the screen.
  public internal(set) var favorites = Favorites()
  /// The addresses on the screen.
  public internal(set) var geocoding = Geocoding()
  /// The number of requests so far, which numbers the next one.
  public internal(set) var requestCount = 0
  /// The number of the search in flight, `nil` for none; answers with other numbers are dropped.
  public internal(set) var searchNumber: Int?
  /// The latest search request, which a retry repeats.
  public internal(set) var request: SearchRequest?

  /// The lookup of the places of a completion.
  public enum Lookup: Sendable, Equatable {
    /// There is no lookup, or it succeeded.
    case none
    /// The lookup is in flight, with the number of its request.
    case loading(SearchCompletion, number: Int)
    /// The lookup failed.
    case failed(SearchCompletion, LocationSearchError)
    /// None of the places exists, because the completion is older than the cities.
    case missing(SearchCompletion)
  }

  /// Creates the state of a new screen.
  ///
  /// - Parameters:
  ///   - query: A text to search for when the screen appears.
  ///   - region: The visible region of the map.
  ///   - recentPlaces: The places whose cards were shown before, the latest first; only the first
  ///     ``recentPlacesLimit`` are kept.
  public init(
    query: String = "", region: CoordinateRegion? = nil, recentPlaces: [MapItem] = []
  ) {
    self.query = query
    self.region = region
    self.recentPlaces = Array(recentPlaces.prefix(Self.recentPlacesLimit))
  }

  /// The largest number of recent places: 8.
  public static let recentPlacesLimit = 8
}

extension ExplorerState {
  /// The completions on screen.
  public var completions: SearchCompletions { phase.completions }

  /// The city whose card is shown.
  ///
  /// - Complexity: O(*m*), where *m* is the number of markers.
  public var selectedItem: MapItem? { mapItems.first { $0.id == selection } }
}
