#if SQLite
package import GRDB
internal import SystemFiles

/// A file with an SQLite database of one kind.
///
/// Each use opens the database: nothing needs to be closed, and a replaced file is noticed. The version
/// is its `user_version`.
package struct DatabaseFile: Sendable {
  package let file: DurableFile
  /// The kind of its content, in the plural, for errors.
  package let content: String
  /// The version that is written.
  package let version: Int
  /// The statements that create the tables.
  package let schema: String
  /// Whether SQLite blocks its thread while another program uses the database; if not, ``LockBusy`` is
  /// thrown.
  package let waitsOnThread: Bool

  /// Describes the database without reading it.
  package init(
    file: DurableFile, content: String, version: Int, schema: String, waitsOnThread: Bool = true
  ) {
    self.file = file
    self.content = content
    self.version = version
    self.schema = schema
    self.waitsOnThread = waitsOnThread
  }
}

extension DatabaseFile {
  /// The lock to hold while writing; a database that has several names cannot be locked.
  package var lock: FileLock { FileLock(guarding: file, isDatabase: true) }

  /// Opens the database for one call.
  ///
  /// Errors of SQLite are thrown as ``StorageError``, or as ``LockBusy`` if ``waitsOnThread`` is false.
  package func reading<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try reporting(DatabaseError.reading) {
      try connected(to: file.path) { try $0.read(body) }
    }
  }

  /// Opens the database for one transaction, and creates it if it is absent.
  package func writing<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try file.writing { () throws(SystemCallError) in _ = try file.writableAttributes() }
    return try reporting(DatabaseError.writing) {
      if try !exists() { try create() }
      return try connected(to: file.path) { try $0.write(body) }
    }
  }

  /// Whether the file exists.
  ///
  /// An empty file is an error here: SQLite would accept it as a database without tables. So is a pipe,
  /// which SQLite would try to open.
  package func exists() throws(StorageError) -> Bool {
    guard let length = try file.length() else { return false }
    guard length > 0 else { throw damaged("it is empty") }
    return true
  }

  /// Checks the version.
  package func checkVersion(of database: Database) throws {
    let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    if found > version {
      throw StorageError.newerVersion(file: file.name, found: found, supported: version)
    }
    guard found == version else {
      throw damaged("its version must be \(version), got \(found); it is no database of \(content)")
    }
  }

  /// Checks the version and every page.
  package func checkAll(of database: Database) throws {
    try checkVersion(of: database)
    let outcome = try String.fetchOne(database, sql: "PRAGMA integrity_check(1)")
    guard outcome == "ok" else { throw damaged(outcome ?? "the integrity check gave no result") }
  }

  package func damaged(_ reason: String) -> StorageError {
    .damaged(file: file.name, reason: reason)
  }

  /// Renames the file and its companions; the caller holds the lock.
  ///
  /// - Returns: The new path, or `nil` if there is no file.
  package func setAside() throws -> String? {
    guard let path = try file.setAside() else { return nil }
    // SQLite needs these files to roll back a transaction that a crash interrupted.
    for suffix in Self.companions where OpenFile.exists(file.path + suffix) {
      try file.writing { () throws(SystemCallError) in
        try OpenFile.renameDurably(file.path + suffix, to: path + suffix)
      }
    }
    return path
  }

  /// The suffixes of the files that SQLite keeps beside a database: rollback journal and write-ahead log.
  private static var companions: [String] { ["-journal", "-wal"] }

  /// Creates the database under a temporary name and renames it, so that it never lacks its tables.
  private func create() throws {
    let new = file.path + ".new"
    try file.writing { () throws(SystemCallError) in
      try OpenFile.remove(new)
      try OpenFile.remove(new + "-journal")
    }
    try connected(to: new) { queue in
      try queue.write { database in
        try database.execute(sql: "\(schema); PRAGMA user_version = \(version)")
      }
    }
    // SQLite would apply the journal of a lost database to the new one.
    for suffix in Self.companions { _ = try DurableFile(path: file.path + suffix).setAside() }
    try file.writing { () throws(SystemCallError) in
      try OpenFile.renameDurably(new, to: file.path)
    }
  }

  private func connected<Result>(
    to path: String, _ body: (DatabaseQueue) throws -> Result
  ) throws -> Result {
    var configuration = Configuration()
    configuration.busyMode = waitsOnThread ? .timeout(10) : .immediateError
    configuration.prepareDatabase { database in
      // Weaker settings can lose an acknowledged transaction in a power failure.
      try database.execute(sql: "PRAGMA synchronous = EXTRA; PRAGMA fullfsync = ON")
    }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    let result = try body(queue)
    try queue.close()
    return result
  }

  /// Converts the errors of SQLite.
  private func reporting<Result>(
    _ convert: (DatabaseError, String) -> StorageError, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      if !waitsOnThread, error.resultCode == .SQLITE_BUSY { throw LockBusy() }
      throw convert(error, file.name)
    }
  }
}

extension DatabaseError {
  fileprivate static func reading(_ error: DatabaseError, _ path: String) -> StorageError {
    error.damage(of: path)
      ?? .unreadable(file: path, operation: "reading", reason: error.reason)
  }

  fileprivate static func writing(_ error: DatabaseError, _ path: String) -> StorageError {
    error.damage(of: path)
      ?? .notWritable(file: path, operation: "writing", reason: error.reason)
  }

  /// The error for a file that is no database, is damaged, or has other tables; `nil` for other codes.
  private func damage(of path: String) -> StorageError? {
    let codes: [ResultCode] = [.SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_ERROR]
    return codes.contains(resultCode) ? .damaged(file: path, reason: reason) : nil
  }

  private var reason: String { message ?? "error \(extendedResultCode.rawValue)" }
}
#endif
