/// A file of working data, which has no name and is gone when the last reference to it is.
///
/// Not even a process that is killed leaves it behind.
package final class ScratchFile {
  package let file: OpenFile
  private var end = 0

  /// Creates a file in the folder of `path`.
  package init(beside path: String) throws(SystemCallError) {
    let name = OpenFile.temporaryPath(beside: path)
    file = try OpenFile(name, .scratch)
    try OpenFile.remove(name)
  }

  /// Appends bytes, and returns where they lie.
  package func append(_ bytes: Span<UInt8>) throws(SystemCallError) -> Range<Int> {
    try file.write(bytes, at: end)
    defer { end += bytes.count }
    return end..<end + bytes.count
  }

  /// Reads bytes that were appended.
  package func read(_ range: Range<Int>) throws(SystemCallError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    guard try file.read(into: &bytes, at: range.lowerBound) == range.count else {
      throw SystemCallError("reading", code: EIO)
    }
    return bytes
  }
}

/// A new file, which replaces the file at its path when it is complete, and is removed otherwise.
package final class NewFile {
  private let file: OpenFile
  private let temporaryPath: String
  /// The path that the file gets when it is complete.
  package let path: String
  /// The number of bytes written at its end.
  package private(set) var count = 0
  private var isComplete = false

  /// Creates the file in the folder of `path`, under another name.
  package init(replacing path: String) throws(SystemCallError) {
    self.path = path
    temporaryPath = OpenFile.temporaryPath(beside: path)
    file = try OpenFile(temporaryPath, .scratch)
  }

  deinit {
    // There is nobody to report a failure to, and the file has no meaning.
    if !isComplete { try? OpenFile.remove(temporaryPath) }
  }

  /// Appends bytes.
  package func append(_ bytes: Span<UInt8>) throws(SystemCallError) {
    try file.write(bytes, at: count)
    count += bytes.count
  }

  /// Writes over bytes that were appended.
  package func overwrite(_ bytes: Span<UInt8>, at offset: Int) throws(SystemCallError) {
    try file.write(bytes, at: offset)
  }

  /// Gives the file its name, when all of it is on the disk.
  package func complete() throws(SystemCallError) {
    try file.flush()
    try OpenFile.renameDurably(temporaryPath, to: path)
    isComplete = true
  }
}

extension OpenFile {
  /// A path in the same folder that no other process uses.
  static func temporaryPath(beside path: String) -> String {
    let number = UInt64.random(in: 0 ... .max)
    return "\(path).\(String(number, radix: 36)).part"
  }

  /// Writes all bytes from an offset on, in as many calls as needed.
  package func write(_ bytes: Span<UInt8>, at offset: Int) throws(SystemCallError) {
    var written = 0
    while written < bytes.count {
      let rest = bytes.extracting(written...)
      written += try repeating("writing") {
        // Sound: the bytes are as many as the count beside them says.
        unsafe rest.withUnsafeBufferPointer {
          unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset + written))
        }
      }
    }
  }
}
