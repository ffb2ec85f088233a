import Foundation

/// A line about the work in hand, on a terminal only.
struct Progress {
  private let isTerminal = isatty(STDERR_FILENO) == 1

  /// Replaces the line.
  func show(_ text: String) {
    guard isTerminal else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K\(text) …".utf8))
  }

  /// Says something that stays, on a terminal or not.
  func remark(_ text: String) {
    clear()
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }

  /// Removes the line.
  func clear() {
    guard isTerminal else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K".utf8))
  }
}
