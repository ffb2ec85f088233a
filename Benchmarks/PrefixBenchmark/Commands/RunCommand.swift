import ArgumentParser
import CitySearch
import Foundation
package import PrefixMeasuring

/// `bench run`: verifies, measures and prints.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Measures every engine and prints a table (the default).",
    usage: "\(Bench.programName) run [--engines | --quick | --full] [<options>]",
    discussion: """
      Replays the queries of typing users, and checks every timed answer. Every figure is taken in fresh \
      processes. Ratios compare a subject with the baseline of the same run: plain binary search over \
      one block of keys. Absolute figures depend on the machine; ratios vary less.

      Ctrl-C ends a run with the figures that are finished, and status 130.
      """)

  @Flag(help: "The extent of the measurements.")
  var extent = Extent.engines

  @OptionGroup var choices: ChoiceOptions

  @Option(
    parsing: .unconditional,
    help: .number(
      "The number of fresh processes for each latency, 1 to 1000; by default 3, with --quick 1."))
  var processes: Int?

  @Option(parsing: .unconditional, help: "The seed of workloads and of the order of the subjects.")
  var seed: UInt64 = 1

  @Option(
    name: .customLong("at-most"),
    help: ArgumentHelp(
      "Fail with status 1 if this engine takes more than so many times as long as RadixTree for ten results, "
        + "as in MyEngine=2.5; may be repeated.", valueName: "name=ratio"),
    transform: RatioLimit.init(argument:))
  var ratioLimits: [RatioLimit] = []

  @OptionGroup var reporting: ReportingOptions

  @Option(help: .file("Write the result to this file, as JSON."))
  var output: String?

  func validate() throws {
    try checkLimits(of: "--processes", processes, 1...1_000)
    let measured = plan.subjects.map(\.name)
    for name in ratioLimits.map(\.name) + (ratioLimits.isEmpty ? [] : [Engine.radixTree.rawValue])
    where !measured.contains(name) {
      throw ValidationError("\(name) must be measured for --at-most.")
    }
    let ofNames = WorkloadEntry.ofAllNames.map(\.name)
    if extent == .engines, let name = choices.workloads.map(\.name).first(where: ofNames.contains) {
      throw ValidationError(
        "The workload \(name) is for the search over all names: add --quick or --full.")
    }
  }

  var plan: RunPlan { choices.plan(extent, processes: processes, seed: seed) }

  /// What else there is to measure, below the table of engines.
  private var more: String {
    let rest =
      choices.keys == nil
      ? "all names, the mapped file, other queries, allocations, instructions, quality"
      : "other queries, cold caches, allocations"
    return "`\(Bench.programName) run --full` measures everything else in some minutes: \(rest). "
      + "`\(Bench.programName) --help` has the other commands."
  }

  func run() async throws {
    try FitBuild.check()
    // A file that cannot be written must be reported before the run, not after it.
    for file in reporting.readme { try MarkdownTables(path: file).check() }
    if let output { try OutputFile(path: output).check() }
    let interruption = Interruption()
    guard let record = try BenchmarkRun(plan: plan, interruption: interruption).result() else {
      Progress().remark("The run was interrupted before any figure was finished.")
      throw ExitCode(Interruption.exitCode)
    }

    if let output { try OutputFile(path: output).write(record.json) }
    try StandardOutput.print(reporting.format.text(of: record))
    if extent == .engines { try StandardOutput.print("\n\(more.wrapped())") }
    guard !interruption.isInterrupted else { throw ExitCode(Interruption.exitCode) }
    for file in reporting.readme { try MarkdownTables(path: file).write(record) }
    let verdicts = try ratioLimits.map { try $0.verdict(on: record) }
    for verdict in verdicts { try StandardOutput.print(verdict.sentence) }
    if verdicts.contains(where: \.isExceeded) { throw ExitCode(1) }
  }
}

