public import CitySession

/// An action on the whole screen: an input of a person, or the outcome of an effect.
public enum ExplorerAction: Sendable, Equatable {
  /// The screen appeared, for the first time or again.
  case appeared
  /// The text in the search field changed.
  case queryChanged(String)
  /// The end of the list became visible, or "Show more" was tapped.
  case moreRequested
  /// A search ended.
  case completionsReceived(Result<SearchCompletions, LocationSearchError>, number: Int)
  /// A completion was tapped.
  case completionTapped(SearchCompletion)
  /// The lookup of a completion ended.
  case responseReceived(Result<SearchResponse, LocationSearchError>, number: Int)
  /// A place was chosen that is not a completion: a favorite, a recent place, a link.
  case placeChosen(MapItem)
  /// A marker was tapped, or will be selected as soon as its lookup ends.
  case citySelected(MapItem.ID)
  /// The card of a city or of an address was closed.
  case selectionCleared
  /// The search field and the map were cleared.
  case cleared
  /// "Try again" was tapped: repeat all that failed.
  case retry
  /// The search client was replaced.
  case sourceReplaced
  /// The visible region of the map changed.
  case regionChanged(CoordinateRegion)
  /// An action on the favorites.
  case favorites(FavoritesAction)
  /// An action on the addresses.
  case geocoding(GeocodingAction)
}

/// An effect that the model runs; its outcome returns as an action with the same number.
public enum ExplorerEffect: Sendable, Equatable {
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
