import ArgumentParser
import Foundation

/// `bench run`: verify, measure, print.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Measures every engine and prints one table (the default).",
    usage: "\(Bench.programName) run [--quick | --standard | --full] [<options>]",
    discussion: """
      Replays what people type, and checks every answer while it measures. Every figure is taken in \
      fresh processes. Ratios compare a subject with the baseline of the same run: plain binary \
      search over one block of keys. Absolute figures depend on the machine; ratios are steadier.

      Ctrl-C ends a run with what was finished until then, and status 130.
      """)

  @OptionGroup var measuring: MeasuringOptions

  @Flag(
    help: """
      Measure data of other sizes, too: 10 thousand to 10 million names; rivals that take part in \
      the run up to 1.4 million, scans up to all cities.
      """)
  var scale = false

  @Option(help: "What to print.")
  var format = OutputFormat.table

  @Flag(help: "Print all tables, each in one piece, for wide terminals.")
  var wide = false

  @Option(
    help: ArgumentHelp("Write the result to this file, as JSON.", valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Write the tables between the comments of this Markdown file; may be repeated.",
      valueName: "file"))
  var readme: [String] = []

  @Option(help: ArgumentHelp("Write an HTML page with plots to this file.", valueName: "file"))
  var page: String?

  func validate() throws {
    guard !scale || measuring.choices.dataset == .shipped else {
      throw ValidationError(
        "--scale is about the cities shipped; for sizes of other data, pass parts of them.")
    }
  }

  func run() async throws {
    try FitBuild.check()
    // What cannot be written is better known before the run than after it.
    for file in readme { try MarkdownTables(path: file).check() }
    if let output { try OutputFile(path: output).check() }
    if let page { try OutputFile(path: page).check() }
    let interruption = Interruption()
    // Growth is about names of the cities shipped, fewer and more of them.
    let isShipped = measuring.choices.dataset == .shipped
    let plan = measuring.plan(measuresScale: scale || measuring.extent == .full && isShipped)
    guard let record = try BenchmarkRun(plan, interruption: interruption).result() else {
      Progress().remark("The run was interrupted before anything was finished.")
      throw ExitCode(Interruption.exitCode)
    }

    if let output { try OutputFile(path: output).write(record.json) }
    if let page {
      let file = output.map { URL(filePath: $0).lastPathComponent } ?? "this run"
      try OutputFile(path: page).write(Data(try html(of: [(file: file, result: record)]).utf8))
    }
    try StandardOutput.print(try format.text(of: record, wide: wide))
    guard !interruption.isInterrupted else { throw ExitCode(Interruption.exitCode) }
    for file in readme { try MarkdownTables(path: file).write(record) }
  }
}
