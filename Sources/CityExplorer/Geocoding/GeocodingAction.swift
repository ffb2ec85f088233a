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

/// What a screen wants to be done with addresses; what comes of it returns as an action with the
/// same number.
public enum GeocodingEffect: Sendable, Equatable {
  /// Follow the queue from now on, instead of before.
  case observe(number: Int)
  /// Stop asking.
  case cancel
  /// Go on asking; a failure returns as an action with the number.
  case resume(number: Int)
  /// Ask again for addresses that failed, those with some ids or all; a failure to do so returns as
  /// an action with the number.
  case retry([GeocodingFailure.ID]?, number: Int)
}

extension ExplorerState {
  /// Changes the addresses as an action demands.
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

  /// Reads the addresses again if they could not be read.
  mutating func retryGeocoding() -> [ExplorerEffect] {
    geocoding.failure == nil ? [] : observeGeocoding()
  }

  /// Gives the queue an order; whoever does that wants to see what comes of it.
  private mutating func observing(
    _ order: (_ number: Int) -> GeocodingEffect
  ) -> [ExplorerEffect] {
    let observation = geocoding.observationNumber == nil ? observeGeocoding() : []
    return observation + (geocoding.observationNumber.map { [.geocoding(order($0))] } ?? [])
  }

  private mutating func observeGeocoding() -> [ExplorerEffect] {
    requestCount += 1
    geocoding.failure = nil
    geocoding.observationNumber = requestCount
    geocoding.removeAll()
    return [.geocoding(.observe(number: requestCount))]
  }
}
