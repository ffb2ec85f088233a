/// A piece of work for a fresh process.
enum Job: Codable, Sendable {
  /// Build times and latencies of several subjects, side by side.
  case latency(LatencyJob)
  /// Build time and latencies of a program in another language.
  case program(ProgramJob)
  /// The memory of one subject.
  case memory(MemoryJob)
  /// From the start of a process to the first result of one subject.
  case start(StartJob)
  /// One subject over data of one size.
  case scale(ScaleJob)
  /// Making a gazetteer file.
  case fileBuild(FileBuildJob)
  /// Opening a gazetteer file, and asking it.
  case fileOpen(FileOpenJob)
  /// Latencies of the search over all names.
  case names(NamesJob)
  /// How often the city that is meant is found.
  case quality(QualityJob)
  /// Instructions a query, under callgrind.
  case instructions(InstructionsJob)
}

/// What became of a job.
enum JobOutcome: Codable, Sendable {
  case latency(LatencyOutcome)
  case memory(MemoryOutcome)
  case start(StartOutcome)
  case scale(ScaleOutcome)
  case fileBuild(FileBuildOutcome)
  case fileOpen(FileOpenOutcome)
  case names(NamesOutcome)
  case quality(QualityReport)
  case instructions(InstructionsOutcome)
  /// There is nothing to measure of a rival.
  case leftOut(Unbuildable)
}

extension Job {
  /// Does the work in this process.
  func run() async throws -> JobOutcome {
    do {
      return try await outcome()
    } catch let unbuildable as Unbuildable {
      return .leftOut(unbuildable)
    }
  }

  /// The rival that has this process for itself; `nil` if others take part, or an engine.
  var rival: String? {
    if case .program(let job) = self { return job.name }
    let subjects =
      switch self {
      case .latency(let job): job.subjects
      case .memory(let job): [job.subject]
      case .start(let job): [job.subject]
      default: [String]()
      }
    guard subjects.count == 1, let entry = try? SubjectEntry.named(subjects[0]),
      entry.role == .rival
    else { return nil }
    return entry.name
  }

  private func outcome() async throws -> JobOutcome {
    switch self {
    case .latency(let job): .latency(try await job.run())
    case .program(let job): .latency(try job.run())
    case .memory(let job): .memory(try await job.run())
    case .start(let job): .start(try job.run())
    case .scale(let job): .scale(try job.run())
    case .fileBuild(let job): .fileBuild(try job.run())
    case .fileOpen(let job): .fileOpen(try job.run())
    case .names(let job): .names(try await job.run())
    case .quality(let job): .quality(try job.run())
    case .instructions(let job): .instructions(try job.run())
    }
  }
}
