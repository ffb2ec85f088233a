#if SQLite
internal import GRDB

extension FavoritesDatabase {
  /// Opens a database for the time of a call.
  func connected<Result>(
    to path: String, _ body: (DatabaseQueue) throws -> Result
  ) throws -> Result {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { database in
      // What is less may be undone by a power failure after it was acknowledged.
      try database.execute(sql: "PRAGMA synchronous = EXTRA; PRAGMA fullfsync = ON")
    }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    let result = try body(queue)
    try queue.close()
    return result
  }

  /// Whether there is a file.
  ///
  /// SQLite takes a file without bytes for a database without tables, and a pipe for a database.
  func exists() throws(StorageError) -> Bool {
    let length: Int
    do throws(SystemError) {
      length = try OpenFile(file.path, .read).attributes().length
    } catch {
      if error.isAbsence { return false }
      throw .unreadable(file: file.path, operation: error.operation, reason: error.reason)
    }
    guard length > 0 else { throw damaged("it has no content") }
    return true
  }

  func damaged(_ reason: String) -> StorageError { .damaged(file: file.path, reason: reason) }

  /// Turns the errors of SQLite into those of this module.
  func reporting<Result>(
    _ refusal: (DatabaseError, String) -> StorageError, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw refusal(error, file.path)
    }
  }
}

extension DatabaseError {
  static func reading(_ error: DatabaseError, _ path: String) -> StorageError {
    error.damage(of: path)
      ?? .unreadable(file: path, operation: "reading", reason: error.reason)
  }

  static func writing(_ error: DatabaseError, _ path: String) -> StorageError {
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
