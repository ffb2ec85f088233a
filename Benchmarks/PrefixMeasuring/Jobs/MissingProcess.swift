#if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
package import Foundation

/// Stands in for Foundation's class on systems that lack it, where no program may start another one.
///
/// So this file alone tells such systems apart. Starting it throws a sentence that says so.
package final class Process {
  package enum TerminationReason { case exit, uncaughtSignal }

  package var executableURL: URL?
  package var arguments: [String]?
  package var environment: [String: String]?
  package var standardInput: Any?
  package var standardOutput: Any?
  package var standardError: Any?

  package let isRunning = false
  package let processIdentifier: Int32 = 0
  package let terminationStatus: Int32 = 0
  package let terminationReason = TerminationReason.exit

  package init() {}

  package func run() throws { throw MissingProcess() }
  package func waitUntilExit() {}
  package func terminate() {}
}

/// The error of starting a program where the system has no processes to start.
private struct MissingProcess: LocalizedError, CustomStringConvertible {
  var description: String {
    "This system lets no program start another, which each measurement needs: use macOS or Linux."
  }

  var errorDescription: String? { description }
}
#endif
