import Foundation

/// Runs a job in a fresh process of this program.
struct WorkerProcess {
  let interruption: Interruption

  /// Starts the process and waits for its outcome.
  ///
  /// - Throws: `CancellationError` if the run was interrupted meanwhile; `BenchFailure` with what the
  ///   process said if it failed, and `Death` if something ended it that was not this program.
  func run(_ job: Job) throws -> JobOutcome {
    guard !interruption.isInterrupted else { throw CancellationError() }
    guard let executable = Bundle.main.executableURL else {
      throw BenchFailure("This program cannot find its own file, to start it once more.")
    }
    let (process, output, errors) = (Process(), Pipe(), Pipe())
    process.executableURL = executable
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    var job = job
    if case .start(var start) = job {
      start.startedAt = MonotonicClock.now
      job = .start(start)
    }
    let text = String(decoding: try JSONEncoder().encode(job), as: UTF8.self)
    process.arguments = ["worker", text]
    if case .memory = job {
      // The capacity that arrays get depends on what the heap looks like, and that on the order of
      // hash tables, which is another one in every process unless this is set.
      process.environment = ProcessInfo.processInfo.environment
        .merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
    }
    if case .instructions(let job) = job {
      guard let callgrind = Callgrind() else { throw BenchFailure(Callgrind.absence) }
      try callgrind.wrap(process, job: text, writingTo: job.counts)
    }
    try process.run()
    interruption.watch(worker: process.processIdentifier)
    // Errors are a sentence at most, which a pipe holds without being read.
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    interruption.watch(worker: nil)
    guard !interruption.isInterrupted else { throw CancellationError() }
    guard process.terminationReason == .exit else {
      throw Death(signal: process.terminationStatus)
    }
    guard process.terminationStatus == 0 else {
      let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      throw BenchFailure(Self.sentence(said, status: process.terminationStatus))
    }
    do {
      return try JSONDecoder().decode(JobOutcome.self, from: data)
    } catch {
      throw BenchFailure("A process of the benchmark gave \(data.count) bytes that are no outcome.")
    }
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
