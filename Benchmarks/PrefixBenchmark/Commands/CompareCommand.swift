import ArgumentParser
import Foundation

/// `bench compare`: two results side by side, as a gate.
struct CompareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract:
      "Compares this build with another, or with a stored result, and fails if it is worse.",
    usage: """
      \(Bench.programName) compare --against <program> [--pairs <number>] [<options>]
      \(Bench.programName) compare <baseline> [<current>] [<options>]
      """,
    discussion: """
      --against runs two builds of this program by turns, each as `bench run --quick` does, and judges \
      every figure by the median of the ratios of all pairs, and by how many pairs agree. A file says \
      how much each kind of figure may grow: see --limits. It takes about a minute a pair; fewer \
      subjects or workloads take less.

      With a stored result, only what is exact is compared: bytes of structures and files, numbers of \
      nodes, allocations, instructions, answers, and how often the city that is meant is found. Times \
      of another day or machine prove nothing. Without a second file, the present build is measured, \
      with the seed of the stored result.

      Instructions a query fail on growth by more than 1 %. Valgrind counts them, so it must be \
      installed if the stored result has them; those of another compiler, allocator or instruction \
      set are not compared, and the report says so.

      Exit status: 0 if nothing is worse, 1 if something is, 2 if there is nothing to compare (a \
      file is missing or damaged, of an interrupted run, or about other data or queries; or a \
      program fails while it is measured, by a wrong answer for instance), 64 for wrong arguments, \
      130 after Ctrl-C.
      """)

  /// The status of a comparison that could not be made.
  static let incomparable = ExitCode(2)

  @Argument(help: ArgumentHelp("The stored result to compare with.", valueName: "baseline"))
  var baseline: String?

  @Argument(
    help: ArgumentHelp(
      "The result to judge; without it, this program is measured.", valueName: "current"))
  var current: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How much exact figures may grow, in percent.", valueName: "percent"))
  var tolerance = 0.0

  @Flag(help: "Do not fail if instructions cannot be counted, for want of valgrind.")
  var withoutInstructions = false

  @Option(
    help: ArgumentHelp("Another build of this program, to run by turns.", valueName: "program"))
  var against: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many runs of each build, 1 to 100.", valueName: "number"))
  var pairs = 5

  @Option(
    help: ArgumentHelp(
      "How much the figures of pairs may grow, instead of Pairs/limits.tsv.", valueName: "file"))
  var limits: String?

  @Option(
    name: .customLong("subject"),
    help: ArgumentHelp("Compare only this subject in pairs; may be repeated.", valueName: "name"))
  var subjects: [SubjectChoice] = []

  @Option(
    name: .customLong("workload"),
    help: ArgumentHelp("Replay only this workload in pairs; may be repeated.", valueName: "name"))
  var workloads: [WorkloadChoice] = []

  @Option(help: "How to print a comparison of pairs.")
  var format = PairedReport.Format.table

  @Flag(help: "Print the figures that did not change, too.")
  var all = false

  func validate() throws {
    guard (baseline == nil) != (against == nil) else {
      throw ValidationError("give either a stored result, or --against a program")
    }
    guard (1...100).contains(pairs) else {
      throw ValidationError("--pairs must be from 1 to 100, got \(pairs)")
    }
    guard (0...1_000).contains(tolerance) else {
      throw ValidationError("--tolerance takes percent from 0 to 1000, not \(tolerance).")
    }
  }

  func run() async throws {
    let (text, isWorse): (String, Bool)
    do {
      (text, isWorse) = try against.map(comparePairs) ?? compareStored()
    } catch let exit as ExitCode {
      throw exit
    } catch is CancellationError {
      throw ExitCode(Interruption.exitCode)
    } catch {
      let reason = (error as? BenchFailure)?.description ?? error.localizedDescription
      Progress().remark("Error: \(reason)")
      throw Self.incomparable
    }
    try StandardOutput.print(text)
    if isWorse { throw ExitCode(1) }
  }

  /// Runs another build and this one by turns.
  private func comparePairs(with program: String) throws -> (text: String, isWorse: Bool) {
    try FitBuild.check()
    let own = try WorkerProcess.program()
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw BenchFailure("\(program) is no program that can be run.")
    }
    let limits = try PairLimits.at(limits)
    let runs = PairedRuns(
      programs: [PairedRuns.Program(file: URL(filePath: program)), PairedRuns.Program(file: own)],
      arguments: ["--quick"] + subjects.flatMap { ["--subject", $0.entry.name] }
        + workloads.flatMap { ["--workload", $0.entry.name] }, interruption: Interruption())
    let progress = Progress()
    defer { progress.clear() }
    var generator = SplitMix64(seed: UInt64(Date.now.timeIntervalSince1970))
    var found: [(other: PairedRuns.Run, own: PairedRuns.Run)] = []
    for number in 1...pairs {
      progress.show("pair \(number) of \(pairs)")
      let round = try runs.round(using: &generator)
      let pair = (other: round[0], own: round[1])
      if let obstacle = pair.own.header.obstacle(to: pair.other.header) {
        throw BenchFailure(obstacle)
      }
      found.append(pair)
    }
    var comparison = PairedComparison(
      found.map { PairedComparison.Pair(other: $0.other.rows, own: $0.own.rows) }, limits: limits)
    let (other, last) = (found[0].other.header, found[0].own.header)
    for difference in last.differentAnswers(from: other) { comparison.add(fault: difference) }
    let report = PairedReport(
      comparison: comparison, other: other.build, own: last.build, machine: last.machine,
      showsAll: all)
    return (try report.text(format), comparison.isWorse)
  }

  /// Compares a stored result with another one, or with this build.
  private func compareStored() throws -> (text: String, isWorse: Bool) {
    let baseline = try BenchmarkResult(contentsOf: URL(filePath: baseline ?? ""))
    let comparison = try Comparison(
      try current.map { try BenchmarkResult(contentsOf: URL(filePath: $0)) }
        ?? measure(like: baseline),
      with: baseline,
      limits: Comparison.Limits(
        tolerance: tolerance / 100, needsInstructions: !withoutInstructions))
    return (ComparisonReport(comparison, showsAll: all).text, comparison.isWorse)
  }

  /// Measures this build with the queries of `baseline`, as far as a quick run goes.
  private func measure(like baseline: BenchmarkResult) throws -> BenchmarkResult {
    try FitBuild.check()
    let interruption = Interruption()
    let names = baseline.subjects.map(\.name)
    let workloads = baseline.workloads.map(\.name)
    let namesOfAll = baseline.names?.workloads.map(\.name) ?? []
    let plan = RunPlan(
      extent: .quick, processCount: Extent.quick.processCount, seed: baseline.method.seed,
      subjects: SubjectEntry.all.filter { names.contains($0.name) },
      workloads: Extent.quick.workloads.filter { workloads.contains($0.name) },
      nameWorkloads: Extent.nameWorkloads.filter { namesOfAll.contains($0.name) },
      measuresScale: false)
    guard !plan.subjects.isEmpty, !plan.workloads.isEmpty else {
      throw BenchFailure("This program knows none of the subjects or workloads of the baseline.")
    }
    let result = try BenchmarkRun(plan, interruption: interruption).result()
    guard let result, !interruption.isInterrupted else {
      throw ExitCode(Interruption.exitCode)
    }
    return result
  }
}

extension PairedReport.Format: ExpressibleByArgument {}
