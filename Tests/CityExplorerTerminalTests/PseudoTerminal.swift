import Foundation
import TestSupport
import Testing

/// `city-explorer` at a terminal that the test reads and writes.
final class PseudoTerminal {
  private let process = Process()
  private let keyboard: FileHandle
  private var shown = Data()

  init(
    running arguments: [String], environment: [String: String] = [:],
    size: (columns: Int, rows: Int) = (80, 24)
  ) throws {
    // As posix_openpt, unlockpt and ptsname do it, which the compiler does not see.
    let file = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var (lock, number) = (Int32(0), Int32(0))
    guard file >= 0, unsafe ioctl(file, 0x4004_5431, &lock) == 0,
      unsafe ioctl(file, 0x8004_5430, &number) == 0
    else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    keyboard = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    let screen = try #require(FileHandle(forUpdatingAtPath: "/dev/pts/\(number)"))
    process.executableURL = try BuiltProgram.url(named: "city-explorer")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["TERM": "xterm", "NO_COLOR": ""]) { $1 }.merging(environment) { $1 }
    process.standardInput = screen
    process.standardOutput = screen
    try resize(to: size)
    try process.run()
    try screen.close()
  }

  /// Changes the size of the window, and says so, as the system does for a terminal of its own.
  func resize(to size: (columns: Int, rows: Int)) throws {
    var size = winsize(
      ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: 0, ws_ypixel: 0)
    guard unsafe ioctl(keyboard.fileDescriptor, UInt(TIOCSWINSZ), &size) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    if process.isRunning { send(SIGWINCH) }
  }

  func type(_ keys: String) throws {
    // What was shown before is not waited for again.
    shown = Data()
    try keyboard.write(contentsOf: Data(keys.utf8))
  }

  /// Reads until a text is shown.
  ///
  /// It is an error if the program ends before, or if it takes longer than any busy machine does.
  func wait(for text: String, limit: Duration = .seconds(1_200)) throws {
    let deadline = ContinuousClock.now + limit
    while shown.range(of: Data(text.utf8)) == nil {
      var screen = pollfd(fd: keyboard.fileDescriptor, events: Int16(POLLIN), revents: 0)
      let isReadable = unsafe poll(&screen, 1, 1_000) != 0
      let more = isReadable ? keyboard.availableData : Data()
      guard isReadable ? !more.isEmpty : ContinuousClock.now < deadline else {
        throw NotShown(text: text, shown: String(decoding: shown, as: UTF8.self))
      }
      shown += more
    }
  }

  /// Whether a text has been shown since the last key.
  func hasShown(_ text: String) -> Bool { shown.range(of: Data(text.utf8)) != nil }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits until the process is stopped.
  func waitUntilStopped() async throws {
    let file = "/proc/\(process.processIdentifier)/stat"
    try await waitUntil("the program is stopped") {
      try String(contentsOfFile: file, encoding: .utf8).contains(") T ")
    }
  }

  /// Waits for the end of the program.
  func status() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  deinit { if process.isRunning { send(SIGKILL) } }

  private struct NotShown: Error, CustomStringConvertible {
    let text: String
    let shown: String

    var description: String { "\(text) was not shown, but \(shown)" }
  }
}
