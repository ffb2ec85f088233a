import ArgumentParser
import CitySearch
import Fixtures
import Foundation

/// `bench cases`: make the file of queries that `bench quality` asks.
struct CasesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cases",
    abstract: "Makes queries of every kind, with the cities that are right for them.",
    discussion: """
      This is how Fixtures/Data/quality-cases.tsv is made, from the cities shipped and the names of \
      cities in the Unicode CLDR (Debian: unicode-cldr-core). The same data and seed give the same \
      file.
      """)

  @Option(help: ArgumentHelp("A folder with the CLDR's folder common.", valueName: "folder"))
  var cldr: String

  @Option(help: ArgumentHelp("Where to write the cases.", valueName: "file"))
  var output: String

  @Option(help: "How many cases to make of each kind.")
  var count = 200

  @Option(help: "The seed of what is drawn.")
  var seed: UInt64 = 1

  func validate() throws {
    guard (1...10_000).contains(count) else {
      throw ValidationError("--count takes a number from 1 to 10000, not \(count).")
    }
  }

  func run() throws {
    let file = OutputFile(path: output)
    try file.check()
    let exemplars = try ExemplarCities(inFolder: URL(filePath: cldr))
    let gazetteer = try Dataset.shipped.gazetteer()
    let maker = CaseMaker(
      places: try CasePlaces(gazetteer, file: Fixtures.cities), exemplars: exemplars, count: count,
      seed: seed)
    let cases = maker.cases()
    try file.write(Data(QualityCase.text(of: cases).utf8))
    for kind in QualityCase.Kind.allCases {
      try StandardOutput.print("\(cases.count { $0.kind == kind }.grouped) \(kind.rawValue)")
    }
  }
}
