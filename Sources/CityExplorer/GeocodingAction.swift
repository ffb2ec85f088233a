public import CityGeocoding

/// What happens to the addresses of a screen.
public enum GeocodingAction: Sendable, Equatable {
  /// Something that shows addresses appeared: a map, a bar with the progress.
  case appeared
  /// Addresses were found or forgotten.
  case received(GeocodingUpdate, number: Int)
  /// The queue does something else now.
  case progressed(GeocodingProgress, number: Int)
  /// The addresses cannot be read.
  case unreadable(reason: String, number: Int)
  /// The queue is to stop.
  case cancelled
  /// The queue is to go on.
  case resumed
  /// Addresses that failed are to be asked for again: those with some ids, or all.
  case retried([GeocodingFailure.ID]?)
  /// The marker of an address was tapped, or its card was closed.
  case selected(AddressMarker.ID?)
}

/// What a screen wants to be done with addresses; what comes of it returns as an action with the same
/// number.
public enum GeocodingEffect: Sendable, Equatable {
  /// Follow the queue from now on, instead of before.
  case observe(number: Int)
  /// Stop asking.
  case cancel
  /// Go on asking; a failure returns as an action with the number.
  case resume(number: Int)
  /// Ask again for addresses that failed, those with some ids or all; a failure to do so returns as an
  /// action with the number.
  case retry([GeocodingFailure.ID]?, number: Int)
}
