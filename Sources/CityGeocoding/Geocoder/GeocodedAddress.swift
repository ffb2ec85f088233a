public import CitySearch
#if canImport(Foundation)
public import Foundation
#else
/// Seconds since 1970, where there is no Foundation.
public typealias Date = Double

extension Date {
  /// A date of seconds since 1970.
  package init(timeIntervalSince1970 seconds: Double) { self = seconds }
}
#endif

/// An address, with the result of geocoding if there is one.
///
/// A result belongs to the address that it was found for, which ``Found/addressHash`` identifies. If the
/// address is changed, ``needsGeocoding`` becomes true, even while the old result is still there.
public struct GeocodedAddress: Sendable, Hashable {
  /// The current address.
  public var address: PostalAddress
  /// The result; `nil` if there is none.
  public var found: Found?

  /// A result, with the address that it was found for.
  public struct Found: Sendable, Hashable {
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

/// An address that failed, with its error.
public struct GeocodingFailure: Sendable, Hashable, Identifiable {
  /// The address.
  public let address: PostalAddress
  /// The digest of the address, ``PostalAddress/addressHash``.
  public let id: String
  /// The last error.
  public let error: GeocodingError
  /// The date of the last attempt.
  public let date: Date
  /// The number of requests since the address was enqueued or retried.
  public let attempts: Int

  /// Creates a failure, for previews and tests.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - error: The last error.
  ///   - date: The date of the last attempt.
  ///   - attempts: The number of requests.
  /// - Complexity: O(*n*), where *n* is the length of the address in bytes.
  public init(address: PostalAddress, error: GeocodingError, date: Date, attempts: Int) {
    self.init(
      address: address, hash: address.addressHash, error: error, date: date, attempts: attempts)
  }

  /// Creates a failure with a known digest.
  init(address: PostalAddress, hash: String, error: GeocodingError, date: Date, attempts: Int) {
    self.address = address
    id = hash
    self.error = error
    self.date = date
    self.attempts = attempts
  }
}

#if !hasFeature(Embedded)
extension GeocodedAddress: Codable {}
extension GeocodedAddress.Found: Codable {}
#endif
