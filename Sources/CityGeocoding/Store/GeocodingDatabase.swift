#if SQLite
internal import CitySearch
internal import DurableStorage
public import Foundation
internal import GRDB

/// Addresses in a table of their own SQLite database.
///
/// The trait `SQLite` adds this store, for apps that query addresses with SQL. Its guarantees are those of
/// ``GeocodingJournal``: changes are on the disk when ``apply(_:)`` returns, and one store at a time owns
/// the file, which must have one name: SQLite would look for its journal by each hard link. The table is
///
///     CREATE TABLE address (
///       position INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, latitude REAL, longitude REAL,
///       record TEXT NOT NULL)
///
/// with a ``GeocodingRecord`` as JSON, and the coordinate if the address was found and its place is certain.
/// An uncertain place is only in the JSON, so that no query takes it for the address. The version is the
/// `user_version` of the database.
public actor GeocodingDatabase: GeocodingStore {
  private let database: DatabaseFile
  private let timeout: LockTimeout
  /// The lock; `nil` before the first use and after ``close()``.
  private var lock: FileLock.Holder?

  /// Creates a store without reading its database.
  ///
  /// - Parameter url: The place of the database. The first change creates it and the folders that it needs.
  ///   A file beside it, with `.lock` added to its name, carries the lock.
  public init(at url: URL) { self.init(at: url, timeout: .moment) }

  init(at url: URL, timeout: LockTimeout) {
    self.timeout = timeout
    database = DatabaseFile(
      file: DurableFile(url), content: "addresses", version: 1,
      schema: """
        CREATE TABLE address (
          position INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, latitude REAL, longitude REAL,
          record TEXT NOT NULL)
        """)
  }

  /// Reads all records, after a check of the whole database; an absent file has none.
  ///
  /// - Throws: ``/DurableStorage/StorageError``; the file is unchanged then. `CancellationError` if the
  ///   task is cancelled while it waits for another store of this process.
  /// - Complexity: O(*n* log *n*), where *n* is the length of the database.
  public func records() async throws -> [GeocodingRecord] {
    try await takeLock()
    guard try database.exists() else { return [] }
    return try database.reading { table in
      try database.checkAll(of: table)
      let decoder = JSONDecoder()
      let rows = try Row.fetchAll(table, sql: "SELECT hash, record FROM address ORDER BY position")
      return try rows.map { row in
        guard let text = String.fromDatabaseValue(row["record"]),
          let record = try? decoder.decode(GeocodingRecord.self, from: Data(text.utf8)),
          record.addressHash == String.fromDatabaseValue(row["hash"])
        else { throw database.damaged("row \(row) is no address") }
        return record
      }
    }
  }

  /// Makes changes in one transaction, and returns when it is on the disk.
  ///
  /// - Throws: ``/DurableStorage/StorageError``; the table is unchanged then. `CancellationError`, as
  ///   ``records()`` does.
  /// - Complexity: O(*k* log *n*), where *k* is the number of changes and *n* that of records.
  public func apply(_ changes: [GeocodingChange]) async throws {
    guard !changes.isEmpty else { return }
    try await takeLock()
    try database.writing { table in
      try database.checkVersion(of: table)
      let removal = try table.makeStatement(sql: "DELETE FROM address WHERE hash = ?")
      // An update keeps the position, and so the order.
      let insertion = try table.makeStatement(
        sql: """
          INSERT INTO address (hash, latitude, longitude, record) VALUES (?, ?, ?, ?)
          ON CONFLICT (hash) DO UPDATE SET latitude = excluded.latitude,
            longitude = excluded.longitude, record = excluded.record
          """)
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      for change in changes {
        switch change {
        case .remove(let hash):
          try removal.execute(arguments: [hash])
        case .put(let record):
          let coordinate = record.isFound ? record.geocodedAddress.coordinate : nil
          let json = String(decoding: try encoder.encode(record), as: UTF8.self)
          try insertion.execute(
            arguments: [record.addressHash, coordinate?.latitude, coordinate?.longitude, json])
        }
      }
    }
  }

  /// Releases the file for other stores, until this store is used again.
  public func close() { lock = nil }

  /// Renames the database, so that the next change starts a new one.
  ///
  /// Call it for files that cannot be read, and only if a person asked for it.
  ///
  /// - Returns: The new place, which was free before; `nil` if there is no file.
  /// - Throws: ``/DurableStorage/StorageError``; the file has its old name then, unless only the last
  ///   flush of the folder failed. `CancellationError`, as ``records()`` does.
  @discardableResult
  public func setAside() async throws -> URL? {
    try await takeLock()
    return try database.setAside().map { URL(filePath: $0) }
  }

  private func takeLock() async throws {
    guard lock == nil else { return }
    // Another call may take the lock while this one waits.
    try await database.lock.waitForThisProcess(timeout: timeout) {
      if lock == nil { lock = try database.lock.hold() }
    }
  }
}
#endif
