import ArgumentParser
import CitySearch
import Fixtures
import Foundation

/// `bench quality`: measures how often the intended city is found.
struct QualityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quality",
    abstract: "Measures how often and how soon a search finds the intended city.",
    discussion: """
      Asks every search the same queries, and counts those with a right city as the first answer, \
      among the first five and among the first ten. Then types the names of cities letter by letter and \
      counts the letters until the city is in view. No times are measured, so any build will do.
      """)

  @Flag(
    help: """
      Instead, leave out parts of the search by relevance, one at a time, and print the effect of each \
      on quality and size.
      """)
  var ablation = false

  @Option(
    help: ArgumentHelp(
      "Queries with their right cities, instead of those shipped (see Fixtures/README.md).",
      valueName: "file"))
  var cases: String?

  @Option(help: "The number of cities to draw for counting keystrokes.")
  var draws = KeystrokeTargets.drawCount

  @Option(help: "The seed of these cities.")
  var seed = KeystrokeTargets.seed

  @Option(help: ArgumentHelp("The file to write the counts to, as JSON.", valueName: "file"))
  var json: String?

  func validate() throws {
    try checkLimits(of: "--draws", draws, 0...1_000_000)
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
