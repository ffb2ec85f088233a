import ArgumentParser
import Foundation

/// `bench sensitivity`: what `bench compare --against` finds, and what it does not.
struct SensitivityCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sensitivity",
    abstract: "Measures which faults a comparison of pairs finds, and how often it is wrong.",
    discussion: """
      Runs this build by turns with itself and with builds whose radix tree has a fault: slower by a \
      few nanoseconds, slow in one of fifty queries, larger, with an allocation more. Draws pairs \
      anew from these runs many times, and judges each draw as `bench compare --against` would.
      """)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How often each build is run, 2 to 100.", valueName: "number"))
  var rounds = 10

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many pairs a comparison has.", valueName: "number"))
  var pairs = 5

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many comparisons to draw.", valueName: "number"))
  var draws = 1_000

  @Option(
    help: ArgumentHelp(
      "How much figures may grow, instead of Comparing/limits.tsv.", valueName: "file")
  )
  var limits: String?

  @Option(
    name: .customLong("workload"),
    help: ArgumentHelp("Replay only this workload; may be repeated.", valueName: "name"))
  var workloads: [WorkloadChoice] = []

  @Option(parsing: .unconditional, help: "The seed of the draws.")
  var seed: UInt64 = 1

  func validate() throws {
    for (option, number, range) in [
      ("rounds", rounds, 2...100), ("pairs", pairs, 1...100), ("draws", draws, 1...1_000_000),
    ] where !range.contains(number) {
      throw ValidationError(
        "--\(option) must be from \(range.lowerBound) to \(range.upperBound), got \(number)")
    }
  }

  func run() async throws {
    try FitBuild.check()
    let own = try WorkerProcess.program()
    let limits = try Limits.at(limits)
    let faults = SensitivityTrial.Fault.all
    let runs = PairedRuns(
      programs: [PairedRuns.Program(file: own)]
        + faults.map { PairedRuns.Program(file: own, handicap: $0.handicap) },
      arguments: ["--quick", "--subject", "RadixTree"]
        + workloads.flatMap { ["--workload", $0.entry.name] }, interruption: Interruption())
    var generator = SplitMix64(seed: seed)
    let progress = Progress()
    var found: [[RunRecord]] = []
    do {
      for number in 1...rounds {
        progress.show("round \(number) of \(rounds)")
        found.append(try runs.round(using: &generator))
      }
    } catch is CancellationError {
      throw ExitCode(Interruption.exitCode)
    }
    progress.clear()
    let trial = SensitivityTrial(rounds: found, limits: limits)
    let table = trial.table(pairs: pairs, draws: draws, using: &generator)
    try StandardOutput.print(
      """
      \(table.text)

      \(SensitivityTrial.note(rounds: rounds, pairs: pairs, draws: draws).wrapped())
      """)
  }
}
