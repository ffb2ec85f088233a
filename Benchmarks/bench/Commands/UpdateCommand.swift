import ArgumentParser
import CitySearch
import Fixtures
import Foundation
internal import GazetteerBuilding
import PrefixBenchmark

/// `bench update`: compares a gazetteer with a newer file of cities, and makes the gazetteer of that.
struct UpdateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Prints which cities came, went, moved and were renamed in a newer file of cities.",
    discussion: """
      Cities are the same if they have the same id. People who keep favorites ask what became of them. \
      With --output, the newer file becomes a gazetteer, as by build, with the names of countries, \
      divisions and languages that are shipped unless others are given.
      """)

  @Argument(help: ArgumentHelp("The gazetteer so far.", valueName: "old"))
  var old: String

  @Argument(
    help: ArgumentHelp(
      "The newer file of cities, in any format that build reads, or a gazetteer.",
      valueName: "input"))
  var input: String

  @Option(help: .file("Where to write the new gazetteer."))
  var output: String?

  @Option(help: ArgumentHelp("How many cities of each kind to list.", valueName: "number"))
  var limit = 20

  @OptionGroup var names: CityNameOptions
  @OptionGroup var loading: LoadingOptions

  func run() throws {
    let progress = Progress()
    let before = try loading.load(
      LoadingOptions.source(old), progress, command: "update OLD \(LoadingOptions.standardInput)")
    let after = try newer(progress)
    if before.postalCodeCount > 0, after.postalCodeCount == 0 {
      progress.remark("the postal codes are not in the new file (see build --postal-codes)")
    }
    progress.show("comparing")
    let changes = GazetteerChanges(from: before, to: after)
    progress.clear()
    try StandardOutput.print(changes.lines(upTo: limit).joined(separator: "\n"))
  }

  /// The gazetteer of the newer file, which is written if it should be.
  private func newer(_ progress: Progress) throws -> Gazetteer {
    let source = LoadingOptions.source(input)
    let command = "update \(old) \(LoadingOptions.standardInput)"
    if let gazetteer = source.mappedGazetteer {
      if let output { try gazetteer.write(to: URL(filePath: output)) }
      return gazetteer
    }
    let loader = names.loader(withShipped: true)
    guard let output else {
      return try loading.load(source, by: loader, progress, command: command)
    }
    let file = URL(filePath: output)
    // The old gazetteer may be replaced: it stays mapped.
    try loading.write(source, by: loader, to: file, progress, command: command)
    return try Gazetteer(mapping: file)
  }
}

/// The names that a gazetteer is built with.
struct CityNameOptions: ParsableArguments {
  @OptionGroup var regions: RegionNameOptions

  @Option(help: .file("Names of cities by language (see Fixtures/README.md)."))
  var languages: String?

  @Option(help: .file("GeoNames' alternateNamesV2.txt: names of cities by language, and codes."))
  var alternateNames: String?

  @Option(
    help: ArgumentHelp(
      "Include the other names of cities with at least this population.", valueName: "population"))
  var namesOf = 0

  /// A loader that joins in these names, and perhaps those of the files that are shipped where none is given.
  func loader(withShipped hasShipped: Bool) -> GazetteerLoader {
    func shipped(_ file: URL) -> LoadingSource? { hasShipped ? .file(file) : nil }
    var loader = regions.loader
    loader.admin1Codes = loader.admin1Codes ?? shipped(Fixtures.admin1Codes)
    loader.countryInfo = loader.countryInfo ?? shipped(Fixtures.countryInfo)
    loader.regions = loader.regions ?? shipped(Fixtures.regions)
    loader.languages = languages.map(LoadingOptions.source) ?? shipped(Fixtures.languages)
    loader.alternateNames = alternateNames.map(LoadingOptions.source)
    loader.otherNamesFromPopulation = namesOf
    return loader
  }
}
