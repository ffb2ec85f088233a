package import Foundation
import Synchronization

/// An error that ends the program with a sentence for its user.
package struct BenchFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// Runs an action whose error completes a sentence, as in "words.txt cannot be read: there is no such file".
package func explaining<Result>(
  _ sentence: @autoclosure () -> String, _ action: () throws -> Result
) throws -> Result {
  do {
    return try action()
  } catch let failure as BenchFailure {
    throw failure
  } catch {
    throw BenchFailure("\(sentence()): \(error.localizedDescription)")
  }
}

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

/// Handles Ctrl-C and other signals to terminate, so that a run can end with the figures it has.
///
/// The first signal ends the current worker and lets the run print its results; a second one ends
/// everything at once. Where there are no results before the end, the first one ends everything.
///
/// A process has at most one of these, because a signal goes to the whole process.
package final class Interruption: Sendable {
  /// The exit status of a program that was ended by Ctrl-C, by the convention of shells.
  package static let exitCode: Int32 = 128 + SIGINT

  /// Ctrl-C, the time limit of a build service, and the end of the terminal.
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  private let state = Mutex(State())
  /// Whether the first signal ends everything.
  private let endsAtOnce: Bool
  // Dispatch's objects may be used from any thread, but are not declared `Sendable`.
  nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

  private struct State {
    package var isInterrupted = false
    package var worker: pid_t?
    package var workerSignal = SIGKILL
    package var folder: URL?

    package func removeFolder() {
      if let folder { try? FileManager.default.removeItem(at: folder) }
    }

    package func endWorker() {
      if let worker { kill(worker, workerSignal) }
    }
  }

  package init(endingAtOnce endsAtOnce: Bool = false) {
    self.endsAtOnce = endsAtOnce
    // A queue of its own has a thread even while all shared threads are blocked.
    let queue = DispatchQueue(label: "interruption")
    unsafe self.sources = Self.signals.map { number in
      // The source handles the signal instead of the default action. Workers inherit this.
      signal(number, SIG_IGN)
      return DispatchSource.makeSignalSource(signal: number, queue: queue)
    }
    // A signal that comes before a source is registered would be ignored.
    let registration = DispatchGroup()
    for source in unsafe sources {
      registration.enter()
      source.setRegistrationHandler { registration.leave() }
      source.setEventHandler { [weak self] in self?.interrupt() }
      source.resume()
    }
    registration.wait()
  }

  deinit {
    for source in unsafe sources { source.cancel() }
    for number in Self.signals { signal(number, SIG_DFL) }
  }

  package var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

  /// Names the process that an interruption ends, and the signal for that; `nil` when it has ended.
  ///
  /// A worker has nothing to clean up and ignores other signals, as this process does; a `bench run` removes
  /// its files first.
  package func watch(worker: pid_t?, ending signal: Int32 = SIGKILL) {
    state.withLock { state in
      state.worker = worker
      state.workerSignal = signal
      if state.isInterrupted { state.endWorker() }
    }
  }

  /// Names the folder that is removed if everything ends at once; `nil` when it is gone.
  package func watch(folder: URL?) {
    state.withLock { $0.folder = folder }
  }

  private func interrupt() {
    state.withLock { state in
      if state.isInterrupted || endsAtOnce {
        state.removeFolder()
        _exit(Self.exitCode)
      }
      state.isInterrupted = true
      state.endWorker()
    }
  }
}
