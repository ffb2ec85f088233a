import DurableStorage
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The tasks with locks alone.
enum LockProbe {
  /// `look-for-lock FILE`: says whether another process has any lock of POSIX on a file, as SQLite
  /// takes them.
  ///
  /// Asynchronous like all tasks.
  static func look(_ arguments: [String]) async throws {
    guard arguments.count == 1 else { throw Complaint("look-for-lock FILE") }
    let file = try FileHandle(forUpdating: URL(filePath: arguments[0]))
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    // Sound: the call fills in a structure of this type, which outlives it.
    guard unsafe fcntl(file.fileDescriptor, F_GETLK, &lock) == 0 else {
      throw Complaint("The locks cannot be queried.")
    }
    try StorageProbe.acknowledge(lock.l_type == Int16(F_UNLCK) ? "free" : "locked")
  }

  /// `hold-lock FILE`: takes the lock of a file, and keeps it until the process is killed.
  static func hold(_ arguments: [String]) async throws {
    guard arguments.count == 1 else { throw Complaint("hold-lock FILE") }
    let holder = try DurableFile(URL(filePath: arguments[0])).lock.hold()
    try StorageProbe.acknowledge("held")
    try await Task.sleep(for: .seconds(3_600))
    withExtendedLifetime(holder) {}
  }
}
