import ArgumentParser
import Foundation

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
