internal import CitySession
public import DurableStorage
public import Foundation
internal import SystemFiles

/// Favorites in a file of JSON, which any number of processes may use at a time.
///
/// ```json
/// {"favorites": [{"id": 2950159, "placemark": {"name": "Berlin"}}], "version": 1}
/// ```
///
/// Each change replaces the file: the new content is written beside it, flushed, and renamed, and the folder
/// is flushed, all under a lock (`flock` on a file with `.lock` added to the name). So the file has the
/// list before a change or the one after it, whenever a process is killed or the disk is full. The list is
/// read anew before each change, and no change of another process is lost.
///
/// A file that is damaged, that has something else, or that a newer version wrote is an error, and stays as
/// it is; ``setAside()`` renames it for a person who wants to begin anew. So is a file that was removed
/// while it was in use, or that appeared in the moment in which it was to be created.
///
/// The path may be a symbolic link. Other names of the file (hard links) keep the list of before a change,
/// as a copy would.
public actor FavoritesFile: FavoritesStore {
  private let file: DurableFile
  private let timeLimit: Duration
  /// Whether the file was there once; from then on, its absence is an error.
  private var isInUse = false

  /// Creates a store without reading its file.
  ///
  /// - Parameters:
  ///   - url: The place of the file. The first change creates the file and the folders that it needs.
  ///     The folder must be writable, because each change replaces the file.
  ///   - timeLimit: The longest time that a change waits for other processes.
  public init(at url: URL, timeLimit: Duration = .seconds(5)) {
    file = DurableFile(url)
    self.timeLimit = timeLimit
  }
}

extension FavoritesFile {
  /// Reads the favorites.
  ///
  /// - Returns: The list; empty if the file does not exist and never existed.
  /// - Throws: ``/DurableStorage/StorageError`` with the path and the reason, if the file cannot be read,
  ///   is damaged, is of a newer version, or was removed while it was in use.
  /// - Complexity: O(*n*), where *n* is the length of the file.
  public func load() throws(StorageError) -> FavoriteList { try read().list }

  /// Makes changes while holding the lock of the file.
  ///
  /// - Parameter change: Changes the list of the file; it must not use a store.
  /// - Returns: The list, after the changes are on the disk.
  /// - Throws: ``/DurableStorage/StorageError`` with the path and the reason, `CancellationError` if the
  ///   task is cancelled while it waits for the lock, or the error of `change`. The favorites are unchanged
  ///   then, with one exception: if only the last flush of the folder failed, the changes are there, and
  ///   a power failure may undo them.
  /// - Complexity: O(*n*), where *n* is the length of the file.
  @discardableResult
  public func update(
    _ change: @Sendable (inout FavoriteList) throws -> Void
  ) async throws -> FavoriteList {
    // First, because a folder that was removed is not made again.
    if isInUse { _ = try read() }
    return try await file.withLock(timeLimit: timeLimit) {
      let (old, identity) = try read()
      var list = old
      try change(&list)
      if list != old {
        _ = try file.replace(identity, with: try FavoritesContent(list).data)
        isInUse = true
      }
      return list
    }
  }

  /// Renames the file, so that the next change starts a new one.
  ///
  /// Call it for files that cannot be read or were removed, and only if a person asked for it.
  ///
  /// - Returns: The new place, which was free before; `nil` if there is no file.
  /// - Throws: ``/DurableStorage/StorageError`` with the path and the reason, or `CancellationError`.
  @discardableResult
  public func setAside() async throws -> URL? {
    try await file.withLock(timeLimit: timeLimit) {
      let path = try file.setAside()
      isInUse = false
      return path.map { URL(filePath: $0) }
    }
  }

  private func read() throws(StorageError) -> (
    list: FavoriteList, identity: FileAttributes.Identity?
  ) {
    guard let (data, identity) = try file.read() else {
      guard !isInUse else { throw .changed(file: file.name, reason: "was removed") }
      return (FavoriteList(), nil)
    }
    isInUse = true
    return (try FavoritesContent.list(in: data, of: file.name), identity)
  }
}

/// What the file has.
private struct FavoritesContent: Codable {
  /// The version that is written, and the latest one that is read.
  static let version = 1

  private struct Header: Decodable {
    let version: Int
  }

  private let favorites: [MapItem]
  private let version: Int

  init(_ list: FavoriteList) {
    favorites = list.cities.map(\.mapItem)
    version = Self.version
  }

  var data: Data {
    get throws {
      let encoder = JSONEncoder()
      // A line of its own for each member, for a person with an editor and for tools that compare lines.
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self) + Data("\n".utf8)
    }
  }

  static func list(in data: Data, of file: String) throws(StorageError) -> FavoriteList {
    do {
      let decoder = JSONDecoder()
      let found = try decoder.decode(Header.self, from: data).version
      guard found <= version else {
        throw StorageError.newerVersion(file: file, found: found, supported: version)
      }
      return FavoriteList(
        try decoder.decode(FavoritesContent.self, from: data).favorites.map { FavoriteCity($0) })
    } catch let error as StorageError {
      throw error
    } catch let error as DecodingError {
      throw .damaged(file: file, reason: "it has no list of favorites (\(error.place))")
    } catch {
      throw .damaged(file: file, reason: "it has no list of favorites")
    }
  }
}
