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
  /// the requests have that of ``visibleRegion`` in its place.
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
  ///
  /// Searches by relevance prefer cities near its center while ``bias`` has no coordinate, and the region
  /// extends at most 500 km from there: in a larger one, the center is no better than any other point.
  public internal(set) var visibleRegion: CoordinateRegion?
  /// The id of the marker whose card is shown, or will be shown when its lookup ends.
  public internal(set) var selection: MapItem.ID?
  /// The places whose cards were shown, the latest first; offer them while the field is empty.
  public internal(set) var recentPlaces: [MapItem]
  /// The favorites on the screen.
  public internal(set) var favorites = Favorites()
  /// The addresses on the screen.
  public internal(set) var geocoding = Geocoding()
  /// The number of requests so far, which numbers the next one.
  var requestCount = 0
  /// The number of the search in flight, `nil` for none; answers with other numbers are dropped.
  var searchNumber: Int?
  /// The number of the lookup in flight, `nil` for none; responses with other numbers are dropped.
  var lookupNumber: Int?
  /// The latest search request, which a retry repeats.
  var request: SearchRequest?
  /// The latest text that was answered, to which the completions on screen belong.
  ///
  /// The search field has a different text while a newer search is in flight, after a failed
  /// search, and after a tap.
  public internal(set) var completedText = ""

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

  /// The largest number of recent places: 8.
  package static let recentPlacesLimit = 8
}

extension ExplorerState {
  /// The completions on screen.
  public var completions: SearchCompletions { phase.completions }

  /// The city whose card is shown.
  ///
  /// - Complexity: O(*m*), where *m* is the number of markers.
  public var selectedItem: MapItem? { mapItems.first { $0.id == selection } }
}

/// What a person did with the screen, and what the screen learned of the person.
public enum ExplorerAction: Sendable, Equatable {
  /// The screen appeared, for the first time or again.
  case appeared
  /// The text in the search field changed.
  case queryChanged(String)
  /// Return was pressed: search for the text in the field at once, however short it is.
  case submitted
  /// The end of the list became visible, or "Show more" was tapped.
  case moreRequested
  /// A completion was tapped.
  case completionTapped(SearchCompletion)
  /// A place was chosen that is not a completion: a favorite, a recent place, a link.
  case placeChosen(MapItem)
  /// A marker was tapped, or will be selected as soon as its lookup ends.
  case citySelected(MapItem.ID)
  /// The card of a city or of an address was closed.
  case selectionCleared
  /// The search field and the map were cleared.
  case cleared
  /// "Try again" was tapped: repeat all that failed.
  case retried
  /// The person is somewhere else, or more is known of them; `nil` for nothing.
  ///
  /// The current search is repeated, and the completions on screen stay until its answer. So send it
  /// after a move of some kilometers, not at each step: what counts is whether a city is within 25 km,
  /// 50 km and so on.
  case userMoved(to: SearchBias?)
  /// The visible region of the map changed, because the person moved it, or as ``ExplorerState/region``
  /// said.
  ///
  /// Later searches prefer cities there, see ``ExplorerState/visibleRegion``. The list on screen stays,
  /// so that it does not change under the person's finger.
  case regionChanged(CoordinateRegion)
  /// An action on the favorites.
  case favorites(FavoritesAction)
  /// An action on the addresses.
  case geocoding(GeocodingAction)
}

/// What an effect reports; no view can send it.
enum ExplorerEvent: Sendable, Equatable {
  /// A search ended.
  case completionsReceived(Result<SearchCompletions, LocationSearchError>, number: Int)
  /// The lookup of a completion ended.
  case responseReceived(Result<SearchResponse, LocationSearchError>, number: Int)
  /// The search client was replaced.
  case searchReplaced
  /// An event of the favorites.
  case favorites(FavoritesEvent)
  /// An event of the addresses.
  case geocoding(GeocodingEvent)
}

/// An effect that the model runs; its outcome returns as an event with the same number.
enum ExplorerEffect: Sendable, Equatable {
  /// Search for a text or for more completions, and cancel the previous search.
  case search(SearchRequest, number: Int)
  /// Cancel the search.
  case cancelSearch
  /// Look up the places of a completion, and cancel the previous lookup.
  case lookUp(SearchCompletion, number: Int)
  /// Cancel the lookup.
  case cancelLookup
  /// An effect on the favorites.
  case favorites(FavoritesEffect)
  /// An effect on the addresses.
  case geocoding(GeocodingEffect)
}
