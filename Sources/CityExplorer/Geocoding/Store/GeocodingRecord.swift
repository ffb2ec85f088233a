public import Foundation

/// What is kept of an address: what became of it so far.
public struct GeocodingRecord: Sendable, Hashable, Codable {
  /// What became of an address.
  public enum Outcome: Sendable, Hashable, Codable {
    /// It is still to be asked for.
    case pending
    /// It was found.
    case found(GeocodingResult, date: Date)
    /// It cannot be found, and need not be asked for again until a date.
    case failed(GeocodingError, until: Date)

    private enum FoundCodingKeys: String, CodingKey { case _0 = "result", date }
    private enum FailedCodingKeys: String, CodingKey { case _0 = "error", until }
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

  /// Whether the address was found.
  var isFound: Bool {
    if case .found = outcome { true } else { false }
  }

  /// Whether a geocoder is to be asked for the address at some date.
  func isOpen(at date: Date) -> Bool {
    switch outcome {
    case .pending: true
    case .found: false
    case .failed(_, let expiry): date >= expiry
    }
  }
}
