package import Foundation
internal import SystemFiles

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
      if let open, try open.file.attributes().ofStorage().identity == found.identity,
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
