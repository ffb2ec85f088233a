package import Foundation
package import SystemFiles

/// A file whose content survives crashes of the program and of the system, by its path.
///
/// When a call that writes returns, its data are on the disk; when it throws, the old data are. A writer
/// passes the identity of the file that it has read, so that no other file is ever written to or replaced:
/// one that appeared or took the place of the first, such as somebody's notes.
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

  /// Converts the errors of system calls that read.
  package func reading<Result: ~Copyable>(
    _ body: () throws(SystemCallError) -> Result
  ) throws(StorageError) -> Result {
    guard isFile else { throw .notFileURL(file: name) }
    do throws(SystemCallError) {
      return try body()
    } catch {
      throw .unreadable(file: name, operation: error.operation, reason: error.reason)
    }
  }

  /// Converts the errors of system calls that write.
  package func writing<Result: ~Copyable>(
    _ body: () throws(SystemCallError) -> Result
  ) throws(StorageError) -> Result {
    guard isFile else { throw .notFileURL(file: name) }
    do throws(SystemCallError) {
      return try body()
    } catch {
      throw .notWritable(file: name, operation: error.operation, reason: error.reason)
    }
  }

  /// Throws unless the path leads to a file, or to none, as it did before.
  package func check(_ identity: FileAttributes.Identity?) throws(StorageError) {
    let found = try reading { () throws(SystemCallError) in
      try OpenFile.attributes(of: path)?.identity
    }
    guard found != identity else { return }
    let event =
      if found == nil { "was removed" } else if identity == nil { "appeared" } else {
        "was exchanged for another file"
      }
    throw .changed(file: name, reason: event)
  }
}

extension DurableFile {
  /// Reads the content and the identity of the file; `nil` if there is none.
  ///
  /// - Throws: ``StorageError/unreadable(file:operation:reason:)`` if the name exists and cannot be
  ///   read: a folder, a dangling link, a file without permission, a failing disk.
  /// - Complexity: O(*n*), where *n* is the length of the file.
  package func read() throws(StorageError) -> (data: Data, identity: FileAttributes.Identity)? {
    try reading { () throws(SystemCallError) in
      try OpenFile.unlessAbsent(path) { () throws(SystemCallError) in
        let file = try OpenFile(path, .read)
        return (try file.readToEnd(), try file.attributes().identity)
      }
    }
  }

  /// Replaces the file, or creates it, atomically.
  ///
  /// A reader sees the old content or the new one, at every moment and after every crash. The new content
  /// is written to a file beside the old one, `name.new`, flushed, and renamed. Permissions are kept; a
  /// read-only file is not replaced. The caller holds the lock, see ``withLock(timeLimit:_:)``.
  ///
  /// - Parameters:
  ///   - identity: The file that was read; `nil` if there was none.
  ///   - content: The new content.
  /// - Returns: The identity of the new file.
  /// - Throws: ``StorageError/notWritable(file:operation:reason:)``, or
  ///   ``StorageError/changed(file:reason:)`` if another file is there. The old content is still there,
  ///   unless only the last flush, of the folder, failed: then it is the old one or the new one.
  /// - Complexity: O(*n*), where *n* is the length of `content`, and two flushes.
  package func replace(
    _ identity: FileAttributes.Identity?, with content: Data
  ) throws(StorageError) -> FileAttributes.Identity {
    let temporary = path + ".new"
    do throws(StorageError) {
      let new = try writing { () throws(SystemCallError) in
        let permissions = try writableAttributes()?.permissions
        // A process that was killed may have left one.
        try OpenFile.remove(temporary)
        let file = try OpenFile.creatingFolder(temporary, .create)
        if let permissions { try file.setPermissions(permissions) }
        try file.write(content)
        try file.flush()
        return try file.attributes().identity
      }
      try check(identity)
      do throws(SystemCallError) {
        try OpenFile.renameDurably(temporary, to: path, replacing: identity != nil)
      } catch {
        guard identity == nil, error.code == EEXIST else {
          throw .notWritable(file: name, operation: error.operation, reason: error.reason)
        }
        throw .changed(file: name, reason: "appeared")
      }
      return new
    } catch {
      // The disk may be full, so the bytes are freed. The first error is the one to report.
      try? OpenFile.remove(temporary)
      throw error
    }
  }

