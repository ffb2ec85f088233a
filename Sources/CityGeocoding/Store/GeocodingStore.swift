/// Where a queue keeps its addresses and what was found.
///
/// A queue reads once, and then writes one group of changes after another. What was written must
/// survive the end of the program and of the system, whatever ends them.
public protocol GeocodingStore: Sendable {
  /// Reads everything.
  ///
  /// - Returns: One record for each address, in the order in which the addresses came.
  /// - Throws: An error that says what and where; what cannot be read is never taken for empty.
  func records() async throws -> [GeocodingRecord]

  /// Makes changes, in order, and returns when they are durable.
  ///
  /// - Parameter changes: The changes.
  /// - Throws: An error that says what and where. Then the changes may be there or not, each whole; what
  ///   was there before is there. Making them again does no harm.
  func apply(_ changes: [GeocodingChange]) async throws

  /// What was found damaged when everything was read; `nil` if all could be read.
  var damage: StorageDamage? { get async }

  /// Lets others use what the records are kept in, until this store is used again.
  func close() async
}

extension GeocodingStore {
  /// Nothing: what cannot be read whole is an error.
  public var damage: StorageDamage? { nil }

  /// Does nothing: there is nothing that others wait for.
  public func close() {}
}

/// A change of what a store keeps.
public enum GeocodingChange: Sendable, Hashable {
  /// Keep a record, in place of the one with the same digest if there is one.
  case put(GeocodingRecord)
  /// Forget the record with a digest; there may be none.
  case remove(addressHash: String)
}

extension GeocodingChange {
  /// The digest of the address that the change is about.
  public var addressHash: String {
    switch self {
    case .put(let record): record.addressHash
    case .remove(let hash): hash
    }
  }
}
