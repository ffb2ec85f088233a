public import ArgumentParser
public import CitySearch
internal import Fixtures
internal import Foundation
internal import GazetteerBuilding
internal import PrefixBenchmark
internal import PrefixMeasuring

/// Where the names of countries and divisions come from: the files that are shipped, unless others are given.
struct RegionNameOptions: ParsableArguments {
  @Option(help: .file("GeoNames' admin1CodesASCII.txt: names of divisions."))
  var admin1Codes: String?

  @Option(help: .file("GeoNames' countryInfo.txt: names of countries."))
  var countryInfo: String?

  @Option(help: .file("Common names of countries and divisions (see Fixtures/README.md)."))
  var regions: String?

  @Option(help: .file("Divisions of every level (see Fixtures/README.md)."))
  var divisions: String?

  @Option(help: .file("The divisions of cities (see Fixtures/README.md)."))
  var cityDivisions: String?

  @Option(help: .file("More names of countries (see Fixtures/README.md)."))
  var countryNames: String?

  @Flag(
    help: ArgumentHelp(
      "Leave out the names that are shipped, which a text gets where none are given."))
  var noNames = false

  /// Whether nothing is said.
  var isEmpty: Bool {
    !noNames
      && [admin1Codes, countryInfo, regions, divisions, cityDivisions, countryNames]
        .allSatisfy { $0 == nil }
  }

  /// A loader that joins in these names, and those that are shipped where none are given.
  ///
  /// The names of a gazetteer are fixed. The counties of cities, their names by language and codes of airports go by ids
  /// of GeoNames, which tables and JSON may use for other places.
  var loader: GazetteerLoader {
    func source(_ path: String?) -> LoadingSource? { path.map { .file(URL(filePath: $0)) } }
    var loader = GazetteerLoader()
    loader.admin1Codes = source(admin1Codes)
    loader.countryInfo = source(countryInfo)
    loader.regions = source(regions)
    loader.divisions = source(divisions)
    loader.cityDivisions = source(cityDivisions)
    loader.countryNames = source(countryNames)
    guard !noNames else { return loader }
    loader.defaultNames = { loader, format in
      guard format != .gazetteer else { return }
      loader.admin1Codes = loader.admin1Codes ?? .file(Fixtures.admin1Codes)
      loader.countryInfo = loader.countryInfo ?? .file(Fixtures.countryInfo)
      loader.regions = loader.regions ?? .file(Fixtures.regions)
      loader.divisions = loader.divisions ?? .file(Fixtures.divisions)
      loader.countryNames = loader.countryNames ?? .file(Fixtures.countryNames)
      guard format == .geoNames else { return }
      loader.cityDivisions = loader.cityDivisions ?? .file(Fixtures.cityDivisions)
      loader.languages = loader.languages ?? .file(Fixtures.languages)
      loader.airportCodes = loader.airportCodes ?? .file(Fixtures.airportCodes)
    }
    return loader
  }
}

