import Foundation
import Synchronization

/// Notices Ctrl-C, and what else asks a program to end, so that a run can end with what it has finished.
///
/// The first signal ends the process in hand and lets the run print its results; a second one ends
/// everything at once.
final class Interruption: Sendable {
  /// The status of a program that was ended by Ctrl-C, as shells have it.
  static let exitCode: Int32 = 128 + SIGINT

  /// Ctrl-C; what build services send when time is up; and that the terminal is gone.
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  private let state = Mutex(State())
  // Dispatch's objects may be used from any thread; it only does not say so.
  nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

  private struct State {
    var isInterrupted = false
    var worker: pid_t?
    var workerSignal = SIGKILL
    var folder: RunFolder?

    func endWorker() {
      if let worker { kill(worker, workerSignal) }
    }
  }

  init() {
    // A queue of its own has a thread even while all that others share wait for something.
    let queue = DispatchQueue(label: "interruption")
    unsafe self.sources = Self.signals.map { number in
      // What would end this process is left to the source. Workers inherit this.
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

  var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

  /// Names the process that an interruption ends; `nil` when it has ended.
  ///
  /// - Parameters:
  ///   - worker: The process.
  ///   - signal: What ends it. A worker has nothing to tidy up and ignores gentler signals, as this
  ///     process does; a run of its own has.
  func watch(worker: pid_t?, ending signal: Int32 = SIGKILL) {
    state.withLock { state in
      state.worker = worker
      state.workerSignal = signal
      if state.isInterrupted { state.endWorker() }
    }
  }

  /// Names the folder that is removed if everything ends at once; `nil` when it is gone.
  func watch(folder: RunFolder?) {
    state.withLock { $0.folder = folder }
  }

  private func interrupt() {
    state.withLock { state in
      if state.isInterrupted {
        state.folder?.remove()
        _exit(Self.exitCode)
      }
      state.isInterrupted = true
      state.endWorker()
    }
  }
}
