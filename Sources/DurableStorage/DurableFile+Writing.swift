package import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

extension DurableFile {
  /// Replaces the whole content atomically.
  ///
  /// A reader sees the old content or the new one, at every moment and after every crash. The new content
  /// is written to a temporary file beside the old one, flushed, and renamed. The next call removes a
  /// temporary file that a killed process left. Permissions are kept; a read-only file is not replaced.
  /// The caller holds ``lock``.
  ///
  /// - Throws: ``StorageError/notWritable(file:operation:reason:)``. The old content is still there,
  ///   unless only the last flush, of the folder, failed: then it is the old one or the new one.
  /// - Complexity: O(*n*), where *n* is the length of `content`, and two flushes.
  package func replace(with content: Data) throws(StorageError) {
    try writing { () throws(SystemCallError) in
      let permissions = try writableAttributes()?.permissions
      // Renaming does not check the permissions of the old file; opening it does.
      if permissions != nil { _ = try OpenFile(path, .append) }
      try OpenFile.remove(temporaryPath)
      do throws(SystemCallError) {
        let file = try OpenFile.creatingFolder(temporaryPath, .create)
        if let permissions { try file.setPermissions(permissions) }
        try file.write(content)
        try file.flush()
        try OpenFile.renameDurably(temporaryPath, to: path)
      } catch {
        // The disk may be full, so the bytes are freed. The first error is the one to report.
        try? OpenFile.remove(temporaryPath)
        throw error
      }
    }
  }

  /// Appends `data`, or creates the file with them.
  ///
  /// If the data cannot be written whole, the file is truncated to its old length. A crash can still leave
  /// a torn write, which ``truncate(to:)`` removes. The caller holds ``lock``.
  ///
  /// - Throws: ``StorageError/notWritable(file:operation:reason:)``; the old content is still there.
  /// - Complexity: O(*n*), where *n* is the length of `data`, and a flush; two if the file is new.
  package func append(_ data: Data) throws(StorageError) {
    try writing { () throws(SystemCallError) in
      let length = try writableAttributes()?.length
      let file = try OpenFile.creatingFolder(path, length == nil ? .create : .append)
      do throws(SystemCallError) {
        try file.write(data)
        try file.flush()
        if length == nil { try OpenFile.flushFolder(folder) }
      } catch {
        // An empty file is not the same as no file.
        if let length { try? file.truncate(to: length) } else { try? OpenFile.remove(path) }
        throw error
      }
    }
  }

  /// Removes everything behind the first `length` bytes; the file must exist.
  ///
  /// The caller holds ``lock``.
  ///
  /// - Throws: ``StorageError/notWritable(file:operation:reason:)``;
  ///   ``StorageError/damaged(file:reason:)`` if the file is shorter, because another program that does
  ///   not take the lock has truncated it.
  package func truncate(to length: Int) throws(StorageError) {
    precondition(length >= 0, "length must be at least 0, got \(length).")
    let oldLength = try writing { () throws(SystemCallError) in
      let file = try OpenFile(path, .append)
      let oldLength = try file.attributes().length
      guard oldLength >= length else { return oldLength }
      try file.truncate(to: length)
      try file.flush()
      return oldLength
    }
    guard oldLength >= length else {
      throw .damaged(
        file: name, reason: "its length must be at least \(length) bytes, got \(oldLength)")
    }
  }

  /// The attributes of the file; `nil` if there is none.
  ///
  /// Throws if the file is read-only.
  ///
  /// The permissions are checked here, because the system lets an administrator write to any file.
  func writableAttributes() throws(SystemCallError) -> FileAttributes? {
    let attributes = try OpenFile.attributes(of: path)
    if let attributes, attributes.permissions & 0o222 == 0 {
      throw SystemCallError("opening", code: EACCES)
    }
    return attributes
  }

  /// The path of the temporary file that replaces this one.
  private var temporaryPath: String { path + ".new" }
}
