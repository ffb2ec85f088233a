public import Foundation

/// Favorites in a file: one JSON document, replaced whole at every change.
///
/// A change is on the disk when it returns. Any number of processes may use the file at once; a lock
/// beside it (`name.lock`) keeps their updates apart. Readers need no lock and see each change whole.
///
/// A file of an older version is read, and written in the present one at the next change.
public struct FavoritesFile: FavoritesStore {
  private let file: DurableFile

  /// Names the file; nothing is read yet.
  ///
  /// - Parameter url: Where the file is, or will be after the first change, with the folders that it
  ///   needs. The folder has to be writable, because the file is replaced and not written into.
  public init(_ url: URL) { file = DurableFile(url) }

  /// Reads the favorites.
  ///
  /// - Returns: The cities in order; none if there is no file.
  /// - Throws: ``StorageError`` with the path and the reason, if there is something that cannot be
  ///   read, makes no sense or is of a newer version.
  /// - Complexity: O(*n*), where *n* is the length of the file.
  public func load() throws -> [FavoriteCity] {
    guard let data = try file.read() else { return [] }
    return try FavoritesDocument.decode(data, from: file.path)
  }

  /// Reads, changes and replaces the file under its lock.
  ///
  /// - Parameter change: Changes the list of this moment; it must not use a store.
  /// - Returns: What the change returns, after the new file is on the disk.
  /// - Throws: ``StorageError`` with the path and the reason, or what the change throws; the old file
  ///   is untouched, unless all was done but the last flush, of the folder: then the new one is there,
  ///   and a power failure may bring back the old one.
  /// - Complexity: O(*n*), where *n* is the length of the file.
  public func update<Result>(_ change: (inout [FavoriteCity]) throws -> Result) throws -> Result {
    try file.lock.withLock {
      let old = try load()
      var cities = old
      let result = try change(&cities)
      if cities != old { try file.replace(with: try FavoritesDocument.encode(cities)) }
      return result
    }
  }

  /// Gives the file another name, so that favorites can be begun anew.
  ///
  /// It is for files that cannot be read, and for nothing but the explicit wish of a person.
  ///
  /// - Returns: The new place, which had nothing before; `nil` if there is no file.
  /// - Throws: ``StorageError`` with the path and the reason.
  @discardableResult
  public func setAside() throws -> URL? {
    try file.lock.withLock { try file.setAside() }.map { URL(filePath: $0) }
  }
}
