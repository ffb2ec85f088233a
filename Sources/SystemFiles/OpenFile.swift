package import Foundation

/// The error of a system call.
package struct SystemCallError: Error, Equatable {
  /// The operation as a noun: "opening".
  package let operation: String
  /// The `errno` code.
  package let code: Int32

  /// Reads the error of the last call on this thread.
  package init(_ operation: String) { self.init(operation, code: errno) }

  package init(_ operation: String, code: Int32) {
    self.operation = operation
    self.code = code
  }

  /// Whether the path does not exist.
  package var isAbsence: Bool { code == ENOENT }

  /// The system's description of the code.
  package var reason: String {
    // Sound: the text is copied at once; the texts of known errors are constants of the C library.
    unsafe String(cString: strerror(code))
  }
}

/// An open file, pipe or folder; it is closed when the value is destroyed.
///
/// Calls that a signal interrupts are repeated.
package struct OpenFile: ~Copyable {
  let descriptor: Int32

  /// How to open a file.
  package enum Mode {
    /// For reading; neither opening a pipe nor reading from it blocks.
    case read
    /// For appending, atomically with respect to other writers.
    case append
    /// For reading, and for appending.
    case update
    /// For reading and writing; created if it is absent.
    case lock
    /// For reading, and for appending; created, and must not exist.
    case create
    /// For reading and writing at any offset; created, and must not exist.
    case scratch
    /// A folder, for flushing it.
    case folder

    fileprivate var flags: Int32 {
      switch self {
      case .read: O_RDONLY | O_NONBLOCK
      case .append: O_WRONLY | O_APPEND | O_NONBLOCK
      case .update: O_RDWR | O_APPEND | O_NONBLOCK
      case .lock: O_RDWR | O_CREAT | O_NONBLOCK
      case .create: O_RDWR | O_APPEND | O_CREAT | O_EXCL
      case .scratch: O_RDWR | O_CREAT | O_EXCL
      case .folder: O_RDONLY | O_DIRECTORY
      }
    }
  }

  package init(_ path: String, _ mode: Mode) throws(SystemCallError) {
    descriptor = try repeating("opening") {
      // A child process must not inherit the file: it would keep a lock alive.
      // Sound: the bytes of the path end in a zero and outlive the call, as in each call below.
      unsafe open(path, mode.flags | O_CLOEXEC, 0o644)
    }
  }

  private init(descriptor: Int32) { self.descriptor = descriptor }

  /// Takes standard input by a duplicate of its descriptor, and leaves its mode, which other processes
  /// share.
  package static func standardInput() throws(SystemCallError) -> OpenFile {
    OpenFile(descriptor: try repeating("opening") { dup(STDIN_FILENO) })
  }

  deinit { close(descriptor) }
}

extension OpenFile {
  /// The attributes of the file.
  package func attributes() throws(SystemCallError) -> FileAttributes {
    var info = stat()
    // Sound: the call fills in a structure of this type, which outlives it.
    _ = try repeating("examining") { unsafe fstat(descriptor, &info) }
    return try FileAttributes(info)
  }

  /// Reads a file that can store data, to its end.
  package func readToEnd() throws(SystemCallError) -> Data {
    var content = Data()
    let length = try attributes().ofStorage().length
    var buffer = [UInt8](repeating: 0, count: length + 1)
    while true {
      let count = try read(into: &buffer, at: content.count)
      if count == 0 { return content }
      content.append(contentsOf: buffer[..<count])
    }
  }

  /// Reads once, and returns how many bytes at the beginning of the buffer were read.
  package func read(into buffer: inout [UInt8], at offset: Int) throws(SystemCallError) -> Int {
    try repeating("reading") {
      // Sound: the buffer is as long as the count beside it says.
      unsafe buffer.withUnsafeMutableBytes {
        unsafe pread(descriptor, $0.baseAddress, $0.count, off_t(offset))
      }
    }
  }

  /// Reads the next bytes of a file or a pipe.
  ///
  /// - Returns: How many bytes were read; 0 at the end, and `nil` if there are none so far.
  package func readNext(into buffer: UnsafeMutableRawBufferPointer) throws(SystemCallError) -> Int?
  {
    do throws(SystemCallError) {
      return try repeating("reading") {
        // Sound: the buffer is as long as the count beside it says.
        unsafe systemRead(descriptor, buffer.baseAddress, buffer.count)
      }
    } catch {
      guard error.code == EAGAIN else { throw error }
      return nil
    }
  }

  /// Waits until there are bytes or no writer of a pipe is left, or until the timeout.
  package func waitForInput(milliseconds: Int32) -> Input {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // Sound: the call fills in this one structure, which outlives it.
    guard unsafe poll(&request, 1, milliseconds) > 0 else { return .none }
    return request.revents & Int16(POLLHUP) != 0 && request.revents & Int16(POLLIN) == 0
      ? .ended : .some
  }

  /// What a pipe has to read.
  package enum Input {
    /// Nothing so far.
    case none
    /// Bytes, or an error that reading tells.
    case some
    /// Nothing, and no writer is left.
    case ended
  }

