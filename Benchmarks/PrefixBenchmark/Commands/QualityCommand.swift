import ArgumentParser
import CitySearch
import Fixtures
import Foundation

/// `bench quality`: how often the city that is meant is found.
struct QualityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quality",
    abstract: "Measures how often a search finds the city that is meant, and how soon.",
    discussion: """
      Asks every search the same queries, and counts those with a right city as the first answer, \
      among five, among ten. Then types the names of cities letter by letter and counts the letters \
      until each is in view. Times nothing, and works in any build.
      """)

  @Flag(
    help: """
      Instead, leave things out of the search by relevance, one at a time, and print what each is \
      worth and what it takes.
      """)
  var ablation = false

  @Option(
    help: ArgumentHelp(
      "Queries with the cities that are right, instead of those shipped (see Fixtures/README.md).",
      valueName: "file"))
  var cases: String?

  @Option(help: "How many cities to draw for counting keystrokes.")
  var draws = KeystrokeTargets.drawCount

  @Option(help: "The seed of these cities.")
  var seed = KeystrokeTargets.seed

  @Option(help: ArgumentHelp("Where to write the counts as JSON.", valueName: "file"))
  var json: String?

  func validate() throws {
    guard (0...1_000_000).contains(draws) else {
      throw ValidationError("--draws takes a number from 0 to 1000000, not \(draws).")
    }
  }

  func run() throws {
    let progress = Progress()
    let output = json.map(OutputFile.init(path:))
    try output?.check()
    let file = cases.map { URL(filePath: $0) } ?? Fixtures.qualityCases
    let cases = try QualityCase.all(in: file)
    if ablation {
      let study = try AblationStudy(file: file.lastPathComponent, cases: cases) {
        progress.show($0)
      }
      progress.clear()
      try StandardOutput.print(study.text)
      try output?.write(study.figures.json)
      return
    }
    progress.show("loading cities")
    let gazetteer = try Dataset.shipped.gazetteer()
    let figures = FigureList(
      QualityJob.figures(over: gazetteer, cases: cases, draws: draws, seed: seed) {
        progress.show($0)
      })
    progress.clear()
    try StandardOutput.print(QualityReport(figures, file: file.lastPathComponent).text)
    try output?.write(figures.json)
  }
}
