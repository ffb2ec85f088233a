#if SQLite
import CSQLite

/// A database of SQLite in memory, on one connection.
///
/// Safe: the handle is made in `init`, closed in `deinit`, and seen by this file only.
@safe final class SQLiteDatabase {
  fileprivate let handle: OpaquePointer

  /// Opens an empty database that lives as long as this object.
  ///
  /// - Throws: `BenchFailure` with SQLite's own message.
  init() throws {
    var handle: OpaquePointer?
    // Sound: the name ends in a zero. No mutex: a connection is used by one thread at a time.
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let status = unsafe sqlite3_open_v2(":memory:", &handle, flags, nil)
    guard status == SQLITE_OK, let handle = unsafe handle else {
      // Also what could not be opened has to be closed; closing nil does nothing.
      unsafe sqlite3_close(handle)
      throw BenchFailure("SQLite opens no database in memory: error \(status).")
    }
    unsafe self.handle = handle
  }

  deinit {
    // Statements hold on to the database, so all of them are finalized by now.
    unsafe sqlite3_close(handle)
  }

  /// Executes SQL that gives no rows.
  func execute(_ sql: String) throws {
    // Sound: Swift passes the text with a zero at its end.
    guard unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
  }

  /// The bytes of the pages that are in use.
  func byteCount() throws -> Int {
    let pages = try SQLiteStatement("PRAGMA page_count", in: self)
    let free = try SQLiteStatement("PRAGMA freelist_count", in: self)
    let size = try SQLiteStatement("PRAGMA page_size", in: self)
    return (pages.singleNumber() - free.singleNumber()) * size.singleNumber()
  }

  fileprivate func failure(_ sql: String) -> BenchFailure {
    // Sound: SQLite gives a text that ends in a zero and lives until the next call.
    let message = unsafe String(cString: sqlite3_errmsg(handle))
    return BenchFailure("SQLite refuses \"\(sql)\": \(message).")
  }
}

/// A prepared statement.
///
/// Whoever steps through the rows must reset it before it is bound again.
///
/// Safe: the handle is made in `init` and finalized in `deinit`, before its database is closed.
@safe final class SQLiteStatement {
  private let handle: OpaquePointer
  private let database: SQLiteDatabase

  /// Prepares a statement that is kept for many executions.
  init(_ sql: String, in database: SQLiteDatabase) throws {
    var handle: OpaquePointer?
    // Sound: the text ends in a zero, which a length of -1 tells SQLite to look for.
    let status = unsafe sqlite3_prepare_v3(
      database.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard status == SQLITE_OK, let handle = unsafe handle else { throw database.failure(sql) }
    unsafe self.handle = handle
    self.database = database
  }

  deinit { unsafe sqlite3_finalize(handle) }

  /// Binds UTF-8 bytes as the text of a parameter, counted from 1, while `body` runs.
  func withText<Result>(_ bytes: Span<UInt8>, at index: Int32, _ body: () -> Result) -> Result {
    // Sound: the bytes live until the closure returns, and are unbound before. A span without bytes
    // has no address, and a text without address would be NULL: hence the empty literal.
    unsafe bytes.withUnsafeBytes { buffer in
      if let start = buffer.baseAddress {
        unsafe check(
          sqlite3_bind_text(
            handle, index, start.assumingMemoryBound(to: CChar.self), Int32(buffer.count), nil))
      } else {
        unsafe check(sqlite3_bind_text(handle, index, "", 0, Self.copying))
      }
      defer { unsafe check(sqlite3_bind_null(handle, index)) }
      return body()
    }
  }

  /// Binds a number.
  func bind(_ number: Int, at index: Int32) {
    // Sound: SQLite checks the index, and its answer is checked here.
    check(unsafe sqlite3_bind_int64(handle, index, Int64(number)))
  }

  /// Goes to the next row.
  ///
  /// - Returns: Whether there is one.
  func step() -> Bool {
    // Sound: the statement lives as long as this object.
    let status = unsafe sqlite3_step(handle)
    if status == SQLITE_ROW { return true }
    precondition(status == SQLITE_DONE, "SQLite fails while it answers: error \(status).")
    return false
  }

  /// The number in a column of the present row.
  func number(inColumn column: Int32 = 0) -> Int {
    // Sound: SQLite answers 0 for a column that is not there.
    unsafe Int(sqlite3_column_int64(handle, column))
  }

  /// Ends an execution.
  func reset() {
    // Sound: as in `step`. The status repeats that of the last step, which was checked.
    unsafe _ = sqlite3_reset(handle)
  }

  /// Executes the statement and gives the number of its one row.
  func singleNumber(ifNone none: Int = 0) -> Int {
    defer { reset() }
    return step() ? number() : none
  }

  private func check(_ status: Int32) {
    precondition(status == SQLITE_OK, "SQLite takes no such parameter: error \(status).")
  }

  /// SQLITE_TRANSIENT, which Swift does not import: SQLite copies the text.
  private static var copying: sqlite3_destructor_type? {
    // Sound: SQLite never calls this function; it compares the address with -1.
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type?.self)
  }
}
#endif
