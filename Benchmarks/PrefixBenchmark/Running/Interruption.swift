package import Foundation
import Synchronization

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
    var isInterrupted = false
    var worker: pid_t?
    var workerSignal = SIGKILL
    var folder: URL?

    func removeFolder() {
      if let folder { try? FileManager.default.removeItem(at: folder) }
    }

    func endWorker() {
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
