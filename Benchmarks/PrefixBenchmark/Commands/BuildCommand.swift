import ArgumentParser
import CitySearch
import Fixtures
import Foundation

/// `bench build`: make a gazetteer file.
struct BuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Writes cities and indexes over their names to one file, ready when it is mapped.",
    discussion: """
      The same input gives the same bytes on every system. The file is checked before the program \
      ends; an older one of this name is replaced in one step.
      """)

  @Argument(
    help: ArgumentHelp(
      "A GeoNames file, the JSON of the city challenge, or - for standard input. Without it the "
        + "cities shipped are taken, with their names of places.", valueName: "input"))
  var input: String?

  @Option(help: ArgumentHelp("Where to write the gazetteer.", valueName: "file"))
  var output: String

  @Option(
    help: ArgumentHelp("GeoNames' admin1CodesASCII.txt: names of divisions.", valueName: "file"))
  var admin1Codes: String?

  @Option(help: ArgumentHelp("GeoNames' countryInfo.txt: names of countries.", valueName: "file"))
  var countryInfo: String?

  @Option(
    help: ArgumentHelp(
      "What people call countries and divisions (see Fixtures/README.md).", valueName: "file"))
  var regions: String?

  @Option(
    help: ArgumentHelp(
      "Take the other names of cities with this population or more.", valueName: "population"))
  var namesOf = 0

  @OptionGroup var loading: LoadingOptions

  func run() throws {
    let progress = Progress()
    let gazetteer = try load(progress)
    let file = URL(filePath: output)
    progress.show("writing \(gazetteer.count.grouped) cities")
    do {
      try gazetteer.write(to: file)
    } catch {
      throw BenchFailure("\(output) cannot be written: \(error.localizedDescription)")
    }
    progress.show("checking \(file.lastPathComponent)")
    let written = try Gazetteer(mapping: file)
    try written.verify()
    guard written.elementsEqual(gazetteer), written.nameCount == gazetteer.nameCount else {
      throw BenchFailure("\(output) does not hold the cities that were written to it.")
    }
    progress.clear()
    try StandardOutput.print(Self.summary(of: written))
  }

  private func load(_ progress: Progress) throws -> Gazetteer {
    func source(_ path: String?, or shipped: URL) -> LoadingSource? {
      path.map { .file(URL(filePath: $0)) } ?? (input == nil ? .file(shipped) : nil)
    }
    var loader = GazetteerLoader()
    loader.admin1Codes = source(admin1Codes, or: Fixtures.admin1Codes)
    loader.countryInfo = source(countryInfo, or: Fixtures.countryInfo)
    loader.regions = source(regions, or: Fixtures.regions)
    loader.otherNamesFromPopulation = namesOf
    return try loading.load(
      input.map(LoadingOptions.source) ?? .file(Fixtures.cities), by: loader, progress,
      command: "build \(LoadingOptions.standardInput) --output \(output)")
  }

  /// The sizes, in a line.
  private static func summary(of gazetteer: Gazetteer) -> String {
    let size = """
      \(gazetteer.count.grouped) cities, \(gazetteer.nameCount.grouped) names, \
      \(gazetteer.byteCount.grouped) bytes
      """
    guard !gazetteer.isEmpty else { return size }
    let each = Double(gazetteer.byteCount) / Double(gazetteer.count)
    return "\(size), \(each.rounded(decimals: 1)) for each city"
  }
}
