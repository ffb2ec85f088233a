public import CityGeocoding

/// What a person did with the addresses of the screen.
@nonexhaustive
public enum GeocodingAction: Sendable, Equatable {
  /// Addresses were opened or pasted: those that are new are added to the list, and all that have no answer
  /// are looked up.
  case listed([PostalAddress])
  /// "Pause" was tapped: the run is cancelled, and what was answered stays.
  case paused
  /// "Resume" was tapped: the addresses without an answer are looked up.
  case resumed
  /// "Try again" was tapped for the addresses that failed.
  case failuresRetried
  /// The list was cleared, with all answers on the screen; those of the store stay.
  case cleared
  /// The marker of an address was tapped, or its card was closed.
  case selected(AddressMarker.ID?)
}

/// What an effect on the addresses reports.
package enum GeocodingEvent: Sendable, Equatable {
  /// Addresses were answered.
  case answered([GeocodedAddress], number: Int)
  /// The run ended, with an error if that is why.
  case ended(GeocodingClientError?, number: Int)
  /// The client was replaced, and with it the store of another list.
  case replaced
}

/// An effect on the addresses.
package enum GeocodingEffect: Sendable, Equatable {
  /// Look up addresses, and cancel the previous run; answers return as events with the same number.
  case run([PostalAddress], retriesFailures: Bool, number: Int)
  /// Cancel the run.
  case cancel
}

extension ExplorerState {
  /// Applies an action to the addresses.
  mutating func apply(_ action: GeocodingAction) -> [ExplorerEffect] {
    switch action {
    case .listed(let addresses):
      geocoding.add(addresses)
      return runGeocoding()
    case .paused:
      geocoding.runNumber = nil
      return [.geocoding(.cancel)]
    case .resumed:
      return runGeocoding()
    case .failuresRetried:
      geocoding.forgetFailures()
      return runGeocoding()
    case .cleared:
      geocoding = Geocoding()
      return [.geocoding(.cancel)]
    case .selected(let id):
      geocoding.selection = id.flatMap { geocoding.marker($0)?.id }
      forgetNearby()
      // There is one card.
      if geocoding.selection != nil { selection = nil }
      return []
    }
  }

  /// Applies an event of the addresses.
  mutating func apply(_ event: GeocodingEvent) {
    switch event {
    case .answered(let answers, let number):
      if number == geocoding.runNumber { geocoding.take(answers) }
    case .ended(let error, let number):
      guard number == geocoding.runNumber else { return }
      geocoding.runNumber = nil
      geocoding.failure = error
      if error == nil { geocoding.retriesFailures = false }
    case .replaced:
      geocoding = Geocoding()
    }
  }

  /// Continues a run that an error ended.
  mutating func retryGeocoding() -> [ExplorerEffect] {
    geocoding.failure == nil ? [] : runGeocoding()
  }

  /// Looks up all addresses without an answer, in place of a run in flight.
  private mutating func runGeocoding() -> [ExplorerEffect] {
    let open = geocoding.openAddresses
    geocoding.failure = nil
    guard !open.isEmpty else { return [] }
    requestCount += 1
    geocoding.runNumber = requestCount
    return [
      .geocoding(
        .run(open, retriesFailures: geocoding.retriesFailures, number: requestCount))
    ]
  }
}
