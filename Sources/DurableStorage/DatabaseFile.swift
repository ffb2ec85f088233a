#if SQLite
package import GRDB

/// A file with a database of one kind.
///
/// The database is opened for each use: there is nothing to close, and a file that was replaced is
/// noticed. The version is its `user_version`.
package struct DatabaseFile: Sendable {
  package let file: DurableFile
  /// What is kept in it, in the plural.
  package let content: String
  /// The version that is written.
  package let version: Int
  /// The statements that make the tables.
  package let schema: String
  /// Whether SQLite waits, on its thread, for other programs that use the database; if not, ``LockWait/Busy``
  /// is thrown.
  package let waitsOnThread: Bool

  /// Names the file; nothing is read yet.
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
  /// Opens the database for the time of a call, which throws what went wrong as an error of this
  /// module.
  package func reading<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try reporting(DatabaseError.reading) {
      try connected(to: file.path) { try $0.read(body) }
    }
  }

  /// Opens the database for one transaction, and makes it if it is absent.
  package func writing<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try file.writing { () throws(SystemError) in _ = try file.writableAttributes() }
    return try reporting(DatabaseError.writing) {
      if try !exists() { try make() }
      return try connected(to: file.path) { try $0.write(body) }
    }
  }

  /// Whether there is a file.
  ///
  /// SQLite takes a file without bytes for a database without tables, and a pipe for a database.
  package func exists() throws(StorageError) -> Bool {
    guard let length = try file.length() else { return false }
    guard length > 0 else { throw damaged("it has no content") }
    return true
  }

  /// Looks at the version.
  package func checkVersion(of database: Database) throws {
    let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    if found > version {
      throw StorageError.newerVersion(file: file.name, found: found, supported: version)
    }
    guard found == version else { throw damaged("it is no database of \(content)") }
  }

  /// Looks at the version, and at every page.
  package func checkAll(of database: Database) throws {
    try checkVersion(of: database)
    let complaint = try String.fetchOne(database, sql: "PRAGMA integrity_check(1)")
    guard complaint == "ok" else { throw damaged(complaint ?? "it cannot be checked") }
  }

  package func damaged(_ reason: String) -> StorageError {
    .damaged(file: file.name, reason: reason)
  }

  /// Gives the file another name, with what belongs to it; the caller holds the lock.
  ///
  /// - Returns: The new path, or `nil` if there is no file.
  package func setAside() throws -> String? {
    guard let path = try file.setAside() else { return nil }
    // A transaction that was cut short by a crash is undone with what lies beside the database.
    for suffix in Self.companions where OpenFile.exists(file.path + suffix) {
      try file.writing { () throws(SystemError) in
        try OpenFile.renameDurably(file.path + suffix, to: path + suffix)
      }
    }
    return path
  }

  /// What SQLite adds to the name of a database for the files that belong to it.
  private static var companions: [String] { ["-journal", "-wal"] }

  /// Makes the database elsewhere and renames it, so that there is never one without its tables.
  private func make() throws {
    let new = file.path + ".new"
    try file.writing { () throws(SystemError) in
      try OpenFile.remove(new)
      try OpenFile.remove(new + "-journal")
    }
    try connected(to: new) { queue in
      try queue.write { database in
        try database.execute(sql: "\(schema); PRAGMA user_version = \(version)")
      }
    }
    // What a lost database left behind would be played into the new one.
    for suffix in Self.companions { _ = try DurableFile(path: file.path + suffix).setAside() }
    try file.writing { () throws(SystemError) in
      try OpenFile.renameDurably(new, to: file.path)
    }
  }

  private func connected<Result>(
    to path: String, _ body: (DatabaseQueue) throws -> Result
  ) throws -> Result {
    var configuration = Configuration()
    configuration.busyMode = waitsOnThread ? .timeout(10) : .immediateError
    configuration.prepareDatabase { database in
      // What is less may be undone by a power failure after it was acknowledged.
      try database.execute(sql: "PRAGMA synchronous = EXTRA; PRAGMA fullfsync = ON")
    }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    let result = try body(queue)
    try queue.close()
    return result
  }

  /// Turns the errors of SQLite into those of this module.
  private func reporting<Result>(
    _ refusal: (DatabaseError, String) -> StorageError, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      if !waitsOnThread, error.resultCode == .SQLITE_BUSY { throw LockWait.Busy() }
      throw refusal(error, file.name)
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

  /// What SQLite says about a file that is no database, or a damaged one, or another one.
  private func damage(of path: String) -> StorageError? {
    let codes: [ResultCode] = [.SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_ERROR]
    return codes.contains(resultCode) ? .damaged(file: path, reason: reason) : nil
  }

  private var reason: String { message ?? "error \(extendedResultCode.rawValue)" }
}
#endif
