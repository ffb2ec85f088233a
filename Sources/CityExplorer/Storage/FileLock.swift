/// A lock that keeps writers of a file apart: other processes, and other stores in this one.
///
/// It is an advisory lock of the system (`flock`) on a file beside the guarded one, `name.lock`,
/// which stays there, empty. The guarded file itself cannot carry the lock, because replacing it
/// leaves the lock with the old one. Each ``withLock(_:)`` opens the file anew, and so excludes other
/// threads like other processes. The system ends the lock when its process dies, however it dies.
///
/// The thread waits while another has the lock. That is harmless for a task as long as nobody
/// suspends or computes at length within: the body is synchronous, and should take milliseconds. The
/// lock is not recursive.
package struct FileLock: Sendable {
  /// The path of the guarded file.
  package let file: String

  package init(guarding file: String) { self.file = file }

  /// The path of the file that carries the lock.
  package var path: String { file + ".lock" }

  /// Calls `body` while no other process and no other caller has the lock.
  ///
  /// The folder of the file is made if it is absent.
  ///
  /// - Throws: ``StorageError/notLockable(file:operation:reason:)``, or what the body throws.
  package func withLock<Result>(_ body: () throws -> Result) throws -> Result {
    let file = try locked()
    defer { file.unlock() }
    return try body()
  }

  private func locked() throws(StorageError) -> OpenFile {
    do throws(SystemError) {
      let file = try OpenFile.inMadeFolder(path, .lock)
      try file.lock()
      return file
    } catch {
      throw .notLockable(file: path, operation: error.operation, reason: error.reason)
    }
  }
}
