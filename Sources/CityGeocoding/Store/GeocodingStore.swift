public import DurableStorage

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
  var addressHash: String {
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
