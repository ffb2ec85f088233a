public import DurableStorage
public import Foundation

/// Addresses in an append-only log: a file that grows by one line of JSON for each change.
///
/// A change is durable when ``apply(_:)`` returns. It costs one line and one flush. If the program is
/// killed while it writes, the file ends in a torn write, which was never acknowledged. It is ignored, and
/// truncated before the next line is written.
///
/// Each line has a checksum. If some lines are damaged, all others are read; the damaged ones are moved to
/// a quarantine file, whose name is that of the file with `.damaged-` and a number, and ``damage``
/// describes both. A file without any intact line is an error and stays unchanged, for ``setAside()`` or
/// for a person with an editor.
///
/// One journal owns the file from its first use until it is closed or deallocated. A second one, in this
/// process or in another, by this name of the file or by another (a hard link), throws ``/DurableStorage/StorageError/notLockable(file:operation:reason:)`` and
/// changes nothing. The error names the process that has the file. If that is this process, the second
/// journal tries for a second before it throws, because the first one may just be ending. So no line is
/// lost, and no address is requested by two queues at once. If the lock file cannot be created, on a
/// read-only medium or in a read-only folder, the file is read without a lock, and writing is an error.
///
/// When most lines are obsolete, the file is compacted: written anew and replaced atomically.
public actor GeocodingJournal: GeocodingStore {
  private let file: DurableFile
  private let timeout: LockTimeout
  /// The lock; `nil` before the first use and after ``close()``.
  private var lock: FileLock.Holder?
  /// The state of the file; `nil` if the file must be read before it is written to.
  private var state: State?
  private var failedCompactionCount = 0
  /// The damage found when the file was read; `nil` if there was none, or before the first read.
  public private(set) var damage: StorageDamage?

  fileprivate struct State {
    /// The length of the file; `nil` if it does not exist.
    var length: Int?
    /// The length up to the last complete line, if a torn write follows; `nil` otherwise.
    var completeLength: Int?
    /// Whether the last line lacks its line feed.
    var lacksLineEnd = false
    var lineCount = 0
    /// The digests of the addresses that have a record.
    var hashes: Set<String> = []
  }

  /// Creates a store without reading its file.
  ///
  /// - Parameter url: The place of the file. The first change creates it and the folders that it needs. A
  ///   file beside it, with `.lock` added to its name, carries the lock.
  public init(at url: URL) { self.init(at: url, timeout: .moment) }

  init(at url: URL, timeout: LockTimeout) {
    file = DurableFile(url)
    self.timeout = timeout
  }

  /// Reads all records; an absent file has none.
  ///
  /// Damaged lines are skipped, and quarantined if the file can be written; see ``damage``.
  ///
  /// - Throws: ``/DurableStorage/StorageError``; the file is unchanged then. `CancellationError` if the
  ///   task is cancelled while it waits for another journal of this process.
  /// - Complexity: O(*n*), where *n* is the length of the file.
  public func records() async throws -> [GeocodingRecord] {
    try await takeLockToRead()
    guard let content = try read() else { return [] }
    if lock != nil {
      // If the file cannot be written now, it is repaired before the next change is written.
      if !content.damage.isEmpty { try? rewrite(content) }
      compactIfNeeded()
    }
    return content.records.all
  }

  /// Writes changes, and returns when they are on the disk.
  ///
  /// - Throws: ``/DurableStorage/StorageError``; all earlier changes are in the file then.
  ///   `CancellationError`, as ``records()`` does.
  /// - Complexity: O(*k*) for *k* changes, on average over many.
  public func apply(_ changes: [GeocodingChange]) async throws {
    guard !changes.isEmpty else { return }
    var lines = Data()
    for change in changes { lines += try JournalLine.change(change).encoded() }
    try await takeLock()
    if state == nil, let content = try read(), !content.damage.isEmpty {
      try rewrite(content)
    }
    var next = state ?? State()
    // If an error is thrown from here on, the file is read again before it is written to.
    state = nil
    try append(lines, to: &next)
    next.lineCount += changes.count
    for change in changes {
      switch change {
      case .put(let record): next.hashes.insert(record.addressHash)
      case .remove(let hash): next.hashes.remove(hash)
      }
    }
    state = next
    compactIfNeeded()
  }

  /// Writes the file anew without obsolete lines.
  ///
  /// The journal does this by itself when most lines are obsolete.
  ///
  /// - Throws: ``/DurableStorage/StorageError``; the old file is still there.
  /// - Complexity: O(*n*), where *n* is the length of the file.
  package func compact() async throws {
    try await takeLock()
    try rewrite()
  }

  /// Writes the file anew; this journal has the lock.
  private func rewrite() throws {
    if let content = try read() { try rewrite(content) }
  }

  /// Releases the file for other journals, until this journal is used again.
  public func close() {
    state = nil
    lock = nil
  }

  /// Renames the file, so that the next change starts a new one.
  ///
  /// Call it for files that cannot be read, and only if a person asked for it.
  ///
  /// - Returns: The new place, which was free before; `nil` if there is no file.
  /// - Throws: ``/DurableStorage/StorageError``; the file has its old name then, unless only the last
  ///   flush of the folder failed. `CancellationError`, as ``records()`` does.
  @discardableResult
  public func setAside() async throws -> URL? {
    try await takeLock()
    (state, damage) = (nil, nil)
    let path = try file.setAside()
    try lock?.follow()
    return path.map { URL(filePath: $0) }
  }
}

