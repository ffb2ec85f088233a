package import Foundation

/// A file whose content survives crashes of the program and of the system.
///
/// Reading needs no lock. A writer holds ``lock`` from before it reads the data that it changes until it
/// has written them: then it loses no change of another process, and the name of the temporary file is
/// free. When a call returns, its data are on the disk; when it throws, the old data are.
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

  /// Throws if the URL is no file URL; its path would be that of another file.
  func checkIsFile() throws(StorageError) {
    guard isFile else { throw .notFileURL(name) }
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
