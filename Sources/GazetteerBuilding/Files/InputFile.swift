internal import CitySearch
internal import Foundation
internal import PrefixSearch
internal import SystemFiles

/// A file or a pipe that is read from its beginning to its end.
///
/// Opened without blocking, because otherwise opening a named pipe waits for a writer, without limit.
struct InputFile: ~Copyable {
  /// The path as it was given, for messages.
  let path: String
  /// The size in bytes; 0 for a pipe, and for virtual files of the system.
  let byteCount: Int
  let isPipe: Bool
  private let file: OpenFile
  /// Whether reading blocks: an inherited descriptor may be shared with other processes, so its mode is
  /// not changed.
  private let isBlocking: Bool
  /// How long to wait for a writer of a pipe, in steps of 50 ms.
  var patience = 40

  /// Opens a file.
  ///
  /// - Throws: ``/CitySearch/GazetteerError/unreadable(file:reason:)`` if it cannot be opened, or is neither a
  ///   file nor a pipe.
  init(_ url: URL) throws(GazetteerError) {
    try self.init(
      OpenFile.reading(url), path: url.pathAsGiven, kinds: [.file, .pipe], isBlocking: false)
  }

  /// Takes standard input: a file, a pipe or a socket.
  ///
  /// - Throws: ``/CitySearch/GazetteerError/unreadable(file:reason:)`` if it is closed, a terminal or a device.
  init(standardInputNamed name: String) throws(GazetteerError) {
    let file = try GazetteerError.reading(name) { () throws(SystemCallError) in
      try OpenFile.standardInput()
    }
    try self.init(file, path: name, kinds: [.file, .pipe, .socket], isBlocking: true)
  }

  /// Takes an open file of one of the given kinds.
  private init(
    _ file: consuming OpenFile, path: String, kinds: Set<FileAttributes.Kind>, isBlocking: Bool
  ) throws(GazetteerError) {
    let attributes = try file.attributes(named: path, among: kinds)
    self.path = path
    self.file = file
    self.isBlocking = isBlocking
    byteCount = attributes.length
    isPipe = attributes.kind != .file
  }

  /// Whether a file begins with some bytes; false for a pipe.
  func beginsWith(_ bytes: [UInt8]) -> Bool {
    var found = [UInt8](repeating: 0, count: bytes.count)
    return (try? file.read(into: &found, at: 0)) == bytes.count && found == bytes
  }

  /// How many bytes are read at once.
  static let stride = 1 << 20

  /// Reads everything into one region, without a second copy.
  ///
  /// A pipe is read until all writers have closed it.
  ///
  /// - Parameters:
  ///   - buffer: What was read so far; by default nothing.
  ///   - monitor: Receives the progress, as a share of the size if it is known.
  /// - Returns: The bytes, followed by zeros.
  /// - Throws: ``/CitySearch/GazetteerError/unreadable(file:reason:)``, ``/CitySearch/GazetteerError/cancelled(file:)``
  func readToEnd(
    into buffer: GrowingBuffer? = nil, _ monitor: inout LoadingMonitor
  ) throws(GazetteerError) -> ByteRegion {
    // One more byte than the size, so that the end is read before the buffer is full.
    let buffer = buffer ?? GrowingBuffer(capacity: byteCount + 1 + ByteRegion.padding)
    repeat {
      try monitor.reach(Double(buffer.count) / Double(max(byteCount, buffer.count, 1)))
    } while try readMore(into: buffer, &monitor)
    return buffer.region()
  }

  /// Reads the next bytes, up to a mebibyte.
  ///
  /// - Returns: Whether there were some.
  /// - Throws: ``/CitySearch/GazetteerError/unreadable(file:reason:)``, ``/CitySearch/GazetteerError/cancelled(file:)``
  func readMore(
    into buffer: GrowingBuffer, _ monitor: inout LoadingMonitor
  ) throws(GazetteerError) -> Bool {
    var attempts = 0
    while true {
      // A task can be cancelled while it waits.
      try monitor.checkCancellation()
      if isBlocking, isPipe, file.waitForInput(milliseconds: 100) == .none { continue }
      buffer.makeRoom()
      let count: Int?
      do throws(SystemCallError) {
        count = try unsafe file.readNext(into: buffer.space(upTo: Self.stride))
      } catch {
        throw .unreadable(path, error)
      }
      guard let count else {
        // There is a writer, but no bytes yet.
        _ = file.waitForInput(milliseconds: 100)
        continue
      }
      buffer.count += count
      if count > 0 { return true }
      // A pipe without a writer so far has no bytes either, but no hang-up.
      guard isPipe, !isBlocking, buffer.count == 0 else { return false }
      switch file.waitForInput(milliseconds: 50) {
      case .ended: return false
      case .some: continue
      case .none: attempts += 1
      }
      guard attempts < patience else {
        throw .unreadable(file: path, reason: "it is a pipe without a writer")
      }
    }
  }
}