  /// Renames the file, so that a new one can be started.
  ///
  /// The new name is the old one with `.aside-` and a free number. The caller holds the lock.
  ///
  /// - Returns: The new path; `nil` if there is no file.
  /// - Throws: ``StorageError/notWritable(file:operation:reason:)``.
  package func setAside() throws(StorageError) -> String? {
    try writing { () throws(SystemCallError) in
      guard OpenFile.exists(path) else { return nil }
      var number = 1
      while OpenFile.exists("\(path).aside-\(number)") { number += 1 }
      try OpenFile.renameDurably(path, to: "\(path).aside-\(number)")
      return "\(path).aside-\(number)"
    }
  }

  /// The attributes of the file; `nil` if there is none.
  ///
  /// Throws if the file is read-only, which renaming does not check. The permissions count here, because
  /// the system lets an administrator write to any file.
  private func writableAttributes() throws(SystemCallError) -> FileAttributes? {
    guard let attributes = try OpenFile.attributes(of: path) else { return nil }
    guard attributes.permissions & 0o222 != 0 else {
      throw SystemCallError("opening", code: EACCES)
    }
    _ = try OpenFile(path, .append)
    return attributes
  }
}

extension DurableFile {
  /// Calls `body` while no other process, and no other task of this one, holds the lock of the file.
  ///
  /// The lock is a `flock` on a file beside this one, `name.lock`, which stays there, because this one is
  /// replaced. Waiting blocks no thread. The system releases the lock when the process ends.
  ///
  /// - Parameters:
  ///   - timeLimit: The longest time to wait for the lock.
  ///   - body: The work to do, which should take milliseconds.
  /// - Returns: The result of the body.
  /// - Throws: ``StorageError/locked(file:)`` after the time limit, `CancellationError` if the task is
  ///   cancelled while it waits, ``StorageError/notWritable(file:operation:reason:)``, or the error of the
  ///   body.
  package func withLock<Result>(
    timeLimit: Duration, _ body: () throws -> Result
  ) async throws -> Result {
    let lock = try writing { () throws(SystemCallError) in
      try OpenFile.creatingFolder(path + ".lock", .lock)
    }
    try await retryingLock(timeLimit) { () throws(SystemCallError) in try lock.tryLock() }
    // Closing the file is not enough: a child process that is just being started shares it for a moment.
    defer { lock.unlock() }
    return try body()
  }

  /// Calls an attempt to take a lock again and again while another has the lock.
  fileprivate func retryingLock(
    _ timeLimit: Duration, _ attempt: () throws(SystemCallError) -> Void
  ) async throws {
    let deadline = ContinuousClock.now + timeLimit
    while true {
      do throws(SystemCallError) {
        return try attempt()
      } catch {
        guard error.code == EWOULDBLOCK else {
          throw StorageError.notWritable(
            file: name, operation: error.operation, reason: error.reason)
        }
      }
      guard ContinuousClock.now < deadline else { throw StorageError.locked(file: name) }
      try await Task.sleep(for: .milliseconds(4))
    }
  }
}

