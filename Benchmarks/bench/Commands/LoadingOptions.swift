public import ArgumentParser
public import CitySearch
internal import Foundation
internal import GazetteerBuilding
internal import PrefixBenchmark
internal import PrefixMeasuring

/// Where the names of countries and divisions come from.
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

  /// Whether no file is given.
  var isEmpty: Bool {
    [admin1Codes, countryInfo, regions, divisions, cityDivisions, countryNames]
      .allSatisfy { $0 == nil }
  }

  /// A loader that joins in these names.
  var loader: GazetteerLoader {
    func source(_ path: String?) -> LoadingSource? { path.map { .file(URL(filePath: $0)) } }
    var loader = GazetteerLoader()
    loader.admin1Codes = source(admin1Codes)
    loader.countryInfo = source(countryInfo)
    loader.regions = source(regions)
    loader.divisions = source(divisions)
    loader.cityDivisions = source(cityDivisions)
    loader.countryNames = source(countryNames)
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

  /// Loads cities that are added to others, as above.
  ///
  /// A text has the names of countries and divisions that a loader knows, which a table may have in place of codes.
  func loadAddition(
    _ source: LoadingSource, by loader: GazetteerLoader, _ progress: Progress, command: String
  ) throws -> Gazetteer {
    if let gazetteer = source.mappedGazetteer { return gazetteer }
    var names = GazetteerLoader()
    if case .file = source {
      names.admin1Codes = loader.admin1Codes
      names.countryInfo = loader.countryInfo
      names.regions = loader.regions
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

extension LoadingSource {
  /// The file as a gazetteer, mapped; `nil` if it is none, or no file.
  var mappedGazetteer: Gazetteer? {
    guard case .file(let file) = self else { return nil }
    return try? Gazetteer(mapping: file)
  }
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
  /// The skipped records with reasons, in at most a few lines.
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
    return lines
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
  /// Two letters in any case.
  public init?(argument: String) {
    guard argument.utf8.count == 2, argument.allSatisfy({ $0.isASCII && $0.isLetter }) else {
      return nil
    }
    self.init(argument.uppercased())
  }
}

// MARK: - Tables

/// How a command reads tables and JSON of the user's own places.
struct TableOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The columns of a table, or the members of JSON objects, that have other names than usual, as in "
        + "name=Ort,latitude=Breite; of \(PlaceField.list).", valueName: "columns"))
  var columns = ColumnNames()

  @Option(
    help: ArgumentHelp(
      "The encoding of a table: \(TextEncoding.list).", valueName: "encoding"))
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
