public import CitySearch
public import Foundation

/// An address, with what a geocoder found out about it, if one was asked.
///
/// What was found belongs to the address it was found for, which ``addressHash`` names. Another
/// address in its place makes ``needsGeocoding`` true again, even if the coordinate is still there.
public struct GeocodedAddress: Sendable, Hashable, Codable {
  /// The address as it is now.
  public var address: PostalAddress
  /// Where the place lies; `nil` if that is not known.
  public var coordinate: Coordinate?
  /// How sure the geocoder is, and why.
  public var confidence: GeocodingConfidence?
  /// What the geocoder took the address for.
  public var match: GeocodingMatch?
  /// The digest of the address that the coordinate was found for.
  public var addressHash: String?
  /// When the coordinate was found.
  public var date: Date?

  /// Creates an address of which nothing is known yet.
  ///
  /// - Parameter address: The address.
  public init(_ address: PostalAddress) { self.address = address }

  /// Creates an address that was geocoded.
  ///
  /// - Parameters:
  ///   - address: The address that the geocoder was asked for.
  ///   - result: What it found.
  ///   - date: When it was found.
  /// - Complexity: O(*n*), where *n* is the length of the address in bytes.
  public init(_ address: PostalAddress, result: GeocodingResult, date: Date) {
    self.init(address, result: result, date: date, hash: address.addressHash)
  }

  /// Creates an address that was geocoded, and whose digest is known.
  init(_ address: PostalAddress, result: GeocodingResult, date: Date, hash: String) {
    self.address = address
    coordinate = result.coordinate
    confidence = result.confidence
    match = result.match
    addressHash = hash
    self.date = date
  }
}

extension GeocodedAddress {
  /// Whether a geocoder has to be asked: there is no coordinate, no digest, or the digest of another
  /// address.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the address in bytes.
  public var needsGeocoding: Bool {
    guard coordinate != nil, let addressHash else { return true }
    return addressHash != address.addressHash
  }

  /// Takes over the address as it is elsewhere now.
  ///
  /// If it has the same ``PostalAddress/addressHash``, what was found stays; otherwise it is dropped. The
  /// label is taken over in either case.
  ///
  /// - Parameter address: The address as it is now.
  /// - Complexity: O(*n*), where *n* is the length of both addresses in bytes.
  public mutating func update(to address: PostalAddress) {
    self.address = address
    if needsGeocoding { self = GeocodedAddress(address) }
  }

  /// What was found for the address with a digest; `nil` if something is missing, or the date is not
  /// finite: no store could keep it.
  func result(forHash hash: String) -> (result: GeocodingResult, date: Date)? {
    guard let coordinate, addressHash == hash, let confidence, let match, let date,
      date.timeIntervalSinceReferenceDate.isFinite
    else { return nil }
    return (GeocodingResult(coordinate: coordinate, confidence: confidence, match: match), date)
  }
}