/// A file that grows at its end, and belongs to one process as long as this object exists.
package final class GrowingFile {
  private let place: DurableFile
  private let file: OpenFile
  private let identity: FileAttributes.Identity
  /// The length of the file in bytes.
  package private(set) var length: Int

  private init(_ place: DurableFile, _ file: consuming OpenFile) throws(StorageError) {
    self.place = place
    let attributes = try place.writing { () throws(SystemCallError) in
      try file.attributes().ofStorage()
    }
    (identity, length) = (attributes.identity, attributes.length)
    self.file = file
  }

  // Closing the file is not enough: a child process that is just being started shares it for a moment.
  deinit { file.unlock() }

  /// Opens a file and takes its `flock`; `nil` if there is no file.
  ///
  /// - Parameters:
  ///   - place: The place of the file.
  ///   - timeLimit: The longest time to wait for the lock.
  /// - Returns: The file.
  /// - Throws: ``StorageError/locked(file:)`` after the time limit, `CancellationError`, or
  ///   ``StorageError/notWritable(file:operation:reason:)``.
  package static func open(
    _ place: DurableFile, timeLimit: Duration
  ) async throws -> GrowingFile? {
    let found = try place.reading { () throws(SystemCallError) in
      try OpenFile.attributes(of: place.path)
    }
    guard found != nil else { return nil }
    let file = try place.writing { () throws(SystemCallError) in
      try OpenFile(place.path, .update)
    }
    let growing = try GrowingFile(place, file)
    try await place.retryingLock(timeLimit) { () throws(SystemCallError) in
      try growing.file.tryLock()
    }
    // Before it was locked, it may have been exchanged, and may have grown.
    try place.check(growing.identity)
    growing.length = try place.reading { () throws(SystemCallError) in
      try growing.file.attributes().length
    }
    return growing
  }

  /// Creates a file, with its folder, and takes its lock.
  ///
  /// - Throws: ``StorageError/changed(file:reason:)`` if there is a file by now, or
  ///   ``StorageError/notWritable(file:operation:reason:)``.
  package static func create(_ place: DurableFile) throws(StorageError) -> GrowingFile {
    do throws(StorageError) {
      let file = try place.writing { () throws(SystemCallError) in
        let file = try OpenFile.creatingFolder(place.path, .create)
        try file.tryLock()
        try OpenFile.flushFolder(OpenFile.parent(of: place.path))
        return file
      }
      return try GrowingFile(place, file)
    } catch {
      try place.check(nil)
      throw error
    }
  }

  /// Reads the whole file.
  ///
  /// - Throws: ``StorageError/changed(file:reason:)`` if the path leads to another file or to none.
  /// - Complexity: O(*n*), where *n* is the length of the file.
  package func read() throws(StorageError) -> Data {
    try place.check(identity)
    return try place.reading { () throws(SystemCallError) in try file.readToEnd() }
  }

  /// Writes data behind the first `end` bytes, and returns when they are on the disk.
  ///
  /// - Throws: ``StorageError/changed(file:reason:)`` if the path leads to another file or to none, or the
  ///   file has another length than this object left; ``StorageError/notWritable(file:operation:reason:)``.
  ///   The first `end` bytes are still there.
  /// - Complexity: O(*n*), where *n* is the length of `data`, and a flush.
  package func append(_ data: Data, at end: Int) throws(StorageError) {
    try place.check(identity)
    let found = try place.reading { () throws(SystemCallError) in try file.attributes().length }
    guard found == length else {
      throw .changed(file: place.name, reason: "was written to by another program")
    }
    try place.writing { () throws(SystemCallError) in
      if end < length { try file.truncate(to: end) }
      do throws(SystemCallError) {
        try file.write(data)
        try file.flush()
      } catch {
        // What is left of the data is a line without an end, which the next reader drops.
        try? file.truncate(to: end)
        throw error
      }
    }
    length = end + data.count
  }
}

extension OpenFile {
  /// Opens a file, and creates its folder if that is absent.
  fileprivate static func creatingFolder(
    _ path: String, _ mode: Mode
  ) throws(SystemCallError) -> OpenFile {
    do throws(SystemCallError) {
      return try OpenFile(path, mode)
    } catch {
      guard error.isAbsence else { throw error }
      try createFolder(parent(of: path))
      return try OpenFile(path, mode)
    }
  }
}
