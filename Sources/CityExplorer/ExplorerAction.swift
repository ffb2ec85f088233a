public import CitySession

/// What happens to a screen: what people do, and what effects bring back.
public enum ExplorerAction: Sendable, Equatable {
  /// The screen appeared, for the first time or again.
  case appeared
  /// The text in the search field is another.
  case queryChanged(String)
  /// The end of the list came into view, or somebody asked for more of it.
  case moreRequested
  /// A search ended.
  case completionsReceived(Result<SearchCompletions, LocationSearchError>, number: Int)
  /// A line of the list was tapped.
  case completionTapped(SearchCompletion)
  /// The places of a completion are known, or could not be found out.
  case responseReceived(Result<SearchResponse, LocationSearchError>, number: Int)
  /// A place was chosen that is known from elsewhere: a favorite, a place of yesterday, a link.
  case placeChosen(MapItem)
  /// A marker was tapped, or is to be as soon as it is there.
  case citySelected(MapItem.ID)
  /// The card was closed, whether that of a city or of an address.
  case selectionCleared
  /// The search field was cleared, and the map with it.
  case cleared
  /// What failed is to be tried again.
  case retry
  /// What is searched is another source, or gives another order.
  case sourceReplaced
  /// The map was moved.
  case regionChanged(CoordinateRegion)
  /// Something happened to the favorites.
  case favorites(FavoritesAction)
  /// Something happened to the addresses.
  case geocoding(GeocodingAction)
}

/// What a screen wants to be done; what comes of it returns as an action with the same number.
public enum ExplorerEffect: Sendable, Equatable {
  /// Search for a text, or for more of it, instead of what is searched for now.
  case search(SearchRequest, number: Int)
  /// Stop the search.
  case cancelSearch
  /// Look up the places of a completion, instead of those of another.
  case lookUp(SearchCompletion, number: Int)
  /// Stop looking up places.
  case cancelLookup
  /// Do something with the favorites.
  case favorites(FavoritesEffect)
  /// Do something with the addresses.
  case geocoding(GeocodingEffect)
}
