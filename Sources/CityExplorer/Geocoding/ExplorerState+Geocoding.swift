public import CityGeocoding
public import CitySession
public import DurableStorage

extension ExplorerState {
  /// The addresses on the screen: markers, failures and progress.
  public struct Geocoding: Sendable, Equatable {
    /// The markers, in the order in which the addresses were found.
    public private(set) var markers: [AddressMarker] = []
    /// The addresses that were not found, with their errors.
    public private(set) var failures: [GeocodingFailure] = []
    /// The damage of the stored addresses; `nil` if there is none.
    public private(set) var damage: StorageDamage?
    /// Whether the previous results are loaded.
    public private(set) var isLoaded = false
    /// The progress of the queue.
    public internal(set) var progress = GeocodingProgress.notStarted
    /// The id of the marker whose card is shown.
    public internal(set) var selection: AddressMarker.ID?
    /// Why the addresses cannot be read, or why the latest command failed; `nil` if neither did.
    public internal(set) var failure: GeocodingClientError?
    /// The command that failed, for a retry; `nil` if none did.
    var failedCommand: GeocodingCommand?
    /// The number of the current observation, `nil` for none; updates of older ones are dropped.
    var observationNumber: Int?

    /// The index of each marker.
    private var positions: [AddressMarker.ID: Int] = [:]
    /// The ids of the failures.
    private var failedIDs: Set<GeocodingFailure.ID> = []
  }
}

extension ExplorerState.Geocoding {
  /// The marker whose card is shown.
  ///
  /// - Complexity: O(1)
  public var selectedMarker: AddressMarker? { selection.flatMap { marker($0) } }

  /// The bounding region of all markers; `nil` if there are none.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of markers.
  public var boundingRegion: CoordinateRegion? {
    CoordinateRegion(bounding: markers.map { $0.placemark.coordinate })
  }

  /// The marker with an id.
  func marker(_ id: AddressMarker.ID) -> AddressMarker? { positions[id].map { markers[$0] } }

  /// Applies an update of the queue.
  ///
  /// - Complexity: O(*k*) for *k* addresses that were found, O(*n*) if any of *n* were removed,
  ///   O(*f*) if any of *f* failures are over.
  mutating func take(_ update: GeocodingUpdate) {
    switch update {
    case .found(let addresses), .uncertain(let addresses):
      // A queue begins with all that it knows, of which the certain results are the last, even if there
      // are none.
      if case .found = update { isLoaded = true }
      for marker in addresses.compactMap(AddressMarker.init) { put(marker) }
      removeFailures(addresses.compactMap { $0.found?.addressHash })
    case .failed(let failures):
      removeFailures(failures.map { $0.id })
      self.failures += failures
      failedIDs.formUnion(failures.map { $0.id })
    case .retried(let hashes):
      removeFailures(hashes)
    case .removed(let hashes):
      let gone = Set(hashes)
      removeMarkers { gone.contains($0.id) }
      removeFailures(hashes)
    case .damaged(let damage):
      self.damage = damage
    }
  }

  /// Removes all addresses.
  mutating func removeAll() {
    removeMarkers { _ in true }
    (failures, failedIDs, damage, isLoaded) = ([], [], nil, false)
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
