import ArgumentParser
import Foundation

/// `bench sensitivity`: measures which faults `bench compare --against` finds.
struct SensitivityCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sensitivity",
    abstract: "Measures which faults a comparison of pairs finds, and its false alarms.",
    discussion: """
      Runs this build alternately with itself and with builds whose radix tree has a fault: slower by a \
      few nanoseconds, slow in one of fifty queries, larger, with one more allocation. Resamples pairs \
      of these runs many times, and judges each resample as `bench compare --against` would.
      """)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The number of runs of each build, 2 to 100.", valueName: "number"))
  var rounds = 10

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The number of pairs in a comparison.", valueName: "number"))
  var pairs = 5

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The number of comparisons to draw.", valueName: "number"))
  var draws = 1_000

  @OptionGroup var limits: LimitsOption

  @Option(
    name: .customLong("workload"),
    help: ArgumentHelp("Replay only this workload; may be repeated.", valueName: "name"))
  var workloads: [WorkloadEntry] = []

  @Option(parsing: .unconditional, help: "The seed of the draws.")
  var seed: UInt64 = 1

  func validate() throws {
    try checkLimits(of: "--rounds", rounds, 2...100)
    try checkLimits(of: "--pairs", pairs, 1...100)
    try checkLimits(of: "--draws", draws, 1...1_000_000)
  }

  func run() async throws {
    try FitBuild.check()
    let own = try WorkerProcess.program()
    let limits = try self.limits.load()
    let faults = SensitivityAnalysis.Fault.all
    let runs = PairedRuns(
      programs: [PairedRuns.Program(file: own)]
        + faults.map { PairedRuns.Program(file: own, handicap: $0.handicap) },
      arguments: ["--quick", "--subject", "RadixTree"]
        + workloads.flatMap { ["--workload", $0.name] }, interruption: Interruption())
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
    let analysis = SensitivityAnalysis(rounds: found, limits: limits)
    let (table, falseAlarms) = analysis.table(pairs: pairs, draws: draws, using: &generator)
    let alarms = falseAlarms.map { "\($0.figure) \($0.percent) %" }.joined(separator: "; ")
    try StandardOutput.print(
      """
      \(table.text)

      \(SensitivityAnalysis.note(rounds: rounds, pairs: pairs, draws: draws).wrapped())
      \("False alarms by figure: \(alarms.isEmpty ? "none" : alarms).".wrapped())
      """)
  }
}
