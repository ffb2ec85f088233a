#if SQLite
internal import DurableStorage
public import Foundation
internal import GRDB
internal import SystemFiles

/// Answers in a table of an SQLite database, for lists that several programs share.
///
/// The trait `SQLite` adds this store. Any number of processes may use the database at a time, and query
/// it. The table is `answer`, with a row for each address: its `id`, and the columns of ``GeocodingTable``
/// as texts. The version is the `user_version` of the database.
///
/// Each call opens the database, and answers are on the disk when ``append(_:)`` returns. A file that is no
/// such database is an error, and stays as it is; so is one that was removed while it was in use.
public actor GeocodingDatabase: GeocodingStore {
  private static let version = 1

  private let file: DurableFile
  /// Whether the file was there once; from then on, its absence is an error.
  private var isInUse = false

  /// Creates a store without reading its database.
  ///
  /// - Parameter url: The place of the database. The first answer creates it and the folders that it needs.
  public init(at url: URL) { file = DurableFile(url) }

  /// Reads all answers; an absent database has none.
  ///
  /// - Returns: The answers.
  /// - Throws: ``/DurableStorage/StorageError``.
  /// - Complexity: O(*n*), where *n* is the length of the database.
  public func answers() throws -> [GeocodedAddress] {
    guard try exists() else { return [] }
    let columns = GeocodingRow.columns.joined(separator: ", ")
    return try connected { database in
      try database.read { database in
        try check(database)
        return try Row.fetchAll(database, sql: "SELECT \(columns) FROM answer ORDER BY rowid").map {
          row in
          let cells: [String] = row.databaseValues.map { String.fromDatabaseValue($0) ?? "" }
          guard let answer = GeocodingRow(cells: cells).answer else {
            throw StorageError.damaged(file: file.name, reason: "row \(row) has no answer")
          }
          return answer
        }
      }
    }
  }

  /// Adds answers in one transaction, and returns when it is on the disk.
  ///
  /// - Parameter answers: The answers; each replaces the earlier one for its address.
  /// - Throws: ``/DurableStorage/StorageError``; the table is unchanged then.
  /// - Complexity: O(*k* log *n*), where *k* is the number of answers and *n* that of all.
  public func append(_ answers: [GeocodedAddress]) throws {
    guard !answers.isEmpty else { return }
    if try !exists() {
      try file.writing { () throws(SystemCallError) in
        try OpenFile.createFolder(OpenFile.parent(of: file.path))
      }
    }
    let columns = GeocodingRow.columns
    try connected { database in
      try database.write { database in
        // A database without tables is a new one, or an empty file.
        let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master")
        if tables == 0, try version(of: database) == 0 {
          let cells = columns.map { "\($0) TEXT NOT NULL" }.joined(separator: ", ")
          try database.execute(
            sql: "CREATE TABLE answer (id TEXT PRIMARY KEY, \(cells));"
              + "PRAGMA user_version = \(Self.version)")
        }
        try check(database)
        let marks = [String](repeating: "?", count: columns.count + 1).joined(separator: ", ")
        let insertion = try database.makeStatement(
          sql: "INSERT OR REPLACE INTO answer (id, \(columns.joined(separator: ", "))) "
            + "VALUES (\(marks))")
        for answer in answers {
          try insertion.execute(
            arguments: StatementArguments([answer.id] + GeocodingRow(answer).cells))
        }
      }
    }
    isInUse = true
  }

  /// Whether the file exists; one that was in use must.
  private func exists() throws(StorageError) -> Bool {
    let found = try file.reading { () throws(SystemCallError) in
      try OpenFile.attributes(of: file.path) != nil
    }
    guard found || !isInUse else { throw .changed(file: file.name, reason: "was removed") }
    isInUse = isInUse || found
    return found
  }

  private nonisolated func version(of database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
  }

  /// Throws unless the database is one of answers.
  private nonisolated func check(_ database: Database) throws {
    let found = try version(of: database)
    if found > Self.version {
      throw StorageError.newerVersion(file: file.name, found: found, supported: Self.version)
    }
    guard found == Self.version, try database.tableExists("answer") else {
      throw StorageError.damaged(file: file.name, reason: "it is no database of addresses")
    }
  }

  /// Opens the database for one call, and converts the errors of SQLite.
  private func connected<Result>(_ body: (DatabaseQueue) throws -> Result) throws -> Result {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { database in
      // Weaker settings can lose an acknowledged transaction in a power failure.
      try database.execute(sql: "PRAGMA synchronous = EXTRA; PRAGMA fullfsync = ON")
    }
    do {
      let queue = try DatabaseQueue(path: file.path, configuration: configuration)
      let result = try body(queue)
      try queue.close()
      return result
    } catch let error as DatabaseError {
      let reason = error.message ?? "error \(error.extendedResultCode.rawValue)"
      switch error.resultCode {
      case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_ERROR:
        throw StorageError.damaged(file: file.name, reason: reason)
      case .SQLITE_BUSY: throw StorageError.locked(file: file.name)
      default:
        throw StorageError.notWritable(file: file.name, operation: "using SQLite", reason: reason)
      }
    }
  }
}
#endif
