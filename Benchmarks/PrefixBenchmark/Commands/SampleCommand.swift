import ArgumentParser
import CitySearch
import Fixtures
import Foundation

/// `bench sample`: make the small file of difficult cities.
struct SampleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample",
    abstract: "Selects about 1,000 difficult rows of the cities shipped.",
    discussion: """
      This is how Fixtures/Data/sample.txt is made. The selection depends on nothing but the data.
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
    try sample.write(to: URL(filePath: output), options: .atomic)
    try StandardOutput.print("\(ids.count.grouped) cities, \(sample.count.grouped) bytes")
  }
}
