internal import Foundation
internal import PrefixSearch

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A file or a pipe that is open for reading.
///
/// Opened without blocking, because otherwise opening a named pipe waits for a writer, without limit.
struct OpenedFile: ~Copyable {
  /// The path as it was given, for messages.
  let path: String
  let descriptor: Int32
  /// The size in bytes; 0 for a pipe, and for virtual files of the system.
  let byteCount: Int
  let isPipe: Bool
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
    let descriptor = unsafe open(
      url.path(percentEncoded: false), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(path, errno) }
    try self.init(descriptor, path: path, kinds: [S_IFREG, S_IFIFO], isBlocking: false)
  }

  /// Takes standard input: a file, a pipe or a socket.
  ///
  /// - Throws: ``GazetteerError/unreadable(file:reason:)`` if it is closed, a terminal or a device.
  init(standardInputNamed name: String) throws(GazetteerError) {
    let descriptor = dup(STDIN_FILENO)
    guard descriptor >= 0 else { throw .unreadable(name, errno) }
    try self.init(
      descriptor, path: name, kinds: [S_IFREG, S_IFIFO, S_IFSOCK], isBlocking: true)
  }

  /// Takes a descriptor, and closes it if it does not have one of the given kinds.
  private init(
    _ descriptor: Int32, path: String, kinds: [mode_t], isBlocking: Bool
  ) throws(GazetteerError) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      let code = errno
      close(descriptor)
      throw .unreadable(path, code)
    }
    let kind = status.st_mode & S_IFMT
    guard kinds.contains(kind), let byteCount = Int(exactly: status.st_size) else {
      close(descriptor)
      throw .unreadable(
        file: path,
        reason: kind == S_IFDIR ? "it is a folder" : "it is neither a file nor a pipe")
    }
    self.path = path
    self.descriptor = descriptor
    self.byteCount = byteCount
    self.isBlocking = isBlocking
    isPipe = kind != S_IFREG
  }

  deinit { close(descriptor) }

  /// Whether a file begins with some bytes; false for a pipe.
  func beginsWith(_ bytes: [UInt8]) -> Bool {
    var found = [UInt8](repeating: 0, count: bytes.count)
    return unsafe pread(descriptor, &found, bytes.count, 0) == bytes.count && found == bytes
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
      if isBlocking, isPipe, events(within: 100) == 0 { continue }
      buffer.makeRoom()
      let count = unsafe read(descriptor, buffer.end, min(buffer.room, Self.stride))
      if count > 0 {
        buffer.count += count
      } else if count == 0 {
        // A pipe without a writer so far has no bytes either, but no hang-up.
        guard isPipe, !isBlocking, buffer.count == 0 else { return buffer.region() }
        let events = events(within: 50)
        if events & Int16(POLLHUP) != 0, events & Int16(POLLIN) == 0 { return buffer.region() }
        guard events == 0 else { continue }
        attempts += 1
        guard attempts < patience else {
          throw .unreadable(file: path, reason: "it is a pipe without a writer")
        }
      } else if errno == EAGAIN {
        // There is a writer, but no bytes yet.
        _ = events(within: 100)
      } else if errno != EINTR {
        throw .unreadable(path, errno)
      }
    }
  }

  /// Waits until there are bytes or no writer is left, or until the timeout.
  ///
  /// - Returns: The events of `poll`; 0 after the timeout.
  private func events(within milliseconds: Int32) -> Int16 {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, milliseconds) > 0 ? request.revents : 0
  }
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

  /// The address after the bytes read so far.
  var end: UnsafeMutableRawPointer { unsafe start + count }
  /// How many bytes can be written there.
  var room: Int { capacity - count - ByteRegion.padding }

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
  /// A file that cannot be read, by the number of the system's error.
  fileprivate static func unreadable(_ path: String, _ code: Int32) -> GazetteerError {
    let reason =
      switch code {
      case ENOENT, ENOTDIR: "there is no such file"
      case EACCES, EPERM: "permission denied"
      default: unsafe String(cString: strerror(code))
      }
    return .unreadable(file: path, reason: reason)
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

/// A memory-mapped file, which is unmapped after its last reader.
///
/// Made by the system call: on Linux `NSData` always reads the whole file, which takes 6 ms for the
/// shipped cities instead of 30 µs.
@safe private final class FileMapping: Sendable {
  /// The bytes of the file as of when it was mapped.
  ///
  /// Not checked by the compiler, because a pointer is not sendable: the pages are read-only, and stay
  /// mapped until `deinit`, when no other task has a reference.
  nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

  /// Maps an open file of at least one byte; `nil` if the system call fails.
  init?(_ file: borrowing OpenedFile) {
    let start = unsafe mmap(nil, file.byteCount, PROT_READ, MAP_PRIVATE, file.descriptor, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else { return nil }
    unsafe bytes = UnsafeRawBufferPointer(start: start, count: file.byteCount)
  }

  deinit {
    // Sound: this is what `mmap` returned, and no region reads it any more, since each keeps `self`.
    unsafe munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }
}

extension ByteRegion {
  /// Maps a file, so that its pages are read on demand and belong to the system's cache.
  ///
  /// - Throws: ``GazetteerError`` if the file cannot be read, or is smaller than a region can be.
  static func mapping(_ url: URL) throws(GazetteerError) -> ByteRegion {
    // The mapping outlives the descriptor.
    let file = try OpenedFile(url)
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
    guard let mapping = FileMapping(file),
      let region = unsafe ByteRegion(mapping.bytes, keptBy: mapping)
    else { throw .unreadable(file: file.path, reason: "the system cannot map it") }
    return region
  }
}
