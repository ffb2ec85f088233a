public import CitySearch
public import CitySession

/// What a person did with the screen, and what the screen learned of the person.
@nonexhaustive
public enum ExplorerAction: Sendable, Equatable {
  /// The screen appeared, for the first time or again.
  case appeared
  /// The text in the search field changed.
  case queryChanged(String)
  /// Return was pressed: search for the text in the field at once, however short it is.
  case submitted
  /// Return was pressed to choose: the first completion is tapped, as soon as the list answers the text in the
  /// field.
  case firstCompletionChosen
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
  /// A card with the cities near its place appeared: find them; see ``ExplorerState/nearbyPlaces``.
  case nearbyRequested
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
  /// Later searches by relevance prefer cities near its center while ``ExplorerState/bias`` has no
  /// coordinate, and the region extends at most 500 km from there: in a larger one, the center is no better
  /// than any other point. The list on screen stays, so that it does not change under the person's finger.
  case regionChanged(CoordinateRegion)
  /// An action on the favorites.
  case favorites(FavoritesAction)
  /// An action on the addresses.
  case geocoding(GeocodingAction)
}

/// What an effect reports; no view can send it.
package enum ExplorerEvent: Sendable, Equatable {
  /// A search ended.
  case completionsReceived(Result<SearchCompletions, LocationSearchError>, number: Int)
  /// The pause in typing is over.
  case pauseElapsed(number: Int)
  /// The lookup of a completion ended.
  case placesReceived(Result<[MapItem], LocationSearchError>, number: Int)
  /// The cities near the place of the card were found.
  case nearbyReceived(Result<[MapItem], LocationSearchError>, number: Int)
  /// The search client was replaced.
  case searchReplaced(SearchPacing)
  /// An event of the favorites.
  case favorites(FavoritesEvent)
  /// An event of the addresses.
  case geocoding(GeocodingEvent)
}

/// An effect that the model runs; its outcome returns as an event with the same number, that of the request.
package enum ExplorerEffect: Sendable, Equatable {
  /// Search for a text or for more completions.
  case search(SearchRequest)
  /// Wait for a pause in typing.
  case pause(Duration, number: Int)
  /// Cancel the search, or the wait before it.
  case cancelSearch
  /// Look up the places of a completion, and cancel the previous lookup.
  case lookUp(SearchCompletion, number: Int)
  /// Cancel the lookup.
  case cancelLookup
  /// Find the cities nearest to a point.
  case findNearby(Coordinate, limit: Int, number: Int)
  /// An effect on the favorites.
  case favorites(FavoritesEffect)
  /// An effect on the addresses.
  case geocoding(GeocodingEffect)
}
