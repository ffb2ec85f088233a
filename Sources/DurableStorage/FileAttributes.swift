package import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The attributes of a regular file.
struct FileAttributes {
  /// The length in bytes.
  let length: Int
  /// The permissions of owner, group and others.
  let permissions: mode_t
  /// The identity of the file, independent of its name.
  let identity: Identity

  /// A device number and an inode number.
  struct Identity: Equatable {
    let device: UInt64
    let number: UInt64
  }

  /// Converts the result of `stat`; throws if it is no regular file.
  init(_ info: stat) throws(SystemCallError) {
    guard info.st_mode & S_IFMT != S_IFDIR else { throw SystemCallError("opening", code: EISDIR) }
    // Pipes and devices cannot store data.
    guard info.st_mode & S_IFMT == S_IFREG else { throw SystemCallError("opening", code: EINVAL) }
    length = Int(info.st_size)
    permissions = info.st_mode & 0o777
    identity = Identity(
      device: UInt64(truncatingIfNeeded: info.st_dev),
      number: UInt64(truncatingIfNeeded: info.st_ino))
  }
}

extension OpenFile {
  /// The attributes of the file at a path; `nil` if there is none.
  ///
  /// The file is not opened: closing any descriptor of a file releases all POSIX locks that this process
  /// has on it, such as those of SQLite.
  static func attributes(of path: String) throws(SystemCallError) -> FileAttributes? {
    try unlessAbsent(path) { () throws(SystemCallError) in
      var info = stat()
      // Sound: the call fills in a structure of this type, which outlives it.
      _ = try repeating("opening") { unsafe stat(path, &info) }
      return try FileAttributes(info)
    }
  }

  /// Calls `body`, and returns `nil` if it fails because the file is absent.
  ///
  /// A dangling link is an error, not an absence: the linked file may be on a disk that is not mounted at
  /// the moment, and a new file in its place would hide it.
  static func unlessAbsent<Result>(
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
  static func exists(_ path: String) -> Bool { mode(of: path) != nil }

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

/// A reader of a file that this process or others append to, and replace now and then.
///
/// It keeps the file open. An open file keeps its inode number, so a file that was replaced is told from
/// one that has grown.
package struct FollowedFile: Sendable {
  private let file: DurableFile
  private var open: Reference?
  /// The number of bytes that the caller has processed.
  private var readLength = 0

  private final class Reference: Sendable {
    let file: OpenFile

    init(_ file: consuming OpenFile) { self.file = file }
  }

  /// The difference from the previous read.
  package enum Change {
    /// The file does not exist.
    case absent
    /// The bytes that follow the processed ones; there may be none.
    case appended(Data)
    /// The whole content: the file is another one, or is shorter than what was processed.
    case replaced(Data)
  }

  package init(_ file: DurableFile) { self.file = file }

  /// Reads the difference from the previous read.
  ///
  /// - Complexity: O(*k*), where *k* is the number of new bytes.
  package mutating func readChange() throws(StorageError) -> Change {
    try file.reading { () throws(SystemCallError) in
      guard let found = try OpenFile.attributes(of: file.path) else { return .absent }
      if let open, try open.file.attributes().identity == found.identity,
        found.length >= readLength
      {
        return .appended(
          found.length > readLength ? try open.file.readToEnd(from: readLength) : Data())
      }
      readLength = 0
      open = nil
      let new = try Reference(OpenFile(file.path, .read))
      open = new
      return .replaced(try new.file.readToEnd())
    }
  }

  /// Sets the number of bytes, from the start of the file, that the caller has processed.
  package mutating func setReadLength(_ length: Int) { readLength = length }

  /// Opens the file that this process has just written, of which so many bytes are processed.
  package mutating func reopen(readLength: Int) {
    open = try? Reference(OpenFile(file.path, .read))
    self.readLength = readLength
  }

  /// Makes the next read return the whole file.
  package mutating func reset() { open = nil }
}
