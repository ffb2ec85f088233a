import ArgumentParser
import CitySearch
import Fixtures
import Foundation
import PrefixSearch

/// `bench run`: verify, measure, print the table.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Measures every engine and prints one table (the default).",
    discussion: """
      Replays what people type, prefix after prefix, and checks every answer while it measures. \
      Ratios compare an engine with the baseline of the same run: plain binary search over one block \
      of keys. Absolute figures depend on the machine; ratios are steadier.
      """)

  @Option(help: "How often to replay the queries.")
  var rounds = 15

  @Option(help: "The seed of the workload.")
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "Write the table between the markers of this Markdown file.", valueName: "file"))
  var readme: String?

  func validate() throws {
    guard (1...10_000).contains(rounds) else {
      throw ValidationError("--rounds takes a number from 1 to 10000, not \(rounds).")
    }
  }

  func run() throws {
    try Self.refuseUnfitBuild()
    let progress = Progress()
    progress.show("loading 234,908 cities")
    let gazetteer = try Gazetteer(
      contentsOf: Fixtures.cities, admin1Codes: Fixtures.admin1Codes,
      countryInfo: Fixtures.countryInfo)
    let queries = TypedQueries(over: gazetteer, seed: seed)
    var measurement = Measurement(of: gazetteer, queries: queries, progress: progress)
    try measurement.verify(progress: progress)
    try measurement.measure(rounds: rounds, seed: seed, progress: progress)
    progress.clear()

    let report = RunReport(measurement)
    print(report.text)
    if let readme {
      try MarkedSection(named: "table", in: URL(filePath: readme)).replace(with: report.markdown)
    }
  }

  /// Ends the program if what it would measure is not what users get.
  static func refuseUnfitBuild() throws {
    #if DEBUG
    throw BenchFailure(
      "This is a debug build, and its figures would mean nothing. "
        + "Try `swift run -c release bench`.")
    #else
    guard !InvariantChecks.areEnabled else {
      throw BenchFailure(
        "This build checks invariants, and its figures would mean nothing. "
          + "Build without the trait InternalChecks.")
    }
    #endif
  }
}
