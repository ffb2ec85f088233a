import Foundation
import Synchronization

/// Notices Ctrl-C, so that a run can end with what it has finished.
///
/// The first one ends the process in hand and lets the run print its results; a second one ends
/// everything at once.
final class Interruption: Sendable {
  /// The status of a program that was ended by Ctrl-C, as shells have it.
  static let exitCode: Int32 = 128 + SIGINT

  private let state = Mutex(State())
  // Dispatch's objects may be used from any thread; it only does not say so.
  nonisolated(unsafe) private let source: any DispatchSourceSignal

  private struct State {
    var isInterrupted = false
    var worker: pid_t?
  }

  init() {
    // What would end this process is left to the source. Workers inherit this: a terminal sends
    // Ctrl-C to them, too, but it is for this process to end them.
    signal(SIGINT, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    unsafe self.source = source
    source.setEventHandler { [weak self] in self?.interrupt() }
    source.resume()
  }

  deinit {
    unsafe source.cancel()
    signal(SIGINT, SIG_DFL)
  }

  var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

  /// Names the process that Ctrl-C ends; `nil` when it has ended.
  func watch(_ worker: pid_t?) {
    state.withLock { state in
      state.worker = worker
      if state.isInterrupted, let worker { kill(worker, SIGTERM) }
    }
  }

  private func interrupt() {
    state.withLock { state in
      if state.isInterrupted { _exit(Self.exitCode) }
      state.isInterrupted = true
      if let worker = state.worker { kill(worker, SIGTERM) }
    }
  }
}
