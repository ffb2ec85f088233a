import Foundation

/// A line about the work in hand, on a terminal only.
struct Progress {
  private let isTerminal = isatty(STDERR_FILENO) == 1

  /// Replaces the line.
  func show(_ text: String) {
    guard isTerminal else { return }
    write("\r\u{1B}[K\(text) …")
  }

  /// Says something that stays, on a terminal or not.
  func remark(_ text: String) {
    clear()
    write("\(text)\n")
  }

  /// Removes the line.
  func clear() {
    guard isTerminal else { return }
    write("\r\u{1B}[K")
  }

  /// Writes, if that is possible: where nobody can be told, work goes on.
  private func write(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
