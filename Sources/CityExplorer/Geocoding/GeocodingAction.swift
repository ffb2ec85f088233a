public import CityGeocoding

/// An action on the addresses of the screen.
public enum GeocodingAction: Sendable, Equatable {
  /// A view with addresses appeared: a map, a progress bar.
  case appeared
  /// Addresses were found, failed or removed.
  case received(GeocodingUpdate, number: Int)
  /// The progress of the queue changed.
  case progressed(GeocodingProgress, number: Int)
  /// The addresses cannot be read.
  case unreadable(reason: String, number: Int)
  /// "Cancel" was tapped.
  case cancelled
  /// "Resume" was tapped.
  case resumed
  /// "Try again" was tapped for failed addresses: those with some ids, or all.
  case retried([GeocodingFailure.ID]?)
  /// The marker of an address was tapped, or its card was closed.
  case selected(AddressMarker.ID?)
}

/// An effect on the addresses; its outcome returns as an action with the same number.
public enum GeocodingEffect: Sendable, Equatable {
  /// Observe the queue, and end the previous observation.
  case observe(number: Int)
  /// Cancel the queue.
  case cancel
  /// Resume the queue; a failure returns as an action with the number.
  case resume(number: Int)
  /// Retry failed addresses, those with some ids or all; a failure returns as an action with the
  /// number.
  case retry([GeocodingFailure.ID]?, number: Int)
}

extension ExplorerState {
  /// Applies an action to the addresses.
  mutating func apply(_ action: GeocodingAction) -> [ExplorerEffect] {
    switch action {
    case .appeared:
      return geocoding.observationNumber == nil ? observeGeocoding() : []
    case .received(let update, let number):
      if number == geocoding.observationNumber { geocoding.take(update) }
      return []
    case .progressed(let progress, let number):
      if number == geocoding.observationNumber { geocoding.progress = progress }
      return []
    case .unreadable(let reason, let number):
      guard number == geocoding.observationNumber else { return [] }
      geocoding.failure = reason
      geocoding.observationNumber = nil
      return []
    case .cancelled:
      return [.geocoding(.cancel)]
    case .resumed:
      return observing { .resume(number: $0) }
    case .retried(let ids):
      return observing { .retry(ids, number: $0) }
    case .selected(let id):
      geocoding.selection = id.flatMap { geocoding.marker($0)?.id }
      // There is one card.
      if geocoding.selection != nil { selection = nil }
      return []
    }
  }

  /// Reads the addresses again if that failed.
  mutating func retryGeocoding() -> [ExplorerEffect] {
    geocoding.failure == nil ? [] : observeGeocoding()
  }

  /// Sends a command to the queue, and observes the queue if it is not observed.
  private mutating func observing(
    _ command: (_ number: Int) -> GeocodingEffect
  ) -> [ExplorerEffect] {
    let observation = geocoding.observationNumber == nil ? observeGeocoding() : []
    return observation + (geocoding.observationNumber.map { [.geocoding(command($0))] } ?? [])
  }

  private mutating func observeGeocoding() -> [ExplorerEffect] {
    requestCount += 1
    geocoding.failure = nil
    geocoding.observationNumber = requestCount
    geocoding.removeAll()
    return [.geocoding(.observe(number: requestCount))]
  }
}
