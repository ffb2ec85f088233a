import ArgumentParser
import Foundation

/// `bench report`: show results that were stored, as text, as a page, or in the README.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Shows stored results: as tables, as one HTML page, or in the README.",
    discussion: """
      Measures nothing. The files are what `bench run --output` wrote. The page shows several side \
      by side, with verdicts against the first; it has its drawings in it and loads nothing. A Markdown file \
      gets the tables of the first result, between lines such as "<!-- bench: table -->" and \
      "<!-- bench: end of table -->": "engines" has the figures that one chooses by, "table" the main \
      tables, "quality" how often the right city is found. Results of different allocators are \
      followed by one table of the memory of all.
      """)

  @Argument(help: ArgumentHelp("Stored results, in the order to show.", valueName: "result"))
  var results: [String]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write an HTML page to this file, and print no tables.", valueName: "file"))
  var output: String?

  @Option(help: "What to print.")
  var format = OutputFormat.table

  @Flag(help: "Print all tables, each in one piece, for wide terminals.")
  var wide = false

  @Option(
    help: ArgumentHelp(
      "Write the tables between the comments of this Markdown file, and print nothing; may be "
        + "repeated.",
      valueName: "file"))
  var readme: [String] = []

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
    if let output { try OutputFile(path: output).write(Data(try html(of: named).utf8)) }
    for file in readme { try MarkdownTables(path: file).write(named[0].result) }
    guard output == nil, readme.isEmpty else { return }
    for named in named { try StandardOutput.print(try format.text(of: named.result, wide: wide)) }
    guard Set(named.map(\.result.header.build.allocator)).count > 1 else { return }
    let memory = ResultTables.memory(named.map(\.result))
    switch format {
    case .table: try StandardOutput.print("\nMemory by allocator\n\(memory.text)")
    case .markdown: try StandardOutput.print("\n**Memory by allocator**\n\n\(memory.markdown)")
    case .json, .csv: break
    }
  }
}
