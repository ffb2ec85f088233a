public import DurableStorage
public import Foundation

/// Favorites in an append-only log: a file that grows by one line of JSON for each change.
///
/// A change is on the disk when its function returns. It costs one line and one flush, whatever the
/// number of favorites. When most lines are obsolete, the file is compacted: written anew and replaced
/// atomically.
///
/// Any number of processes may use the file at once; an advisory lock on a file beside it (`name.lock`)
/// serializes their updates. Readers need no lock and see each change whole. Unknown JSON keys are kept
/// as long as their city.
public actor FavoritesFile: FavoritesStore {
  private let file: DurableFile
  private let timeout: LockTimeout
  private var followed: FollowedFile
  private var log: FavoritesLog
  /// Whether the file has existed; from then on its absence is an error.
  private var isInUse = false
  private var failedCompactionCount = 0

  /// Creates a store without reading its file.
  ///
  /// - Parameters:
  ///   - url: The place of the file. The first change creates the file and the folders that it needs.
  ///     The folder must be writable, because compaction replaces the file.
  ///   - timeLimit: The longest time that an update waits for other processes; at least 0. At 0 it does
  ///     not wait.
  public init(at url: URL, timeLimit: Duration = .seconds(5)) {
    self.init(at: url, timeout: LockTimeout(limit: timeLimit))
  }

  init(at url: URL, timeout: LockTimeout) {
    file = DurableFile(url)
    self.timeout = timeout
    followed = FollowedFile(file)
    log = FavoritesLog(source: file.name)
  }
}

extension FavoritesFile {
  /// Reads the lines that were appended since the last read.
  ///
  /// - Returns: The list; empty if the file does not exist and never existed.
  /// - Throws: ``/DurableStorage/StorageError`` with the path and the reason, if the file cannot be read, is damaged or
  ///   of a newer version, or was removed while it was in use.
  /// - Complexity: O(*k*), where *k* is the length of the new lines.
  public func load() throws(StorageError) -> FavoriteList {
    try readNewLines()
    return log.list
  }

  /// Makes changes while holding the lock of the file.
  ///
  /// - Parameter change: Changes the current list; it must not use a store.
  /// - Returns: The list, after the changes are on the disk, and the result of `change`.
  /// - Throws: ``/DurableStorage/StorageError`` with the path and the reason, `CancellationError` if the task is
  ///   cancelled while it waits for the lock, or the error of `change`. The favorites are unchanged
  ///   then, with one exception: if only the last flush of the folder failed when the file was created,
  ///   the changes are there, and a power failure may undo them.
  /// - Complexity: O(*k*) for *k* changes on average over many, apart from removals in memory; and
  ///   O(*m*) for *m* bytes that others have written.
  @discardableResult
  public func update<Result: Sendable>(
    _ change: @Sendable (inout FavoriteList) throws -> Result
  ) async throws -> (list: FavoriteList, result: Result) {
    // Before the lock recreates a folder that was removed.
    if isInUse, try file.length() == nil { throw removed }
    return try await file.lock.withLock(timeout: timeout, createsFolder: !isInUse) {
      try readNewLines()
      let (list, changes, result) = try log.list.changed(by: change)
      if !changes.isEmpty { try append(changes, resultingIn: list) }
      return (list, result)
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
    try await file.lock.withLock(timeout: timeout) {
      let path = try file.setAside()
      followed.reset()
      isInUse = false
      return path.map { URL(filePath: $0) }
    }
  }
}

extension FavoritesFile {
  private var removed: StorageError {
    .damaged(file: file.name, reason: "it was removed while it was in use")
  }

  private func readNewLines() throws(StorageError) {
    do throws(StorageError) {
      switch try followed.readChange() {
      case .absent:
        guard !isInUse else { throw removed }
        log = FavoritesLog(source: file.name)
        return
      case .appended(let data):
        do throws(StorageError) { try log.read(data) } catch {
          // Another program may have overwritten the file in place.
          followed.reset()
          return try readNewLines()
        }
      case .replaced(let data):
        isInUse = true
        log = FavoritesLog(source: file.name)
        try log.read(data)
      }
      followed.setReadLength(log.length)
    } catch {
      followed.reset()
      throw error
    }
  }

  /// Writes changes behind the last complete line.
  private func append(_ changes: [FavoritesChange], resultingIn list: FavoriteList) throws {
    let lines = try FavoritesLog.encode(changes)
    do {
      var data = log.separator
      for line in lines { data.append(line) }
      if isInUse {
        if log.hasTornEnd { try file.truncate(to: log.length) }
        try file.append(data)
        log.didAppend(lines, for: changes, resultingIn: list)
        followed.setReadLength(log.length)
      } else {
        // Atomically, so that no file ever lacks its first line.
        try file.replace(with: data)
        log.didAppend(lines, for: changes, resultingIn: list)
        followed.reopen(readLength: log.length)
        isInUse = true
      }
    } catch {
      // The state of the file is unknown; the next access reads all of it.
      followed.reset()
      throw error
    }
    compactIfNeeded()
  }

  /// Compacts the file if most of its lines are obsolete.
  private func compactIfNeeded() {
    guard log.lineCount > max(1_000, 2 * log.list.cities.count) << failedCompactionCount else {
      return
    }
    do {
      guard let data = try file.read(), data.count == log.length else { return }
      let compacted = log.compact(data)
      try file.replace(with: compacted)
      followed.reopen(readLength: log.length)
      failedCompactionCount = 0
    } catch {
      // The long file is still valid. The next attempt waits until it has twice as many lines.
      followed.reset()
      failedCompactionCount += 1
    }
  }
}
