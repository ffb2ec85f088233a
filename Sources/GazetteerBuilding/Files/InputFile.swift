internal import CitySearch
internal import Foundation
internal import PrefixSearch
internal import SystemFiles

/// A file or a pipe that is read from its beginning to its end, and decompressed if it is gzip.
///
/// Opened without blocking, because otherwise opening a named pipe waits for a writer, without limit.
struct InputFile: ~Copyable {
  /// The path as it was given, for messages.
  let path: String
  /// The size in bytes, once it is decompressed; 0 for a pipe, and for virtual files of the system.
  ///
  /// A file of gzip says its size itself, so this is no more than a hint there.
  let byteCount: Int
  let isPipe: Bool
  private let file: OpenFile
  /// Whether reading blocks: an inherited descriptor may be shared with other processes, so its mode is
  /// not changed.
  private let isBlocking: Bool
  private let gzip = GzipState()
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
    isPipe = attributes.kind != .file
    byteCount = self.file.gunzippedByteCount(of: attributes.length) ?? attributes.length
  }

  /// What was read of compressed bytes.
  private final class GzipState {
    /// `nil` until the first bytes were read, and if they are not those of gzip.
    var reader: GzipReader?
    /// Compressed bytes on their way to the reader.
    let input = GrowingBuffer()
    var hasBegun = false
  }

  /// Whether a file begins with some bytes; false for a pipe.
  func beginsWith(_ bytes: [UInt8]) -> Bool { file.has(bytes, at: 0) }

  /// How many bytes are read at once.
  static let stride = 1 << 20

  /// Reads everything into one region, without a second copy unless it is decompressed.
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

  /// Reads the next bytes, about a mebibyte at most.
  ///
  /// - Returns: Whether there were some.
  /// - Throws: ``/CitySearch/GazetteerError/unreadable(file:reason:)``, ``/CitySearch/GazetteerError/cancelled(file:)``
  func readMore(
    into buffer: GrowingBuffer, _ monitor: inout LoadingMonitor
  ) throws(GazetteerError) -> Bool {
    if !gzip.hasBegun {
      // A pipe may give single bytes.
      var hasMore = true
      while hasMore, gzip.input.count < GzipReader.magicBytes.count {
        hasMore = try readBytes(into: gzip.input, &monitor)
        gzip.hasBegun = true
      }
      guard gzip.input.withContent({ $0.starts(with: GzipReader.magicBytes) }) else {
        gzip.input.withContent { buffer.append($0) }
        gzip.input.removeFirst(gzip.input.count)
        return hasMore
      }
      gzip.reader = GzipReader()
    }
    return gzip.reader == nil
      ? try readBytes(into: buffer, &monitor) : try decompress(into: buffer, &monitor)
  }

  /// Decompresses the next bytes.
  private func decompress(
    into buffer: GrowingBuffer, _ monitor: inout LoadingMonitor
  ) throws(GazetteerError) -> Bool {
    let start = buffer.count
    while buffer.count - start < Self.stride {
      let step: Inflater.Step?
      do throws(DamagedGzip) { step = try gzip.reader?.step() } catch {
        throw .unreadable(file: path, reason: error.reason)
      }
      switch step {
      case nil, .ended: return buffer.count > start
      case .output: gzip.reader?.withOutput { buffer.append($0) }
      case .needsInput:
        if gzip.input.count == 0, try !readBytes(into: gzip.input, &monitor) {
          gzip.reader?.endInput()
        }
        gzip.input.withContent { gzip.reader?.append($0) }
        gzip.input.removeFirst(gzip.input.count)
      }
    }
    return true
  }

  /// Reads the next bytes as they stand, up to a mebibyte.
  private func readBytes(
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
      guard isPipe, !isBlocking, !gzip.hasBegun, buffer.count == 0 else { return false }
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

extension OpenFile {
  /// Whether some bytes stand at an offset; false for a pipe.
  fileprivate func has(_ bytes: [UInt8], at offset: Int) -> Bool {
    var found = [UInt8](repeating: 0, count: bytes.count)
    return (try? read(into: &found, at: offset)) == bytes.count && found == bytes
  }

  /// How many bytes a file of gzip has when it is decompressed, as its last bytes say; `nil` if it is none.
  ///
  /// Memory is reserved for so many, so it is at most eight times the length, which few texts exceed.
  fileprivate func gunzippedByteCount(of length: Int) -> Int? {
    var end = [UInt8](repeating: 0, count: 4)
    guard length > 18, has(GzipReader.magicBytes, at: 0),
      (try? read(into: &end, at: length - 4)) == 4
    else { return nil }
    let said = end.reversed().reduce(0) { $0 << 8 | Int($1) }
    return min(said, length * 8)
  }
}
