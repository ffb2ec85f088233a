import ArgumentParser
import CitySearch
import Fixtures
import Foundation
internal import GazetteerBuilding
import PrefixBenchmark
import PrefixMeasuring

/// `bench build`: makes a gazetteer file.
struct BuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Writes cities and indexes over their names to one file that is ready when mapped.",
    discussion: """
      The same input gives the same bytes on every system. An older file of this name is replaced in \
      one step. Needs 130 to 190 MB of memory for all cities, 190 bytes for each one more; more data go to a scratch \
      file beside the output. With --countries, --minimum-population, --exclude-ids or --merge the \
      whole gazetteer is in memory.

      Texts get the names of countries and divisions that are shipped, unless others are given, and cities \
      of GeoNames' files their counties, names by language and codes of airports, too.

      --countries, --minimum-population and --exclude-ids select cities of the input. After that, all \
      cities of --merge are added.
      """)

  @Argument(
    help: ArgumentHelp(
      "A GeoNames file, a table with a header (CSV), JSON, GeoJSON, or - for standard input. By default, "
        + "the cities shipped.", valueName: "input"))
  var input: String?

  @Option(help: .file("Where to write the gazetteer."))
  var output: String

  @OptionGroup var names: CityNameOptions

  @Option(
    help: .file(
      "GeoNames' file of postal codes, of one country or of all, for addresses and the search. 12 bytes a code."
    ))
  var postalCodes: String?

  @OptionGroup var loading: LoadingOptions

  @Option(
    help: ArgumentHelp(
      "Take only cities of these countries, two letters each, with commas between them.",
      valueName: "codes"))
  var countries: CommaList<CountryCode>?

  @Option(
    help: ArgumentHelp("Take only cities with at least this population.", valueName: "number"))
  var minimumPopulation = 0

  @Option(
    name: .customLong("exclude-ids"),
    help: ArgumentHelp("Leave out cities with these ids, commas between them.", valueName: "ids")
  )
  var excludedIDs: CommaList<City.ID>?

  @Option(
    help: .file(
      "Add the cities of this file: of any format of the input, or a gazetteer. They replace cities "
        + "with the same ids. May be repeated; of cities with the same id, that of the last file stays."
    ))
  var merge: [String] = []

  @Flag(help: "Read the file again, and compare the checksums of its sections.")
  var verify = false

  func validate() throws {
    let inputs = [input].compactMap(\.self) + merge
    guard inputs.count(where: { $0 == LoadingOptions.standardInput }) < 2 else {
      throw ValidationError("Standard input can be read once only.")
    }
  }

  func run() throws {
    let progress = Progress()
    let file = URL(filePath: output)
    if takesAll {
      try loading.write(source, by: names.loader, to: file, progress, command: command)
    } else {
      let all = try loading.load(source, by: names.loader, progress, command: command)
      let gazetteer = try merged(selected(all, progress), progress)
      progress.show("writing \(gazetteer.count.counted("city", "cities"))")
      try gazetteer.write(to: file)
    }
    var written = try Gazetteer(mapping: file)
    if let postalCodes {
      let codes = LoadingOptions.source(postalCodes)
      written = try loading.adding(postalCodes: codes, to: written, progress, command: command)
      try written.write(to: file)
    }
    if verify {
      progress.show("checking \(file.lastPathComponent)")
      written = try Gazetteer(mapping: file)
      try written.verify()
    }
    progress.clear()
    try StandardOutput.print(Self.summary(of: written))
  }

  /// Whether the file has all cities of the input, and no others.
  private var takesAll: Bool {
    countries == nil && minimumPopulation == 0 && excludedIDs == nil && merge.isEmpty
  }

  private var source: LoadingSource {
    input.map(LoadingOptions.source) ?? .file(Fixtures.cities)
  }

  private var command: String { "build \(LoadingOptions.standardInput) --output \(output)" }

  /// The cities that the options select; remarks on ids and countries that no city has.
  private func selected(_ gazetteer: Gazetteer, _ progress: Progress) throws -> Gazetteer {
    let excluded = excludedIDs?.elements ?? []
    for id in excluded where gazetteer.row(ofID: id) == nil {
      progress.remark("no city has the id \(id)")
    }
    let known = Set(gazetteer.countries.map(\.code))
    for country in countries?.elements ?? [] where !known.contains(country) {
      progress.remark("no city has the country code \(country)")
    }
    let filter = CityFilter(
      countries: countries.map { Set($0.elements) }, minimumPopulation: minimumPopulation)
    guard !filter.isEmpty || !excluded.isEmpty else { return gazetteer }
    let left = Set(excluded)
    return try gazetteer.filtered { filter.contains($0) && !left.contains($0.id) }
  }

  /// These cities and those of the files to merge, with all their names.
  private func merged(_ gazetteer: Gazetteer, _ progress: Progress) throws -> Gazetteer {
    guard !merge.isEmpty else { return gazetteer }
    let others = try merge.map { path in
      try loading.loadAddition(
        LoadingOptions.source(path), by: names.loader, progress,
        command: "build --merge \(LoadingOptions.standardInput) --output \(output)")
    }
    return try Gazetteer(merging: [gazetteer] + others)
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