/// How a command loads the user's own cities.
struct LoadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The GeoNames feature classes to include, of \(FeatureClasses.letters).", valueName: "letters"
    ))
  var featureClasses = FeatureClasses(GazetteerLoader().featureClasses)

  @Option(
    help: ArgumentHelp(
      "The GeoNames feature codes to leave out, with commas between them, or none.",
      valueName: "codes"))
  var excludeFeatureCodes = FeatureCodes(codes: GazetteerLoader().excludedFeatureCodes)

  @OptionGroup var tables: TableOptions

  @Flag(help: "Skip and list malformed records, instead of failing at the first one.")
  var lenient = false

  /// The argument that stands for standard input.
  static let standardInput = "-"

  /// Loads cities, and lists skipped records on standard error; a gazetteer file is mapped, so that its size
  /// does not matter.
  ///
  /// If the source is compressed, the error says how `command` reads it from standard input.
  func load(
    _ source: LoadingSource, by loader: GazetteerLoader = GazetteerLoader(), _ progress: Progress,
    command: String
  ) throws -> Gazetteer {
    if case .file(let file) = source, !loader.changesNames,
      let gazetteer = try? Gazetteer(mapping: file)
    {
      return gazetteer
    }
    return try run(loader, on: source, progress, command) {
      loader throws(GazetteerError) in try loader.load(source)
    }
  }

  /// Loads cities that are added to others, as above: a text with the names of countries and divisions of a loader, a
  /// gazetteer with its own.
  func loadAddition(
    _ source: LoadingSource, by loader: GazetteerLoader, _ progress: Progress, command: String
  ) throws -> Gazetteer {
    var names = GazetteerLoader()
    names.defaultNames = { names, format in
      guard format != .gazetteer else { return }
      names.admin1Codes = loader.admin1Codes
      names.countryInfo = loader.countryInfo
      names.regions = loader.regions
      loader.defaultNames?(&names, format)
    }
    return try load(source, by: names, progress, command: command)
  }

  /// Writes cities to a gazetteer file without loading them, and lists skipped records as above.
  func write(
    _ source: LoadingSource, by loader: GazetteerLoader, to file: URL, _ progress: Progress,
    command: String
  ) throws {
    try run(loader, on: source, progress, command) {
      loader throws(GazetteerError) in ((), try loader.write(source, to: file))
    }
  }

  /// Adds postal codes to a gazetteer, and lists skipped records as above.
  func adding(
    postalCodes source: LoadingSource, to gazetteer: Gazetteer, _ progress: Progress,
    command: String
  ) throws -> Gazetteer {
    try run(GazetteerLoader(), on: source, progress, command) {
      loader throws(GazetteerError) in
      let (result, report) = try loader.adding(postalCodes: source, to: gazetteer)
      return (result, report)
    }
  }

  /// Runs a loader with these options.
  private func run<Result>(
    _ loader: GazetteerLoader, on source: LoadingSource, _ progress: Progress, _ command: String,
    _ body: (GazetteerLoader) throws(GazetteerError) -> (Result, LoadingReport)
  ) throws -> Result {
    var loader = loader
    loader.featureClasses = featureClasses.classes
    loader.excludedFeatureCodes = excludeFeatureCodes.codes
    loader.isLenient = lenient
    tables.apply(to: &loader)
    loader.progress = { progress.show("loading cities, \(Int($0 * 100)) %") }
    do throws(GazetteerError) {
      let (result, report) = try body(loader)
      for line in report.lines { progress.remark(line) }
      return result
    } catch {
      progress.clear()
      guard case .compressed(let file, let format) = error, let tool = Self.unpackers[format]
      else { throw error }
      let input = source == .standardInput ? "FILE" : file
      throw BenchFailure("\(error) For example: \(tool) \(input) | bench \(command)")
    }
  }

  /// The source that an argument of the command line names.
  static func source(_ argument: String) -> LoadingSource {
    argument == standardInput ? .standardInput : .file(URL(filePath: argument))
  }

  /// The commands that write the content of a compressed file to standard output.
  private static let unpackers = [
    "gzip": "zcat", "zip": "unzip -p", "bzip2": "bzcat", "xz": "xzcat", "zstd": "zstdcat",
  ]
}

extension GazetteerLoader {
  /// Whether it joins in or leaves out names: the names in a gazetteer file are fixed.
  fileprivate var changesNames: Bool {
    admin1Codes != nil || countryInfo != nil || regions != nil || divisions != nil
      || cityDivisions != nil || countryNames != nil || languages != nil || airportCodes != nil
      || alternateNames != nil || otherNamesFromPopulation > 0
  }
}

extension LoadingReport {
  /// The skipped records with reasons, and what may be a mistake in others, in at most a few lines.
  fileprivate var lines: [String] {
    var lines = skipped.prefix(10).map(\.description)
    let rest = skippedCount - lines.count
    if rest > 0 { lines.append("... and \(rest.grouped) more") }
    if skippedCount > 0 { lines.append("skipped: \(skippedCount.grouped)") }
    if otherFeatureCount > 0 {
      lines.append("of other feature classes: \(otherFeatureCount.grouped)")
    }
    if excludedFeatureCount > 0 {
      lines.append("with excluded feature codes: \(excludedFeatureCount.grouped)")
    }
    for note in Note.allCases {
      guard let noted = notes[note] else { continue }
      lines.append("\(note.text): \(noted.count.grouped), the first in \(noted.first.text)")
    }
    return lines
  }
}

