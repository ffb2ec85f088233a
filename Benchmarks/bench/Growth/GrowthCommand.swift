import ArgumentParser
import Fixtures
import Foundation
import PrefixBenchmark

/// `bench growth`: how building, opening and searching all names grow with the number of cities.
struct GrowthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "growth",
    abstract: "Measures building, opening and searching all names of more and more cities.",
    discussion: """
      Cities are made by mixing the names of those shipped, with as many other names. Each size is built \
      in a fresh process, whose memory is the peak, and searched in another one. Five million cities \
      take some minutes and two gigabytes of disk.
      """)

  @Option(
    help: ArgumentHelp(
      "The numbers of cities, with commas between them; by default 235000,1000000,2800000,5000000.",
      valueName: "numbers"))
  var sizes: CommaList<Int>?

  @Option(
    help: ArgumentHelp(
      "Where to write texts and gazetteers meanwhile; by default the folder of temporary files.",
      valueName: "folder"))
  var folder: String?

  @Option(help: "The seed of names and queries.")
  var seed: UInt64 = 1

  private var counts: [Int] { sizes?.elements ?? [235_000, 1_000_000, 2_800_000, 5_000_000] }

  func validate() throws {
    for size in counts { try checkLimits(of: "--sizes", size, 1...60_000_000) }
  }

  func run() throws {
    let progress = Progress()
    let interruption = Interruption()
    let parent =
      folder.map { URL(filePath: $0, directoryHint: .isDirectory) }
      ?? FileManager.default.temporaryDirectory
    let folder = parent.appending(path: "bench-growth-\(UUID().uuidString)")
    try explaining("\(parent.path) cannot be written") {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    }
    interruption.watch(folder: folder)
    defer { try? FileManager.default.removeItem(at: folder) }
    let mixed = try MixedCities(file: Fixtures.cities)
    let worker = WorkerProcess(interruption: interruption)
    var rows: [GrowthRow] = []
    for size in counts {
      let text = folder.appending(path: "cities.txt")
      let file = folder.appending(path: "cities.gazetteer")
      progress.show("making \(size.counted("city", "cities"))")
      try mixed.write(size, seed: seed, to: text)
      progress.show("building \(size.counted("city", "cities"))")
      let built = try worker.run(GrowthBuildJob(text: text, output: file))
      progress.show("searching \(size.counted("city", "cities"))")
      let searched = try worker.run(GrowthSearchJob(file: file, seed: seed))
      rows.append(GrowthRow(cityCount: size, figures: FigureList(built + searched)))
    }
    progress.clear()
    try StandardOutput.print(GrowthRow.table(of: rows))
  }
}

/// The figures of one size.
private struct GrowthRow {
  let cityCount: Int
  let figures: FigureList

  private func value(_ quantity: Figure.Quantity, _ statistic: String = "total") -> Double {
    figures[
      Figure.Key(GrowthBuildJob.subject, quantity, statistic: statistic, size: cityCount)]?.value
      ?? .nan
  }

  private func share(_ quantity: Figure.Quantity) -> String {
    (value(quantity) / Double(cityCount)).rounded(decimals: 0)
  }

  private func time(_ quantity: Figure.Quantity, _ statistic: String = "total") -> String {
    (value(quantity, statistic) / 1_000).rounded(decimals: 1)
  }

  private var cells: [String] {
    [
      cityCount.grouped, value(.names).rounded(decimals: 0),
      (value(.build) / 1e9).rounded(decimals: 0),
      (value(.peakResident) / 1e6).rounded(decimals: 0), share(.peakResident),
      (value(.file) / 1e6).rounded(decimals: 0), share(.file), time(.opening),
      time(.firstAnswer), value(.pageFaults).rounded(decimals: 0),
      time(.tenBest, "p50"), time(.tenBest, "p99"), time(.oneTypo, "p50"),
      time(.oneTypo, "p99"), milliseconds("near a place"), milliseconds("in a country"),
      milliseconds("by population"), milliseconds("by distance"),
    ]
  }

  private func milliseconds(_ query: String) -> String {
    (value(.firstSearch, query) / 1e6).rounded(decimals: 1)
  }

  private static let titles = [
    "cities", "names", "build, s", "peak, MB", "bytes a city", "file, MB", "bytes a city",
    "open, µs", "first answer, µs", "its page faults", "ten best, µs", "p99", "one typo, µs", "p99",
    "first near a place, ms", "in a country, ms", "by population, ms", "by distance, ms",
  ]

  /// A Markdown table.
  static func table(of rows: [GrowthRow]) -> String {
    let lines =
      [titles, titles.map { _ in "---:" }] + rows.map(\.cells)
    return lines.map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
  }
}
