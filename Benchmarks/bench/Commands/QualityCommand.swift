import ArgumentParser
import CityGeocoding
import CitySearch
import Fixtures
import Foundation
import GeoNamesCities
import PrefixBenchmark
import PrefixMeasuring

/// `bench quality`: measures how often the intended city is found.
struct QualityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quality",
    abstract: "Measures how often and how soon a search finds the intended city.",
    discussion: """
      Asks every search the same queries, and counts those with a right city as the first answer, \
      among the first five and among the first ten. Then types the names of cities letter by letter and \
      counts the letters until the city is in view. No times are measured, so any build will do.

      --program adds a search in another language (see Benchmarks/Programs), beside search by \
      relevance; then times are measured, too, and sizes.
      """)

  @Option(
    help: .file(
      "Instead, ask for the names in this file, and count by script (name, ids, script, country)."))
  var scripts: String?

  @Option(
    help: .file(
      "Instead, ask the geocoder for the addresses in this file, and count by kind (line, ids, kind); may be repeated."
    ))
  var addresses: [String] = []

  @Option(
    help: .file(
      "Queries with their right cities, instead of those shipped (see Fixtures/README.md)."))
  var cases: String?

  @Option(help: "The number of cities to draw for counting keystrokes.")
  var draws = KeystrokeTargets.drawCount

  @Option(help: "The seed of these cities.")
  var seed = KeystrokeTargets.seed

  @Option(
    name: .customLong("program"),
    help: ArgumentHelp(
      "Compare with a search in another language (see Benchmarks/Programs); may be repeated.",
      valueName: "name=file"), transform: SubjectEntry.init(programArgument:))
  var programs: [SubjectEntry] = []

  @Option(
    help: .file(
      "With --program, search the cities of this GeoNames file, and leave out queries for others."))
  var cities: String?

  @Option(help: .file("Write the counts to this file, as JSON."))
  var json: String?

  func validate() throws {
    try checkLimits(of: "--draws", draws, 0...1_000_000)
    let isOther = cases != nil || !programs.isEmpty || json != nil
    for (name, isGiven) in [("--scripts", scripts != nil), ("--addresses", !addresses.isEmpty)] {
      guard !isGiven || !isOther else {
        throw ValidationError(
          "\(name) is a study of its own: give no --cases, --program or --json.")
      }
    }
    guard scripts == nil || addresses.isEmpty else {
      throw ValidationError("--scripts and --addresses are two studies: give one of them.")
    }
    if let twice = programs.map(\.name).firstRepeated {
      throw ValidationError("\(twice) is given twice.")
    }
    guard cities == nil || !programs.isEmpty else {
      throw ValidationError("--cities must come with --program.")
    }
  }

  func run() throws {
    let progress = Progress()
    let output = json.map(OutputFile.init(path:))
    try output?.check()
    if let scripts {
      let study = ScriptStudy(try LabeledText.all(in: URL(filePath: scripts)))
      try StandardOutput.print(study.text(over: CityIndex(.geoNames())))
      return
    }
    if !addresses.isEmpty {
      let gazetteer = try Gazetteer.geoNames()
      let (geocoder, cities) = (LineGeocoder(gazetteer), CityIndex(gazetteer))
      for file in addresses {
        let lines = try LabeledText.all(in: URL(filePath: file))
        let study = AddressStudy(of: lines, with: geocoder, beside: cities)
        try StandardOutput.print("\(file)\n\n\(study.text(in: gazetteer))\n")
      }
      return
    }
    let file = cases.map { URL(filePath: $0) } ?? Fixtures.qualityCases
    let figures = try figures(of: file, draws: draws, progress)
    try StandardOutput.print(QualityReport(figures, file: file.lastPathComponent).text)
    try output?.write(figures.json)
    guard cases == nil, programs.isEmpty else { return }
    let lines = try self.figures(of: Fixtures.lineCases, draws: 0, progress)
    try StandardOutput.print("\n" + QualityReport(lines, file: "line-cases.tsv").text)
  }

  private func figures(of file: URL, draws: Int, _ progress: Progress) throws -> FigureList {
    let cases = try QualityCase.all(in: file)
    defer { progress.clear() }
    return FigureList(
      programs.isEmpty
        ? try own(cases, draws: draws, progress) : try besidePrograms(cases, progress))
  }

  private func own(
    _ cases: [QualityCase], draws: Int, _ progress: Progress
  ) throws -> [Figure] {
    progress.show("loading cities")
    return try QualityJob.figures(
      over: Dataset.shipped.gazetteer(), cases: cases, draws: draws, seed: seed
    ) { progress.show($0) }
  }

  private func besidePrograms(_ cases: [QualityCase], _ progress: Progress) throws -> [Figure] {
    try FitBuild.check()
    let comparison = QualityBesidePrograms(
      dataset: cities.map { Dataset(.cities, path: $0) } ?? .shipped, cases: cases,
      programs: programs.compactMap { entry in entry.program.map { (entry.name, $0) } },
      draws: draws, seed: seed, interruption: Interruption(endingAtOnce: true))
    return try comparison.figures { progress.show($0) }
  }
}