extension MalformedRecord.Position {
  fileprivate var text: String {
    switch self {
    case .line(let number): "line \(number)"
    case .element(let number): "element \(number)"
    }
  }
}

extension LoadingReport.Note {
  /// What may be a mistake, for a count of it.
  fileprivate var text: String {
    switch self {
    case .duplicate: "with the name and the coordinate of an earlier place"
    case .zeroCoordinate: "at latitude 0 and longitude 0"
    case .unknownDivision: "without a division, because its name is unknown"
    }
  }
}

/// GeoNames' feature classes on the command line, one letter after the other.
struct FeatureClasses: ExpressibleByArgument, CustomStringConvertible {
  let classes: Set<Character>

  static let letters = "AHLPRSTUV"

  init(_ classes: Set<Character>) { self.classes = classes }

  init?(argument: String) {
    let classes = Set(argument.uppercased())
    guard !classes.isEmpty, classes.isSubset(of: Self.letters) else { return nil }
    self.init(classes)
  }

  var description: String { String(classes.sorted()) }
}

/// Feature codes with commas between them on the command line, or the word none.
struct FeatureCodes: ExpressibleByArgument, CustomStringConvertible {
  let codes: Set<String>

  private static let none = "none"

  init(codes: Set<String>) { self.codes = codes }

  init?(argument: String) {
    guard argument != Self.none else {
      codes = []
      return
    }
    guard let list = CommaList<String>(argument: argument) else { return nil }
    codes = Set(list.elements.map { $0.uppercased() })
  }

  var description: String {
    codes.isEmpty ? Self.none : codes.sorted().joined(separator: ",")
  }
}

/// Elements with commas between them on the command line, at least one.
struct CommaList<Element: ExpressibleByArgument & Sendable>: ExpressibleByArgument {
  let elements: [Element]

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    elements = parts.compactMap { $0.isEmpty ? nil : Element(argument: String($0)) }
    guard elements.count == parts.count else { return nil }
  }
}

extension City.ID: ExpressibleByArgument {}

extension CountryCode: ExpressibleByArgument {
  /// Two or three letters in any case.
  public init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    self.init(argument)
  }
}

// MARK: - Tables

/// How a command reads tables and JSON of the user's own places.
struct TableOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The columns of a table, or the members of JSON objects, that have other names than usual, as in "
        + "name=Sted,latitude=Bredde; of \(PlaceField.list).", valueName: "columns"))
  var columns = ColumnNames()

  @Option(
    help: ArgumentHelp(
      "The encoding of a table: \(TextEncoding.list). UTF-16 is recognized.", valueName: "encoding")
  )
  var encoding = TextEncoding.utf8

  /// Sets these options.
  func apply(to loader: inout GazetteerLoader) {
    loader.columns = columns.names
    loader.encoding = encoding.encoding
  }
}

/// The names of columns on the command line: fields and names, with commas between them.
struct ColumnNames: ExpressibleByArgument, CustomStringConvertible {
  private(set) var names: [PlaceField: String] = [:]

  init() {}

  init?(argument: String) {
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2, let field = PlaceField(rawValue: pair[0]),
        names.updateValue(pair[1], forKey: field) == nil
      else { return nil }
    }
  }

  var description: String {
    names.map { "\($0.key.rawValue)=\($0.value)" }.sorted().joined(separator: ",")
  }
}

/// The encoding of a table.
enum TextEncoding: String, ExpressibleByArgument, CaseIterable {
  case utf8 = "utf-8"
  /// With the letters that Windows adds to ISO 8859-1, as older spreadsheets write it.
  case latin1 = "latin-1"

  var encoding: String.Encoding { self == .utf8 ? .utf8 : .windowsCP1252 }

  fileprivate static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension PlaceField {
  fileprivate static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
