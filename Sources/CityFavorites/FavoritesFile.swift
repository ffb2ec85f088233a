internal import DurableStorage
public import Foundation

/// Favorites in a file that grows by a line of JSON with each change.
///
/// A change is on the disk when it returns, at the price of one line and one flush, however many
/// favorites there are. When most lines are about what is over, the file is written anew and takes the
/// place of the old one, in one step.
///
/// Any number of processes may use the file at once; a lock beside it (`name.lock`) keeps their updates
/// apart. Readers need no lock and see each change whole. Keys that this program does not know stay as
/// long as their city.
public actor FavoritesFile: FavoritesStore {
  private let file: DurableFile
  private let wait: LockWait
  private var followed: FollowedFile
  private var log: FavoritesLog
  /// Whether the file was there; then its absence is an error.
  private var isInUse = false
  private var failedCompactionCount = 0

  /// Names the file; nothing is read yet.
  ///
  /// - Parameters:
  ///   - url: Where the file is, or will be after the first change, with the folders that it needs.
  ///     The folder has to be writable, because the file is replaced now and then.
  ///   - timeLimit: How long an update waits for those of other processes; zero for not at all.
  public init(_ url: URL, timeLimit: Duration = .seconds(5)) {
    self.init(url, wait: LockWait(limit: timeLimit))
  }

  init(_ url: URL, wait: LockWait) {
    file = DurableFile(url)
    self.wait = wait
    followed = FollowedFile(file)
    log = FavoritesLog(place: file.name)
  }
}

extension FavoritesFile {
  /// Reads the favorites, or what was added to the file since it was read last.
  ///
  /// - Returns: The list; empty if there is no file, and was none before.
  /// - Throws: ``StorageError`` with the path and the reason, if there is something that cannot be
  ///   read, makes no sense or is of a newer version, or if the file was removed while it was in use.
  /// - Complexity: O(*k*), where *k* is the length of what is new.
  public func load() throws -> FavoriteList {
    try catchUp()
    return log.list
  }

  /// Makes changes under the lock of the file.
  ///
  /// - Parameter change: Changes the list of this moment; it must not use a store.
  /// - Returns: The list, after the changes are on the disk, and what the change returned.
  /// - Throws: ``StorageError`` with the path and the reason, `CancellationError` if the task is
  ///   cancelled while it waits for the lock, or what the change throws. The favorites are as they
  ///   were. There is one exception, when the file is made: if all was done but the last flush, of the
  ///   folder, the changes are there, and a power failure may undo them.
  /// - Complexity: O(*k*) for *k* changes on average over many, but for the removal from a list in
  ///   memory; and O(*m*) for *m* bytes that others have written.
  @discardableResult
  public func update<Result: Sendable>(
    _ change: @Sendable (inout FavoriteList) throws -> Result
  ) async throws -> (list: FavoriteList, result: Result) {
    // Before a folder is made for the lock, in place of the one that was removed.
    if isInUse, try file.length() == nil { throw removed }
    return try await file.lock.withLock(waiting: wait, makesFolder: !isInUse) {
      try catchUp()
      let (list, changes, result) = try log.list.changed(by: change)
      if !changes.isEmpty { try append(changes, makingIt: list) }
      return (list, result)
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
    try await file.lock.withLock(waiting: wait) {
      let path = try file.setAside()
      followed.forget()
      isInUse = false
      return path.map { URL(filePath: $0) }
    }
  }
}

extension FavoritesFile {
  private var removed: StorageError {
    .damaged(file: file.name, reason: "it was removed while it was in use")
  }

  /// Reads what is new in the file.
  private func catchUp() throws(StorageError) {
    do throws(StorageError) {
      switch try followed.news() {
      case .absent:
        guard !isInUse else { throw removed }
        log = FavoritesLog(place: file.name)
        return
      case .grown(let data):
        do throws(StorageError) { try log.read(data) } catch {
          // Perhaps another program has written other content into the same file.
          followed.forget()
          return try catchUp()
        }
      case .replaced(let data):
        isInUse = true
        log = FavoritesLog(place: file.name)
        try log.read(data)
      }
      followed.understood(log.length)
    } catch {
      followed.forget()
      throw error
    }
  }

  /// Writes changes behind what was understood.
  private func append(_ changes: [FavoritesChange], makingIt list: FavoriteList) throws {
    let lines = try FavoritesLog.encode(changes)
    do {
      var data = log.separator
      for line in lines { data.append(line) }
      if isInUse {
        if log.hasTornEnd { try file.truncate(to: log.length) }
        try file.append(data)
        log.written(list, changes, lines)
        followed.understood(log.length)
      } else {
        // In one step, so that there is no file without its first line.
        try file.replace(with: data)
        log.written(list, changes, lines)
        followed.follow(length: log.length)
        isInUse = true
      }
    } catch {
      // What is there now is found out by reading all of it.
      followed.forget()
      throw error
    }
    compactIfWorthIt()
  }

  /// Writes the file anew if most of its lines are about what is over.
  private func compactIfWorthIt() {
    guard log.lineCount > max(1_000, 2 * log.list.cities.count) << failedCompactionCount else {
      return
    }
    do {
      guard let data = try file.read(), data.count == log.length else { return }
      let compacted = log.compact(data)
      try file.replace(with: compacted)
      followed.follow(length: log.length)
      failedCompactionCount = 0
    } catch {
      // The longer file is as good. The next attempt is made when it is twice as long.
      followed.forget()
      failedCompactionCount += 1
    }
  }
}
