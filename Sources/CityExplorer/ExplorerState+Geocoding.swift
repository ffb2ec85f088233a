public import CityGeocoding
public import CitySession

extension ExplorerState {
  /// What a screen shows of addresses: markers on the map, what failed, and how far the queue is.
  public struct Geocoding: Sendable, Equatable {
    /// The markers, in the order in which the addresses were found.
    public private(set) var markers: [AddressMarker] = []
    /// The addresses that were not found, and why.
    public private(set) var failures: [GeocodingFailure] = []
    /// What was damaged of the addresses that were saved; `nil` if nothing was.
    public private(set) var damage: StorageDamage?
    /// Whether it is known what was found so far.
    public private(set) var isKnown = false
    /// What the queue is doing.
    public var progress = GeocodingProgress.idle
    /// The id of the marker whose card is shown.
    public var selection: AddressMarker.ID?
    /// Why the addresses cannot be read; `nil` if they can.
    public var failure: String?
    /// The number of the streams whose updates count; `nil` if there are none.
    public var observationNumber: Int?

    /// Where each marker stands.
    private var positions: [AddressMarker.ID: Int] = [:]
    /// The ids of the failures.
    private var failedIDs: Set<GeocodingFailure.ID> = []

    /// Creates the state of a screen that nobody used yet.
    public init() {}
  }
}

extension ExplorerState.Geocoding {
  /// The marker whose card is shown.
  ///
  /// - Complexity: O(1)
  public var selectedMarker: AddressMarker? { selection.flatMap { marker($0) } }

  /// The smallest region to look at that holds all markers; `nil` if there are none.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of markers.
  public var boundingRegion: CoordinateRegion? {
    CoordinateRegion(bounding: markers.map(\.placemark.coordinate))
  }

  /// The marker with an id.
  func marker(_ id: AddressMarker.ID) -> AddressMarker? { positions[id].map { markers[$0] } }

  /// Takes over what a queue tells.
  ///
  /// - Complexity: O(*k*) for *k* addresses that were found, O(*n*) if any of *n* were forgotten, O(*f*) if
  ///   any of *f* failures are over.
  mutating func take(_ update: GeocodingUpdate) {
    switch update {
    case .found(let addresses):
      // The first update of a queue is this one, even if nothing was found.
      isKnown = true
      for marker in addresses.compactMap(AddressMarker.init) { put(marker) }
      removeFailures(addresses.compactMap(\.addressHash))
    case .failed(let failures):
      removeFailures(failures.map(\.id))
      self.failures += failures
      failedIDs.formUnion(failures.map(\.id))
    case .retried(let hashes):
      removeFailures(hashes)
    case .forgotten(let hashes):
      let gone = Set(hashes)
      removeMarkers { gone.contains($0.id) }
      removeFailures(hashes)
    case .damaged(let damage):
      self.damage = damage
    }
  }

  /// Forgets what a queue told.
  mutating func removeAll() {
    removeMarkers { _ in true }
    (failures, failedIDs, damage, isKnown) = ([], [], nil, false)
  }

  private mutating func removeFailures(_ ids: [GeocodingFailure.ID]) {
    let gone = failedIDs.intersection(ids)
    guard !gone.isEmpty else { return }
    failures.removeAll { gone.contains($0.id) }
    failedIDs.subtract(gone)
  }

  /// Removes markers, and the selection with its marker.
  private mutating func removeMarkers(where condition: (AddressMarker) -> Bool) {
    let kept = markers.filter { !condition($0) }
    (markers, positions) = ([], [:])
    for marker in kept { put(marker) }
    if selectedMarker == nil { selection = nil }
  }

  private mutating func put(_ marker: AddressMarker) {
    if let position = positions[marker.id] {
      markers[position] = marker
    } else {
      positions[marker.id] = markers.count
      markers.append(marker)
    }
  }
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
