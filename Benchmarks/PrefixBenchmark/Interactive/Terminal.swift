import Foundation

/// A terminal in raw mode: keys arrive at once and are not echoed.
///
/// The previous content of the screen is restored afterwards.
final class Terminal {
  private let before: termios

  /// Whether input and output are a terminal that can be drawn on.
  static var isAvailable: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
      && ProcessInfo.processInfo.environment["TERM"] ?? "dumb" != "dumb"
  }

  /// Switches the terminal to raw mode.
  ///
  /// - Throws: ``BenchFailure`` if standard input is no terminal.
  init() throws {
    var settings = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else {
      throw BenchFailure("standard input is not a terminal")
    }
    before = settings
    unsafe cfmakeraw(&settings)
    guard unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &settings) == 0 else {
      throw BenchFailure("the terminal cannot be set to raw mode")
    }
    write(Sequence.otherScreen)
  }

  /// Restores the terminal.
  func restore() {
    write(Sequence.firstScreen)
    var settings = before
    _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }

  /// The size in characters.
  var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
      size.ws_row > 0
    else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Waits for keys.
  ///
  /// - Parameter time: The time to wait.
  /// - Returns: The bytes that arrived, none after the time; `nil` at the end of input.
  func read(waiting time: Duration) -> [UInt8]? {
    var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    let milliseconds = Int32(time / .milliseconds(1))
    // An interrupted call is no error; signals that end the program are handled elsewhere.
    guard unsafe poll(&request, 1, milliseconds) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe Foundation.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
    }
    return count > 0 ? Array(bytes[..<count]) : nil
  }

  /// Fills the screen.
  ///
  /// - Parameters:
  ///   - lines: The lines from the top, none wider than the terminal.
  ///   - cursor: The column of the cursor in the first line, from 0.
  func draw(_ lines: [String], cursor: Int) {
    let rows = lines.map { $0 + Sequence.clearLine }.joined(separator: "\r\n")
    write(Sequence.home + rows + Sequence.clearBelow + "\u{1B}[1;\(cursor + 1)H")
  }

  private func write(_ text: String) {
    // A closed terminal ends the search at the next read.
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }

  /// Control sequences of ECMA-48 and xterm.
  private enum Sequence {
    static let otherScreen = "\u{1B}[?1049h"
    static let firstScreen = "\u{1B}[?1049l"
    static let home = "\u{1B}[H"
    static let clearLine = "\u{1B}[K"
    static let clearBelow = "\u{1B}[J"
  }
}

// MARK: - The width of text

extension String {
  /// The columns that this text takes on a terminal, without the sequences that switch styles.
  var displayWidth: Int {
    var (width, isSequence) = (0, false)
    for character in self {
      width += character.displayWidth(isSequence: &isSequence)
    }
    return width
  }

  /// As much of this text as goes into a line.
  ///
  /// - Parameter width: The columns of the line, at least one.
  /// - Returns: The text, with an ellipsis at its end if something is missing.
  func truncated(toWidth width: Int) -> String {
    guard displayWidth > width else { return self }
    var (text, taken, isSequence) = ("", 0, false)
    for character in self {
      taken += character.displayWidth(isSequence: &isSequence)
      guard taken < width else { break }
      text.append(character)
    }
    return text + "…" + MatchPrinter.Style.end
  }
}

extension Character {
  /// The columns of this character: two for those of East Asia and for symbols, none within a sequence
  /// that switches a style.
  fileprivate func displayWidth(isSequence: inout Bool) -> Int {
    if isSequence {
      isSequence = !isLetter
      return 0
    }
    if self == "\u{1B}" {
      isSequence = true
      return 0
    }
    return unicodeScalars.first.map(\.displayWidth) ?? 0
  }
}

extension Unicode.Scalar {
  /// The columns of a character that begins with this scalar (East Asian Width W and F, by Unicode's
  /// annex 11, in whole blocks).
  fileprivate var displayWidth: Int {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF,
      0x20000...0x3FFFD:
      return 2
    default:
      switch properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format, .control: return 0
      default: return 1
      }
    }
  }
}
