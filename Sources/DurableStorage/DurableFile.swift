package import Foundation

/// A file whose content survives crashes of the program and of the system.
///
/// Reading needs no lock. Whoever writes holds ``lock``, from before it reads what it changes until
/// the change is written: then no change of another process is lost, and the name of the temporary
/// file is free. After a call returns, its data are on the disk; if it throws, the old data are.
package struct DurableFile: Sendable {
  /// The path of the file, with the links in it followed.
  package let path: String
  /// The path as it was given, which errors show.
  package let name: String
  private let isFile: Bool

  /// Names a file; it may be absent, and so may its folder.
  ///
  /// The URL of something else than a file is refused at each use.
  package init(_ url: URL) {
    isFile = url.isFileURL
    name = isFile ? url.relativePath : url.absoluteString
    path = isFile ? url.resolvingSymlinksInPath().path : ""
  }

  /// Names a file by a path without links.
  package init(path: String) {
    self.path = path
    name = path
    isFile = true
  }

  /// The lock to hold while writing.
  package var lock: FileLock { FileLock(guarding: self) }

  /// Refuses the URL of something else than a file, whose path would be that of another file.
  func checkIsFile() throws(StorageError) {
    guard isFile else { throw .notFileURL(name) }
  }

  /// The folder that the file lies in.
  var folder: String { OpenFile.parent(of: path) }
}

extension DurableFile {
  /// Reads the content.
  ///
  /// - Returns: The content, or `nil` if there is no file: a file without bytes is something else.
  /// - Throws: ``StorageError/unreadable(file:operation:reason:)`` if there is something by this name
  ///   that cannot be read: a folder, a link to nothing, a file without permission, a failing disk.
  /// - Complexity: O(*n*), where *n* is the length of the file.
  package func read() throws(StorageError) -> Data? {
    try reading { () throws(SystemError) in
      try OpenFile.unlessAbsent(path) { () throws(SystemError) in
        try OpenFile(path, .read).readToEnd()
      }
    }
  }

  /// The length of the content in bytes, or `nil` if there is no file.
  ///
  /// - Throws: ``StorageError/unreadable(file:operation:reason:)`` as ``read()``, but for what only shows
  ///   when the file is opened.
  package func length() throws(StorageError) -> Int? {
    try reading { () throws(SystemError) in try OpenFile.attributes(of: path)?.length }
  }

  /// Gives the file a free name beside its old one, so that a new one can be begun.
  ///
  /// The name is the old one with `.aside-` and a number. Whatever has the name is renamed, also a
  /// folder. The caller holds ``lock``.
  ///
  /// - Returns: The new path, or `nil` if there is no file.
  /// - Throws: ``StorageError/notWritable(file:operation:reason:)``.
  package func setAside() throws(StorageError) -> String? {
    try checkIsFile()
    guard OpenFile.exists(path) else { return nil }
    let target = beside(named: "aside").free.path
    try writing { () throws(SystemError) in try OpenFile.renameDurably(path, to: target) }
    return target
  }

  /// Files beside this one, whose names are its name with a dot, a word, a hyphen and a number: the newest
  /// that is there, and the first with a free name.
  ///
  /// The name stays free as long as the caller holds ``lock``.
  package func beside(named word: String) -> (newest: DurableFile?, free: DurableFile) {
    var newest: DurableFile?
    for number in 1... {
      let file = DurableFile(path: "\(path).\(word)-\(number)")
      guard OpenFile.exists(file.path) else { return (newest, file) }
      newest = file
    }
    preconditionFailure("All numbers are taken.")
  }

  /// Turns the system's errors into those of this module.
  func reading<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(StorageError) -> Result {
    try checkIsFile()
    do throws(SystemError) {
      return try body()
    } catch {
      throw .unreadable(file: name, operation: error.operation, reason: error.reason)
    }
  }

  /// Turns the system's errors into those of this module.
  func writing<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(StorageError) -> Result {
    try checkIsFile()
    do throws(SystemError) {
      return try body()
    } catch {
      throw .notWritable(file: name, operation: error.operation, reason: error.reason)
    }
  }
}

extension OpenFile {
  /// Opens a file that may have to be made, and makes its folder if that is absent.
  static func inMadeFolder(_ path: String, _ mode: Mode) throws(SystemError) -> OpenFile {
    do throws(SystemError) {
      return try OpenFile(path, mode)
    } catch {
      guard error.isAbsence else { throw error }
      try makeFolder(parent(of: path))
      return try OpenFile(path, mode)
    }
  }
}
