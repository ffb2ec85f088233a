internal import Foundation
internal import PrefixSearch
internal import SystemFiles

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

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
  /// - Throws: ``GazetteerError/unreadable(file:reason:)`` if it cannot be opened, or is neither a
  ///   file nor a pipe.
  init(_ url: URL) throws(GazetteerError) {
    let path = url.pathAsGiven
    guard url.isFileURL else {
      throw .unreadable(file: path, reason: "it is not the URL of a file")
    }
    let file = try GazetteerError.reading(path) { () throws(SystemCallError) in
      try OpenFile(url.path(percentEncoded: false), .read)
    }
    try self.init(file, path: path, kinds: [.file, .pipe], isBlocking: false)
  }

  /// Takes standard input: a file, a pipe or a socket.
  ///
  /// - Throws: ``GazetteerError/unreadable(file:reason:)`` if it is closed, a terminal or a device.
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
    let attributes: FileAttributes
    do throws(SystemCallError) { attributes = try file.attributes() } catch {
      throw .unreadable(path, error)
    }
    guard kinds.contains(attributes.kind) else {
      throw .unreadable(
        file: path,
        reason: attributes.kind == .folder ? "it is a folder" : "it is neither a file nor a pipe")
    }
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
  private static let stride = 1 << 20

  /// Reads everything into one region, without a second copy.
  ///
  /// A pipe is read until all writers have closed it.
  ///
  /// - Parameter monitor: Receives the progress, as a share of the size if it is known.
  /// - Returns: The bytes, followed by zeros.
  /// - Throws: ``GazetteerError/unreadable(file:reason:)``, ``GazetteerError/cancelled(file:)``
  func readToEnd(_ monitor: inout LoadingMonitor) throws(GazetteerError) -> ByteRegion {
    // One more byte than the size, so that the end is read before the buffer is full.
    let buffer = FileBuffer(capacity: byteCount + 1 + ByteRegion.padding)
    var attempts = 0
    while true {
      try monitor.reach(Double(buffer.count) / Double(max(byteCount, buffer.count, 1)))
      // A task can be cancelled while it waits.
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
      guard count == 0 else { continue }
      // A pipe without a writer so far has no bytes either, but no hang-up.
      guard isPipe, !isBlocking, buffer.count == 0 else { return buffer.region() }
      switch file.waitForInput(milliseconds: 50) {
      case .ended: return buffer.region()
      case .some: continue
      case .none: attempts += 1
      }
      guard attempts < patience else {
        throw .unreadable(file: path, reason: "it is a pipe without a writer")
      }
    }
  }

  /// Maps a file; `nil` if the system cannot.
  fileprivate func mapping() -> FileMapping? { try? file.mapping(byteCount: byteCount) }
}

/// Memory that grows while a file is read into it.
@safe private final class FileBuffer {
  private var start: UnsafeMutableRawPointer
  private var capacity: Int
  /// How many bytes are read.
  var count = 0

  init(capacity: Int) {
    self.capacity = max(capacity, ByteRegion.padding)
    unsafe start = Self.allocated(malloc(self.capacity), self.capacity)
  }

  deinit { unsafe free(start) }

  /// How many bytes can be written after those read so far.
  private var room: Int { capacity - count - ByteRegion.padding }

  /// The memory for the next bytes, which is valid until room is made again.
  func space(upTo byteCount: Int) -> UnsafeMutableRawBufferPointer {
    unsafe UnsafeMutableRawBufferPointer(start: start + count, count: min(room, byteCount))
  }

  /// Makes room for at least one byte.
  func makeRoom() {
    guard room < 1 else { return }
    // Untouched pages take no memory, and large blocks are moved without a copy.
    capacity = max(capacity * 2, 1 << 16)
    unsafe start = Self.allocated(realloc(start, capacity), capacity)
  }

  /// The bytes read so far, followed by zeros.
  func region() -> ByteRegion {
    unsafe memset(start + count, 0, ByteRegion.padding)
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count + ByteRegion.padding)
    // Sound: the buffer is not written again, and the region retains it.
    guard let region = unsafe ByteRegion(bytes, keptBy: self) else {
      preconditionFailure("A region must have at least \(ByteRegion.padding) bytes.")
    }
    return region
  }

  @unsafe private static func allocated(
    _ start: UnsafeMutableRawPointer?, _ byteCount: Int
  ) -> UnsafeMutableRawPointer {
    guard let start = unsafe start else {
      fatalError("Cannot allocate \(byteCount) bytes for a file.")
    }
    return unsafe start
  }
}

extension GazetteerError {
  /// A file that cannot be read, by the system's error.
  fileprivate static func unreadable(_ path: String, _ error: SystemCallError) -> GazetteerError {
    let reason =
      switch error.code {
      case ENOENT, ENOTDIR: "there is no such file"
      case EACCES, EPERM: "permission denied"
      default: error.reason
      }
    return .unreadable(file: path, reason: reason)
  }

  /// Opens a file, and throws what the system says against it.
  fileprivate static func reading(
    _ path: String, _ open: () throws(SystemCallError) -> OpenFile
  ) throws(GazetteerError) -> OpenFile {
    do throws(SystemCallError) { return try open() } catch { throw .unreadable(path, error) }
  }
}

extension URL {
  /// The path of a file as it was given, relative to the working folder if it was; else the whole URL.
  var pathAsGiven: String {
    guard isFileURL else { return absoluteString }
    let folder = URL(
      filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
    return baseURL?.standardizedFileURL.path == folder.standardizedFileURL.path
      ? relativePath : path
  }
}

extension ByteRegion {
  /// Maps a file, so that its pages are read on demand and belong to the system's cache.
  ///
  /// - Throws: ``GazetteerError`` if the file cannot be read, or is smaller than a region can be.
  static func mapping(_ url: URL) throws(GazetteerError) -> ByteRegion {
    let file = try InputFile(url)
    guard !file.isPipe else {
      throw .unreadable(file: file.path, reason: "it is a pipe, which cannot be mapped")
    }
    guard file.byteCount > 0 else { throw .empty(file: file.path) }
    guard file.byteCount >= padding else {
      throw .invalidFile(
        file: file.path, reason: "it has \(file.byteCount) bytes, fewer than a header")
    }
    // Sound: the region retains the mapping, whose pages are read-only. The documentation of
    // `Gazetteer(mapping:)` states what happens if the file itself is changed or truncated.
    guard let mapping = file.mapping(),
      let region = unsafe ByteRegion(mapping.bytes, keptBy: mapping)
    else { throw .unreadable(file: file.path, reason: "the system cannot map it") }
    return region
  }
}
