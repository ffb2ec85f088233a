import CityExplorer
import CityFavorites
import CityGeocoding
import CitySearch
import CitySession
import Observation

/// What a view sees of a state, in properties that a test can set to say what it expects.
struct Screen: Equatable {
  var query: String
  var bias: SearchBias?
  var phase: SearchPhase
  var lookup: ExplorerState.Lookup
  var mapItems: [MapItem]
  var region: CoordinateRegion?
  var visibleRegion: CoordinateRegion?
  var selection: MapItem.ID?
  var recentPlaces: [MapItem]
  var nearbyPlaces: [MapItem]
  var completedText: String
  var favorites: Favorites
  var geocoding: Geocoding

  struct Favorites: Equatable {
    var phase: ExplorerState.Favorites.Phase
    var isSaving: Bool
    /// The stars of the cities 1 to 9, as they are shown, if the list differs.
    var changedStars: [City.ID: Bool]
    var failure: FavoritesError?
  }

  struct Geocoding: Equatable {
    var addresses: [String]
    var markers: [AddressMarker]
    var failures: [GeocodedAddress]
    var progress: GeocodingProgress
    var selection: AddressMarker.ID?
    var failure: GeocodingClientError?
  }

  init(_ state: ExplorerState) {
    query = state.query
    bias = state.bias
    phase = state.phase
    lookup = state.lookup
    mapItems = state.mapItems
    region = state.region
    visibleRegion = state.visibleRegion
    selection = state.selection
    recentPlaces = state.recentPlaces
    nearbyPlaces = state.nearbyPlaces
    completedText = state.completedText
    let (favorites, geocoding) = (state.favorites, state.geocoding)
    let stars = (1...9).map { ($0, favorites.contains($0)) }
      .filter { $1 != (favorites.list?.contains($0) ?? false) }
    self.favorites = Favorites(
      phase: favorites.phase, isSaving: favorites.isSaving,
      changedStars: Dictionary(uniqueKeysWithValues: stars), failure: favorites.failure)
    self.geocoding = Geocoding(
      addresses: geocoding.addresses.map(\.city), markers: geocoding.markers,
      failures: geocoding.failures, progress: geocoding.progress, selection: geocoding.selection,
      failure: geocoding.failure)
  }
}

/// What a screen asks of its search, its favorites and its queue of addresses.
enum ScreenEffect: Equatable {
  case search(SearchRequest)
  case pause(Duration)
  case cancelSearch
  case lookUp(SearchCompletion)
  case cancelLookup
  case findNearby(Coordinate, limit: Int)
  case loadFavorites
  case setFavorite(City.ID, Bool)
  case moveFavorite(City.ID, to: Int)
  case geocode([String], again: Bool = false)
  case cancelGeocoding
}

/// What comes back for a request.
enum ScreenAnswer {
  /// To a search.
  case completions(SearchCompletions)
  /// To a pause.
  case elapsed
  /// To a lookup, and to a search for nearby cities.
  case places([MapItem])
  /// To any request of favorites: the new list.
  case favorites(FavoriteList)
  /// To a run of addresses, any number of times.
  case addresses([GeocodedAddress])
  /// To a run of addresses.
  case ended
  /// To any request.
  case failed(any Error)
}

extension ExplorerModel {
  /// Waits until the state fulfils a condition, by observing it as a view does; or until the task is
  /// cancelled, as it is at the time limit of a test.
  func wait(until condition: (ExplorerState) -> Bool) async {
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
    var iterator = changes.makeAsyncIterator()
    while true {
      let isFulfilled = withObservationTracking {
        condition(state)
      } onChange: {
        continuation.yield()
      }
      if isFulfilled { return }
      // Observers are told before the change, but it is over before this actor comes back here.
      // A stream ends for a task that is cancelled, and would let it look and observe without end.
      guard await iterator.next() != nil else { return }
    }
  }
}
