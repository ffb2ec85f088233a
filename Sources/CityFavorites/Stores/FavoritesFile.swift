public import DurableStorage
public import Foundation

/// Favorites in a file of lines of JSON: a header with their number, and a line for each city.
///
/// Each change writes the list to a new file, flushes it, and renames it over the old one. So whenever
/// the program is killed or the system crashes, the file has the list before the change or the one after
/// it; and the one after it as soon as the function has returned. A change takes milliseconds for the
/// 1,000 favorites of ``FavoriteCities/defaultLimit``, which are some 250 KB.
///
/// Each line has a checksum, and the header has the number of lines. If lines are damaged or missing, all
/// others are read, and ``FavoriteList/damage`` of the list says what is lost. The next change copies the
/// damaged file to a quarantine file before it writes the list; its name is that of the file with
/// `.damaged-` and a number. A damaged file without any intact city is an error and stays unchanged, for
/// ``setAside()`` or for a person with an editor.
///
/// Any number of processes may use the file at once; an advisory lock on the file and on one beside it
/// (`name.lock`) serializes their updates. Readers need no lock and see each change whole. Unknown JSON keys
/// are kept as long as their city. Other names of the file (hard links) keep the list of before a change,
/// as a copy would.
public actor FavoritesFile: FavoritesStore {
  private let file: DurableFile
  private let timeout: LockTimeout
  /// The content at the last access.
  private var content = FavoritesContent()
  /// The latest damage that was found.
  private var damage: StorageDamage?
  /// Whether the file has existed; from then on its absence is an error.
  private var isInUse = false

  /// Creates a store without reading its file.
  ///
  /// - Parameters:
  ///   - url: The place of the file. The first change creates the file and the folders that it needs.
  ///     The folder must be writable, because each change replaces the file.
  ///   - timeLimit: The longest time that an update waits for other processes; at least 0. At 0 it does
  ///     not wait.
  public init(at url: URL, timeLimit: Duration = .seconds(5)) {
    self.init(at: url, timeout: LockTimeout(limit: timeLimit))
  }

  init(at url: URL, timeout: LockTimeout) {
    file = DurableFile(url)
    self.timeout = timeout
  }
}

extension FavoritesFile {
  /// Reads the favorites, if the file has changed.
  ///
  /// - Returns: The list; empty if the file does not exist and never existed.
  /// - Throws: ``/DurableStorage/StorageError`` with the path and the reason, if the file cannot be read,
  ///   is damaged and has no intact city, is of a newer version, or was removed while it was in use.
  /// - Complexity: O(*n*), where *n* is the length of the file; only changed lines are decoded.
  public func load() throws(StorageError) -> FavoriteList {
    try read()
    return list
  }

  /// Makes changes while holding the lock of the file.
  ///
  /// - Parameter change: Changes the current list, or assigns another; it must not use a store.
  /// - Returns: The list, after the changes are on the disk, and the result of `change`.
  /// - Throws: ``/DurableStorage/StorageError`` with the path and the reason, `CancellationError` if the task is
  ///   cancelled while it waits for the lock, or the error of `change`. The favorites are unchanged
  ///   then, with one exception: if only the last flush of the folder failed, the changes are there, and
  ///   a power failure may undo them.
  /// - Complexity: O(*n*), where *n* is the length of the file; only changed cities are encoded.
  @discardableResult
  public func update<Result: Sendable>(
    _ change: @Sendable (inout FavoriteList) throws -> Result
  ) async throws -> (list: FavoriteList, result: Result) {
    // First, because the lock in a folder that was removed would fail with another error.
    if isInUse, try file.length() == nil { throw removed }
    return try await file.lock.withLock(timeout: timeout, createsFolder: !isInUse) {
      try read()
      let (new, result) = try content.list.changed(by: change)
      if new.cities != content.list.cities { try write(new) }
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
      (content, damage, isInUse) = (FavoritesContent(), nil, false)
      return path.map { URL(filePath: $0) }
    }
  }
}

extension FavoritesFile {
  private var removed: StorageError {
    .damaged(file: file.name, reason: "it was removed while it was in use")
  }

  /// The content as a list.
  private var list: FavoriteList {
    var list = content.list
    list.damage = damage
    return list
  }

  private func read() throws(StorageError) {
    guard let data = try file.read() else {
      guard !isInUse else { throw removed }
      content = FavoritesContent()
      return
    }
    isInUse = true
    guard data != content.data else { return }
    let old = content
    content = try FavoritesContent(data, file: file.name, knowing: old)
    if let found = content.damage {
      damage = found
    } else if let oldData = old.data, old.damage != nil {
      // Another process has repaired the file, or a person has restored it: then nothing is lost.
      let quarantine = file.quarantine(with: oldData)
      if quarantine == nil { damage = nil } else { damage?.quarantine = quarantine }
    }
  }

  /// Replaces the file; if it is damaged, it is copied to a quarantine file first.
  private func write(_ list: FavoriteList) throws {
    let new = try content.replacing(list)
    if content.damage != nil, let damaged = content.data {
      damage?.quarantine = try file.quarantine(damaged)
    }
    try file.replace(with: new.data ?? Data())
    (content, isInUse) = (new, true)
  }
}