/// How many times as long as the default engine another one may take, in the same processes.
///
/// Times depend on the machine, and those of a shared one on its load; the ratio of two engines that take turns
/// depends on neither.
package struct RatioLimit: Sendable {
  let name: String
  let ratio: Double

  package init(argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let ratio = Double(parts[1]), ratio > 0, ratio < .infinity else {
      throw ValidationError("--at-most must be NAME=RATIO, as in MyEngine=2.5, got \(argument)")
    }
    (name, self.ratio) = (try SubjectEntry.named(parts[0]).name, ratio)
  }

  /// The sentence that says what was found, and whether it is too much.
  ///
  /// - Throws: ``BenchFailure`` if either engine was not measured.
  package func verdict(on record: RunRecord) throws -> (sentence: String, isExceeded: Bool) {
    let ten = record.firstTen(record.mainWorkload)
    let unit = Engine.radixTree.rawValue
    guard let own = record.single(name, ten), let base = record.single(unit, ten),
      let found = own.ratio(to: base, processByProcess: true)
    else { throw BenchFailure("\(name) and \(unit) must both be measured for --at-most.") }
    let sentence =
      "\(name) takes \(found.ratioText) times as long as \(unit) (\(ten)); at most \(ratio.ratioText) are allowed."
    return (sentence, found > ratio)
  }
}

/// `bench list`: the subjects and workloads.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the subjects and workloads that a run can measure.")

  func run() throws {
    try StandardOutput.print("Subjects (--subject):")
    for entry in SubjectEntry.all {
      try StandardOutput.print(Self.line(entry.name, entry.summary))
    }
    try StandardOutput.print("\nWorkloads (--workload):")
    for entry in WorkloadEntry.all {
      try StandardOutput.print(Self.line(entry.name, entry.summary))
    }
    try StandardOutput.print("\nWorkloads of the search over all names (--workload):")
    for entry in Extent.nameWorkloads {
      try StandardOutput.print(Self.line(entry.name, entry.summary))
    }
  }

  private static func line(_ name: String, _ summary: String) -> String {
    let indent = 20
    let lines = summary.wrapped(to: Table.width - indent).split(separator: "\n")
    let padding = String(repeating: " ", count: max(1, indent - 2 - name.count))
    return "  \(name)\(padding)"
      + lines.joined(separator: "\n" + String(repeating: " ", count: indent))
  }
}

/// `bench worker`: one job in a process of its own, for the commands that measure.
struct WorkerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker", abstract: "Does one job of a run, and prints its outcome.",
    shouldDisplay: false)

  @Argument(help: "The kind of job.")
  var kind: String

  @Argument(help: "Its parameters, as the JSON that a run writes.")
  var parameters: String

  func run() async throws {
    try FitBuild.check()
    let job = try JobArguments.job(kind, parameters)
    var outcome = JobOutcome()
    do {
      outcome.figures = try await job.run()
    } catch let unbuildable as Unbuildable {
      outcome.leftOut = unbuildable
    }
    try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(outcome))
  }
}

/// `bench report`: shows stored results, as text or in a Markdown file.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Shows stored results as tables, or writes them to a Markdown file.",
    discussion: """
      Measures nothing. The files are results of `bench run --output`. A Markdown file gets the \
      tables of the first result, between lines such as "<!-- bench: table -->" and \
      "<!-- bench: end of table -->": "engines" has the figures for choosing an engine, "table" the \
      main tables, "quality" how often the right city is found.
      """)

  @Argument(help: ArgumentHelp("Stored results, in the order to show.", valueName: "result"))
  var results: [String]

  @OptionGroup var reporting: ReportingOptions

  @Option(
    help: .file("Draw the subjects of the first result to this file, as SVG: bytes against times."))
  var plot: String?

  func run() throws {
    // All are read before anything is written: half the results would mislead.
    let records = try results.map { try RunRecord(contentsOf: URL(filePath: $0)) }
    for file in reporting.readme { try MarkdownTables(path: file).write(records[0]) }
    if let plot { try OutputFile(path: plot).write(Data(EnginePlot(records[0]).svg.utf8)) }
    guard reporting.readme.isEmpty, plot == nil else { return }
    for record in records { try StandardOutput.print(reporting.format.text(of: record)) }
  }
}

