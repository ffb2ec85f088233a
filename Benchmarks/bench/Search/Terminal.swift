import Foundation
import PrefixBenchmark

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
    // Control sequences of ECMA-48 and xterm: to the other screen, and later back to the first one.
    write("\u{1B}[?1049h")
  }

  func restore() {
    write("\u{1B}[?1049l")
    var settings = before
    _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }

  var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
      size.ws_row > 0
    else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Waits for keys: returns the bytes that arrived, none after the time, and `nil` at the end of input.
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

  /// Fills the screen with lines from the top, none wider than the terminal; the cursor is in the first
  /// line, at a column counted from 0.
  func draw(_ lines: [String], cursor: Int) {
    // Each line clears the rest of itself, and the last one what is below it.
    let rows = lines.map { "\($0)\u{1B}[K" }.joined(separator: "\r\n")
    write("\u{1B}[H\(rows)\u{1B}[J\u{1B}[1;\(cursor + 1)H")
  }

  private func write(_ text: String) {
    // A closed terminal ends the search at the next read.
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }
}

// MARK: - The width of text

extension String {
  /// The columns that this text takes on a terminal, without the sequences that switch styles.
  package var displayWidth: Int {
    var (width, isSequence) = (0, false)
    for character in self {
      width += character.displayWidth(isSequence: &isSequence)
    }
    return width
  }

  /// As much of this text as goes into a line of at least one column, with an ellipsis if something is
  /// missing.
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

package enum Key: Equatable {
  /// A character, or several that came at once.
  case text(String)
  case backspace
  /// Ctrl-W.
  case deleteWord
  /// Ctrl-U.
  case deleteAll
  case tab
  case backTab
  case up
  case down
  case pageUp
  case pageDown
  case enter
  case escape
  /// Ctrl-C or Ctrl-D.
  case end
}

/// Parses keys from the bytes of a terminal, which may arrive in pieces.
package struct KeyReader {
  private var waiting: [UInt8] = []

  package init() {}

  /// Takes bytes in; returns the keys that are complete, and keeps the beginning of another one.
  package mutating func keys(in bytes: [UInt8]) -> [Key] {
    waiting += bytes
    var keys: [Key] = []
    while let (key, count) = nextKey() {
      waiting.removeFirst(count)
      guard let key else { continue }
      if case .text(let more) = key, case .text(let text) = keys.last {
        keys[keys.count - 1] = .text(text + more)
      } else {
        keys.append(key)
      }
    }
    return keys
  }

  /// Reports a pause: a waiting Esc is a key, and not the start of a sequence.
  package mutating func keysAfterPause() -> [Key] {
    defer { waiting = [] }
    return waiting == [0x1B] ? [.escape] : []
  }

  /// The first key with its number of bytes; the key is `nil` if these bytes mean nothing, and all is `nil`
  /// if the key is not complete.
  private func nextKey() -> (Key?, Int)? {
    guard let first = waiting.first else { return nil }
    switch first {
    case 0x1B: return escapeSequence()
    case 0x0D, 0x0A: return (.enter, 1)
    case 0x09: return (.tab, 1)
    case 0x08, 0x7F: return (.backspace, 1)
    case 0x15: return (.deleteAll, 1)
    case 0x17: return (.deleteWord, 1)
    case 0x03, 0x04: return (.end, 1)
    case ..<0x20: return (nil, 1)
    default: return text()
    }
  }

  /// A key that begins with Esc: `ESC [ … letter`, `ESC O letter`, or another one that means nothing.
  private func escapeSequence() -> (Key?, Int)? {
    guard waiting.count > 1 else { return nil }
    guard waiting[1] == UInt8(ascii: "[") || waiting[1] == UInt8(ascii: "O") else {
      return waiting[1] == 0x1B ? (.escape, 1) : (nil, 2)
    }
    guard let end = waiting.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      return nil
    }
    let key: Key? =
      switch String(decoding: waiting[2...end], as: UTF8.self) {
      case "A": .up
      case "B": .down
      case "Z": .backTab
      case "5~": .pageUp
      case "6~": .pageDown
      default: nil
      }
    return (key, end + 1)
  }

  /// A character by its UTF-8.
  private func text() -> (Key?, Int)? {
    let count =
      switch waiting[0] {
      case ..<0x80: 1
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    guard count > 0 else { return (nil, 1) }
    // An invalid continuation byte ends the malformed sequence.
    if let wrong = waiting.prefix(count).dropFirst().firstIndex(where: { $0 & 0xC0 != 0x80 }) {
      return (nil, wrong)
    }
    guard waiting.count >= count else { return nil }
    return (String(validating: waiting[..<count], as: UTF8.self).map(Key.text), count)
  }
}
