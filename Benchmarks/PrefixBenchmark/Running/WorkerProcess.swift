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
    let process = Process()
    process.executableURL = try Self.program()
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
    let (data, said) = try process.outcome(watchedBy: interruption)
    guard process.terminationReason == .exit else {
      throw Death(signal: process.terminationStatus)
    }
    guard process.terminationStatus == 0 else {
      throw BenchFailure(Self.sentence(said, status: process.terminationStatus))
    }
    do {
      return try JSONDecoder().decode(JobOutcome.self, from: data)
    } catch {
      throw BenchFailure("A process of the benchmark gave \(data.count) bytes that are no outcome.")
    }
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