/// The data, queries and subjects to measure.
struct ChoiceOptions: ParsableArguments {
  @Option(help: .cities)
  var cities: String?

  @Option(
    help: .file(
      "Search these keys instead of cities: UTF-8 text, one key per line, 100 to 10 million keys, or - "
        + "for standard input. Keys are compared byte by byte."))
  var keys: String?

  @Option(
    name: .customLong("workload"),
    help: ArgumentHelp(
      "Replay only this workload (see `bench list`); may be repeated. The first one is measured at "
        + "every stage.",
      valueName: "name"))
  var workloads: [WorkloadEntry] = []

  @Option(
    name: .customLong("subject"),
    help: ArgumentHelp(
      "Measure only this subject (see `bench list`) beside the baseline; may be repeated.",
      valueName: "name"))
  var subjects: [SubjectEntry] = []

  @Option(
    name: .customLong("program"),
    help: ArgumentHelp(
      "Also measure a program in another language (see Benchmarks/Programs); may be repeated.",
      valueName: "name=file"), transform: SubjectEntry.init(programArgument:))
  var programs: [SubjectEntry] = []

  func validate() throws {
    guard cities == nil || keys == nil else {
      throw ValidationError("--cities and --keys exclude each other.")
    }
    if keys != nil {
      if let entry = subjects.first(where: \.needsCities) {
        throw ValidationError("\(entry.name) searches names of cities, and no other keys.")
      }
      if let entry = workloads.first(where: \.needsCities) {
        throw ValidationError("The workload \(entry.name) is made of names of cities, not of keys.")
      }
    }
    for names in [
      workloads.map(\.name), subjects.map(\.name), programs.map(\.name),
    ] {
      if let twice = names.firstRepeated { throw ValidationError("\(twice) is given twice.") }
    }
  }

  var dataset: Dataset {
    if let keys { return Dataset(.keys, path: keys) }
    return cities.map { Dataset(.cities, path: $0) } ?? .shipped
  }

  /// The same options as arguments of another process.
  var arguments: [String] {
    let programs = programs.map { "\($0.name)=\($0.program?.path ?? "")" }
    let options: [(name: String, values: [String])] = [
      ("--cities", cities.map { [$0] } ?? []), ("--keys", keys.map { [$0] } ?? []),
      ("--workload", workloads.map(\.name)), ("--subject", subjects.map(\.name)),
      ("--program", programs),
    ]
    return options.flatMap { name, values in values.flatMap { [name, $0] } }
  }

  func plan(
    _ extent: Extent, processes: Int? = nil, seed: UInt64
  ) -> RunPlan {
    func suits(_ needsCities: Bool) -> Bool { keys == nil || !needsCities }
    let chosen = subjects.map(\.name)
    let entries = SubjectEntry.all.filter { entry in
      chosen.isEmpty || chosen.contains(entry.name) || entry.role == .baseline
    }
    let asked = Set(workloads.map(\.name))
    let ofNames = Extent.nameWorkloads.filter { asked.isEmpty || asked.contains($0.name) }
    let own = workloads.filter { entry in
      WorkloadEntry.all.contains { $0.name == entry.name }
    }
    return RunPlan(
      dataset: dataset, extent: extent, processCount: processes ?? extent.processCount,
      seed: seed,
      subjects: entries.filter { suits($0.needsCities) } + programs,
      unsuitable: entries.filter { !suits($0.needsCities) }.map(\.name),
      // Ratios refer to the first workload, so there must be one.
      workloads: asked.isEmpty
        ? extent.workloads.filter { suits($0.needsCities) }
        : own.isEmpty ? Array(WorkloadEntry.all.prefix(1)) : own,
      nameWorkloads: keys == nil && extent != .engines ? Array(ofNames) : [])
  }
}
