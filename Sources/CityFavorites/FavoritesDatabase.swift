#if SQLite
internal import DurableStorage
public import Foundation
internal import GRDB

/// Favorites in a table of an SQLite database of their own.
///
/// It is there with the trait `SQLite`, for those who want to look at favorites with SQL. What it
/// promises is what ``FavoritesFile`` promises: a change is on the disk when it returns, takes a
/// transaction with a row or two, and any number of processes may use the database at once. The table
/// is
///
///     CREATE TABLE favorite (
///       position INTEGER PRIMARY KEY, id INTEGER NOT NULL UNIQUE, name TEXT NOT NULL,
///       placemark TEXT NOT NULL)
///
/// with a ``Placemark`` as JSON; positions give the order, and have gaps. A second table, `revision`, has
/// a number that is another after each change, whoever makes it: as long as it is the same, the table
/// is not read again. The version is the `user_version` of the database. The database is opened for
/// each use: there is nothing to close, and a file that was replaced is noticed.
public actor FavoritesDatabase: FavoritesStore {
  nonisolated let database: DatabaseFile
  private let wait: LockWait
  /// What the table had when it was read or changed last.
  private var known: (list: FavoriteList, revision: Int)?
  /// Whether the file was there; then its absence is an error.
  private var isInUse = false

  /// Names the file; nothing is read yet.
  ///
  /// - Parameters:
  ///   - url: Where the database is, or will be after the first update, with the folders that it needs.
  ///   - timeLimit: How long to wait for other processes; zero for not at all.
  public init(_ url: URL, timeLimit: Duration = .seconds(5)) {
    self.init(url, wait: LockWait(limit: timeLimit))
  }

  init(_ url: URL, wait: LockWait) {
    self.wait = wait
    database = DatabaseFile(
      file: DurableFile(url), content: "favorites", version: 1, schema: Self.schema,
      waitsOnThread: false)
  }
}

extension FavoritesDatabase {
  /// Reads the favorites, if they are others than before.
  ///
  /// - Returns: The list; empty if there is no file, and was none before.
  /// - Throws: ``StorageError`` with the path and the reason, if there is something that cannot be
  ///   read, is no database of favorites, is damaged or of a newer version, or if the file was removed
  ///   while it was in use; `CancellationError` if the task is cancelled while it waits.
  /// - Complexity: O(1) if nothing has changed, else O(*n* log *n*), where *n* is the length of the
  ///   database: all of it is checked.
  public func load() async throws -> FavoriteList {
    try await wait.perform(on: database.file.name) {
      guard try exists() else { return FavoriteList() }
      let current = try database.reading { try favorites(in: $0, knowing: known) }
      known = current
      return current.list
    }
  }

  /// Makes changes in one transaction, under the lock of the file.
  ///
  /// - Parameter change: Changes the list of this moment; it must not use a store, and is called again
  ///   if another program used the database.
  /// - Returns: The list, after the transaction is on the disk, and what the change returned.
  /// - Throws: ``StorageError`` with the path and the reason, `CancellationError` if the task is
  ///   cancelled while it waits, or what the change throws; the database is as it was.
  /// - Complexity: O(log *n*) for each change but a removal from the list in memory, where *n* is the
  ///   number of favorites, and that of ``load()`` if others have changed them.
  @discardableResult
  public func update<Result: Sendable>(
    _ change: @Sendable (inout FavoriteList) throws -> Result
  ) async throws -> (list: FavoriteList, result: Result) {
    // Before a folder is made for the lock, in place of the one that was removed.
    _ = try exists()
    // SQLite has locks of its own, but they do not reach from the absence of a file to its making.
    return try await database.file.lock.withLock(waiting: wait, makesFolder: !isInUse) {
      guard try exists() else {
        let (list, changes, result) = try FavoriteList().changed(by: change)
        if !changes.isEmpty { known = try database.writing { try save(changes, as: list, in: $0) } }
        return (list, result)
      }
      let (current, result) = try database.writing { table in
        let old = try favorites(in: table, knowing: known)
        let (list, changes, result) = try old.list.changed(by: change)
        return (changes.isEmpty ? old : try save(changes, as: list, in: table), result)
      }
      known = current
      return (current.list, result)
    }
  }

  /// Gives the file another name, so that favorites can be begun anew.
  ///
  /// It is for files that cannot be read or were removed, and for nothing but the explicit wish of a
  /// person.
  ///
  /// - Returns: The new place, which had nothing before; `nil` if there is no file.
  /// - Throws: ``StorageError`` with the path and the reason, or `CancellationError`.
  @discardableResult
  public func setAside() async throws -> URL? {
    try await database.file.lock.withLock(waiting: wait) {
      let path = try database.setAside()
      known = nil
      isInUse = false
      return path.map { URL(filePath: $0) }
    }
  }

  /// Whether there is a file; it must not go while it is in use.
  private func exists() throws(StorageError) -> Bool {
    let exists = try database.exists()
    if isInUse, !exists { throw database.damaged("it was removed while it was in use") }
    isInUse = exists
    return exists
  }
}
#endif
