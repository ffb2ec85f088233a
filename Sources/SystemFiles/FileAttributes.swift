/// The attributes of a file, a pipe or a folder.
package struct FileAttributes {
  /// What it is.
  package let kind: Kind
  /// The length in bytes; 0 for a pipe, and for virtual files of the system.
  package let length: Int
  /// The permissions of owner, group and others.
  package let permissions: mode_t
  /// The identity of the file, independent of its name.
  package let identity: Identity
  /// The number of names of the file: hard links.
  package let nameCount: Int

  /// What a path or a descriptor leads to.
  package enum Kind {
    case file, folder, pipe, socket, other
  }

  /// A device number and an inode number.
  package struct Identity: Equatable {
    let device: UInt64
    let number: UInt64
  }

  /// Converts the result of `stat`.
  init(_ info: stat) throws(SystemCallError) {
    guard let length = Int(exactly: info.st_size) else {
      throw SystemCallError("examining", code: EOVERFLOW)
    }
    self.length = length
    kind =
      switch info.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      default: .other
      }
    permissions = info.st_mode & 0o777
    identity = Identity(
      device: UInt64(truncatingIfNeeded: info.st_dev),
      number: UInt64(truncatingIfNeeded: info.st_ino))
    nameCount = Int(truncatingIfNeeded: info.st_nlink)
  }

  /// These attributes, of a file that can store data.
  ///
  /// - Throws: `EISDIR` for a folder, and `EINVAL` for a pipe or a device, which cannot.
  package func ofStorage() throws(SystemCallError) -> FileAttributes {
    guard kind != .folder else { throw SystemCallError("opening", code: EISDIR) }
    guard kind == .file else { throw SystemCallError("opening", code: EINVAL) }
    return self
  }
}

extension OpenFile {
  /// The attributes of the file at a path that can store data; `nil` if there is none.
  ///
  /// The file is not opened: closing any descriptor of a file releases all POSIX locks that this process
  /// has on it, such as those of SQLite.
  package static func attributes(of path: String) throws(SystemCallError) -> FileAttributes? {
    try unlessAbsent(path) { () throws(SystemCallError) in
      var info = stat()
      // Sound: the call fills in a structure of this type, which outlives it.
      _ = try repeating("opening") { unsafe stat(path, &info) }
      return try FileAttributes(info).ofStorage()
    }
  }

  /// Calls `body`, and returns `nil` if it fails because the file is absent.
  ///
  /// A dangling link is an error, not an absence: the linked file may be on a disk that is not mounted at
  /// the moment, and a new file in its place would hide it.
  package static func unlessAbsent<Result>(
    _ path: String, _ body: () throws(SystemCallError) -> Result
  ) throws(SystemCallError) -> Result? {
    do throws(SystemCallError) {
      return try body()
    } catch {
      guard error.isAbsence else { throw error }
      if isLink(path) { throw SystemCallError("following the link", code: error.code) }
      return nil
    }
  }

  /// Whether the path exists, if only as a dangling link.
  package static func exists(_ path: String) -> Bool { mode(of: path) != nil }

  private static func isLink(_ path: String) -> Bool {
    mode(of: path).map { $0 & S_IFMT == S_IFLNK } ?? false
  }

  /// The type and permissions at a path, without following links; `nil` if it does not exist.
  private static func mode(of path: String) -> mode_t? {
    var info = stat()
    // Sound: the call fills in a structure of this type, which outlives it.
    return unsafe lstat(path, &info) == 0 ? info.st_mode : nil
  }
}
