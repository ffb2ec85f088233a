public import DurableStorage
public import Foundation

/// A store of the addresses and results of a queue.
///
/// A queue reads the store once, and then writes one group of changes after another. Written changes must
/// survive crashes of the program and of the system.
public protocol GeocodingStore: Sendable {
  /// Reads all records.
  ///
  /// - Returns: One record for each address, in the order in which the addresses were enqueued.
  /// - Throws: An error that names the data and the reason. Unreadable data are never treated as empty.
  func records() async throws -> [GeocodingRecord]

  /// Makes changes in order, and returns when they are durable.
  ///
  /// Making the same changes again has the same result: they are idempotent.
  ///
  /// - Parameter changes: The changes.
  /// - Throws: An error that names the data and the reason. Each change is then either made or not, and all
  ///   earlier data are there.
  func apply(_ changes: [GeocodingChange]) async throws

  /// The damage found by ``records()``; `nil` if there was none.
  var damage: StorageDamage? { get async }

  /// Releases the data for other stores, until this store is used again.
  func close() async
}

extension GeocodingStore {
  /// `nil`, for stores that treat all damage as an error.
  public var damage: StorageDamage? { nil }
}

/// A change of a store.
public enum GeocodingChange: Sendable, Hashable {
  /// Inserts a record, or replaces the one with the same digest.
  case put(GeocodingRecord)
  /// Removes the record with a digest, if there is one.
  case remove(addressHash: String)
}

extension GeocodingChange {
  /// The digest of the changed address.
  public var addressHash: String {
    switch self {
    case .put(let record): record.addressHash
    case .remove(let hash): hash
    }
  }
}

/// A store in memory, for previews and tests.
public actor GeocodingMemory: GeocodingStore {
  private var table = GeocodingRecords()

  /// Creates a store.
  ///
  /// - Parameter records: The first records; of several with the same digest, the last is taken.
  public init(_ records: [GeocodingRecord] = []) {
    for record in records { table.apply(.put(record)) }
  }

  /// Reads all records.
  ///
  /// - Complexity: O(*n*), where *n* is the number of records.
  public func records() -> [GeocodingRecord] { table.all }

  /// Makes changes in order.
  ///
  /// - Complexity: O(*k*), where *k* is the number of changes.
  public func apply(_ changes: [GeocodingChange]) {
    for change in changes { table.apply(change) }
  }

  /// Does nothing, because a store in memory has no lock.
  public func close() {}
}

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
  /// Whether a retry enqueued an address that has a result, which is kept until a better one replaces it.
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
  public var failure: GeocodingFailure? {
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

/// An address that failed, with its error.
public struct GeocodingFailure: Sendable, Hashable, Identifiable {
  /// The address.
  public let address: PostalAddress
  /// The digest of the address, which identifies it.
  public let addressHash: String
  /// The last error.
  public let error: GeocodingError
  /// The date of the last attempt.
  public let date: Date
  /// The number of requests since the address was enqueued or retried.
  public let attempts: Int

  /// The digest of the address.
  public var id: String { addressHash }

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
    addressHash = hash
    self.error = error
    self.date = date
    self.attempts = attempts
  }
}

/// A table of records, one for each address, in the order in which the addresses were enqueued.
struct GeocodingRecords: Sendable {
  private var positions: [String: Int] = [:]
  /// The records; a removed record leaves a gap, so that the positions of the others stay valid.
  private var slots: [GeocodingRecord?] = []

  /// The number of records.
  var count: Int { positions.count }

  /// The digests of the addresses.
  ///
  /// - Complexity: O(*n*), where *n* is the number of records.
  var hashes: Set<String> { Set(positions.keys) }

  /// The records, in order.
  ///
  /// - Complexity: O(*n*), where *n* is the number of records.
  var all: [GeocodingRecord] { slots.compactMap(\.self) }

  /// The record of the address with a digest.
  subscript(hash: String) -> GeocodingRecord? {
    positions[hash].flatMap { slots[$0] }
  }

  /// Makes a change.
  ///
  /// - Complexity: O(1) for each, on average over many.
  mutating func apply(_ change: GeocodingChange) {
    switch change {
    case .put(let record):
      if let position = positions[record.addressHash] {
        slots[position] = record
      } else {
        positions[record.addressHash] = slots.count
        slots.append(record)
      }
    case .remove(let hash):
      guard let position = positions.removeValue(forKey: hash) else { return }
      slots[position] = nil
      closeGaps()
    }
  }

  /// Removes the gaps if more than half of the slots are empty.
  private mutating func closeGaps() {
    guard slots.count > 32, slots.count > 2 * positions.count else { return }
    let records = all
    slots = records
    for (position, record) in records.enumerated() { positions[record.addressHash] = position }
  }
}
