public import CityGeocoding
public import CitySession

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
