public import CityGeocoding
public import CitySession

/// The marker of an address on a map.
public struct AddressMarker: Sendable, Hashable, Identifiable {
  /// The digest of the address.
  public let id: String
  /// The address with its result.
  public let address: GeocodedAddress
  /// The placemark of the place.
  public let placemark: Placemark
  /// The confidence of the geocoder.
  public let confidence: GeocodingConfidence

  /// Whether the place may well be another one than the address means; a screen should show that.
  public var isUncertain: Bool { address.isUncertain }

  /// The parts of the address that name a place but were not understood, as they were typed.
  public var unmatchedParts: [String] { address.found?.result.unmatchedParts ?? [] }

  /// Creates the marker of an address; `nil` if it has no result.
  ///
  /// Its id is the digest of the address that the result was found for. Its name is the label of the
  /// address, or else the name of the place that was found.
  ///
  /// - Parameter address: The address.
  public init?(_ address: GeocodedAddress) {
    guard let found = address.found else { return nil }
    id = found.addressHash
    self.address = address
    confidence = found.result.confidence
    func known(_ text: String) -> String? { text.isEmpty ? nil : text }
    let postal = address.address
    placemark = Placemark(
      coordinate: found.result.coordinate, name: known(postal.label) ?? found.result.match.name,
      locality: known(postal.city), administrativeArea: known(postal.state),
      countryName: known(postal.country), thoroughfare: known(postal.street),
      postalCode: known(postal.postalCode))
  }
}
