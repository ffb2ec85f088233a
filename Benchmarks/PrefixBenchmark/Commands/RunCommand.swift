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

  @OptionGroup var measuring: MeasuringOptions

  @Flag(
    help: """
      Also measure growth over 10 thousand to 10 million names; rivals of the run up to 1.4 million, \
      scans up to all cities.
      """)
  var scale = false

  @OptionGroup var reporting: ReportingOptions

  @Option(
    help: ArgumentHelp("Write the result to this file, as JSON.", valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("Write an HTML page with plots to this file.", valueName: "file"))
  var page: String?

  func validate() throws {
    guard !scale || measuring.choices.dataset == .shipped else {
      throw ValidationError(
        "--scale is about the cities shipped; for other data, run `bench` over parts of them.")
    }
  }

  func run() async throws {
    try FitBuild.check()
    // A file that cannot be written must be reported before the run, not after it.
    for file in reporting.readme { try MarkdownTables(path: file).check() }
    if let output { try OutputFile(path: output).check() }
    if let page { try OutputFile(path: page).check() }
    let interruption = Interruption()
    // Growth is measured over names of the cities shipped.
    let isShipped = measuring.choices.dataset == .shipped
    let plan = measuring.plan(measuresScale: scale || measuring.extent == .full && isShipped)
    guard let record = try BenchmarkRun(plan, interruption: interruption).result() else {
      Progress().remark("The run was interrupted before any figure was finished.")
      throw ExitCode(Interruption.exitCode)
    }

    if let output { try OutputFile(path: output).write(record.json) }
    if let page {
      let file = output.map { URL(filePath: $0).lastPathComponent } ?? "this run"
      try OutputFile(path: page).write(Data(try html(of: [(file: file, result: record)]).utf8))
    }
    try StandardOutput.print(try reporting.format.text(of: record, wide: reporting.wide))
    guard !interruption.isInterrupted else { throw ExitCode(Interruption.exitCode) }
    for file in reporting.readme { try MarkdownTables(path: file).write(record) }
  }
}
