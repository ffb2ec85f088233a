public import CityFavorites
public import CitySearch

/// What happens to the favorites of a screen.
public enum FavoritesAction: Sendable, Equatable {
  /// Something that shows favorites appeared: a list, a map, a card with a star.
  case appeared
  /// The list of favorites is another.
  case received(ResolvedFavorites, number: Int)
  /// The favorites cannot be read.
  case unreadable(FavoritesError, number: Int)
  /// The star of a city was tapped, in a list or in a card.
  case toggled(City.ID)
  /// A city is a favorite, or none, as was asked for, from some revision of the list on; or is not.
  case changeFinished(City.ID, Result<Int, FavoritesError>, number: Int)
  /// A favorite could not be moved.
  case moveFailed(City.ID, to: Int, FavoritesError)
  /// A favorite was dragged to another place in the list.
  case moved(City.ID, to: Int)
  /// The list of favorites was opened or closed.
  case listShown(Bool)
  /// A favorite was tapped in the list.
  case selected(City.ID)
  /// The message about a failure was read.
  case failureDismissed
}

/// What a screen wants to be done with favorites; what comes of it returns as an action, with the same
/// number if there is one.
public enum FavoritesEffect: Sendable, Equatable {
  /// Follow the favorites from now on, instead of before.
  case observe(number: Int)
  /// Make a city a favorite, or none, after all changes before.
  case set(City.ID, isFavorite: Bool, number: Int)
  /// Move a favorite in the order, after all changes before.
  case move(City.ID, to: Int)
}
