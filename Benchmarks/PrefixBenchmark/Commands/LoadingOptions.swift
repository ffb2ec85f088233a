import ArgumentParser
import CitySearch
import Foundation

/// How a command loads cities of somebody's own, whichever it needs them for.
struct LoadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The classes of GeoNames' places to take, \(FeatureClass.letters).", valueName: "letters"))
  var featureClasses = FeatureClasses([.populatedPlace])

  @Flag(help: "Skip records that break a rule, and say which, instead of ending at the first.")
  var lenient = false

  /// The argument that stands for standard input.
  static let standardInput = "-"

  /// Loads cities, and says on standard error what is not among them.
  ///
  /// - Parameters:
  ///   - source: Where they are.
  ///   - loader: Where names of places are, and which names are taken.
  ///   - progress: Where to say what.
  ///   - command: How to read from standard input instead, as somebody would type it.
  /// - Returns: The cities.
  /// - Throws: ``GazetteerError``; ``BenchFailure`` with what to type if the source is compressed.
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

  /// Where cities are by an argument of the command line.
  static func source(_ argument: String) -> LoadingSource {
    argument == standardInput ? .standardInput : .file(URL(filePath: argument))
  }

  /// What writes the content of a compressed file to standard output.
  private static let unpackers = [
    "gzip": "zcat", "zip": "unzip -p", "bzip2": "bzcat", "xz": "xzcat", "zstd": "zstdcat",
  ]
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
