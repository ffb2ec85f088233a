import Foundation

/// Runs builds of this program alternately, so that all run under the same load of the machine.
struct PairedRuns {
  let programs: [URL]
  /// The arguments of `bench run`, the same for all.
  let arguments: [String]
  let interruption: Interruption

  /// Runs every program once, in random order; returns the results in the order of the programs.
  func round(using generator: inout SplitMix64) throws -> [RunRecord] {
    let order = programs.indices.shuffled(using: &generator)
    let runs = try order.map { number in
      (number: number, record: try run(programs[number]))
    }
    return runs.sorted { $0.number < $1.number }.map(\.record)
  }

  private func run(_ program: URL) throws -> RunRecord {
    guard !interruption.isInterrupted else { throw CancellationError() }
    let folder = try RunFolder(watchedBy: interruption)
    defer { folder.remove() }
    let process = Process()
    process.executableURL = program
    process.arguments = ["run", "--output", folder.result.path] + arguments
    // Ended by SIGTERM, unlike SIGKILL, the program removes its own processes and files.
    let (_, said) = try process.outcome(watchedBy: interruption, ending: SIGTERM)
    guard process.terminationStatus == 0 else {
      throw BenchFailure("\(program.path) failed: \(said)")
    }
    do {
      return try RunRecord(contentsOf: folder.result)
    } catch let failure as BenchFailure {
      throw BenchFailure("\(program.path) wrote a result that cannot be compared: \(failure)")
    }
  }
}
