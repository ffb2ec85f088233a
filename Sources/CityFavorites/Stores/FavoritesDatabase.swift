#if SQLite
internal import CitySearch
internal import CitySession
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

extension FavoritesDatabase {
  /// The statements that create the tables.
  ///
  /// The triggers cover the changes of other programs, too.
  static let schema = """
    CREATE TABLE favorite (
      position INTEGER PRIMARY KEY, id INTEGER NOT NULL UNIQUE, name TEXT NOT NULL,
      placemark TEXT NOT NULL);
    CREATE TABLE revision (number INTEGER NOT NULL);
    INSERT INTO revision VALUES (0);
    CREATE TRIGGER favorite_inserted AFTER INSERT ON favorite
      BEGIN UPDATE revision SET number = random(); END;
    CREATE TRIGGER favorite_updated AFTER UPDATE ON favorite
      BEGIN UPDATE revision SET number = random(); END;
    CREATE TRIGGER favorite_deleted AFTER DELETE ON favorite
      BEGIN UPDATE revision SET number = random(); END
    """

  /// The gap between the positions of two favorites that were added one after the other.
  ///
  /// Each move into the gap halves it, so it has room for 16 moves.
  private nonisolated static let stride = 1 << 16

  /// The list and the revision of the table.
  ///
  /// The rows are read only if the revision differs from the known one, after a check of the version and
  /// of every page.
  nonisolated func favorites(
    in table: Database, knowing known: (list: FavoriteList, revision: Int)?
  ) throws -> (list: FavoriteList, revision: Int) {
    try database.checkVersion(of: table)
    let revision = try revision(of: table)
    if let known, known.revision == revision { return known }
    try database.checkAll(of: table)
    let decoder = JSONDecoder()
    let rows = try Row.fetchAll(
      table, sql: "SELECT id, placemark FROM favorite ORDER BY position")
    let cities = try rows.map { row in
      guard let id = Int.fromDatabaseValue(row["id"]),
        let text = String.fromDatabaseValue(row["placemark"]),
        let placemark = try? decoder.decode(Placemark.self, from: Data(text.utf8))
      else { throw database.damaged("row \(row) is no favorite") }
      return FavoriteCity(id: id, placemark: placemark)
    }
    var list = FavoriteList()
    for city in cities where !list.apply(.add(city)) {
      throw database.damaged("it contains the city \(city.id) twice")
    }
    return (list, revision)
  }

  /// Writes changes to the table.
  ///
  /// - Returns: The given list, which is the list after the changes, and its revision.
  nonisolated func save(
    _ changes: [FavoritesChange], as list: FavoriteList, in table: Database
  ) throws -> (list: FavoriteList, revision: Int) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    for change in changes {
      switch change {
      case .add(let city):
        let placemark = String(decoding: try encoder.encode(city.placemark), as: UTF8.self)
        try table.cachedStatement(
          sql: """
            INSERT INTO favorite (position, id, name, placemark)
            VALUES ((SELECT coalesce(max(position), 0) + ? FROM favorite), ?, ?, ?)
            """
        ).execute(arguments: [Self.stride, city.id, city.name, placemark])
      case .remove(let id):
        try table.cachedStatement(sql: "DELETE FROM favorite WHERE id = ?").execute(arguments: [id])
      case .move(let id, let index):
        try move(id, to: index, in: table)
      }
    }
    return (list, try revision(of: table))
  }

  private nonisolated func revision(of table: Database) throws -> Int {
    guard let number = try Int.fetchOne(table, sql: "SELECT number FROM revision") else {
      throw database.damaged("its table revision is empty")
    }
    return number
  }

  /// Gives a favorite a position between those of its new neighbors.
  private nonisolated func move(_ id: City.ID, to index: Int, in table: Database) throws {
    func neighbors() throws -> [Int] {
      try Int.fetchAll(
        table,
        sql: "SELECT position FROM favorite WHERE id <> ? ORDER BY position LIMIT 2 OFFSET ?",
        arguments: [id, max(index - 1, 0)])
    }
    var found = try neighbors()
    if index > 0, found.count == 2, try distance(from: found[0], to: found[1]) < 2 {
      try renumber(table)
      found = try neighbors()
    }
    guard let first = found.first else { return }
    let position =
      if index == 0 {
        try sum(first, -Self.stride)
      } else if found.count == 1 {
        try sum(first, Self.stride)
      } else {
        first + (try distance(from: first, to: found[1])) / 2
      }
    try table.execute(
      sql: "UPDATE favorite SET position = ? WHERE id = ?", arguments: [position, id])
  }

  /// Gives all favorites new positions with full gaps, behind the present ones.
  private nonisolated func renumber(_ table: Database) throws {
    let ids = try Int.fetchAll(table, sql: "SELECT id FROM favorite ORDER BY position")
    var last = try Int.fetchOne(table, sql: "SELECT max(position) FROM favorite") ?? 0
    let update = try table.makeStatement(sql: "UPDATE favorite SET position = ? WHERE id = ?")
    for id in ids {
      last = try sum(last, Self.stride)
      try update.execute(arguments: [last, id])
    }
  }

  // Other programs can write any position, so the arithmetic is checked.

  private nonisolated func sum(_ position: Int, _ offset: Int) throws -> Int {
    let (sum, overflow) = position.addingReportingOverflow(offset)
    guard !overflow else { throw outOfRange(position) }
    return sum
  }

  private nonisolated func distance(from first: Int, to second: Int) throws -> Int {
    let (distance, overflow) = second.subtractingReportingOverflow(first)
    guard !overflow else { throw outOfRange(first) }
    return distance
  }

  private nonisolated func outOfRange(_ position: Int) -> StorageError {
    database.damaged("the position \(position) leaves no room for another")
  }
}
#endif
