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
  /// - Complexity: O(*k*) for *k* addresses that were found, O(*n*) if any of *n* were forgotten,
  ///   O(*f*) if any of *f* failures are over.
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

/// The marker of an address on a map.
public struct AddressMarker: Sendable, Hashable, Identifiable {
  /// The digest of the address.
  public let id: String
  /// The address with what was found.
  public let address: GeocodedAddress
  /// What is known of the place.
  public let placemark: Placemark

  /// Creates the marker of an address; there is none if its place is not known.
  ///
  /// - Parameter address: The address.
  public init?(_ address: GeocodedAddress) {
    guard let coordinate = address.coordinate, let hash = address.addressHash else { return nil }
    id = hash
    self.address = address
    func known(_ text: String) -> String? { text.isEmpty ? nil : text }
    let postal = address.address
    placemark = Placemark(
      coordinate: coordinate, name: known(postal.label) ?? address.match?.name ?? "\(postal)",
      locality: known(postal.city), administrativeArea: known(postal.state),
      countryName: known(postal.country), thoroughfare: known(postal.street),
      postalCode: known(postal.postalCode))
  }
}
