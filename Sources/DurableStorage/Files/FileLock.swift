internal import SystemFiles
internal import Foundation
internal import Synchronization

/// An advisory lock that excludes other writers of a file: other processes, and other stores in this one.
///
/// It locks what the file is called and what it is, each by a `flock`:
/// - The name, by a file beside the guarded one, `name.lock`, which stays there. That file is empty, or
///   names the process that holds the lock for long. It is locked before there is a file to guard, and
///   while that is replaced.
/// - The file itself, which may have other names (hard links), each with a lock file of its own.
///
/// Each use opens both anew, so it excludes other tasks and other processes alike. The system releases
/// the lock when the process ends, even by a crash. The lock is not recursive.
package struct FileLock: Sendable {
  private let guarded: DurableFile
  /// Whether the file is a database, which is not locked itself: closing any descriptor of it would release
  /// the locks that SQLite has on it in this process.
  private let isDatabase: Bool

  init(guarding file: DurableFile, isDatabase: Bool = false) {
    guarded = file
    self.isDatabase = isDatabase
  }

  /// The path of the lock file.
  package var path: String { guarded.path + ".lock" }

  /// Calls `body` while holding the lock.
  ///
  /// Waiting blocks no thread. The body is synchronous and should take milliseconds; it is called again
  /// if it throws ``LockBusy``.
  ///
  /// - Parameters:
  ///   - timeout: The longest time to wait for the lock.
  ///   - createsFolder: Whether to create the folder of the file if it is absent.
  ///   - body: The work to do.
  /// - Returns: The result of the body.
  /// - Throws: ``StorageError/locked(file:limit:)`` after the time limit, `CancellationError` if the
  ///   task is cancelled while it waits, ``StorageError/notLockable(file:operation:reason:)``, or the
  ///   error of the body.
  package func withLock<Result>(
    timeout: LockTimeout = LockTimeout(), createsFolder: Bool = true, _ body: () throws -> Result
  ) async throws -> Result {
    try await timeout.retry(guarded.name) {
      guard let holder = try attempt(createsFolder: createsFolder) else { throw LockBusy() }
      defer { holder.release() }
      return try body()
    }
  }

  /// Takes the lock for the lifetime of the returned object, for files with one owner at a time.
  ///
  /// It does not wait, because an owner may keep the lock for days. It creates the folder of the file if
  /// it is absent.
  ///
  /// - Throws: ``StorageError/notLockable(file:operation:reason:)``, also if another owner has the lock; the
  ///   reason names its process.
  package func hold() throws(StorageError) -> Holder {
    guard let holder = try attempt(createsFolder: true) else {
      throw .notLockable(
        file: guarded.name, operation: "locking", reason: LockOwner.reason(owner))
    }
    holder.sign()
    return holder
  }

  /// Takes the lock as ``hold()`` does, and waits for another store of this process, but for no other
  /// process, because those keep their locks for long.
  ///
  /// - Parameters:
  ///   - timeout: The longest time to wait.
  ///   - attempt: Takes the lock by ``hold()``. It is called again while another store of this process may
  ///     have the lock.
  /// - Throws: The errors of ``hold()``; `CancellationError` if the task is cancelled while it waits.
  package func waitForThisProcess(
    timeout: LockTimeout, _ attempt: () throws -> Void
  ) async throws {
    do {
      try await timeout.retry(guarded.name) {
        do { try attempt() } catch let error as StorageError {
          // While the lock is being taken or released, the lock file names nobody.
          if let owner, owner != .current { throw error }
          throw LockBusy()
        }
      }
    } catch StorageError.locked {
      try attempt()
    }
  }

  /// The process that holds the lock, if the lock file names it.
  private var owner: LockOwner? {
    (try? OpenFile(path, .read).readToEnd()).flatMap { LockOwner($0) }
  }

  /// Takes the lock; `nil` if it is taken.
  private func attempt(createsFolder: Bool) throws(StorageError) -> Holder? {
    try guarded.checkIsFile()
    if isDatabase { try checkNames() }
    do throws(SystemCallError) {
      let file =
        try createsFolder ? OpenFile.creatingFolder(path, .lock) : OpenFile(path, .lock)
      let holder = Holder(try LockedFile(file), of: isDatabase ? nil : guarded)
      return holder.lockFile() ? holder : nil
    } catch {
      if error.code == EWOULDBLOCK { return nil }
      throw .notLockable(
        file: guarded.name + ".lock", operation: error.operation, reason: error.reason)
    }
  }

  /// Throws if a database has several names.
  ///
  /// SQLite keeps a journal beside the name by which it opened the database. By another name, it would not
  /// find the journal of a process that was killed.
  private func checkNames() throws(StorageError) {
    // What cannot be examined cannot be read either, and that error says more.
    guard let count = (try? OpenFile.attributes(of: guarded.path))?.nameCount, count > 1 else {
      return
    }
    throw .notLockable(
      file: guarded.name, operation: "locking",
      reason: "the database has \(count) names (hard links), and must have one")
  }
}

