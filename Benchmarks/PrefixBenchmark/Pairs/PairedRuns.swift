import Foundation

/// Runs builds of this program by turns, so that all meet the same machine.
struct PairedRuns {
  let programs: [Program]
  /// What all are asked for: arguments of `bench run`.
  let arguments: [String]
  let interruption: Interruption

  /// A build, and the handicap that its engines get, if any.
  struct Program {
    let file: URL
    var handicap: Handicap?
  }

  /// What one run gave: its figures, and what must be the same for figures to be comparable.
  struct Run {
    let rows: [FigureRow]
    let header: Header

    /// The part of a result that says what was measured, whatever else its format has.
    struct Header: Decodable {
      let machine: BenchmarkResult.Machine
      let build: BenchmarkResult.Build
      let data: BenchmarkResult.DataSet
      let workloads: [BenchmarkResult.WorkloadDescription]
      let checksums: [BenchmarkResult.AnswerChecksum]
    }
  }

  /// Runs every program once, in an order that is drawn.
  ///
  /// - Returns: What each gave, in the order of the programs.
  /// - Throws: `CancellationError` if the user interrupted it; ``BenchFailure`` if a run failed.
  func round(using generator: inout SplitMix64) throws -> [Run] {
    let order = programs.indices.shuffled(using: &generator)
    let runs = try order.map { (number: $0, run: try run(programs[$0])) }
    return runs.sorted { $0.number < $1.number }.map(\.run)
  }

  private func run(_ program: Program) throws -> Run {
    guard !interruption.isInterrupted else { throw CancellationError() }
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "bench-pair-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = folder.appending(path: "result.json")
    let process = Process()
    process.executableURL = program.file
    if let handicap = program.handicap {
      process.environment = ProcessInfo.processInfo.environment
        .merging([Handicap.variable: handicap.text]) { $1 }
    }
    process.arguments = ["run", "--format", "csv", "--output", result.path] + arguments
    // It has processes and files of its own, which it removes when it is asked to end.
    let (data, said) = try process.outcome(watchedBy: interruption, ending: SIGTERM)
    guard process.terminationStatus == 0 else {
      throw BenchFailure("\(program.file.path) failed: \(said)")
    }
    do {
      return Run(
        rows: try FigureRow.all(in: String(decoding: data, as: UTF8.self)),
        header: try JSONDecoder().decode(Run.Header.self, from: Data(contentsOf: result)))
    } catch let error as DecodingError {
      throw BenchFailure("\(program.file.path) wrote a result that cannot be read: \(error)")
    }
  }
}

extension PairedRuns.Run.Header {
  /// Why figures of two runs cannot be compared; `nil` if they can.
  func obstacle(to other: PairedRuns.Run.Header) -> String? {
    if data.sha256 != other.data.sha256 { return "The builds do not search the same data." }
    for workload in workloads {
      if let same = other.workloads.first(where: { $0.name == workload.name }),
        same.checksum != workload.checksum
      {
        return "The builds do not ask the same queries in the workload \"\(workload.name)\"."
      }
    }
    return nil
  }

  /// The answers that differ, one sentence each.
  func differentAnswers(from other: PairedRuns.Run.Header) -> [String] {
    checksums.compactMap { checksum in
      guard let old = other.checksums.first(where: { $0.measure == checksum.measure }),
        old.value != checksum.value
      else { return nil }
      return "The answers differ (\(checksum.measure))."
    }
  }
}