  /// Writes all of `data`, in as many calls as needed.
  package func write(_ data: Data) throws(SystemCallError) {
    var rest = data[...]
    while !rest.isEmpty {
      let count = try repeating("writing") {
        // Sound: the bytes are as many as the count beside them says.
        unsafe rest.withUnsafeBytes { bytes in
          unsafe systemWrite(descriptor, bytes.baseAddress, bytes.count)
        }
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Truncates the file to `length` bytes.
  package func truncate(to length: Int) throws(SystemCallError) {
    _ = try repeating("truncating") { ftruncate(descriptor, off_t(length)) }
  }

  /// Sets the permissions.
  package func setPermissions(_ permissions: mode_t) throws(SystemCallError) {
    _ = try repeating("setting permissions") { fchmod(descriptor, permissions) }
  }

  /// Returns when all data are on the disk.
  package func flush() throws(SystemCallError) {
    _ = try repeating("flushing") { systemFlush(descriptor) }
  }

  /// Takes the lock without waiting; throws `EWOULDBLOCK` if another open file has it.
  package func tryLock() throws(SystemCallError) {
    _ = try repeating("locking") { flock(descriptor, LOCK_EX | LOCK_NB) }
  }

  /// Releases the lock.
  package func unlock() { _ = flock(descriptor, LOCK_UN) }
}

extension OpenFile {
  /// Renames a file, and replaces the target.
  private static func rename(_ path: String, to target: String) throws(SystemCallError) {
    _ = try repeating("renaming") { systemRename(path, target) }
  }

  /// Removes a file, which may be absent.
  package static func remove(_ path: String) throws(SystemCallError) {
    do throws(SystemCallError) {
      _ = try repeating("removing") { unsafe unlink(path) }
    } catch {
      if !error.isAbsence { throw error }
    }
  }

  /// Renames a file within its folder, and returns when that is on the disk.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - target: The new path.
  ///   - replacing: Whether to replace a file that has the new path; if not, such a file is the error
  ///     `EEXIST`.
  /// - Throws: The error of the first call that fails. The file has its old name then, unless only the last
  ///   flush failed.
  package static func renameDurably(
    _ path: String, to target: String, replacing: Bool = true
  ) throws(SystemCallError) {
    // Opened first: a folder that cannot be opened cannot be flushed.
    let folder = try OpenFile(parent(of: target), .folder)
    let isLinked = replacing ? false : try link(path, to: target)
    if isLinked { try remove(path) } else { try rename(path, to: target) }
    try folder.flushEntries()
  }

  /// Gives a file a second name, which must be free; returns whether the file system can.
  private static func link(_ path: String, to target: String) throws(SystemCallError) -> Bool {
    do throws(SystemCallError) {
      _ = try repeating("renaming") { systemLink(path, target) }
      return true
    } catch {
      guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(error.code) else { throw error }
      // Some file systems, such as FAT, have one name a file.
      guard !exists(target) else { throw SystemCallError("renaming", code: EEXIST) }
      return false
    }
  }

  /// Flushes the directory entries of a folder.
  package static func flushFolder(_ path: String) throws(SystemCallError) {
    try OpenFile(path, .folder).flushEntries()
  }

  private func flushEntries() throws(SystemCallError) {
    // Some file systems, mostly network ones, do not support flushing folders.
    do throws(SystemCallError) { try flush() } catch {
      if error.code != EINVAL { throw error }
    }
  }

  /// Creates a folder and its parents; each may exist.
  package static func createFolder(_ path: String) throws(SystemCallError) {
    do throws(SystemCallError) {
      _ = try repeating("creating a folder") { unsafe mkdir(path, 0o755) }
    } catch {
      // If it exists and is no folder, the caller's next operation fails.
      if error.code == EEXIST { return }
      guard error.isAbsence, path != parent(of: path) else { throw error }
      try createFolder(parent(of: path))
      return try createFolder(path)
    }
    try flushFolder(parent(of: path))
  }

  /// The folder of a path.
  package static func parent(of path: String) -> String {
    (path as NSString).deletingLastPathComponent
  }
}

// MARK: - Mapping

/// A memory-mapped file, which is unmapped after its last reader.
///
/// It is made by the system call, because on Linux `NSData` always reads the whole file, which takes
/// 6 ms instead of 30 µs for the shipped cities.
@safe package final class FileMapping: Sendable {
  /// The bytes of the file as of when it was mapped.
  ///
  /// Not checked by the compiler, because a pointer is not sendable: the pages are read-only, and stay
  /// mapped until `deinit`, when no other task has a reference.
  nonisolated(unsafe) package let bytes: UnsafeRawBufferPointer

  /// Takes what the system call has mapped.
  fileprivate init(_ start: UnsafeMutableRawPointer, byteCount: Int) {
    unsafe bytes = UnsafeRawBufferPointer(start: start, count: byteCount)
  }

  deinit {
    // Sound: this is what `mmap` returned, and nobody reads it any more, since each reader keeps `self`.
    unsafe munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }
}

extension OpenFile {
  /// Maps the first bytes of the file, so that its pages are read on demand and belong to the system's
  /// cache.
  ///
  /// The mapping outlives the open file. A reader of a file that is truncated meanwhile is terminated by the
  /// system.
  ///
  /// - Parameter byteCount: The number of bytes, at least 1 and at most the length of the file.
  /// - Returns: The mapping.
  /// - Throws: The error of the system call.
  package func mapping(byteCount: Int) throws(SystemCallError) -> FileMapping {
    let start = unsafe mmap(nil, byteCount, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else {
      throw SystemCallError("mapping")
    }
    return unsafe FileMapping(start, byteCount: byteCount)
  }
}

/// Repeats a call while a signal interrupts it.
package func repeating<Result: SignedInteger>(
  _ operation: String, _ call: () -> Result
) throws(SystemCallError) -> Result {
  while true {
    let result = call()
    if result != -1 { return result }
    guard errno == EINTR else { throw SystemCallError(operation) }
  }
}
