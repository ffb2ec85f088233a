public import CitySearch
public import Foundation

/// An address, with the result of geocoding if there is one.
///
/// A result belongs to the address that it was found for, which ``Found/addressHash`` identifies. If the
/// address is changed, ``needsGeocoding`` becomes true, even while the old result is still there.
public struct GeocodedAddress: Sendable, Hashable, Codable {
  /// The current address.
  public var address: PostalAddress
  /// The result; `nil` if there is none.
  public var found: Found?

  /// A result, with the address that it was found for.
  public struct Found: Sendable, Hashable, Codable {
    /// The place that the geocoder found.
    public var result: GeocodingResult
    /// The digest of the address that the place was found for.
    public let addressHash: String
    /// The date when the place was found.
    public let date: Date
  }

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
    found = Found(result: result, addressHash: hash, date: date)
  }
}

extension GeocodedAddress {
  /// The coordinate of the place; `nil` if it is not known.
  public var coordinate: Coordinate? { found?.result.coordinate }

  /// The confidence of the geocoder; `nil` without a result.
  public var confidence: GeocodingConfidence? { found?.result.confidence }

  /// The place that the geocoder matched; `nil` without a result.
  public var match: GeocodingMatch? { found?.result.match }

  /// Whether the place may well be another one than the address means; `false` without a result.
  public var isUncertain: Bool { found?.result.isUncertain ?? false }

  /// Whether the address must be geocoded: it has no result, or that of another address.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the address in bytes.
  public var needsGeocoding: Bool {
    found?.addressHash != address.addressHash
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
}
