package import Foundation
internal import SystemFiles

/// A file whose content survives crashes of the program and of the system.
///
/// Reading needs no lock. A writer holds ``lock`` from before it reads the data that it changes until
/// it has written them: then it loses no change of another process, and the name of the temporary file
/// is free. When a call returns, its data are on the disk. When it throws, the old data are, with the
/// exception of ``replace(with:)``.
package struct DurableFile: Sendable {
  /// The path of the file, with symbolic links resolved.
  package let path: String
  /// The path as it was given, for errors.
  package let name: String
  private let isFile: Bool

  /// Describes a file, which may be absent, as may its folder.
  ///
  /// Every use of a URL that is no file URL throws.
  package init(_ url: URL) {
    isFile = url.isFileURL
    name = isFile ? url.relativePath : url.absoluteString
    path = isFile ? url.resolvingSymlinksInPath().path : ""
  }

  /// Describes a file by a path without symbolic links.
  package init(path: String) {
    self.path = path
    name = path
    isFile = true
  }

  /// The lock to hold while writing.
  package var lock: FileLock { FileLock(guarding: self) }

  /// Throws if the URL is no file URL, because its path would be that of another file.
  func checkIsFile() throws(StorageError) {
    guard isFile else { throw .notFileURL(file: name) }
  }

  /// The folder of the file.
  var folder: String { OpenFile.parent(of: path) }
}

extension DurableFile {
  /// Reads the content.
  ///
  /// - Returns: The content; `nil` if there is no file. An empty file is not the same.
  /// - Throws: ``StorageError/unreadable(file:operation:reason:)`` if the name exists and cannot be
  ///   read: a folder, a dangling link, a file without permission, a failing disk.
  /// - Complexity: O(*n*), where *n* is the length of the file.
  package func read() throws(StorageError) -> Data? {
    try reading { () throws(SystemCallError) in
      try OpenFile.unlessAbsent(path) { () throws(SystemCallError) in
        try OpenFile(path, .read).readToEnd()
      }
    }
  }

  /// The length of the content in bytes; `nil` if there is no file.
  ///
  /// - Throws: ``StorageError/unreadable(file:operation:reason:)`` as ``read()``, apart from errors that
  ///   only opening the file reveals.
  package func length() throws(StorageError) -> Int? {
    try reading { () throws(SystemCallError) in try OpenFile.attributes(of: path)?.length }
  }

  /// Renames the file, so that a new one can be started.
  ///
  /// The new name is the old one with `.aside-` and a free number. A folder of that name is renamed, too.
  /// The caller holds ``lock``.
  ///
  /// - Returns: The new path; `nil` if there is no file.
  /// - Throws: ``StorageError/notWritable(file:operation:reason:)``.
  package func setAside() throws(StorageError) -> String? {
    try checkIsFile()
    guard OpenFile.exists(path) else { return nil }
    let target = numberedSiblings("aside").free.path
    try writing { () throws(SystemCallError) in try OpenFile.renameDurably(path, to: target) }
    return target
  }

  /// The files named `name.word-1`, `name.word-2` and so on beside this one: the newest that exists, and
  /// the first that does not.
  ///
  /// The name stays free as long as the caller holds ``lock``.
  package func numberedSiblings(_ word: String) -> (newest: DurableFile?, free: DurableFile) {
    var newest: DurableFile?
    for number in 1... {
      let file = DurableFile(path: "\(path).\(word)-\(number)")
      guard OpenFile.exists(file.path) else { return (newest, file) }
      newest = file
    }
    preconditionFailure("All numbers are taken.")
  }

  /// Converts the errors of system calls.
  func reading<Result>(
    _ body: () throws(SystemCallError) -> Result
  ) throws(StorageError) -> Result {
    try checkIsFile()
    do throws(SystemCallError) {
      return try body()
    } catch {
      throw .unreadable(file: name, operation: error.operation, reason: error.reason)
    }
  }

  /// Converts the errors of system calls.
  func writing<Result>(
    _ body: () throws(SystemCallError) -> Result
  ) throws(StorageError) -> Result {
    try checkIsFile()
    do throws(SystemCallError) {
      return try body()
    } catch {
      throw .notWritable(file: name, operation: error.operation, reason: error.reason)
    }
  }
}

extension OpenFile {
  /// Opens a file, and creates its folder if that is absent.
  static func creatingFolder(_ path: String, _ mode: Mode) throws(SystemCallError) -> OpenFile {
    do throws(SystemCallError) {
      return try OpenFile(path, mode)
    } catch {
      guard error.isAbsence else { throw error }
      try createFolder(parent(of: path))
      return try OpenFile(path, mode)
    }
  }
}

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

  /// Removes everything after the first `length` bytes; the file must exist.
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
      let oldLength = try file.attributes().ofStorage().length
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

extension DurableFile {
  /// Writes damaged bytes to a quarantine file, unless an earlier attempt to repair the file has done so.
  ///
  /// The caller holds ``lock``.
  ///
  /// - Returns: The path of the quarantine file, whose name is that of the file with `.damaged-` and a number.
  /// - Throws: ``StorageError/notWritable(file:operation:reason:)``.
  package func quarantine(_ bytes: Data) throws(StorageError) -> String {
    if let file = quarantine(with: bytes) { return file }
    let file = numberedSiblings("damaged").free
    try file.replace(with: bytes)
    return file.path
  }

  /// The newest quarantine file, if it has these bytes: a process has repaired the file.
  package func quarantine(with bytes: Data) -> String? {
    guard let newest = numberedSiblings("damaged").newest, (try? newest.read()) == bytes else {
      return nil
    }
    return newest.path
  }
}
