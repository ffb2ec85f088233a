import ArgumentParser
package import Foundation

/// Runs a job in a fresh process of this program.
package struct WorkerProcess {
  let interruption: Interruption

  package init(interruption: Interruption) {
    self.interruption = interruption
  }

  /// Starts the process and waits for its rows.
  ///
  /// - Throws: `CancellationError` if the run was interrupted; ``Unbuildable`` if a program refuses;
  ///   `BenchFailure` with the error text of the process if it failed, and ``Death`` if a signal ended it.
  package func run(_ job: any Job) throws -> [Figure] {
    guard !interruption.isInterrupted else { throw CancellationError() }
    let process = Process()
    process.executableURL = try Self.program()
    process.arguments = ["worker"] + (try JobArguments.arguments(of: job))
    try job.prepare(process)
    let (data, said) = try process.outcome(watchedBy: interruption)
    guard process.terminationReason == .exit else {
      throw Death(signal: process.terminationStatus)
    }
    guard process.terminationStatus == 0 else {
      throw BenchFailure(Self.sentence(said, status: process.terminationStatus))
    }
    guard let outcome = try? JSONDecoder().decode(JobOutcome.self, from: data) else {
      throw BenchFailure(
        "A process of the benchmark printed \(data.count) bytes that are not a result.")
    }
    if let unbuildable = outcome.leftOut { throw unbuildable }
    return try job.complete(outcome.figures)
  }

  /// The executable file of this program.
  static func program() throws -> URL {
    guard let file = Bundle.main.executableURL else {
      throw BenchFailure("This program cannot find its own executable file.")
    }
    return file
  }

  /// The end of a process by a signal, most likely because memory was exhausted.
  struct Death: Error, CustomStringConvertible {
    let signal: Int32

    var description: String {
      "A process of the benchmark was ended by signal \(signal); memory may have been exhausted."
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
  /// The output of a program without surrounding white space; `nil` if it fails or cannot be started.
  package static func output(of program: URL, _ arguments: [String]) -> String? {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    guard let data = try? process.outcome().output, process.terminationStatus == 0 else {
      return nil
    }
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Sets an environment variable, in addition to those of this process.
  func set(_ variable: String, to value: String) {
    environment = (environment ?? ProcessInfo.processInfo.environment)
      .merging([variable: value]) { $1 }
  }

  /// Runs to the end, or until an interruption ends it by a signal.
  ///
  /// - Returns: Standard output and standard error, the latter of at most a few lines.
  /// - Throws: `CancellationError` if it was interrupted; Foundation's error if it cannot be started.
  func outcome(
    watchedBy interruption: Interruption? = nil, ending signal: Int32 = SIGKILL
  ) throws -> (output: Data, errors: String) {
    let (output, errors) = (Pipe(), Pipe())
    standardOutput = output
    standardError = errors
    standardInput = FileHandle.nullDevice
    try run()
    interruption?.watch(worker: processIdentifier, ending: signal)
    // A pipe holds a few lines of errors until they are read, so the process does not wait for this.
    let data = output.fileHandleForReading.readDataToEndOfFile()
    waitUntilExit()
    interruption?.watch(worker: nil)
    guard interruption?.isInterrupted != true else { throw CancellationError() }
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    return (data, String(decoding: said, as: UTF8.self))
  }
}

/// A temporary folder that the processes of a run share.
package struct RunFolder {
  private let url: URL
  private let interruption: Interruption?

  /// The workloads, from which every process reads the same queries.
  var workloads: URL { file("workloads.json") }

  /// The gazetteer file, which one process writes and another opens.
  package var gazetteer: URL { file("cities.gazetteer") }

  /// The prefix of the names of the files of counted instructions.
  var instructions: URL { file("instructions") }

  /// A copy of the data, where not every process can read the file.
  package var data: URL { file("data") }

  /// The result of a run of another build.
  var result: URL { file("result.json") }

  /// Makes the folder; an interruption that ends everything removes it.
  package init(watchedBy interruption: Interruption? = nil) throws {
    url = FileManager.default.temporaryDirectory.appending(
      path: "bench-\(UUID().uuidString)", directoryHint: .isDirectory)
    self.interruption = interruption
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    interruption?.watch(folder: url)
  }

  private func file(_ name: String) -> URL {
    url.appending(path: name, directoryHint: .notDirectory)
  }

  func write(_ workloads: [Workload]) throws {
    try JSONEncoder().encode(workloads).write(to: self.workloads)
  }

  package func remove() {
    try? FileManager.default.removeItem(at: url)
    interruption?.watch(folder: nil)
  }
}

/// `bench worker`: one job in a process of its own, for the commands that measure.
struct WorkerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker", abstract: "Does one job of a run, and prints its outcome.",
    shouldDisplay: false)

  @Argument(help: "The kind of job.")
  var kind: String

  @Argument(help: "Its parameters, as the JSON that a run writes.")
  var parameters: String

  func run() async throws {
    try FitBuild.check()
    let job = try JobArguments.job(kind, parameters)
    var outcome = JobOutcome()
    do {
      outcome.figures = try await job.run()
    } catch let unbuildable as Unbuildable {
      outcome.leftOut = unbuildable
    }
    try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(outcome))
  }
}
