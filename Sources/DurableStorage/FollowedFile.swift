package import Foundation

/// A file that grows at its end, by this process or by others, and is replaced now and then.
///
/// It is kept open: as long as that is so, no other file can have the same number, and a file that was
/// replaced is told from one that has grown.
package struct FollowedFile: Sendable {
  private let file: DurableFile
  private var open: Reference?
  /// The number of bytes that were read and understood.
  private var length = 0

  private final class Reference: Sendable {
    let file: OpenFile

    init(_ file: consuming OpenFile) { self.file = file }
  }

  /// What became of the file since the last look.
  package enum News {
    /// There is none.
    case absent
    /// It has grown by so many bytes behind those that were understood, which may be none.
    case grown(Data)
    /// It is another one, or another process made it shorter: this is all of it.
    case replaced(Data)
  }

  package init(_ file: DurableFile) { self.file = file }

  /// Looks at the file.
  ///
  /// - Complexity: O(*k*), where *k* is the number of new bytes.
  package mutating func news() throws(StorageError) -> News {
    try file.reading { () throws(SystemError) in
      guard let found = try OpenFile.attributes(of: file.path) else { return .absent }
      if let open, try open.file.attributes().identity == found.identity, found.length >= length {
        return .grown(found.length > length ? try open.file.readToEnd(from: length) : Data())
      }
      length = 0
      open = nil
      let new = try Reference(OpenFile(file.path, .read))
      open = new
      return .replaced(try new.file.readToEnd())
    }
  }

  /// Takes note that so many bytes are understood, from the beginning of the file.
  package mutating func understood(_ length: Int) { self.length = length }

  /// Follows the file that is there now, of which so many bytes are known.
  package mutating func follow(length: Int) {
    open = try? Reference(OpenFile(file.path, .read))
    self.length = length
  }

  /// Forgets what was read: the next news are the whole file.
  package mutating func forget() { open = nil }
}
