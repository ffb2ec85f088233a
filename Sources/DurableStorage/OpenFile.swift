internal import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The error of a system call.
struct SystemCallError: Error, Equatable {
  /// The operation as a noun: "opening".
  let operation: String
  /// The `errno` code.
  let code: Int32

  /// Reads the error of the last call on this thread.
  init(_ operation: String) { self.init(operation, code: errno) }

  init(_ operation: String, code: Int32) {
    self.operation = operation
    self.code = code
  }

  /// Whether the path does not exist.
  var isAbsence: Bool { code == ENOENT }

  /// The system's description of the code.
  var reason: String {
    // Sound: the text is copied at once; the texts of known errors are constants of the C library.
    unsafe String(cString: strerror(code))
  }
}

/// An open file or folder; it is closed when the value is destroyed.
///
/// Calls that a signal interrupts are repeated.
struct OpenFile: ~Copyable {
  private let descriptor: Int32

  /// How to open a file.
  enum Mode {
    /// For reading; opening a pipe does not block.
    case read
    /// For appending, atomically with respect to other writers.
    case append
    /// For reading and writing; created if it is absent.
    case lock
    /// For writing; created, and must not exist.
    case create
    /// A folder, for flushing it.
    case folder

    var flags: Int32 {
      switch self {
      case .read: O_RDONLY | O_NONBLOCK
      case .append: O_WRONLY | O_APPEND | O_NONBLOCK
      case .lock: O_RDWR | O_CREAT | O_NONBLOCK
      case .create: O_WRONLY | O_APPEND | O_CREAT | O_EXCL
      case .folder: O_RDONLY | O_DIRECTORY
      }
    }
  }

  init(_ path: String, _ mode: Mode) throws(SystemCallError) {
    descriptor = try repeating("opening") {
      // A child process must not inherit the file: it would keep a lock alive.
      // Sound: the bytes of the path end in a zero and outlive the call, as in each call below.
      unsafe open(path, mode.flags | O_CLOEXEC, 0o644)
    }
  }

  deinit { close(descriptor) }
}

extension OpenFile {
  /// The attributes of the file.
  func attributes() throws(SystemCallError) -> FileAttributes {
    var info = stat()
    // Sound: the call fills in a structure of this type, which outlives it.
    _ = try repeating("examining") { unsafe fstat(descriptor, &info) }
    return try FileAttributes(info)
  }

  /// Reads from `offset` to the end.
  func readToEnd(from offset: Int = 0) throws(SystemCallError) -> Data {
    var content = Data()
    var buffer = [UInt8](repeating: 0, count: max(try attributes().length - offset, 0) + 1)
    while true {
      let position = off_t(offset + content.count)
      let count = try repeating("reading") {
        // Sound: the buffer is as long as the count beside it says.
        unsafe buffer.withUnsafeMutableBytes {
          unsafe pread(descriptor, $0.baseAddress, $0.count, position)
        }
      }
      if count == 0 { return content }
      content.append(contentsOf: buffer[..<count])
    }
  }

  /// Writes all of `data`, in as many calls as needed.
  func write(_ data: Data) throws(SystemCallError) {
    var rest = data[...]
    while !rest.isEmpty {
      let count = try repeating("writing") {
        // Sound: the bytes are as many as the count beside them says.
        unsafe rest.withUnsafeBytes { bytes in
          #if canImport(Glibc)
          unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
          #elseif canImport(Musl)
          unsafe Musl.write(descriptor, bytes.baseAddress, bytes.count)
          #else
          unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
          #endif
        }
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Truncates the file to `length` bytes.
  func truncate(to length: Int) throws(SystemCallError) {
    _ = try repeating("truncating") { ftruncate(descriptor, off_t(length)) }
  }

  /// Sets the permissions.
  func setPermissions(_ permissions: mode_t) throws(SystemCallError) {
    _ = try repeating("setting permissions") { fchmod(descriptor, permissions) }
  }

  /// Returns when all data are on the disk.
  func flush() throws(SystemCallError) {
    #if canImport(Darwin)
    // On Apple platforms, `fsync` may leave the data in the drive's cache.
    if fcntl(descriptor, F_FULLFSYNC) != -1 { return }
    #endif
    _ = try repeating("flushing") { fsync(descriptor) }
  }

  /// Takes the lock without waiting; throws `EWOULDBLOCK` if another open file has it.
  func tryLock() throws(SystemCallError) {
    _ = try repeating("locking") { flock(descriptor, LOCK_EX | LOCK_NB) }
  }

  /// Releases the lock.
  func unlock() { _ = flock(descriptor, LOCK_UN) }
}

extension OpenFile {
  /// Renames a file, and replaces the target.
  private static func rename(_ path: String, to target: String) throws(SystemCallError) {
    #if canImport(Glibc)
    _ = try repeating("renaming") { unsafe Glibc.rename(path, target) }
    #elseif canImport(Musl)
    _ = try repeating("renaming") { unsafe Musl.rename(path, target) }
    #else
    _ = try repeating("renaming") { unsafe Darwin.rename(path, target) }
    #endif
  }

  /// Removes a file, which may be absent.
  static func remove(_ path: String) throws(SystemCallError) {
    do throws(SystemCallError) {
      _ = try repeating("removing") { unsafe unlink(path) }
    } catch {
      if !error.isAbsence { throw error }
    }
  }

  /// Renames a file within its folder, and returns when that is on the disk.
  ///
  /// If it throws, the file has its old name, unless only the last flush failed.
  static func renameDurably(_ path: String, to target: String) throws(SystemCallError) {
    // Opened first: a folder that cannot be opened cannot be flushed.
    let folder = try OpenFile(parent(of: target), .folder)
    try rename(path, to: target)
    try folder.flushEntries()
  }

  /// Flushes the directory entries of a folder.
  static func flushFolder(_ path: String) throws(SystemCallError) {
    try OpenFile(path, .folder).flushEntries()
  }

  private func flushEntries() throws(SystemCallError) {
    // Some file systems, mostly network ones, do not support flushing folders.
    do throws(SystemCallError) { try flush() } catch {
      if error.code != EINVAL { throw error }
    }
  }

  /// Creates a folder and its parents; each may exist.
  static func createFolder(_ path: String) throws(SystemCallError) {
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
  static func parent(of path: String) -> String { (path as NSString).deletingLastPathComponent }
}

/// Repeats a call while a signal interrupts it.
func repeating<Result: SignedInteger>(
  _ operation: String, _ call: () -> Result
) throws(SystemCallError) -> Result {
  while true {
    let result = call()
    if result != -1 { return result }
    guard errno == EINTR else { throw SystemCallError(operation) }
  }
}
