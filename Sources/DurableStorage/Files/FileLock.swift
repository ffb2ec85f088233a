internal import SystemFiles
internal import Foundation
internal import Synchronization

/// An advisory lock that excludes other writers of a file: other processes, and other stores in this one.
///
/// It is a `flock` on a file beside the guarded one, `name.lock`, which stays there. That file is
/// empty, or names the process that holds the lock for long. The guarded file itself cannot carry the
/// lock, because replacing the file would leave the lock on the old one. Each use opens the lock file
/// anew, so it excludes other tasks and other processes alike. The system releases the lock when the
/// process ends, even by a crash. The lock is not recursive.
package struct FileLock: Sendable {
  private let guarded: DurableFile

  init(guarding file: DurableFile) { guarded = file }

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

  /// The longest time to wait for another store of this process; a test on a busy machine waits longer.
  @TaskLocal package static var patience = Duration.seconds(1)

  /// Takes the lock as ``hold()`` does, and waits a moment for another store of this process.
  ///
  /// A store that was just given up may still be saving. Other processes keep their locks for long.
  ///
  /// - Parameter attempt: Takes the lock by ``hold()``. It is called again while another store of this process
  ///   may have the lock.
  /// - Throws: The errors of ``hold()``; `CancellationError` if the task is cancelled while it waits.
  package func waitForThisProcess(
    _ attempt: () throws -> Void
  ) async throws {
    do {
      try await LockTimeout(limit: Self.patience).retry(guarded.name) {
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
    do throws(SystemCallError) {
      let file =
        try createsFolder ? OpenFile.creatingFolder(path, .lock) : OpenFile(path, .lock)
      try file.tryLock()
      return Holder(file)
    } catch {
      if error.code == EWOULDBLOCK { return nil }
      throw .notLockable(
        file: guarded.name + ".lock", operation: error.operation, reason: error.reason)
    }
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
    private let file: OpenFile
    private let isSigned = Mutex(false)

    fileprivate init(_ file: consuming OpenFile) { self.file = file }

    // Closing the file is not enough: a child process that is just being started shares it for a moment,
    // and would keep the lock.
    deinit {
      if isSigned.withLock(\.self) { try? file.truncate(to: 0) }
      file.unlock()
    }

    fileprivate func release() { file.unlock() }

    /// Writes the name of this process into the lock file.
    fileprivate func sign() {
      isSigned.withLock { $0 = true }
      // Without the name, the lock is as good.
      try? file.truncate(to: 0)
      try? file.write(LockOwner.current.content)
    }
  }
}

/// An attempt found the data locked by another process, or by another store in this one.
package struct LockBusy: Error {
  package init() {}
}

/// The longest time to wait for a lock, and the clock that measures it.
///
/// Waiting means trying again with a short backoff; no thread is blocked.
package struct LockTimeout: Sendable {
  /// The longest time to wait.
  package let limit: Duration
  private let clock: any Clock<Duration>

  /// The default limit of all stores.
  package static let defaultLimit = Duration.seconds(5)

  /// The longest limit: a day.
  ///
  /// Longer ones are clamped, because clocks cannot add every duration.
  package static let maximumLimit = Duration.seconds(86_400)

  /// - Parameters:
  ///   - limit: The longest time to wait; at least 0. At 0 there is one attempt.
  ///   - clock: The clock that measures the time.
  package init(limit: Duration = Self.defaultLimit, clock: any Clock<Duration> = ContinuousClock())
  {
    precondition(limit >= .zero, "timeLimit must be at least 0, got \(limit).")
    self.limit = min(limit, Self.maximumLimit)
    self.clock = clock
  }

  /// Calls `attempt` again and again while it throws ``LockBusy``.
  ///
  /// - Throws: `StorageError.locked` with the name of the file after the time limit; `CancellationError`
  ///   if the task is cancelled while it waits; or the error of the attempt.
  package func retry<Result>(_ file: String, _ attempt: () throws -> Result) async throws
    -> Result
  {
    // With `self`, because the C library has a function of this name.
    try await retry(file, by: self.clock, attempt)
  }

  private func retry<C: Clock<Duration>, Result>(
    _ file: String, by clock: C, _ attempt: () throws -> Result
  ) async throws -> Result {
    let deadline = clock.now.advanced(by: limit)
    var pause = Duration.milliseconds(1)
    while true {
      do {
        return try attempt()
      } catch is LockBusy {
        let now = clock.now
        guard now < deadline else { throw StorageError.locked(file: file, limit: limit) }
        try await clock.sleep(until: min(now.advanced(by: pause), deadline), tolerance: nil)
        // The backoff stays short: an owner that takes the lock repeatedly frees it only for moments.
        pause = min(pause * 2, .milliseconds(8))
      }
    }
  }
}
