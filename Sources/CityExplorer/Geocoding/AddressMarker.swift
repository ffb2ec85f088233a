public import CityGeocoding
public import CitySession

/// The marker of an address on a map.
///
/// What it has is stored behind a reference, so copying thousands of them is cheap.
public struct AddressMarker: Sendable, Identifiable {
  private let details: Details

  private final class Details: Sendable {
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
  }

  /// Creates the marker of an address; `nil` if it has no result.
  ///
  /// Its id is that of the address. Its name is the label of the address, or else the name of the place that
  /// was found.
  ///
  /// - Parameter answer: The address with its result.
  public init?(_ answer: GeocodedAddress) {
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
    one.details === other.details
      || one.address == other.address && one.details.result == other.details.result
  }

  /// Hashes the id of the address.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
