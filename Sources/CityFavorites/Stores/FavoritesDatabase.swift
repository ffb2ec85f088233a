#if SQLite
internal import DurableStorage
public import Foundation
internal import GRDB

/// Favorites in a table of their own SQLite database.
///
/// The trait `SQLite` adds this store, for apps that query favorites with SQL. Its guarantees are those
/// of ``FavoritesFile``: a change is on the disk when its function returns, costs one transaction with a
/// row or two, and any number of processes may use the database at once. The table is
///
///     CREATE TABLE favorite (
///       position INTEGER PRIMARY KEY, id INTEGER NOT NULL UNIQUE, name TEXT NOT NULL,
///       placemark TEXT NOT NULL)
///
/// with a ``/CitySession/Placemark`` as JSON. The positions define the order and have gaps. A second table,
/// `revision`, holds a number that triggers replace after each change of any program; as long as it is
/// the same, the table is not read again. The version is the `user_version` of the database. Each use
/// opens the database: nothing needs to be closed, and a replaced file is noticed.
public actor FavoritesDatabase: FavoritesStore {
  nonisolated let database: DatabaseFile
  private let timeout: LockTimeout
  /// The content of the table at the last access.
  private var known: (list: FavoriteList, revision: Int)?
  /// Whether the file has existed; from then on its absence is an error.
  private var isInUse = false

  /// Creates a store without reading its database.
  ///
  /// - Parameters:
  ///   - url: The place of the database. The first change creates it and the folders that it needs.
  ///   - timeLimit: The longest time to wait for other processes; at least 0. At 0 it does not wait.
  public init(at url: URL, timeLimit: Duration = .seconds(5)) {
    self.init(at: url, timeout: LockTimeout(limit: timeLimit))
  }

  init(at url: URL, timeout: LockTimeout) {
    self.timeout = timeout
    database = DatabaseFile(
      file: DurableFile(url), content: "favorites", version: 1, schema: Self.schema,
      waitsOnThread: false)
  }
}

extension FavoritesDatabase {
  /// Reads the favorites, if they have changed.
  ///
  /// - Returns: The list; empty if the database does not exist and never existed.
  /// - Throws: ``/DurableStorage/StorageError`` with the path and the reason, if the file cannot be read, is no database
  ///   of favorites, is damaged or of a newer version, or was removed while it was in use;
  ///   `CancellationError` if the task is cancelled while it waits.
  /// - Complexity: O(1) if nothing has changed; otherwise O(*n* log *n*), where *n* is the length of the
  ///   database, because the whole database is checked.
  public func load() async throws -> FavoriteList {
    try await timeout.retry(database.file.name) {
      guard try exists() else { return FavoriteList() }
      let current = try database.reading { try favorites(in: $0, knowing: known) }
      known = current
      return current.list
    }
  }

  /// Makes changes in one transaction, while holding the lock of the file.
  ///
  /// - Parameter change: Changes the current list. It must not use a store, and is called again after a
  ///   conflict with another program.
  /// - Returns: The list, after the transaction is on the disk, and the result of `change`.
  /// - Throws: ``/DurableStorage/StorageError`` with the path and the reason, `CancellationError` if the task is
  ///   cancelled while it waits, or the error of `change`; the database is unchanged then.
  /// - Complexity: O(log *n*) for each change, apart from removals in memory, where *n* is the number of
  ///   favorites; and that of ``load()`` if others have changed them.
  @discardableResult
  public func update<Result: Sendable>(
    _ change: @Sendable (inout FavoriteList) throws -> Result
  ) async throws -> (list: FavoriteList, result: Result) {
    // Before the lock recreates a folder that was removed.
    _ = try exists()
    // SQLite's own locks do not cover the time between the absence of a file and its creation.
    return try await database.file.lock.withLock(timeout: timeout, createsFolder: !isInUse) {
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

  /// Renames the database, so that the next change starts a new one.
  ///
  /// Call it for files that cannot be read or were removed, and only if a person asked for it.
  ///
  /// - Returns: The new place, which was free before; `nil` if there is no file.
  /// - Throws: ``/DurableStorage/StorageError`` with the path and the reason, or `CancellationError`.
  @discardableResult
  public func setAside() async throws -> URL? {
    try await database.file.lock.withLock(timeout: timeout) {
      let path = try database.setAside()
      known = nil
      isInUse = false
      return path.map { URL(filePath: $0) }
    }
  }

  /// Whether the file exists; it must not disappear while it is in use.
  private func exists() throws(StorageError) -> Bool {
    let exists = try database.exists()
    if isInUse, !exists { throw database.damaged("it was removed while it was in use") }
    isInUse = exists
    return exists
  }
}
#endif
