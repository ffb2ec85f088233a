import ArgumentParser
import Foundation

/// `bench report`: shows stored results, as text, as a page, or in the README.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Shows stored results: as tables, as one HTML page, or in the README.",
    discussion: """
      Measures nothing. The files are results of `bench run --output`. The page shows several results \
      side by side, with verdicts against the first one; it is self-contained. A Markdown file gets the \
      tables of the first result, between lines such as "<!-- bench: table -->" and \
      "<!-- bench: end of table -->": "engines" has the figures for choosing an engine, "table" the \
      main tables, "quality" how often the right city is found. For results of different allocators, \
      one table of memory follows.
      """)

  @Argument(help: ArgumentHelp("Stored results, in the order to show.", valueName: "result"))
  var results: [String]

  @Option(name: .shortAndLong, help: .file("Write an HTML page to this file, and print no tables."))
  var output: String?

  @OptionGroup var reporting: ReportingOptions

  func validate() throws {
    guard output == nil || results.count <= ReportPage.mostResults else {
      throw ValidationError(
        "A page takes at most \(ReportPage.mostResults) results, not \(results.count).")
    }
  }

  func run() throws {
    // All are read before anything is written: a page of half the results would mislead.
    let named = try results.map { path in
      let url = URL(filePath: path)
      return (file: url.lastPathComponent, result: try RunRecord(contentsOf: url))
    }
    if let output { try OutputFile(path: output).write(Data(try ReportPage(named).html.utf8)) }
    for file in reporting.readme { try MarkdownTables(path: file).write(named[0].result) }
    guard output == nil, reporting.readme.isEmpty else { return }
    for named in named {
      try StandardOutput.print(try reporting.format.text(of: named.result, wide: reporting.wide))
    }
    guard Set(named.map(\.result.header.build.allocator)).count > 1 else { return }
    let memory = ResultTables.memory(named.map(\.result))
    switch reporting.format {
    case .table: try StandardOutput.print("\nMemory by allocator\n\(memory.text)")
    case .markdown: try StandardOutput.print("\n**Memory by allocator**\n\n\(memory.markdown)")
    case .json, .csv: break
    }
  }
}
