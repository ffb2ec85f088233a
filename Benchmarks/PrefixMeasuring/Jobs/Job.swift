import ArgumentParser
package import Foundation

/// A unit of work for a fresh process, which returns figures.
///
/// The stored properties of a job are its parameters; a run passes them to the process as JSON. A new
/// kind of figure is one more conforming type, one more element of ``JobArguments``, and one more
/// step of ``RunPlan``.
package protocol Job: Codable, Sendable {
  /// Does the work in this process.
  ///
  /// - Returns: The figures, each with the value of one process.
  /// - Throws: ``Unbuildable`` if a program refuses the keys.
  func run() async throws -> [Figure]

  /// Configures the process before it starts; by default nothing.
  func prepare(_ process: Process) throws

  /// Adds figures that are known after the end of the process; by default none.
  func complete(_ figures: [Figure]) throws -> [Figure]
}

extension Job {
  package func prepare(_ process: Process) throws {}
  package func complete(_ figures: [Figure]) throws -> [Figure] { figures }
}

/// A job as two arguments of a process: the name of its type, and its parameters as JSON.
package enum JobArguments {
  private static let kinds: [any Job.Type] = [
    LatencyJob.self, ProgramJob.self, MemoryJob.self, FileBuildJob.self, FileOpenJob.self,
    NamesJob.self, QualityJob.self, CallgrindJob.self,
  ]

  package static func arguments(of job: any Job) throws -> [String] {
    ["\(type(of: job))", String(decoding: try JSONEncoder().encode(job), as: UTF8.self)]
  }

  package static func job(_ kind: String, _ parameters: String) throws -> any Job {
    guard let kind = kinds.first(where: { "\($0)" == kind }),
      let job = try? JSONDecoder().decode(kind, from: Data(parameters.utf8))
    else { throw BenchFailure("This command is internal; use `bench run`.") }
    return job
  }
}

/// The output of a process.
package struct JobOutcome: Codable, Sendable {
  package var figures: [Figure] = []
  /// The program that does not take part.
  package var leftOut: Unbuildable?

  package init(figures: [Figure] = [], leftOut: Unbuildable? = nil) {
    (self.figures, self.leftOut) = (figures, leftOut)
  }
}

/// The reason why a program does not take part.
///
/// The run continues without it.
package struct Unbuildable: Error, Codable, CustomStringConvertible {
  package var subject: String
  package var reason: String

  package var description: String { "\(subject): \(reason)" }
}

/// Runs a job in a fresh process of this program.
package struct WorkerProcess {
  package let interruption: Interruption

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
  package static func program() throws -> URL {
    guard let file = Bundle.main.executableURL else {
      throw BenchFailure("This program cannot find its own executable file.")
    }
    return file
  }

  /// The end of a process by a signal, most likely because memory was exhausted.
  package struct Death: Error, CustomStringConvertible {
    package let signal: Int32

    package var description: String {
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
  package func set(_ variable: String, to value: String) {
    environment = (environment ?? ProcessInfo.processInfo.environment)
      .merging([variable: value]) { $1 }
  }

  /// Runs to the end, or until an interruption ends it by a signal.
  ///
  /// - Returns: Standard output and standard error, the latter of at most a few lines.
  /// - Throws: `CancellationError` if it was interrupted; Foundation's error if it cannot be started.
  package func outcome(
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
  package var workloads: URL { file("workloads.json") }

  /// The gazetteer file, which one process writes and another opens.
  package var gazetteer: URL { file("cities.gazetteer") }

  /// The prefix of the names of the files of counted instructions.
  package var instructions: URL { file("instructions") }

  /// A copy of the data, where not every process can read the file.
  package var data: URL { file("data") }

  /// The result of a run of another build.
  package var result: URL { file("result.json") }

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

  package func write(_ workloads: [Workload]) throws {
    try JSONEncoder().encode(workloads).write(to: self.workloads)
  }

  package func remove() {
    try? FileManager.default.removeItem(at: url)
    interruption?.watch(folder: nil)
  }
}
