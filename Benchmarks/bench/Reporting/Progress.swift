import Foundation

/// A line about the work in hand, on a terminal only.
struct Progress {
  private let isTerminal = isatty(STDERR_FILENO) == 1

  /// Replaces the line.
  func show(_ text: String) {
    guard isTerminal else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K\(text) …".utf8))
  }

  /// Removes the line.
  func clear() {
    guard isTerminal else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K".utf8))
  }
}
