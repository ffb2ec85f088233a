package import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

extension DurableFile {
  /// Writes new content in place of all that was there.
  ///
  /// A reader sees either the old content or the new one, at every moment and after every crash. The
  /// new content is written to a temporary file beside the old one, flushed, and renamed. What a
  /// killed process left of it is removed by the next call. Permissions are kept; a file that must not
  /// be written to is not replaced. The caller holds ``lock``.
  ///
  /// - Throws: ``StorageError/notWritable(file:operation:reason:)``; the old content is still there,
  ///   unless all was done but the last flush, of the folder: then it is one or the other.
  /// - Complexity: O(*n*), where *n* is the length of `content`, and two flushes.
  package func replace(with content: Data) throws(StorageError) {
    try writing { () throws(SystemError) in
      let permissions = try writableAttributes()?.permissions
      // Renaming needs no rights on the old file.
      if permissions != nil { _ = try OpenFile(path, .append) }
      try OpenFile.remove(temporaryPath)
      do throws(SystemError) {
        let file = try OpenFile.inMadeFolder(temporaryPath, .create)
        if let permissions { try file.setPermissions(permissions) }
        try file.write(content)
        try file.flush()
        try OpenFile.renameDurably(temporaryPath, to: path)
      } catch {
        // On a full disk, every byte counts. The reason to report is the first one.
        try? OpenFile.remove(temporaryPath)
        throw error
      }
    }
  }

  /// Writes `data` behind what is there, or into a new file.
  ///
  /// If the data cannot be written whole, what was written of them is cut off again. A crash can leave
  /// a part of them all the same: ``truncate(to:)`` removes it. The caller holds ``lock``.
  ///
  /// - Throws: ``StorageError/notWritable(file:operation:reason:)``; the old content is still there.
  /// - Complexity: O(*n*), where *n* is the length of `data`, and a flush; two if the file is new.
  package func append(_ data: Data) throws(StorageError) {
    try writing { () throws(SystemError) in
      let length = try writableAttributes()?.length
      let file = try OpenFile.inMadeFolder(path, length == nil ? .create : .append)
      do throws(SystemError) {
        try file.write(data)
        try file.flush()
        if length == nil { try OpenFile.flushFolder(folder) }
      } catch {
        // A file without bytes is not the same as none.
        if let length { try? file.cut(to: length) } else { try? OpenFile.remove(path) }
        throw error
      }
    }
  }

  /// Removes everything behind the first `length` bytes; the file must be there.
  ///
  /// The caller holds ``lock``.
  ///
  /// - Throws: ``StorageError/notWritable(file:operation:reason:)``.
  package func truncate(to length: Int) throws(StorageError) {
    try writing { () throws(SystemError) in
      let file = try OpenFile(path, .append)
      let old = try file.attributes().length
      precondition(
        0...old ~= length, "\(path) has \(old) bytes and cannot be truncated to \(length).")
      try file.cut(to: length)
      try file.flush()
    }
  }

  /// What is known of the file, or `nil` if there is none; throws if nobody may write to it.
  ///
  /// Its permissions say so to an administrator, too, whom the system lets write to everything.
  func writableAttributes() throws(SystemError) -> FileAttributes? {
    let attributes = try OpenFile.attributes(of: path)
    if let attributes, attributes.permissions & 0o222 == 0 {
      throw SystemError("opening", code: EACCES)
    }
    return attributes
  }

  /// The path of the file that is to take this one's place.
  private var temporaryPath: String { path + ".new" }
}
