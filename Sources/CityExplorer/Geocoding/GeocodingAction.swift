public import CityGeocoding

/// What a person did with the addresses of the screen.
@nonexhaustive
public enum GeocodingAction: Sendable, Equatable {
  /// A view with addresses appeared: a map, a progress bar.
  case appeared
  /// "Pause" was tapped.
  case paused
  /// "Resume" was tapped.
  case resumed
  /// "Try again" was tapped for the failed addresses with some ids.
  case retried([GeocodingFailure.ID])
  /// "Try again" was tapped for all failed addresses.
  case allRetried
  /// "Search again" was tapped for the markers with some ids, such as uncertain ones, which stay until
  /// there are better results.
  case markersRetried([AddressMarker.ID])
  /// The marker of an address was tapped, or its card was closed.
  case selected(AddressMarker.ID?)
}

/// What an effect on the addresses reports.
package enum GeocodingEvent: Sendable, Equatable {
  /// Addresses were found, failed or removed.
  case received(GeocodingUpdate, number: Int)
  /// The progress of the queue changed.
  case progressed(GeocodingProgress, number: Int)
  /// The addresses cannot be read.
  case unreadable(GeocodingClientError, number: Int)
  /// A command to the queue failed; the addresses are observed as before.
  case commandFailed(GeocodingCommand, GeocodingClientError)
}

/// An effect on the addresses.
package enum GeocodingEffect: Sendable, Equatable {
  /// Observe the queue, and end the previous observation; its outcome returns as events with the
  /// same number.
  case observe(number: Int)
  /// Send a command to the queue, after all previous ones; a failure returns as
  /// ``GeocodingEvent/commandFailed(_:_:)``.
  case command(GeocodingCommand)
}

/// A command to a queue of addresses.
package enum GeocodingCommand: Sendable, Equatable {
  /// Pause the queue.
  case pause
  /// Resume the queue.
  case resume
  /// Retry the failed addresses with some ids.
  case retry([GeocodingFailure.ID])
  /// Retry all failed addresses.
  case retryAll
  /// Request the found addresses with some ids again.
  case retryFound([AddressMarker.ID])
}

extension ExplorerState {
  /// Applies an action to the addresses.
  mutating func apply(_ action: GeocodingAction) -> [ExplorerEffect] {
    switch action {
    case .appeared:
      return observeGeocodingIfNeeded()
    case .paused:
      return send(.pause)
    case .resumed:
      return observeGeocodingIfNeeded() + send(.resume)
    case .retried(let ids):
      return observeGeocodingIfNeeded() + send(.retry(ids))
    case .allRetried:
      return observeGeocodingIfNeeded() + send(.retryAll)
    case .markersRetried(let ids):
      return observeGeocodingIfNeeded() + send(.retryFound(ids))
    case .selected(let id):
      geocoding.selection = id.flatMap { geocoding.marker($0)?.id }
      // There is one card.
      if geocoding.selection != nil { selection = nil }
      return []
    }
  }

  /// Applies an event of the addresses.
  mutating func apply(_ event: GeocodingEvent) {
    switch event {
    case .received(let update, let number):
      if number == geocoding.observationNumber { geocoding.take(update) }
    case .progressed(let progress, let number):
      if number == geocoding.observationNumber { geocoding.progress = progress }
    case .unreadable(let error, let number):
      guard number == geocoding.observationNumber else { return }
      geocoding.failure = error
      geocoding.observationNumber = nil
    case .commandFailed(let command, let error):
      geocoding.failure = error
      geocoding.failedCommand = command
    }
  }

  /// Reads the addresses again if that failed, and repeats the command that failed.
  mutating func retryGeocoding() -> [ExplorerEffect] {
    guard geocoding.failure != nil else { return [] }
    let command = geocoding.failedCommand
    return observeGeocodingIfNeeded() + (command.map { send($0) } ?? [])
  }

  /// Sends a command to the queue, in place of a command that failed.
  private mutating func send(_ command: GeocodingCommand) -> [ExplorerEffect] {
    if geocoding.failedCommand != nil { geocoding.failure = nil }
    geocoding.failedCommand = nil
    return [.geocoding(.command(command))]
  }

  /// Observes the queue, unless it is observed.
  private mutating func observeGeocodingIfNeeded() -> [ExplorerEffect] {
    guard geocoding.observationNumber == nil else { return [] }
    requestCount += 1
    (geocoding.failure, geocoding.failedCommand) = (nil, nil)
    geocoding.observationNumber = requestCount
    geocoding.removeAll()
    return [.geocoding(.observe(number: requestCount))]
  }
}
