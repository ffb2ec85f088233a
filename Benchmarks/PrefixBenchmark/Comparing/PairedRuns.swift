import Foundation

/// Runs builds of this program alternately, so that all run under the same load of the machine.
struct PairedRuns {
  let programs: [Program]
  /// The arguments of `bench run`, the same for all.
  let arguments: [String]
  let interruption: Interruption

  /// A build, and the handicap that its engines get, if any.
  struct Program {
    let file: URL
    var handicap: Handicap?
  }

  /// Runs every program once, in random order.
  ///
  /// - Returns: The results, in the order of the programs.
  /// - Throws: `CancellationError` if the user interrupted it; ``BenchFailure`` if a run failed.
  func round(using generator: inout SplitMix64) throws -> [RunRecord] {
    let order = programs.indices.shuffled(using: &generator)
    let runs = try order.map { (number: $0, record: try run(programs[$0])) }
    return runs.sorted { $0.number < $1.number }.map(\.record)
  }

  private func run(_ program: Program) throws -> RunRecord {
    guard !interruption.isInterrupted else { throw CancellationError() }
    let folder = try RunFolder()
    defer { folder.remove() }
    let process = Process()
    process.executableURL = program.file
    if let handicap = program.handicap { process.set(Handicap.variable, to: try handicap.text) }
    process.arguments = ["run", "--format", "csv", "--output", folder.result.path] + arguments
    // It removes its own processes and files when a signal ends it.
    let (_, said) = try process.outcome(watchedBy: interruption, ending: SIGTERM)
    guard process.terminationStatus == 0 else {
      throw BenchFailure("\(program.file.path) failed: \(said)")
    }
    do {
      return try RunRecord(contentsOf: folder.result)
    } catch let failure as BenchFailure {
      throw BenchFailure("\(program.file.path) wrote a result that cannot be compared: \(failure)")
    }
  }
}
