public import Foundation

/// The stored state of an address.
public struct GeocodingRecord: Sendable, Hashable, Codable {
  /// The outcome of geocoding an address.
  public enum Outcome: Sendable, Hashable, Codable {
    /// It still has to be requested.
    case pending
    /// It was found, certainly or not.
    case found(GeocodingResult, date: Date)
    /// It failed after a number of attempts, the last of which ended at a date.
    case failed(GeocodingError, date: Date, attempts: Int)

    private enum FoundCodingKeys: String, CodingKey { case _0 = "result", date }
    private enum FailedCodingKeys: String, CodingKey { case _0 = "error", date, attempts }
  }

  /// The address.
  public let address: PostalAddress
  /// The digest of the address, which identifies it.
  public let addressHash: String
  /// The outcome.
  public let outcome: Outcome
  /// Whether a retry enqueued the address, which keeps its result until one at least as good replaces it.
  public let isRetried: Bool

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - outcome: The outcome. Its date must be finite, because stores write it as JSON.
  ///   - isRetried: Whether a retry enqueued the address again; only for an address that was found.
  /// - Complexity: O(*n*), where *n* is the length of the address in bytes.
  public init(_ address: PostalAddress, _ outcome: Outcome, isRetried: Bool = false) {
    self.init(address, hash: address.addressHash, outcome, isRetried: isRetried)
  }

  /// Creates a record with a known digest.
  init(_ address: PostalAddress, hash: String, _ outcome: Outcome, isRetried: Bool = false) {
    precondition(
      !isRetried || outcome.result != nil, "isRetried must be false without a result, got true.")
    if let date = outcome.date {
      precondition(
        date.isStorable,
        "The date of an outcome must be finite, got \(date.timeIntervalSinceReferenceDate).")
    }
    self.address = address
    addressHash = hash
    self.outcome = outcome
    self.isRetried = isRetried
  }

  /// Decodes the keys `address`, `addressHash` and `outcome`, and `retried` if it is there.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the digest is not that of the address, if a date is not
  ///   finite, or if an address without a result is marked as retried: no record has such values, so the
  ///   data are corrupt.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    address = try container.decode(PostalAddress.self, forKey: .address)
    addressHash = try container.decode(String.self, forKey: .addressHash)
    outcome = try container.decode(Outcome.self, forKey: .outcome)
    isRetried = try container.decodeIfPresent(Bool.self, forKey: .isRetried) ?? false
    guard addressHash == address.addressHash else {
      throw DecodingError.dataCorruptedError(
        forKey: .addressHash, in: container,
        debugDescription: "addressHash must be that of the address, got \(addressHash).")
    }
    guard outcome.date?.isStorable ?? true else {
      throw DecodingError.dataCorruptedError(
        forKey: .outcome, in: container, debugDescription: "The date of the outcome is not finite.")
    }
    guard !isRetried || outcome.result != nil else {
      throw DecodingError.dataCorruptedError(
        forKey: .isRetried, in: container, debugDescription: "A retried address has no result.")
    }
  }

  /// Encodes the keys `address`, `addressHash` and `outcome`, and `retried` if the address is.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(address, forKey: .address)
    try container.encode(addressHash, forKey: .addressHash)
    try container.encode(outcome, forKey: .outcome)
    if isRetried { try container.encode(isRetried, forKey: .isRetried) }
  }

  private enum CodingKeys: String, CodingKey {
    case address, addressHash, outcome
    case isRetried = "retried"
  }
}

extension GeocodingRecord.Outcome {
  /// The date when the address was found or failed; `nil` if it still has to be requested.
  fileprivate var date: Date? {
    switch self {
    case .pending: nil
    case .found(_, let date), .failed(_, let date, _): date
    }
  }

  /// The result; `nil` if the address was not found.
  var result: GeocodingResult? {
    if case .found(let result, _) = self { result } else { nil }
  }
}

extension Date {
  /// Whether the date can be written as JSON, which has no infinite numbers.
  var isStorable: Bool { timeIntervalSinceReferenceDate.isFinite }
}

extension GeocodingRecord {
  /// The address, with its result if it was found.
  package var geocodedAddress: GeocodedAddress {
    guard case .found(let result, let date) = outcome else { return GeocodedAddress(address) }
    return GeocodedAddress(address, result: result, date: date, hash: addressHash)
  }

  /// The failure of the address; `nil` if it was found or still has to be requested.
  var failure: GeocodingFailure? {
    guard case .failed(let error, let date, let attempts) = outcome else { return nil }
    return GeocodingFailure(
      address: address, hash: addressHash, error: error, date: date, attempts: attempts)
  }

  /// Whether the address has a result.
  var hasResult: Bool { outcome.result != nil }

  /// Whether the address was found, and its place is certain.
  var isFound: Bool { outcome.result.map { !$0.isUncertain } ?? false }

  /// Whether the address was found, and its place is uncertain.
  var isUncertain: Bool { outcome.result?.isUncertain ?? false }
}
