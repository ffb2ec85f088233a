import ArgumentParser
import Foundation

/// `bench history`: shows how figures changed from one stored result to the next.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Shows every figure over the stored results, and finds steps.",
    discussion: """
      Reads all results in a folder and sorts them by date. A step is a change between the medians of up \
      to three results before and after that exceeds the limit of the figure in a comparison of \
      pairs. Results of different machines or data are kept apart.
      """)

  @Argument(
    help: ArgumentHelp("A folder with results of `bench run --output`.", valueName: "folder"))
  var folder: String

  @Option(
    name: .customLong("figure"),
    help: ArgumentHelp(
      "Only figures whose names contain this text, such as RadixTree or p99; may be repeated.",
      valueName: "text"))
  var words: [String] = []

  @Flag(help: "Only figures that have a step.")
  var steps = false

  @OptionGroup var limits: LimitsOption

  func run() throws {
    let limits = try self.limits.load()
    let url = URL(filePath: folder)
    let names = try explaining("\(folder) cannot be read") {
      try FileManager.default.contentsOfDirectory(atPath: url.path)
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
