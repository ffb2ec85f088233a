public import CitySearch
public import CitySession

/// The state of the whole screen: search field, list, map, card, favorites and addresses.
///
/// It is read-only outside of this module: ``ExplorerModel/send(_:isolation:)`` changes it, and so does
/// what the searches and stores of the model answer.
public struct ExplorerState: Sendable, Equatable {
  /// The text in the search field.
  public internal(set) var query: String
  /// What is known of the person, such as where they are, for searches by relevance; `nil` for
  /// nothing.
  ///
  /// Each search request has it; ``ExplorerAction/userMoved(to:)`` changes it. If it has no coordinate,
  /// the requests have the center of the map in its place, see ``ExplorerAction/regionChanged(_:)``.
  public internal(set) var bias: SearchBias?
  /// The phase of the search, with the completions of the list.
  public internal(set) var phase = SearchPhase.idle(query: "")
  /// The lookup of the completion that was tapped last.
  public internal(set) var lookup = Lookup.idle
  /// The markers on the map.
  public internal(set) var mapItems: [MapItem] = []
  /// The region for the map to show: that of the places that were shown last, or the one that the person
  /// moved the map to; `nil` for the default of the map.
  public internal(set) var region: CoordinateRegion?
  /// The region that the map shows, by its latest report ``ExplorerAction/regionChanged(_:)``; `nil` before
  /// the first one, and while the map moves to ``region``.
  package internal(set) var visibleRegion: CoordinateRegion?
  /// The id of the marker whose card is shown, or will be shown when its lookup ends.
  public internal(set) var selection: MapItem.ID?
  /// The places whose cards were shown, the latest first; offer them while the field is empty.
  public internal(set) var recentPlaces: [MapItem]
  /// The cities near the place whose card is shown, the nearest first; none before
  /// ``ExplorerAction/nearbyRequested`` was answered.
  public internal(set) var nearbyPlaces: [MapItem] = []
  /// The favorites on the screen.
  public internal(set) var favorites = Favorites()
  /// The addresses on the screen.
  public internal(set) var geocoding = Geocoding()
  /// The number of requests so far, which numbers the next one.
  var requestCount = 0
  /// When the source is asked, and whose answer counts.
  var search = SearchStateMachine(.immediate)
  /// The number of the lookup in flight, `nil` for none; responses with other numbers are dropped.
  var lookupNumber: Int?
  /// The number of the request for the cities near the card; `nil` for none.
  var nearbyNumber: Int?
  /// Whether the first completion is chosen when the search in flight is answered.
  var choosesFirst = false
  /// The latest text that was answered, to which the completions on screen belong.
  ///
  /// The search field has a different text while a newer search is in flight, after a failed
  /// search, and after a tap.
  package internal(set) var completedText = ""

  /// The lookup of the places of a completion.
  public enum Lookup: Sendable, Equatable {
    /// There is no lookup, or it succeeded.
    case idle
    /// The lookup is in flight.
    case loading(SearchCompletion)
    /// The lookup failed.
    case failed(SearchCompletion, error: LocationSearchError)
    /// None of the places exists, because the completion is older than the cities.
    case missing(SearchCompletion)
  }

  /// Creates the state of a new screen.
  ///
  /// - Parameters:
  ///   - query: A text to search for when the screen appears.
  ///   - bias: What is known of the person, such as where they are; `nil` for nothing.
  ///   - region: The visible region of the map.
  ///   - recentPlaces: The places whose cards were shown before, the latest first; only the first
  ///     eight are kept.
  public init(
    query: String = "", bias: SearchBias? = nil, region: CoordinateRegion? = nil,
    recentPlaces: [MapItem] = []
  ) {
    self.query = query
    self.bias = bias
    self.region = region
    visibleRegion = region
    self.recentPlaces = Array(recentPlaces.prefix(Self.recentPlacesLimit))
  }

  /// The largest number of cities near the place of a card: 10.
  package static let nearbyPlacesLimit = 10

  /// The largest number of recent places: 8.
  package static let recentPlacesLimit = 8
}

extension ExplorerState {
  /// The completions on screen.
  package var completions: SearchCompletions { phase.completions }

  /// The city whose card is shown.
  ///
  /// - Complexity: O(*m*), where *m* is the number of markers.
  public var selectedItem: MapItem? { mapItems.first { $0.id == selection } }
}
