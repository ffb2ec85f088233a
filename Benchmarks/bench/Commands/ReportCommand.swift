import ArgumentParser
import Foundation

/// `bench report`: print results that were stored, or put their table where it belongs.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Prints stored results, or writes their table into the README.",
    discussion: """
      Measures nothing. The files are what `bench run --output` wrote. The README has the table of \
      the first file, between the lines "<!-- bench: table -->" and "<!-- bench: end of table -->". \
      Results of different allocators are followed by one table of the memory of all.
      """)

  @Argument(help: ArgumentHelp("Stored results.", valueName: "result"))
  var results: [String]

  @Option(help: "What to print.")
  var format = OutputFormat.table

  @Flag(help: "Print all tables, for more than 100 columns.")
  var wide = false

  @Option(
    help: ArgumentHelp(
      "Write the table between the markers of this Markdown file, and print nothing.",
      valueName: "file"))
  var readme: String?

  func run() throws {
    let results = try results.map { try BenchmarkResult(contentsOf: URL(filePath: $0)) }
    if let readme {
      if let first = results.first { try ReadmeTable(path: readme).write(first) }
      return
    }
    for result in results { print(try format.text(of: result, wide: wide)) }
    guard Set(results.map(\.build.allocator)).count > 1 else { return }
    switch format {
    case .table: print("\nMemory by allocator\n\(MemoryTable(results).table.text)")
    case .markdown: print("\n**Memory by allocator**\n\n\(MemoryTable(results).table.markdown)")
    case .json, .csv: break
    }
  }
}
