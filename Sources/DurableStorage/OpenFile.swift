internal import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// What the system answered to a call that it refused.
struct SystemError: Error, Equatable {
  /// What was to be done, as a noun: "opening".
  let operation: String
  /// The number of the error.
  let code: Int32

  /// Reads the error of the call that was made last on this thread.
  init(_ operation: String) { self.init(operation, code: errno) }

  init(_ operation: String, code: Int32) {
    self.operation = operation
    self.code = code
  }

  /// Whether there is nothing by the name.
  var isAbsence: Bool { code == ENOENT }

  /// The system's words for it.
  var reason: String {
    // Sound: the text is copied at once; the words of known errors are constants of the C library.
    unsafe String(cString: strerror(code))
  }
}

/// An open file or folder, which is closed at the end of its life.
///
/// All calls that can be interrupted by a signal are repeated until they are done.
struct OpenFile: ~Copyable {
  private let descriptor: Int32

  /// How to open a file.
  enum Mode {
    /// For reading; never waits for the other end of a pipe.
    case read
    /// For writing at the end, whatever others append.
    case append
    /// For reading and writing, and made if it is absent.
    case lock
    /// For writing, and made now: there must be none.
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

  init(_ path: String, _ mode: Mode) throws(SystemError) {
    descriptor = try repeating("opening") {
      // A program that is started meanwhile must not inherit the file: it would keep a lock alive.
      // Sound: the bytes of the path end in a zero and outlive the call, as in each call below.
      unsafe open(path, mode.flags | O_CLOEXEC, 0o644)
    }
  }

  deinit { close(descriptor) }
}

extension OpenFile {
  /// What is known of the file.
  func attributes() throws(SystemError) -> FileAttributes {
    var info = stat()
    // Sound: the call fills in a structure of this type, which outlives it.
    _ = try repeating("examining") { unsafe fstat(descriptor, &info) }
    return try FileAttributes(info)
  }

  /// Reads from `offset`, or the beginning, to the end.
  func readToEnd(from offset: Int = 0) throws(SystemError) -> Data {
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

  /// Writes all of `data`, however little the system takes at once.
  func write(_ data: Data) throws(SystemError) {
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

  /// Cuts the file to `length` bytes.
  func cut(to length: Int) throws(SystemError) {
    _ = try repeating("truncating") { ftruncate(descriptor, off_t(length)) }
  }

  /// Gives the file the rights of another.
  func setPermissions(_ permissions: mode_t) throws(SystemError) {
    _ = try repeating("setting permissions") { fchmod(descriptor, permissions) }
  }

  /// Returns after everything is on the disk.
  func flush() throws(SystemError) {
    #if canImport(Darwin)
    // `fsync` leaves the data in the drive's own memory there.
    if fcntl(descriptor, F_FULLFSYNC) != -1 { return }
    #endif
    _ = try repeating("flushing") { fsync(descriptor) }
  }

  /// Takes the lock, unless another open file has it.
  func lockAtOnce() throws(SystemError) {
    _ = try repeating("locking") { flock(descriptor, LOCK_EX | LOCK_NB) }
  }

  /// Lets another open file take the lock.
  func unlock() { _ = flock(descriptor, LOCK_UN) }
}

extension OpenFile {
  /// Gives a file another name, in place of whatever file had it.
  private static func rename(_ path: String, to target: String) throws(SystemError) {
    #if canImport(Glibc)
    _ = try repeating("renaming") { unsafe Glibc.rename(path, target) }
    #elseif canImport(Musl)
    _ = try repeating("renaming") { unsafe Musl.rename(path, target) }
    #else
    _ = try repeating("renaming") { unsafe Darwin.rename(path, target) }
    #endif
  }

  /// Removes a file; it may be absent.
  static func remove(_ path: String) throws(SystemError) {
    do throws(SystemError) {
      _ = try repeating("removing") { unsafe unlink(path) }
    } catch {
      if !error.isAbsence { throw error }
    }
  }

  /// Gives a file another name in its folder, and returns when that is on the disk.
  ///
  /// If it throws, the name is the old one, unless nothing but the last flush failed.
  static func renameDurably(_ path: String, to target: String) throws(SystemError) {
    // First, because a folder that must not be read cannot be flushed either.
    let folder = try OpenFile(parent(of: target), .folder)
    try rename(path, to: target)
    try folder.flushNames()
  }

  /// Makes the names in a folder as durable as the files behind them.
  static func flushFolder(_ path: String) throws(SystemError) {
    try OpenFile(path, .folder).flushNames()
  }

  private func flushNames() throws(SystemError) {
    // Some file systems, mostly remote ones, know no flushing of folders.
    do throws(SystemError) { try flush() } catch {
      if error.code != EINVAL { throw error }
    }
  }

  /// Makes a folder, and those that it lies in; each may be there already.
  static func makeFolder(_ path: String) throws(SystemError) {
    do throws(SystemError) {
      _ = try repeating("making a folder") { unsafe mkdir(path, 0o755) }
    } catch {
      // What is there and no folder is found out by whoever wants to use it.
      if error.code == EEXIST { return }
      guard error.isAbsence, path != parent(of: path) else { throw error }
      try makeFolder(parent(of: path))
      return try makeFolder(path)
    }
    try flushFolder(parent(of: path))
  }

  /// The folder that a file lies in.
  static func parent(of path: String) -> String { (path as NSString).deletingLastPathComponent }
}

/// Makes a call until no signal interrupts it.
func repeating<Result: SignedInteger>(
  _ operation: String, _ call: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = call()
    if result != -1 { return result }
    guard errno == EINTR else { throw SystemError(operation) }
  }
}
