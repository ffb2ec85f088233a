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
      main tables, "calls" the documented calls, "quality" how often the right city is found.
      """)

  @Argument(help: ArgumentHelp("Stored results, in the order to show.", valueName: "result"))
  var results: [String]

  @OptionGroup var reporting: ReportingOptions

  func run() throws {
    // All are read before anything is written: half the results would mislead.
    let records = try results.map { try RunRecord(contentsOf: URL(filePath: $0)) }
    for file in reporting.readme { try MarkdownTables(path: file).write(records[0]) }
    guard reporting.readme.isEmpty else { return }
    for record in records { try StandardOutput.print(reporting.format.text(of: record)) }
  }
}
