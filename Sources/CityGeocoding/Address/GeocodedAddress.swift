public import CitySearch
public import Foundation

/// An address, with the result of geocoding if there is one.
///
/// A result belongs to the address that it was found for, which ``addressHash`` identifies. If the
/// address is changed, ``needsGeocoding`` becomes true, even while the old coordinate is still there.
public struct GeocodedAddress: Sendable, Hashable, Codable {
  /// The current address.
  public var address: PostalAddress
  /// The coordinate of the place; `nil` if it is not known.
  public var coordinate: Coordinate?
  /// The confidence of the geocoder.
  public var confidence: GeocodingConfidence?
  /// The place that the geocoder matched.
  public var match: GeocodingMatch?
  /// The digest of the address that the coordinate was found for.
  public var addressHash: String?
  /// The date when the coordinate was found.
  public var date: Date?

  /// Creates an address without a result.
  ///
  /// - Parameter address: The address.
  public init(_ address: PostalAddress) { self.address = address }

  /// Creates an address with a result.
  ///
  /// - Parameters:
  ///   - address: The address that was geocoded.
  ///   - result: The result.
  ///   - date: The date of the result.
  /// - Complexity: O(*n*), where *n* is the length of the address in bytes.
  public init(_ address: PostalAddress, result: GeocodingResult, date: Date) {
    self.init(address, result: result, date: date, hash: address.addressHash)
  }

  /// Creates an address with a result and a known digest.
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
  /// Whether the address must be geocoded: it has no coordinate, no digest, or the digest of another
  /// address.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the address in bytes.
  public var needsGeocoding: Bool {
    guard coordinate != nil, let addressHash else { return true }
    return addressHash != address.addressHash
  }

  /// Replaces the address.
  ///
  /// The result is kept if the new address has the same ``PostalAddress/addressHash``, and dropped
  /// otherwise. The label is replaced in either case.
  ///
  /// - Parameter address: The new address.
  /// - Complexity: O(*n*), where *n* is the length of both addresses in bytes.
  public mutating func update(to address: PostalAddress) {
    self.address = address
    if needsGeocoding { self = GeocodedAddress(address) }
  }

  /// The result for the address with a digest; `nil` if it is incomplete, or if its date is not finite
  /// and so cannot be stored as JSON.
  func result(forHash hash: String) -> (result: GeocodingResult, date: Date)? {
    guard let coordinate, addressHash == hash, let confidence, let match, let date,
      date.timeIntervalSinceReferenceDate.isFinite
    else { return nil }
    return (GeocodingResult(coordinate: coordinate, confidence: confidence, match: match), date)
  }
}
