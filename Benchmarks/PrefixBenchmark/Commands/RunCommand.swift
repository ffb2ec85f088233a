import ArgumentParser
import Foundation

/// `bench run`: verifies, measures and prints.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Measures every engine and prints tables (the default).",
    usage: "\(Bench.programName) run [--quick | --standard | --full] [<options>]",
    discussion: """
      Replays the queries of typing users, and checks every timed answer. Every figure is taken in fresh \
      processes. Ratios compare a subject with the baseline of the same run: plain binary search over \
      one block of keys. Absolute figures depend on the machine; ratios vary less.

      Ctrl-C ends a run with the figures that are finished, and status 130.
      """)

  @Flag(help: "The extent of the measurements.")
  var extent = Extent.standard

  @OptionGroup var choices: ChoiceOptions

  @Option(
    parsing: .unconditional,
    help: .number(
      "The number of fresh processes for each latency, 1 to 1000; by default 1, 3 or 10."))
  var processes: Int?

  @Option(
    parsing: .unconditional,
    help: .number(
      "The number of times each process replays the queries, 1 to 10000; by default 3 or 5."))
  var rounds: Int?

  @Option(parsing: .unconditional, help: "The seed of workloads and of the order of the subjects.")
  var seed: UInt64 = 1

  @Flag(
    help: """
      Also measure growth over 10 thousand to 10 million names; rivals of the run up to 1.4 million, \
      scans up to all cities.
      """)
  var scale = false

  @OptionGroup var reporting: ReportingOptions

  @Option(help: .file("Write the result to this file, as JSON."))
  var output: String?

  @Option(help: .file("Write an HTML page with plots to this file."))
  var page: String?

  func validate() throws {
    try checkLimits(of: "--processes", processes, 1...1_000)
    try checkLimits(of: "--rounds", rounds, 1...10_000)
    guard !scale || choices.dataset == .shipped else {
      throw ValidationError(
        "--scale is about the cities shipped; for other data, run `bench` over parts of them.")
    }
  }

  var plan: RunPlan {
    // Growth is measured over names of the cities shipped.
    let measuresScale = scale || extent == .full && choices.dataset == .shipped
    return choices.plan(
      extent, processes: processes, rounds: rounds, seed: seed, measuresScale: measuresScale)
  }

  func run() async throws {
    try FitBuild.check()
    // A file that cannot be written must be reported before the run, not after it.
    for file in reporting.readme { try MarkdownTables(path: file).check() }
    if let output { try OutputFile(path: output).check() }
    if let page { try OutputFile(path: page).check() }
    let interruption = Interruption()
    guard let record = try BenchmarkRun(plan: plan, interruption: interruption).result() else {
      Progress().remark("The run was interrupted before any figure was finished.")
      throw ExitCode(Interruption.exitCode)
    }

    if let output { try OutputFile(path: output).write(record.json) }
    if let page {
      let file = output.map { URL(filePath: $0).lastPathComponent } ?? "this run"
      let html = try ReportPage([(file: file, result: record)]).html
      try OutputFile(path: page).write(Data(html.utf8))
    }
    try StandardOutput.print(try reporting.format.text(of: record, wide: reporting.wide))
    guard !interruption.isInterrupted else { throw ExitCode(Interruption.exitCode) }
    for file in reporting.readme { try MarkdownTables(path: file).write(record) }
  }
}

/// `bench list`: the subjects and workloads.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the subjects and workloads that a run can measure.")

  func run() throws {
    try StandardOutput.print("Subjects (--subject):")
    for entry in SubjectEntry.all {
      let question = entry.anotherQuestion.map { "; answers another question: \($0)" } ?? ""
      try StandardOutput.print(Self.line(entry.name, "\(entry.summary)\(question)"))
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
