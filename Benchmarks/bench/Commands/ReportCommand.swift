import ArgumentParser
import Foundation

/// `bench report`: a page from results.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Makes one self-contained HTML page from results.",
    discussion: """
      Takes files that `bench run --format json` wrote. Several are shown side by side, with ratios \
      to the first. The page has its drawings in it and loads nothing.
      """)

  @Option(
    name: [.short, .long], help: ArgumentHelp("Where to write the page.", valueName: "file"))
  var output: String

  @Argument(
    help: ArgumentHelp("The results, in the order of the page.", valueName: "result.json"))
  var results: [String]

  func validate() throws {
    guard results.count <= Self.letters.count else {
      throw ValidationError(
        "report takes at most \(Self.letters.count) results, not \(results.count).")
    }
  }

  func run() throws {
    // All are read before anything is written: a page of half the results would mislead.
    let named = try zip(Self.letters, results).map { letter, path in
      let url = URL(filePath: path)
      return NamedResult(
        letter: String(letter), file: url.lastPathComponent,
        result: try BenchmarkResult(contentsOf: url))
    }
    let page = Data(ReportPage(named).html.utf8)
    let url = URL(filePath: output)
    do {
      try page.write(to: url, options: .atomic)
    } catch {
      throw BenchFailure(
        "\(url.lastPathComponent) cannot be written: \(error.localizedDescription)")
    }
    print("\(url.lastPathComponent): \(page.count.grouped) bytes")
  }

  /// What results are called on the page.
  private static let letters = "ABCDEFGH"
}
