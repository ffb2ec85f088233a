import Foundation
import Synchronization

/// The progress of a command: on a terminal a line that changes, and elsewhere, as in the log of a CI, a line
/// for each step of a command that takes some seconds.
package final class Progress: Sendable {
  private let isTerminal: Bool
  private let start = ContinuousClock.now
  /// The step that was written last, and when.
  private let last = Mutex<(step: String, time: Duration)?>(nil)

  /// No line is written before this time, so that short commands stay silent.
  private static let silence = Duration.seconds(2)
  /// The same step is written again after this time.
  private static let interval = Duration.seconds(10)

  package init(isTerminal: Bool = isatty(STDERR_FILENO) == 1) {
    self.isTerminal = isTerminal
  }

  package func show(_ text: String) {
    if isTerminal { return write("\r\u{1B}[K\(text) …") }
    if let line = line(for: text, at: start.duration(to: .now)) { write("\(line)\n") }
  }

  /// The line to write for a text at a time after the start, if there is one.
  ///
  /// Texts that differ in numbers only are one step: "pair 2 of 5".
  package func line(for text: String, at time: Duration) -> String? {
    let step = text.filter { !$0.isNumber }
    guard time >= Self.silence else { return nil }
    return last.withLock { last in
      if let last, last.step == step, time - last.time < Self.interval { return nil }
      last = (step, time)
      return "\(text) …"
    }
  }

  /// Writes a line that stays, on a terminal or not.
  package func remark(_ text: String) {
    clear()
    write("\(text)\n")
  }

  package func clear() {
    guard isTerminal else { return }
    write("\r\u{1B}[K")
  }

  /// Writes if possible; an error here does not end the work.
  private func write(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
