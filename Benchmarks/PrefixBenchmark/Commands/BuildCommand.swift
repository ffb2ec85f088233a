import ArgumentParser
import CitySearch
import Fixtures
import Foundation

/// `bench build`: makes a gazetteer file.
struct BuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Writes cities and indexes over their names to one file that is ready when mapped.",
    discussion: """
      The same input gives the same bytes on every system. The file is checked before the program \
      ends; an older one of this name is replaced in one step.
      """)

  @Argument(
    help: ArgumentHelp(
      "A GeoNames file, the JSON of the city challenge, or - for standard input. By default, the "
        + "cities shipped, with the names of their countries and divisions.", valueName: "input"))
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
      "Common names of countries and divisions (see Fixtures/README.md).", valueName: "file"))
  var regions: String?

  @Option(
    help: ArgumentHelp(
      "Include the other names of cities with at least this population.", valueName: "population"))
  var namesOf = 0

  @OptionGroup var loading: LoadingOptions

  func run() throws {
    let progress = Progress()
    let gazetteer = try load(progress)
    let file = URL(filePath: output)
    progress.show("writing \(gazetteer.count.counted("city", "cities"))")
    try explaining("\(output) cannot be written") { try gazetteer.write(to: file) }
    progress.show("checking \(file.lastPathComponent)")
    let written = try Gazetteer(mapping: file)
    try written.verify()
    guard written.elementsEqual(gazetteer), written.nameCount == gazetteer.nameCount else {
      throw BenchFailure("\(output) differs from the cities that were written to it.")
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
      \(gazetteer.count.counted("city", "cities")), \
      \(gazetteer.nameCount.counted("name", "names")), \
      \(gazetteer.byteCount.grouped) bytes
      """
    guard !gazetteer.isEmpty else { return size }
    let each = Double(gazetteer.byteCount) / Double(gazetteer.count)
    return "\(size), \(each.rounded(decimals: 1)) for each city"
  }
}
