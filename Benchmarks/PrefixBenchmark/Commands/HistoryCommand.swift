import ArgumentParser
import Foundation

/// `bench history`: how figures changed from one stored result to the next.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Draws every figure over the stored results, and finds steps.",
    discussion: """
      Reads all results in a folder, and puts them in the order of their dates. A step is a change by \
      more than a figure may grow in a comparison of pairs, between the medians of up to three \
      results before and after. Results of different machines or data are kept apart.
      """)

  @Argument(
    help: ArgumentHelp("A folder with what `bench run --output` wrote.", valueName: "folder"))
  var folder: String

  @Option(
    name: .customLong("figure"),
    help: ArgumentHelp(
      "Only figures with this in their names, such as RadixTree or p99; may be repeated.",
      valueName: "text"))
  var words: [String] = []

  @Flag(help: "Only figures that have a step.")
  var steps = false

  @Option(
    help: ArgumentHelp("How much is a step, instead of Comparing/limits.tsv.", valueName: "file"))
  var limits: String?

  func run() throws {
    let limits = try Limits.at(limits)
    let url = URL(filePath: folder)
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: url.path)
    } catch {
      throw BenchFailure("\(folder) cannot be read: \(error.localizedDescription)")
    }
    let files = names.filter { $0.hasSuffix(".json") }.sorted()
    guard !files.isEmpty else {
      throw BenchFailure("\(folder) has no results: no file ends in .json")
    }
    let runs = try files.map {
      ResultHistory.Run(try RunRecord(contentsOf: url.appending(path: $0)))
    }
    let history = ResultHistory(runs, limits: limits)
    try StandardOutput.print(history.text(words: words, onlySteps: steps))
  }
}