extension FileLock {
  /// Whether the lock cannot be taken because nothing can be written there: the medium is read-only, or
  /// the lock file is absent and the folder does not allow creating it.
  package var isReadOnly: Bool {
    let isThere = OpenFile.exists(path)
    // Sound: the bytes of the path end in a zero and outlive the call.
    guard unsafe access(isThere ? path : OpenFile.parent(of: path), W_OK) != 0 else { return false }
    return errno == EROFS || (errno == EACCES && !isThere)
  }

  /// A lock that is held until the last reference to this object is released.
  package final class Holder: Sendable {
    private let nameLock: LockedFile
    /// The file to lock itself; `nil` for a database.
    private let guarded: DurableFile?
    /// The guarded file, locked; `nil` if there is none.
    private let file = Mutex<LockedFile?>(nil)
    private let isSigned = Mutex(false)

    fileprivate init(_ nameLock: LockedFile, of guarded: DurableFile?) {
      self.nameLock = nameLock
      self.guarded = guarded
    }

    deinit { if isSigned.withLock(\.self) { try? nameLock.file.truncate(to: 0) } }

    /// Locks the file that has the guarded name now, in place of the one that had it before.
    ///
    /// Call it whenever the file may have been created, replaced or renamed.
    ///
    /// - Throws: ``StorageError/notLockable(file:operation:reason:)`` if another owner has the file, by
    ///   another name.
    package func follow() throws(StorageError) {
      guard let guarded, !lockFile() else { return }
      throw .notLockable(
        file: guarded.name, operation: "locking", reason: LockOwner.reason(nil))
    }

    /// Locks the file that has the guarded name now.
    ///
    /// A file that cannot be opened for writing needs no lock; what uses it says why it cannot.
    ///
    /// - Returns: Whether no other owner has it.
    fileprivate func lockFile() -> Bool {
      guard let path = guarded?.path else { return true }
      return file.withLock { file in
        guard let found = try? OpenFile.attributes(of: path) else {
          file = nil
          return true
        }
        if found.identity == file?.identity { return true }
        do throws(SystemCallError) {
          file = try LockedFile(OpenFile(path, .append))
        } catch {
          if error.code == EWOULDBLOCK { return false }
          file = nil
        }
        return true
      }
    }

    fileprivate func release() {
      file.withLock { $0 = nil }
      nameLock.file.unlock()
    }

    /// Writes the name of this process into the lock file.
    fileprivate func sign() {
      isSigned.withLock { $0 = true }
      // Without the name, the lock is as good.
      try? nameLock.file.truncate(to: 0)
      try? nameLock.file.write(LockOwner.current.content)
    }
  }
}

/// A file that is locked as long as this object exists.
private final class LockedFile: Sendable {
  let file: OpenFile
  let identity: FileAttributes.Identity

  /// Throws `EWOULDBLOCK` if another open file has the lock.
  init(_ file: consuming OpenFile) throws(SystemCallError) {
    identity = try file.attributes().identity
    try file.tryLock()
    self.file = file
  }

  // Closing the file is not enough: a child process that is just being started shares it for a moment,
  // and would keep the lock.
  deinit { file.unlock() }
}
