#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A lock that keeps writers of a file apart: other processes, and other stores in this one.
///
/// It is an advisory lock of the system (`flock`) on a file beside the guarded one, `name.lock`,
/// which stays there, empty. The guarded file itself cannot carry the lock, because replacing it
/// leaves the lock with the old one. Each use opens the file anew, and so excludes other tasks like other
/// processes. The system ends the lock when its process dies, however it dies. The lock is not
/// recursive.
package struct FileLock: Sendable {
  private let guarded: DurableFile

  init(guarding file: DurableFile) { guarded = file }

  /// The path of the file that carries the lock.
  package var path: String { guarded.path + ".lock" }

  /// Calls `body` while no other process and no other caller has the lock.
  ///
  /// No thread is blocked while another has it. The body is synchronous, and should take milliseconds;
  /// it is called again if it throws ``LockWait/Busy``.
  ///
  /// - Parameters:
  ///   - wait: How long to wait for the lock.
  ///   - makesFolder: Whether the folder of the file is made if it is absent.
  ///   - body: What to do under the lock.
  /// - Returns: What the body returns.
  /// - Throws: ``StorageError/locked(file:limit:)`` if the time limit has passed, `CancellationError` if
  ///   the task is cancelled while it waits, ``StorageError/notLockable(file:operation:reason:)``, or
  ///   what the body throws.
  package func withLock<Result>(
    waiting wait: LockWait = LockWait(), makesFolder: Bool = true, _ body: () throws -> Result
  ) async throws -> Result {
    try await wait.perform(on: guarded.name) {
      guard let holder = try attempt(makesFolder: makesFolder) else { throw LockWait.Busy() }
      defer { holder.release() }
      return try body()
    }
  }

  /// Takes the lock for as long as its holder lives, for files with one owner at a time.
  ///
  /// It does not wait: an owner may keep the lock for days. The folder of the file is made if it is
  /// absent.
  ///
  /// - Throws: ``StorageError/notLockable(file:operation:reason:)``, also if another has the lock.
  package func hold() throws(StorageError) -> Holder {
    guard let holder = try attempt(makesFolder: true) else {
      throw .notLockable(
        file: guarded.name, operation: "locking",
        reason: "another process, or another part of this one, uses the file")
    }
    return holder
  }

  /// Takes the lock; `nil` if another has it.
  private func attempt(makesFolder: Bool) throws(StorageError) -> Holder? {
    try guarded.checkIsFile()
    do throws(SystemError) {
      let file = try makesFolder ? OpenFile.inMadeFolder(path, .lock) : OpenFile(path, .lock)
      try file.lockAtOnce()
      return Holder(file)
    } catch {
      if error.code == EWOULDBLOCK { return nil }
      throw .notLockable(
        file: guarded.name + ".lock", operation: error.operation, reason: error.reason)
    }
  }
}

extension FileLock {
  /// Whether the lock cannot be taken because nothing can be written here: the medium is read-only, or
  /// there is no file for the lock and the folder lets none be made.
  package var isReadOnly: Bool {
    let isThere = OpenFile.exists(path)
    // Sound: the bytes of the path end in a zero and outlive the call.
    guard unsafe access(isThere ? path : OpenFile.parent(of: path), W_OK) != 0 else { return false }
    return errno == EROFS || (errno == EACCES && !isThere)
  }

  /// A lock that is held until it is released, or until the last reference to it goes.
  package final class Holder: Sendable {
    private let file: OpenFile

    fileprivate init(_ file: consuming OpenFile) { self.file = file }

    // A program that is being started has a copy of the open file for a moment, and the lock is that
    // of both: closing ours would not end it.
    deinit { file.unlock() }

    fileprivate func release() { file.unlock() }
  }
}