extension GeocodingJournal {
  private func takeLock() async throws {
    guard lock == nil else { return }
    // Another call may take the lock while this one waits.
    try await file.lock.waitForThisProcess(timeout: timeout) {
      if lock == nil { lock = try file.lock.hold() }
    }
  }

  /// Takes the lock, unless nothing can be written there: then there are no writers to exclude.
  private func takeLockToRead() async throws {
    do { try await takeLock() } catch let error as StorageError {
      guard file.lock.isReadOnly else { throw error }
    }
  }

  /// Reads the file; `nil` if it does not exist.
  private func read() throws(StorageError) -> JournalContent? {
    state = nil
    try lock?.follow()
    guard let data = try file.read() else {
      if lock != nil { state = State() }
      return nil
    }
    let content = try JournalContent(data, file: file.name)
    guard content.damage.isEmpty else {
      damage = damage(content, quarantine: nil)
      return content
    }
    // Without the lock, the file has to be read again before it is written to.
    guard lock != nil else { return content }
    state = State(
      length: data.count,
      completeLength: content.completeLength < data.count ? content.completeLength : nil,
      lacksLineEnd: content.lacksLineEnd, lineCount: content.lineCount,
      hashes: content.records.hashes)
    return content
  }

  /// Writes the file anew, after its damaged bytes were quarantined.
  private func rewrite(_ content: JournalContent) throws {
    state = nil
    var data = try Self.header
    for record in content.records.all { data += try JournalLine.change(.put(record)).encoded() }
    if !content.damage.isEmpty {
      let copy = try file.quarantine(
        Data(content.damage.bytes.joined(separator: [ChecksummedLine.end])))
      damage = damage(content, quarantine: copy)
    }
    try replace(with: data)
    state = State(
      length: data.count, lineCount: content.records.count, hashes: content.records.hashes)
  }

  /// Replaces the file, or creates it, and locks the new one.
  private func replace(with data: Data) throws(StorageError) {
    try file.replace(with: data)
    try lock?.follow()
  }

  private func damage(_ content: JournalContent, quarantine: String?) -> StorageDamage {
    StorageDamage(
      file: file.name, keptCount: content.lineCount, places: content.damage.places,
      quarantine: quarantine)
  }

  private static var header: Data {
    get throws { try JournalLine.header(version: JournalContent.version).encoded() }
  }

  /// Appends lines behind the last complete line.
  private func append(_ lines: Data, to state: inout State) throws {
    guard let length = state.length else {
      // Atomically, so that no file ever lacks its first line.
      let data = try Self.header + lines
      try replace(with: data)
      state.length = data.count
      return
    }
    guard try file.length() == length else {
      throw StorageError.damaged(
        file: file.name, reason: "another program changed it while it was in use")
    }
    if let completeLength = state.completeLength { try file.truncate(to: completeLength) }
    let added = state.lacksLineEnd ? [ChecksummedLine.end] + lines : lines
    state.length = (state.completeLength ?? length) + added.count
    (state.completeLength, state.lacksLineEnd) = (nil, false)
    try file.append(added)
  }

  /// Compacts the file if most of its lines are obsolete.
  private func compactIfNeeded() {
    guard let state, state.lineCount > max(1_000, 4 * state.hashes.count) << failedCompactionCount
    else { return }
    do {
      try rewrite()
      failedCompactionCount = 0
    } catch {
      // The long file is still valid. The next attempt waits until it has twice as many lines.
      failedCompactionCount += 1
    }
  }
}
