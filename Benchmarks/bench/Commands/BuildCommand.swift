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

  @Option(
    help: ArgumentHelp(
      "The classes of GeoNames' places to take, \(FeatureClass.letters).", valueName: "letters"))
  var featureClasses = FeatureClasses([.populatedPlace])

  @Flag(help: "Skip records that break a rule, and say which, instead of ending at the first.")
  var lenient = false

  func run() throws {
    let progress = Progress()
    let (gazetteer, report) = try load(progress)
    for line in report.lines { progress.remark(line) }
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

  private func load(
    _ progress: Progress
  ) throws -> (gazetteer: Gazetteer, report: LoadingReport) {
    func source(_ path: String?, or shipped: URL) -> LoadingSource? {
      path.map { .file(URL(filePath: $0)) } ?? (input == nil ? .file(shipped) : nil)
    }
    var loader = GazetteerLoader()
    loader.admin1Codes = source(admin1Codes, or: Fixtures.admin1Codes)
    loader.countryInfo = source(countryInfo, or: Fixtures.countryInfo)
    loader.regions = source(regions, or: Fixtures.regions)
    loader.otherNamesFromPopulation = namesOf
    loader.featureClasses = featureClasses.classes
    loader.isLenient = lenient
    loader.progress = { progress.show("loading cities, \(Int($0 * 100)) %") }
    do {
      return try loader.load(try cities())
    } catch GazetteerError.compressed(let file, format: "gzip") {
      throw BenchFailure(
        "\(GazetteerError.compressed(file: file, format: "gzip")) "
          + "For example: zcat \(input == "-" ? "FILE" : file) | bench build - --output \(output)")
    }
  }

  /// Where the cities are.
  private func cities() throws -> LoadingSource {
    guard input == "-" else {
      return .file(input.map { URL(filePath: $0) } ?? Fixtures.cities)
    }
    do {
      return .data(
        try FileHandle.standardInput.readToEnd() ?? Data(), name: "standard input")
    } catch {
      throw BenchFailure("standard input cannot be read: \(error.localizedDescription)")
    }
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

extension LoadingReport {
  /// What is not in the gazetteer, and why: a few lines, however much it is.
  fileprivate var lines: [String] {
    var lines = skipped.prefix(10).map(\.description)
    let rest = skippedCount - lines.count
    if rest > 0 { lines.append("... and \(rest.grouped) more") }
    if skippedCount > 0 { lines.append("skipped: \(skippedCount.grouped)") }
    if otherFeatureCount > 0 {
      lines.append("of other feature classes: \(otherFeatureCount.grouped)")
    }
    return lines
  }
}

/// Feature classes as they are written on the command line: their letters, one after the other.
struct FeatureClasses: ExpressibleByArgument, CustomStringConvertible {
  let classes: Set<FeatureClass>

  init(_ classes: Set<FeatureClass>) { self.classes = classes }

  init?(argument: String) {
    let classes = argument.map { FeatureClass(rawValue: String($0).uppercased()) }
    guard !classes.isEmpty, !classes.contains(nil) else { return nil }
    self.init(Set(classes.compactMap(\.self)))
  }

  var description: String { classes.map(\.rawValue).sorted().joined() }
}

extension FeatureClass {
  /// The letters of all classes.
  fileprivate static var letters: String { allCases.map(\.rawValue).joined() }
}
