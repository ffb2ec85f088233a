public import CityGeocoding
public import CitySession

/// The marker of an address on a map.
///
/// What it has is stored behind a reference, so copying thousands of them is cheap.
public struct AddressMarker: Sendable, Hashable, Identifiable {
  private let details: Details

  private final class Details: Sendable, Hashable {
    let id: String
    let address: PostalAddress
    let result: GeocodingResult
    let placemark: Placemark

    init(_ id: String, _ address: PostalAddress, _ result: GeocodingResult) {
      func known(_ text: String) -> String? { text.isEmpty ? nil : text }
      self.id = id
      self.address = address
      self.result = result
      placemark = Placemark(
        coordinate: result.coordinate, name: known(address.label) ?? result.match.name,
        locality: known(address.city), division: known(address.state),
        countryName: known(address.country), thoroughfare: known(address.street),
        postalCode: known(address.postalCode))
    }

    static func == (one: Details, other: Details) -> Bool {
      one === other || one.address == other.address && one.result == other.result
    }

    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  /// Creates the marker of an address; `nil` if it has no result.
  ///
  /// Its id is that of the address. Its name is the label of the address, or else the name of the place that
  /// was found.
  ///
  /// - Parameter answer: The address with its result.
  package init?(_ answer: GeocodedAddress) {
    guard let result = answer.result else { return nil }
    details = Details(answer.id, answer.address, result)
  }
}

extension AddressMarker {
  /// The id of the address.
  public var id: String { details.id }

  /// The address.
  public var address: PostalAddress { details.address }

  /// The placemark of the place.
  public var placemark: Placemark { details.placemark }

  /// What the geocoder found: the match, how sure it is, and what it did not understand.
  public var result: GeocodingResult { details.result }
}
