#if Benchmark
import ArgumentParser
import Foundation
import PrefixBenchmark

/// `maintain history`: shows how figures changed from one stored result to the next.
struct HistoryCommand: ParsableCommand {
  static let name = "history"

  static let configuration = CommandConfiguration(
    commandName: "maintain \(name)",
    abstract: "Shows every figure over the stored results, and finds steps.",
    discussion: """
      Reads all results in a folder and sorts them by date. A step is a change between the medians of up \
      to three results before and after that exceeds the limit of the figure in a comparison of \
      pairs. Results of different machines or data are kept apart.
      """)

  @Argument(
    help: ArgumentHelp("A folder with results of `bench run --output`.", valueName: "folder"))
  var folder: String

  @Option(
    name: .customLong("figure"),
    help: ArgumentHelp(
      "Only figures whose names contain this text, such as RadixTree or p99; may be repeated.",
      valueName: "text"))
  var words: [String] = []

  @Flag(help: "Only figures that have a step.")
  var steps = false

  @OptionGroup var limits: LimitsOption

  func run() throws {
    let limits = try self.limits.load()
    let url = URL(filePath: folder)
    let names = try explaining("\(folder) cannot be read") {
      try FileManager.default.contentsOfDirectory(atPath: url.path)
    }
    let files = names.filter { $0.hasSuffix(".json") }.sorted()
    guard !files.isEmpty else {
      throw BenchFailure("\(folder) has no results: no file ends in .json")
    }
    let runs = try files.map { try RunRecord(contentsOf: url.appending(path: $0)) }
    let history = ResultHistory(runs, limits: limits)
    try StandardOutput.print(history.text(words: words, onlySteps: steps))
  }
}

/// `maintain sensitivity`: measures which faults `bench compare --against` finds.
struct SensitivityCommand: AsyncParsableCommand {
  static let name = "sensitivity"

  static let configuration = CommandConfiguration(
    commandName: "maintain \(name)",
    abstract: "Measures which faults a comparison of pairs finds, and its false alarms.",
    discussion: """
      Runs a build of `bench` alternately with itself and with builds whose radix tree has a fault: \
      slower by a few nanoseconds, slow in one of fifty queries, larger, with one more allocation. \
      Resamples pairs of these runs many times, and judges each resample as `bench compare --against` \
      would.
      """)

  @Argument(
    help: ArgumentHelp("The build of `bench`, made for release.", valueName: "program"))
  var program: String

  @Option(parsing: .unconditional, help: .number("The number of runs of each build, 2 to 100."))
  var rounds = 10

  @Option(parsing: .unconditional, help: .number("The number of pairs in a comparison."))
  var pairs = 5

  @Option(parsing: .unconditional, help: .number("The number of comparisons to draw."))
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
    let bench = URL(filePath: program)
    guard FileManager.default.isExecutableFile(atPath: bench.path) else {
      throw BenchFailure("\(program) is not an executable program.")
    }
    let limits = try self.limits.load()
    let faults = SensitivityAnalysis.Fault.all
    let runs = PairedRuns(
      programs: [(bench, nil)] + faults.map { (bench, $0.handicap) },
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
    let note = """
      \(draws.grouped) comparisons of \(pairs) pairs each, drawn from \(rounds) rounds in which every \
      build ran once in random order. figure: the one with the fault, by the median of all \
      rounds. found: comparisons in which that figure was worse. any figure worse: without a fault, \
      false alarms.
      """
    let alarms = falseAlarms.map { "\($0.figure) \($0.percent) %" }.joined(separator: "; ")
    try StandardOutput.print(
      """
      \(table.text)

      \(note.wrapped())
      \("False alarms by figure: \(alarms.isEmpty ? "none" : alarms).".wrapped())
      """)
  }
}
#endif
