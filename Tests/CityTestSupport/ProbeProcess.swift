package import DurableStorage
package import Foundation
internal import TestSupport

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A run of the program `storage-probe`.
package final class ProbeProcess {
  /// Whether the program can count how often it flushes files.
  package static var countsFlushes: Bool {
    #if os(Linux)
    true
    #else
    false
    #endif
  }

  private let process = Process()
  private let output = Pipe()
  private let errors = Pipe()

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the program.
  ///   - environment: Variables that are added to those of the tests, or replace them.
  /// - Throws: What the system throws if there is no such program.
  package init(_ arguments: [String], environment: [String: String] = [:]) throws {
    process.executableURL = try BuiltProgram.url(named: "storage-probe")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  /// The id of the process.
  package var id: Int32 { process.processIdentifier }

  /// Ends the process, as a crash or the system would.
  package func kill() { send(SIGKILL) }

  /// Stops the process, as a debugger does, or a shell.
  package func stop() { send(SIGSTOP) }

  private func send(_ signal: Int32) {
    let process = process.processIdentifier
    #if canImport(Glibc)
    _ = Glibc.kill(process, signal)
    #elseif canImport(Musl)
    _ = Musl.kill(process, signal)
    #else
    _ = Darwin.kill(process, signal)
    #endif
  }

  /// Waits until the process has written something.
  package func waitForOutput() { _ = output.fileHandleForReading.availableData }

  /// Waits for the end.
  ///
  /// - Returns: The lines of output that were not read yet, the standard error, and whether the program
  ///   succeeded.
  package func finish() throws -> (output: Data, errors: String, hasSucceeded: Bool) {
    let rest = try output.fileHandleForReading.readToEnd() ?? Data()
    let complaints = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let hasSucceeded = process.terminationReason == .exit && process.terminationStatus == 0
    return (rest, String(decoding: complaints, as: UTF8.self), hasSucceeded)
  }
}

extension ProbeProcess {
  /// Runs the program to its end.
  package static func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> (output: String, errors: String, hasSucceeded: Bool) {
    let (output, errors, hasSucceeded) =
      try ProbeProcess(arguments, environment: environment).finish()
    return (String(decoding: output, as: UTF8.self), errors, hasSucceeded)
  }

  /// Runs the program until it has written so many lines, and kills it after a pause.
  ///
  /// - Returns: All its lines, the standard error, and whether it ended before it was killed. A line
  ///   without an end was not acknowledged, and is left out.
  package static func killed(
    _ arguments: [String], afterLines lineCount: Int, pause microseconds: UInt32
  ) throws -> (lines: [String], errors: String, hasSucceeded: Bool) {
    let process = try ProbeProcess(arguments)
    var output = Data()
    while output.count(where: { $0 == 0x0A }) < lineCount {
      let bytes = process.output.fileHandleForReading.availableData
      if bytes.isEmpty { break }
      output += bytes
    }
    usleep(microseconds)
    process.kill()
    let end = try process.finish()
    output += end.output
    let lines = String(decoding: output, as: UTF8.self).components(separatedBy: "\n").dropLast()
    return (Array(lines), end.errors, end.hasSucceeded)
  }

  /// Runs a function that waits for processes on a thread of its own, so that other tests go on.
  package static func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread { continuation.resume(with: Result { try body() }) }
      thread.start()
    }
  }
}

/// Permissions on a folder, on a file in it, and on the file's lock.
package enum FileRights {
  /// What permissions can be set on.
  package enum Place: Sendable {
    case folder, file, lock

    package func path(of url: URL) -> String {
      switch self {
      case .folder: url.deletingLastPathComponent().path
      case .file: url.path
      case .lock: url.path + ".lock"
      }
    }
  }

  /// Sets permissions, runs `storage-probe` without privileges, and restores the permissions.
  package static func run(
    _ arguments: [String], with rights: [(Place, Int)], on url: URL
  ) async throws -> (output: String, errors: String, hasSucceeded: Bool) {
    func set(_ permissions: Int, _ place: Place) throws {
      try FileManager.default.setAttributes(
        [.posixPermissions: permissions], ofItemAtPath: place.path(of: url))
    }
    for (place, permissions) in rights { try set(permissions, place) }
    let run = try await ProbeProcess.onThread {
      try ProbeProcess.run(["--powerless"] + arguments)
    }
    for (place, _) in rights { try set(0o755, place) }
    return run
  }
}

extension LockTimeout {
  /// Longer than a store waits on a busy machine while several stores use one file.
  package static let againstHanging = LockTimeout(limit: .seconds(1_200))
}
