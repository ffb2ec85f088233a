public import Foundation

/// What is kept of an address: what became of it so far.
public struct GeocodingRecord: Sendable, Hashable, Codable {
  /// What became of an address.
  public enum Outcome: Sendable, Hashable, Codable {
    /// It is still to be asked for.
    case pending
    /// It was found.
    case found(GeocodingResult, date: Date)
    /// It was not found by a number of attempts, the last of which ended at a date.
    case failed(GeocodingError, date: Date, attempts: Int)

    private enum FoundCodingKeys: String, CodingKey { case _0 = "result", date }
    private enum FailedCodingKeys: String, CodingKey { case _0 = "error", date, attempts }
  }

  /// The address.
  public let address: PostalAddress
  /// The digest of the address, which stands for it.
  public let addressHash: String
  /// What became of it.
  public let outcome: Outcome

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - outcome: What became of it.
  /// - Complexity: O(*n*), where *n* is the length of the address in bytes.
  public init(_ address: PostalAddress, _ outcome: Outcome) {
    self.init(address, hash: address.addressHash, outcome)
  }

  /// Creates a record of an address whose digest is known.
  init(_ address: PostalAddress, hash: String, _ outcome: Outcome) {
    self.address = address
    addressHash = hash
    self.outcome = outcome
  }
}

extension GeocodingRecord {
  /// The address with what was found, if it was found.
  public var geocodedAddress: GeocodedAddress {
    guard case .found(let result, let date) = outcome else { return GeocodedAddress(address) }
    return GeocodedAddress(address, result: result, date: date, hash: addressHash)
  }

  /// Why the address was not found; `nil` if it was, or if it is still to be asked for.
  public var failure: GeocodingFailure? {
    guard case .failed(let error, let date, let attempts) = outcome else { return nil }
    return GeocodingFailure(
      address: address, addressHash: addressHash, error: error, date: date, attempts: attempts)
  }

  /// Whether the address was found.
  var isFound: Bool {
    if case .found = outcome { true } else { false }
  }
}

/// An address that was not found, and why.
public struct GeocodingFailure: Sendable, Hashable, Identifiable {
  /// The address.
  public let address: PostalAddress
  /// The digest of the address, which stands for it.
  public let addressHash: String
  /// The last error.
  public let error: GeocodingError
  /// When the last attempt ended.
  public let date: Date
  /// How often the geocoder was asked since the address was enqueued or retried.
  public let attempts: Int

  /// The digest of the address.
  public var id: String { addressHash }

  /// Creates a failure, for previews and tests.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - addressHash: The digest of the address.
  ///   - error: The last error.
  ///   - date: When the last attempt ended.
  ///   - attempts: How often the geocoder was asked.
  public init(
    address: PostalAddress, addressHash: String, error: GeocodingError, date: Date, attempts: Int
  ) {
    self.address = address
    self.addressHash = addressHash
    self.error = error
    self.date = date
    self.attempts = attempts
  }
}
