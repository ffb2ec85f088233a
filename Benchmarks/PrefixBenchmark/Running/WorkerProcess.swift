import ArgumentParser
import Foundation

/// Runs a job in a fresh process of this program.
struct WorkerProcess {
  let interruption: Interruption

  /// Starts the process and waits for its rows.
  ///
  /// - Throws: `CancellationError` if the run was interrupted meanwhile; ``Unbuildable`` if there is
  ///   nothing to measure of a rival; `BenchFailure` with what the process said if it failed, and
  ///   ``Death`` if something ended it that was not this program.
  func run(_ job: any Job) throws -> [Figure] {
    guard !interruption.isInterrupted else { throw CancellationError() }
    let process = Process()
    process.executableURL = try Self.program()
    process.arguments = ["worker", try JobMessage(job).text]
    try job.prepare(process)
    let (data, said) = try process.outcome(watchedBy: interruption)
    guard process.terminationReason == .exit else {
      throw Death(signal: process.terminationStatus)
    }
    guard process.terminationStatus == 0 else {
      throw BenchFailure(Self.sentence(said, status: process.terminationStatus))
    }
    guard let outcome = try? JSONDecoder().decode(JobOutcome.self, from: data) else {
      throw BenchFailure("A process of the benchmark gave \(data.count) bytes that are no outcome.")
    }
    if let unbuildable = outcome.leftOut { throw unbuildable }
    return try job.complete(outcome.figures)
  }

  /// The file of this program, to start it once more.
  ///
  /// - Throws: ``BenchFailure`` if it is not known.
  static func program() throws -> URL {
    guard let file = Bundle.main.executableURL else {
      throw BenchFailure("This program cannot find its own file, to start it once more.")
    }
    return file
  }

  /// The end of a process by a signal: too little memory, most likely.
  struct Death: Error, CustomStringConvertible {
    let signal: Int32

    var description: String {
      "A process of the benchmark was ended by signal \(signal); perhaps there was too little memory."
    }
  }

  private static func sentence(_ said: String, status: Int32) -> String {
    let text = said.trimmingCharacters(in: .whitespacesAndNewlines)
    let prefix = "Error: "
    guard text.hasPrefix(prefix) else {
      return "A process of the benchmark ended with status \(status)"
        + (text.isEmpty ? "." : ": \(text)")
    }
    return String(text.dropFirst(prefix.count))
  }
}

extension Process {
  /// Sets a variable of the environment, beside those of this process.
  func set(_ variable: String, to value: String) {
    environment = (environment ?? ProcessInfo.processInfo.environment)
      .merging([variable: value]) { $1 }
  }

  /// Runs to the end.
  ///
  /// - Parameters:
  ///   - interruption: What ends this process before its time.
  ///   - signal: By which it does.
  /// - Returns: Standard output, and what was said on standard error, of which there may be few lines.
  /// - Throws: `CancellationError` if it was interrupted; Foundation's error if it cannot be started.
  func outcome(
    watchedBy interruption: Interruption, ending signal: Int32 = SIGKILL
  ) throws -> (output: Data, errors: String) {
    let (output, errors) = (Pipe(), Pipe())
    standardOutput = output
    standardError = errors
    standardInput = FileHandle.nullDevice
    try run()
    interruption.watch(worker: processIdentifier, ending: signal)
    // Few lines of errors are held by a pipe without being read.
    let data = output.fileHandleForReading.readDataToEndOfFile()
    waitUntilExit()
    interruption.watch(worker: nil)
    guard !interruption.isInterrupted else { throw CancellationError() }
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    return (data, String(decoding: said, as: UTF8.self))
  }
}

/// A temporary folder with what the processes of a run share.
struct RunFolder {
  private let url: URL

  /// The workloads, from which every process reads the same queries.
  var workloads: URL { file("workloads.json") }

  /// Where one process writes the gazetteer file that another opens.
  var gazetteer: URL { file("cities.gazetteer") }

  /// What the names of the files of counted instructions begin with.
  var instructions: URL { file("instructions") }

  /// Where data are written that came from a pipe.
  var data: URL { file("data") }

  /// The result of a run of another build.
  var result: URL { file("result.json") }

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(
      path: "bench-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  private func file(_ name: String) -> URL {
    url.appending(path: name, directoryHint: .notDirectory)
  }

  /// Writes the workloads for all processes.
  func write(_ workloads: [Workload]) throws {
    try JSONEncoder().encode(workloads).write(to: self.workloads)
  }

  /// Removes the folder with all that is in it.
  func remove() { try? FileManager.default.removeItem(at: url) }
}

/// `bench worker`: one job in a process of its own, for the commands that measure.
struct WorkerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker", abstract: "Does one job of a run, and prints its outcome.",
    shouldDisplay: false)

  @Argument(help: "The job, as the JSON that a run writes.")
  var job: String

  func run() async throws {
    try FitBuild.check()
    guard let message = try? JSONDecoder().decode(JobMessage.self, from: Data(job.utf8)) else {
      throw BenchFailure("This command is for other commands of this program; use `bench run`.")
    }
    let outcome = try await message.outcome()
    try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(outcome))
  }
}
