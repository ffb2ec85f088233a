#if SQLite
internal import CitySearch
internal import DurableStorage
public import Foundation
internal import GRDB

/// Addresses in a table of an SQLite database of their own.
///
/// It is there with the trait `SQLite`, for those who want to look at addresses with SQL. What it promises
/// is what ``GeocodingJournal`` promises: changes are on the disk when ``apply(_:)`` returns, and one
/// store at a time owns the file. The table is
///
///     CREATE TABLE address (
///       position INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, latitude REAL, longitude REAL,
///       record TEXT NOT NULL)
///
/// with a ``GeocodingRecord`` as JSON, and the coordinate if the address was found. Its version is the
/// `user_version` of the database.
public actor GeocodingDatabase: GeocodingStore {
  private let database: DatabaseFile
  /// The lock, from the first use on.
  private var lock: FileLock.Holder?

  /// Names the file; it may be absent, and so may its folder.
  ///
  /// - Parameter url: Where the database is. A file beside it, with `.lock` added to its name, is the
  ///   lock.
  public init(at url: URL) {
    database = DatabaseFile(
      file: DurableFile(url), content: "addresses", version: 1,
      schema: """
        CREATE TABLE address (
          position INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, latitude REAL, longitude REAL,
          record TEXT NOT NULL)
        """)
  }

  /// Reads everything; a file that is absent has no records.
  ///
  /// - Throws: ``StorageError``; the file is as it was. The whole database is checked.
  /// - Complexity: O(*n* log *n*), where *n* is the length of the database.
  public func records() throws -> [GeocodingRecord] {
    try takeLock()
    guard try database.exists() else { return [] }
    return try database.reading { table in
      try database.checkAll(of: table)
      let decoder = JSONDecoder()
      let rows = try Row.fetchAll(table, sql: "SELECT hash, record FROM address ORDER BY position")
      return try rows.map { row in
        guard let text = String.fromDatabaseValue(row["record"]),
          let record = try? decoder.decode(GeocodingRecord.self, from: Data(text.utf8)),
          record.addressHash == String.fromDatabaseValue(row["hash"])
        else { throw database.damaged("the row \(row) is no address") }
        return record
      }
    }
  }

  /// Makes changes in one transaction, and returns when it is on the disk.
  ///
  /// - Throws: ``StorageError``; the table is as it was.
  /// - Complexity: O(*k* log *n*), where *k* is the number of changes and *n* that of records.
  public func apply(_ changes: [GeocodingChange]) throws {
    guard !changes.isEmpty else { return }
    try takeLock()
    try database.writing { table in
      try database.checkVersion(of: table)
      let removal = try table.makeStatement(sql: "DELETE FROM address WHERE hash = ?")
      // The position stays, so that the order does.
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
          let coordinate = record.geocodedAddress.coordinate
          let json = String(decoding: try encoder.encode(record), as: UTF8.self)
          try insertion.execute(
            arguments: [record.addressHash, coordinate?.latitude, coordinate?.longitude, json])
        }
      }
    }
  }

  /// Lets others use the file, until this store is used again.
  public func close() { lock = nil }

  /// Gives the file another name, so that a new one can be begun: for one that cannot be read.
  ///
  /// - Returns: Where it is now; `nil` if there is no file.
  /// - Throws: ``StorageError``; the file is where it was.
  public func setAside() throws -> URL? {
    try takeLock()
    return try database.setAside().map { URL(filePath: $0) }
  }

  private func takeLock() throws(StorageError) {
    if lock == nil { lock = try database.file.lock.hold() }
  }
}
#endif
