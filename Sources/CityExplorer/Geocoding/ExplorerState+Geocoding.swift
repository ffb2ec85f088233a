public import CityGeocoding
package import CitySession

/// The progress of a list of addresses.
@nonexhaustive
public enum GeocodingProgress: Sendable, Hashable {
  /// There are no addresses.
  case notStarted
  /// Of `total` addresses, `current` are answered, and the others are being looked up.
  case locating(current: Int, total: Int)
  /// The run was paused, or an error ended it, with `remaining` addresses left.
  case paused(remaining: Int)
  /// All addresses are answered.
  case finished(found: Int, uncertain: Int, failed: Int)
}

extension ExplorerState {
  /// The addresses on the screen: the list, and what is known of each.
  public struct Geocoding: Sendable, Equatable {
    /// The addresses of the list, each once.
    package private(set) var addresses: [PostalAddress] = []
    /// The markers, in the order in which the addresses were answered.
    public private(set) var markers: [AddressMarker] = []
    /// The addresses that were not found, with their errors.
    public private(set) var failures: [GeocodedAddress] = []
    /// The id of the marker whose card is shown.
    package internal(set) var selection: AddressMarker.ID?
    /// Why the latest run ended before all addresses were answered; `nil` if none did, or if it was paused.
    public internal(set) var failure: GeocodingClientError?
    /// The number of the run in flight, `nil` for none; answers of older ones are dropped.
    var runNumber: Int?
    /// Whether the addresses without an answer include some that failed before.
    var retriesFailures = false

    /// The ids of the addresses of the list, in order.
    private var ids: [PostalAddress.ID] = []
    /// The answer to each address.
    private var places: [PostalAddress.ID: Place] = [:]

    /// Where the answer to an address is.
    private enum Place: Sendable, Equatable {
      case open
      case marker(Int)
      case failure
    }
  }
}

extension ExplorerState.Geocoding {
  /// Whether addresses are being looked up.
  package var isRunning: Bool { runNumber != nil }

  /// The progress of the list.
  ///
  /// - Complexity: O(*n*), where *n* is the number of addresses.
  public var progress: GeocodingProgress {
    let answered = markers.count + failures.count
    if isRunning { return .locating(current: answered, total: addresses.count) }
    if addresses.isEmpty { return .notStarted }
    if answered < addresses.count { return .paused(remaining: addresses.count - answered) }
    let uncertain = markers.count { $0.result.isUncertain }
    return .finished(
      found: markers.count - uncertain, uncertain: uncertain, failed: failures.count)
  }

  /// The marker whose card is shown.
  public var selectedMarker: AddressMarker? { selection.flatMap { marker($0) } }

  /// The bounding region of all markers; `nil` if there are none.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of markers.
  package var boundingRegion: CoordinateRegion? {
    CoordinateRegion(bounding: markers.map { $0.placemark.coordinate })
  }

  /// The addresses without an answer.
  ///
  /// - Complexity: O(*n*), where *n* is the number of addresses.
  var openAddresses: [PostalAddress] {
    zip(addresses, ids).filter { places[$0.1] == Place.open }.map { $0.0 }
  }

  /// The marker with an id.
  func marker(_ id: AddressMarker.ID) -> AddressMarker? {
    if case .marker(let position)? = places[id] { markers[position] } else { nil }
  }

  /// Adds the addresses that are new and not blank.
  mutating func add(_ addresses: [PostalAddress]) {
    for address in addresses where !address.isBlank {
      let id = address.id
      guard places[id] == nil else { continue }
      places[id] = Place.open
      ids.append(id)
      self.addresses.append(address)
    }
  }

  /// Takes answers to addresses of the list that have none.
  ///
  /// - Complexity: O(*k*) for *k* answers.
  mutating func take(_ answers: [GeocodedAddress]) {
    for answer in answers where places[answer.id] == Place.open {
      if let marker = AddressMarker(answer) {
        places[marker.id] = .marker(markers.count)
        markers.append(marker)
      } else {
        places[answer.id] = .failure
        failures.append(answer)
      }
    }
  }

  /// Forgets the answers of the addresses that failed.
  mutating func forgetFailures() {
    retriesFailures = retriesFailures || !failures.isEmpty
    for failure in failures { places[failure.id] = Place.open }
    failures = []
  }
}
