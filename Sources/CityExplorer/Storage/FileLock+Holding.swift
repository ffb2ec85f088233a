#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

extension FileLock {
  /// A lock that is held until the last reference to it goes.
  package final class Holder: Sendable {
    private let file: OpenFile

    fileprivate init(_ file: consuming OpenFile) { self.file = file }

    // A program that is being started has a copy of the open file for a moment, and the lock is that
    // of both: closing ours would not end it.
    deinit { file.unlock() }
  }

  /// Takes the lock for as long as its holder lives, for files with one owner at a time.
  ///
  /// It does not wait: an owner may keep the lock for days. The folder of the file is made if it is
  /// absent.
  ///
  /// - Throws: ``StorageError/notLockable(file:operation:reason:)``, also if another has the lock.
  package func hold() throws(StorageError) -> Holder {
    do throws(SystemError) {
      let file = try OpenFile.inMadeFolder(path, .lock)
      try file.lockAtOnce()
      return Holder(file)
    } catch {
      let reason =
        error.code == EWOULDBLOCK
        ? "another process, or another part of this one, uses the file" : error.reason
      throw .notLockable(file: file, operation: error.operation, reason: reason)
    }
  }

  /// Whether the lock cannot be taken because nothing can be written here: the medium is read-only, or
  /// there is no file for the lock and the folder lets none be made.
  package var isReadOnly: Bool {
    let isThere = OpenFile.exists(path)
    // Sound: the bytes of the path end in a zero and outlive the call.
    guard unsafe access(isThere ? path : OpenFile.parent(of: path), W_OK) != 0 else { return false }
    return errno == EROFS || (errno == EACCES && !isThere)
  }
}
