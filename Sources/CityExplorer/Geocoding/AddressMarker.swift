public import CityGeocoding
public import CitySession

/// The marker of an address on a map.
///
/// What it has is stored behind a reference, so copying thousands of them is cheap.
public struct AddressMarker: Sendable, Identifiable {
  private let details: Details

  private final class Details: Sendable {
    let id: String
    let address: GeocodedAddress
    let result: GeocodingResult
    let placemark: Placemark

    init(_ address: GeocodedAddress, _ found: GeocodedAddress.Found, _ placemark: Placemark) {
      id = found.addressHash
      self.address = address
      result = found.result
      self.placemark = placemark
    }
  }

  /// Creates the marker of an address; `nil` if it has no result.
  ///
  /// Its id is the digest of the address that the result was found for. Its name is the label of the
  /// address, or else the name of the place that was found.
  ///
  /// - Parameter address: The address.
  public init?(_ address: GeocodedAddress) {
    guard let found = address.found else { return nil }
    func known(_ text: String) -> String? { text.isEmpty ? nil : text }
    let postal = address.address
    details = Details(
      address, found,
      Placemark(
        coordinate: found.result.coordinate, name: known(postal.label) ?? found.result.match.name,
        locality: known(postal.city), division: known(postal.state),
        countryName: known(postal.country), thoroughfare: known(postal.street),
        postalCode: known(postal.postalCode)))
  }
}

extension AddressMarker {
  /// The digest of the address.
  public var id: String { details.id }

  /// The address with its result.
  package var address: GeocodedAddress { details.address }

  /// The placemark of the place.
  public var placemark: Placemark { details.placemark }

  /// The confidence of the geocoder.
  public var confidence: GeocodingConfidence { details.result.confidence }

  /// The place that the geocoder matched.
  public var match: GeocodingMatch { details.result.match }

  /// Whether the place may well be another one than the address means; a screen should show that.
  public var isUncertain: Bool { details.result.isUncertain }

  /// The parts of the address that name a place but were not understood, as they were typed.
  public var unmatchedParts: [String] { details.result.unmatchedParts }
}

extension AddressMarker: Hashable {
  /// Whether the addresses and their results are equal.
  public static func == (one: AddressMarker, other: AddressMarker) -> Bool {
    one.details === other.details || one.address == other.address
  }

  /// Hashes the digest of the address.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
