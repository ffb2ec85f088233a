#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// What is known of a file without a look at its content.
struct FileAttributes {
  /// The length in bytes.
  let length: Int
  /// The rights of owner, group and others.
  let permissions: mode_t
  /// Which file it is, whatever its name.
  let identity: Identity

  /// The numbers of a file and of the device that it is on.
  struct Identity: Equatable {
    let device: UInt64
    let number: UInt64
  }

  /// Takes what the system says, and refuses what is no file.
  init(_ info: stat) throws(SystemError) {
    guard info.st_mode & S_IFMT != S_IFDIR else { throw SystemError("opening", code: EISDIR) }
    // A pipe or a device has no content to keep.
    guard info.st_mode & S_IFMT == S_IFREG else { throw SystemError("opening", code: EINVAL) }
    length = Int(info.st_size)
    permissions = info.st_mode & 0o777
    identity = Identity(
      device: UInt64(truncatingIfNeeded: info.st_dev),
      number: UInt64(truncatingIfNeeded: info.st_ino))
  }
}

extension OpenFile {
  /// What is known of the file with a name, or `nil` if there is none.
  ///
  /// The file is not opened: closing it would end the locks that SQLite has on it in this process,
  /// as those of POSIX do whichever descriptor is closed.
  static func attributes(of path: String) throws(SystemError) -> FileAttributes? {
    try unlessAbsent(path) { () throws(SystemError) in
      var info = stat()
      // Sound: the call fills in a structure of this type, which outlives it.
      _ = try repeating("opening") { unsafe stat(path, &info) }
      return try FileAttributes(info)
    }
  }

  /// Does something with the file of a name; returns `nil` if there is none.
  ///
  /// A link to nothing is no absence: whoever takes it for one begins a file in its place, while the old
  /// one is perhaps on a disk that is not there at the moment.
  static func unlessAbsent<Result>(
    _ path: String, _ body: () throws(SystemError) -> Result
  ) throws(SystemError) -> Result? {
    do throws(SystemError) {
      return try body()
    } catch {
      guard error.isAbsence else { throw error }
      if isLink(path) { throw SystemError("following the link", code: error.code) }
      return nil
    }
  }

  /// Whether anything has this name, be it a link to nothing.
  static func exists(_ path: String) -> Bool { mode(of: path) != nil }

  private static func isLink(_ path: String) -> Bool {
    mode(of: path).map { $0 & S_IFMT == S_IFLNK } ?? false
  }

  /// The kind and the rights of what has a name, which may be a link; `nil` if there is nothing.
  private static func mode(of path: String) -> mode_t? {
    var info = stat()
    // Sound: the call fills in a structure of this type, which outlives it.
    return unsafe lstat(path, &info) == 0 ? info.st_mode : nil
  }
}
