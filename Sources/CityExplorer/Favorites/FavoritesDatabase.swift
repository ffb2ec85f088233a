#if SQLite
public import Foundation

/// Favorites in a table of an SQLite database of their own.
///
/// It is there with the trait `SQLite`, for those who want to look at favorites with SQL. What it
/// promises is what ``FavoritesFile`` promises: a change is on the disk when it returns, and any
/// number of processes may use the database at once. The table is
///
///     CREATE TABLE favorite (
///       position INTEGER PRIMARY KEY, id INTEGER NOT NULL UNIQUE, name TEXT NOT NULL,
///       placemark TEXT NOT NULL)
///
/// with a ``Placemark`` as JSON. Its version is the `user_version` of the database. The database is
/// opened for each use: there is nothing to close, and a file that was replaced is noticed.
public struct FavoritesDatabase: FavoritesStore {
  let database: DatabaseFile

  /// Names the file; nothing is read yet.
  ///
  /// - Parameter url: Where the database is, or will be after the first update, with the folders
  ///   that it needs.
  public init(_ url: URL) {
    database = DatabaseFile(
      file: DurableFile(url), content: "favorites", version: 1,
      schema: """
        CREATE TABLE favorite (
          position INTEGER PRIMARY KEY, id INTEGER NOT NULL UNIQUE, name TEXT NOT NULL,
          placemark TEXT NOT NULL)
        """)
  }

  /// Reads the favorites.
  ///
  /// - Returns: The cities in order; none if there is no file.
  /// - Throws: ``StorageError`` with the path and the reason, if there is something that cannot be
  ///   read, is no database of favorites, is damaged or of a newer version. The whole database is
  ///   checked each time.
  /// - Complexity: O(*n* log *n*), where *n* is the length of the database.
  public func load() throws -> [FavoriteCity] {
    guard try database.exists() else { return [] }
    return try database.reading { try favorites(in: $0) }
  }

  /// Reads and changes the favorites in one transaction, under the lock of the file.
  ///
  /// - Parameter change: Changes the list of this moment; it must not use a store.
  /// - Returns: What the change returns, after the transaction is on the disk.
  /// - Throws: ``StorageError`` with the path and the reason, or what the change throws; the
  ///   database is untouched.
  /// - Complexity: O(*n* log *n*), where *n* is the length of the database.
  public func update<Result>(_ change: (inout [FavoriteCity]) throws -> Result) throws -> Result {
    // SQLite has locks of its own, but they do not reach from the absence of a file to its making.
    try database.file.lock.withLock {
      guard try database.exists() else { return try begin(with: change) }
      return try database.writing { table in
        let old = try favorites(in: table)
        var cities = old
        let result = try change(&cities)
        try save(cities, inPlaceOf: old, in: table)
        return result
      }
    }
  }

  /// Makes the database, unless there is nothing to put into it.
  private func begin<Result>(with change: (inout [FavoriteCity]) throws -> Result) throws -> Result
  {
    var cities: [FavoriteCity] = []
    let result = try change(&cities)
    if !cities.isEmpty { try database.writing { try save(cities, inPlaceOf: [], in: $0) } }
    return result
  }

  /// Gives the file another name, so that favorites can be begun anew.
  ///
  /// It is for files that cannot be read, and for nothing but the explicit wish of a person.
  ///
  /// - Returns: The new place, which had nothing before; `nil` if there is no file.
  /// - Throws: ``StorageError`` with the path and the reason.
  @discardableResult
  public func setAside() throws -> URL? {
    try database.file.lock.withLock { try database.setAside().map { URL(filePath: $0) } }
  }
}
#endif
