import ArgumentParser
import CitySearch
import Fixtures
import Foundation

/// `bench cases`: makes the file of queries that `bench quality` asks.
struct CasesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cases",
    abstract: "Makes queries of every kind, with their right cities.",
    discussion: """
      Makes Fixtures/Data/quality-cases.tsv from the cities shipped and the names of cities in the \
      Unicode CLDR (Debian: unicode-cldr-core). The same data and seed give the same file.
      """)

  @Option(help: ArgumentHelp("A folder with the CLDR's folder common.", valueName: "folder"))
  var cldr: String

  @Option(help: ArgumentHelp("Where to write the cases.", valueName: "file"))
  var output: String

  @Option(help: "The number of cases of each kind.")
  var count = 200

  @Option(help: "The seed of the draws.")
  var seed: UInt64 = 1

  func validate() throws {
    try checkLimits(of: "--count", count, 1...10_000)
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

/// `bench sample`: makes the small file of difficult cities.
struct SampleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample",
    abstract: "Selects about 1,000 difficult rows of the cities shipped.",
    discussion: """
      Makes Fixtures/Data/sample.txt. The selection depends only on the data.
      """)

  @Option(help: ArgumentHelp("Where to write the rows.", valueName: "file"))
  var output: String

  func run() throws {
    let data = try Data(contentsOf: Fixtures.cities)
    let lines = data.split(separator: UInt8(ascii: "\n"))
    let gazetteer = try Dataset.shipped.ownNames()
    let ids = DifficultCities(in: gazetteer).ids
    var sample = Data()
    for line in lines {
      guard let id = Int(String(decoding: line.prefix { $0 != UInt8(ascii: "\t") }, as: UTF8.self)),
        ids.contains(id)
      else { continue }
      sample.append(line)
      sample.append(UInt8(ascii: "\n"))
    }
    try OutputFile(path: output).write(sample)
    try StandardOutput.print("\(ids.count.grouped) cities, \(sample.count.grouped) bytes")
  }
}
