import Foundation
import Synchronization

/// A terminal in raw mode: keys arrive at once and are not echoed.
///
/// The previous content of the screen is restored afterwards.
final class Terminal {
  private let settings: termios
  private var isRaw = false

  /// Whether input and output are a terminal that can be drawn on.
  static var isAvailable: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
      && ProcessInfo.processInfo.environment["TERM"] ?? "dumb" != "dumb"
  }

  /// Whether colors may be used; see no-color.org.
  static var isColored: Bool {
    ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty
  }

  init() throws {
    var settings = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else {
      throw ProgramError("Standard input is not a terminal.")
    }
    self.settings = settings
  }

  deinit { leave() }

  /// Switches to raw mode and to a screen of its own, where pasted texts are told from keys.
  func enter() throws {
    var raw = settings
    unsafe cfmakeraw(&raw)
    guard unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0 else {
      throw ProgramError("The terminal cannot be set to raw mode.")
    }
    isRaw = true
    // Control sequences of ECMA-48 and xterm.
    write("\u{1B}[?1049h\u{1B}[?2004h")
  }

  /// Gives the terminal back as it was.
  func leave() {
    guard isRaw else { return }
    isRaw = false
    write("\u{1B}[?2004l\u{1B}[?1049l")
    var settings = settings
    _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }

  /// Gives the terminal back, and stops the process until it is continued.
  func suspend() {
    leave()
    kill(getpid(), SIGSTOP)
  }

  var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
      size.ws_row > 0
    else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Fills the screen with lines from the top, none wider than the terminal; the cursor is in the first
  /// line, at a column counted from 0.
  func draw(_ lines: [StyledText], cursor: Int) {
    let isColored = Self.isColored
    // Each line clears the rest of itself, and the last one what is below it.
    let rows = lines.map { "\($0.sequence(isColored: isColored))\u{1B}[K" }
      .joined(separator: "\r\n")
    write("\u{1B}[?25l\u{1B}[H\(rows)\u{1B}[J\u{1B}[1;\(cursor + 1)H\u{1B}[?25h")
  }

  private func write(_ text: String) {
    // A closed terminal ends the program at the next read.
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }
}

/// What the program waits for, in the order in which it came: keys, signals, and changes of the state.
final class TerminalEvents {
  enum Event: Sendable {
    case bytes([UInt8])
    case inputEnded
    /// Nothing followed the bytes with a number for a while.
    case pause(Int)
    case resized
    case suspended
    case continued
    /// A signal to end.
    case ended(Int32)
    /// The state of the explorer has changed.
    case changed
    /// All that came before was handled.
    case draw
  }

  let events: AsyncStream<Event>
  let continuation: AsyncStream<Event>.Continuation
  // Dispatch's objects may be used from any thread, but are not declared `Sendable`.
  private let sources: [any DispatchSourceProtocol]
  private let queue = DispatchQueue(label: "terminal")

  /// The time after which an Esc is taken for the key.
  private static let pause = DispatchTimeInterval.milliseconds(50)

  private static let signals: [(Int32, Event)] = [
    (SIGINT, .ended(SIGINT)), (SIGTERM, .ended(SIGTERM)), (SIGHUP, .ended(SIGHUP)),
    (SIGWINCH, .resized), (SIGTSTP, .suspended), (SIGCONT, .continued),
  ]

  init() {
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    (self.events, self.continuation) = (events, continuation)
    let input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)
    input.setEventHandler {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe read(STDIN_FILENO, buffer.baseAddress, buffer.count)
      }
      if count > 0 {
        continuation.yield(.bytes(Array(bytes[..<count])))
      } else if count == 0 || errno != EINTR && errno != EAGAIN {
        continuation.yield(.inputEnded)
        input.cancel()
      }
    }
    let signals = Self.signals.map { [queue] number, event in
      // The source handles the signal instead of the default action.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { continuation.yield(event) }
      return source
    }
    // A terminal that is gone is an error of writing, and the end of input.
    signal(SIGPIPE, SIG_IGN)
    // A signal that comes before its source is registered would be ignored.
    let registration = DispatchGroup()
    for source in signals {
      registration.enter()
      source.setRegistrationHandler { registration.leave() }
      source.resume()
    }
    registration.wait()
    input.resume()
    sources = [input] + signals
  }

  /// Reports a pause behind the bytes with a number, if nothing else does.
  func reportPause(after number: Int) {
    queue.asyncAfter(deadline: .now() + Self.pause) { [continuation] in
      continuation.yield(.pause(number))
    }
  }

  deinit {
    for source in sources { source.cancel() }
    for (number, _) in Self.signals { signal(number, SIG_DFL) }
  }
}
