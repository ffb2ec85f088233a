import ArgumentParser
import Foundation
import PrefixMeasuring

/// `bench compare`: compares two results, as a gate.
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
      --against runs two builds of this program alternately, each as `bench run --quick` does, and \
      judges every figure by the median of the ratios of all pairs, and by the number of pairs that \
      agree. A file has the limit of each kind of figure: see --limits. A pair takes two minutes; \
      fewer subjects or workloads take less.

      With a stored result, only figures that the limits call exact are compared: bytes of structures and \
      files, numbers of nodes, allocations, instructions, answers, and how often the \
      intended city is found. Times of another day or machine are not comparable. Without a second \
      file, this build is measured, with the seed of the stored result.

      Instructions a query may grow by 1 %. Those of stored results are counted by valgrind, which must \
      be installed if the stored result has them. Instructions of another compiler, allocator or \
      instruction set are not compared, and the report says so.

      Exit status: 0 if nothing is worse, 1 if something is, 2 if there is nothing to compare (a \
      file is missing or damaged, of an interrupted run, or about other data or queries; or a \
      measured program fails, for example by a wrong answer), 64 for wrong arguments, \
      130 after Ctrl-C.
      """)

  /// The status of a comparison that could not be made.
  static let incomparable = ExitCode(2)

  @Argument(help: ArgumentHelp("The stored result to compare with.", valueName: "baseline"))
  var baseline: String?

  @Argument(
    help: ArgumentHelp(
      "The result to judge; by default, this program is measured.", valueName: "current"))
  var current: String?

  @Flag(help: "Do not fail if instructions cannot be counted because valgrind is missing.")
  var withoutInstructions = false

  @Option(
    help: ArgumentHelp("Another build of this program, to run alternately.", valueName: "program"))
  var against: String?

  @Option(parsing: .unconditional, help: .number("The number of runs of each build, 1 to 100."))
  var pairs = 5

  @OptionGroup var limits: LimitsOption

  @OptionGroup var choices: ChoiceOptions

  @Option(help: "How to print the comparison.")
  var format = ComparisonReport.Format.table

  @Flag(help: "Print unchanged figures as well.")
  var all = false

  func validate() throws {
    guard (baseline == nil) != (against == nil) else {
      throw ValidationError("give either a stored result, or --against a program")
    }
    guard baseline == nil || choices.subjects.isEmpty && choices.workloads.isEmpty else {
      throw ValidationError("--subject and --workload are for pairs; a stored result names its own")
    }
    guard ![choices.keys, choices.cities].contains("-") || against == nil else {
      throw ValidationError("standard input cannot be read by both builds: pass a file")
    }
    try checkLimits(of: "--pairs", pairs, 1...100)
  }

  func run() async throws {
    let report: ComparisonReport
    do {
      report = try against.map(comparePairs) ?? compareStored()
    } catch let exit as ExitCode {
      throw exit
    } catch is CancellationError {
      throw ExitCode(Interruption.exitCode)
    } catch {
      let reason = (error as? BenchFailure)?.description ?? error.localizedDescription
      Progress().remark("Error: \(reason)")
      throw Self.incomparable
    }
    try StandardOutput.print(report.text(format))
    if report.comparison.isWorse { throw ExitCode(1) }
  }

  /// Runs another build and this one alternately.
  private func comparePairs(with program: String) throws -> ComparisonReport {
    try FitBuild.check()
    let own = try WorkerProcess.program()
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw BenchFailure("\(program) is not an executable program.")
    }
    let rules = Comparison.Rules(
      limits: try limits.load(), needsInstructions: !withoutInstructions)
    let runs = PairedRuns(
      programs: [URL(filePath: program), own],
      arguments: ["--quick"] + choices.arguments, interruption: Interruption())
    let progress = Progress()
    defer { progress.clear() }
    var generator = SplitMix64(seed: UInt64(Date.now.timeIntervalSince1970))
    let found = try (1...pairs).map { number in
      progress.show("pair \(number) of \(pairs)")
      let round = try runs.round(using: &generator)
      return try comparable(Comparison.Pair(before: round[0], now: round[1]))
    }
    return report(found, rules, isOfPairs: true)
  }

  /// Compares a stored result with another one, or with this build.
  private func compareStored() throws -> ComparisonReport {
    let rules = Comparison.Rules(
      limits: try limits.load(), onlyExact: true, needsInstructions: !withoutInstructions)
    let before = try RunRecord(contentsOf: URL(filePath: baseline ?? ""))
    let now =
      try current.map { try RunRecord(contentsOf: URL(filePath: $0)) } ?? measure(like: before)
    return report([try comparable(Comparison.Pair(before: before, now: now))], rules)
  }

  private func comparable(_ pair: Comparison.Pair) throws -> Comparison.Pair {
    if let obstacle = Comparison.obstacle(pair) { throw BenchFailure(obstacle) }
    return pair
  }

  private func report(
    _ pairs: [Comparison.Pair], _ rules: Comparison.Rules, isOfPairs: Bool = false
  ) -> ComparisonReport {
    ComparisonReport(
      comparison: Comparison(pairs, rules: rules), before: pairs[0].before.header,
      now: pairs[0].now.header, showsAll: all, isOfPairs: isOfPairs)
  }

  /// Measures this build with the queries of `baseline`, as far as a quick run goes.
  private func measure(like baseline: RunRecord) throws -> RunRecord {
    try FitBuild.check()
    let interruption = Interruption()
    let names = baseline.header.subjects.map(\.name)
    let workloads = baseline.header.workloads.map(\.name)
    let namesOfAll = baseline.nameWorkloads.map(\.name)
    var plan = choices.plan(.quick, seed: baseline.header.method.seed)
    plan.subjects =
      SubjectEntry.all.filter { names.contains($0.name) } + choices.programs
    plan.workloads.removeAll { !workloads.contains($0.name) }
    plan.nameWorkloads.removeAll { !namesOfAll.contains($0.name) }
    guard !plan.subjects.isEmpty, !plan.workloads.isEmpty else {
      throw BenchFailure("This program has none of the subjects or workloads of the baseline.")
    }
    let result = try BenchmarkRun(plan: plan, interruption: interruption).result()
    guard let result, !interruption.isInterrupted else {
      throw ExitCode(Interruption.exitCode)
    }
    return result
  }
}

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
