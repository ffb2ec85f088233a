import ArgumentParser
import CitySearch
import Foundation

/// How a command loads the user's own cities.
struct LoadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The GeoNames feature classes to include, of \(FeatureClass.letters).", valueName: "letters"))
  var featureClasses = FeatureClasses([.populatedPlace])

  @Flag(help: "Skip and list malformed records, instead of failing at the first one.")
  var lenient = false

  /// The argument that stands for standard input.
  static let standardInput = "-"

  /// Loads cities, and lists skipped records on standard error.
  ///
  /// If the source is compressed, the error says how `command` reads it from standard input.
  func load(
    _ source: LoadingSource, by loader: GazetteerLoader = GazetteerLoader(), _ progress: Progress,
    command: String
  ) throws -> Gazetteer {
    var loader = loader
    loader.featureClasses = featureClasses.classes
    loader.isLenient = lenient
    loader.progress = { progress.show("loading cities, \(Int($0 * 100)) %") }
    do throws(GazetteerError) {
      let (gazetteer, report) = try loader.load(source)
      for line in report.lines { progress.remark(line) }
      return gazetteer
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
    return lines
  }
}

/// Feature classes as a sequence of their letters on the command line.
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
  fileprivate static var letters: String { allCases.map(\.rawValue).joined() }
}
