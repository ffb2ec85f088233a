package import ArgumentParser
import Foundation
import PrefixSearch
package import PrefixMeasuring

/// Checks a number of the command line; one that is not given passes, and an error names the limits.
package func checkLimits<Number: Comparable>(
  of option: String, _ number: Number?, _ limits: ClosedRange<Number>
) throws {
  guard let number, !limits.contains(number) else { return }
  throw ValidationError(
    "\(option) must be from \(limits.lowerBound) to \(limits.upperBound), got \(number)")
}

extension ArgumentHelp {
  /// The help for an option or argument that is a file.
  package static func file(_ abstract: String) -> ArgumentHelp {
    ArgumentHelp(abstract, valueName: "file")
  }

  /// The help for the option of the cities to search.
  package static let cities = file(
    "Search these cities instead of those shipped: a GeoNames file, a table with a header (CSV), JSON, a "
      + "gazetteer, or - for standard input.")

  package static func number(_ abstract: String) -> ArgumentHelp {
    ArgumentHelp(abstract, valueName: "number")
  }
}

extension [String] {
  /// A sentence that suggests the name that a word may mean.
  ///
  /// That is the only name that begins with the word, or else the one with the nearest spelling. Without
  /// such a name, the sentence lists all names.
  package func advice(for word: String) -> String {
    func letters(_ name: String) -> String { name.lowercased().filter { $0 != "-" } }
    let completed = filter { !word.isEmpty && letters($0).hasPrefix(letters(word)) }
    let automaton = EditAutomaton(letters(word).unicodeScalars.map(\.value), limit: 2)
    let nearest = compactMap { name in
      automaton.distance(to: letters(name)).map { (name, $0) }
    }.min { $0.1 < $1.1 }?.0
    let meant = completed.count == 1 ? completed[0] : nearest
    return meant.map { "Did you mean '\($0)'?" } ?? "There are \(joined(separator: ", "))."
  }
}

/// How much figures may grow.
package struct LimitsOption: ParsableArguments {
  @Option(help: .file("Limits of growth, instead of those in Comparing/limits.tsv."))
  var limits: String?

  package init() {}

  /// The limits in the file that was given, else those that are shipped.
  package func load() throws -> Limits {
    try limits.map { try Limits(contentsOf: URL(filePath: $0)) } ?? .shipped()
  }
}

/// The form in which a result is printed, and the documents that get its tables.
struct ReportingOptions: ParsableArguments {
  @Option(help: "The form of the printed result.")
  var format = OutputFormat.table

  @Option(
    help: .file("Write the tables between the comments of this Markdown file; may be repeated."))
  var readme: [String] = []
}

extension Extent: EnumerableFlag {
  package static func name(for value: Extent) -> NameSpecification { .long }

  package static func help(for value: Extent) -> ArgumentHelp? {
    switch value {
    case .engines: "Measure the table of engines: less than a minute. This is the default."
    case .quick: "Measure what `compare` compares, in one process: about a minute."
    case .full: "Measure everything that is published: some minutes."
    }
  }
}

/// A workload by its name on the command line.
extension WorkloadEntry: ExpressibleByArgument {
  package init?(argument: String) {
    guard let entry = Self.named.first(where: { $0.name == argument.lowercased() }) else {
      return nil
    }
    self = entry
  }

  /// The allowed values in error messages.
  package static var allValueStrings: [String] { named.map(\.name) }
}

/// A subject by its name on the command line; case does not matter.
extension SubjectEntry: ExpressibleByArgument {
  package init?(argument: String) {
    guard let entry = try? Self.named(argument) else { return nil }
    self = entry
  }

  /// The allowed values in error messages.
  package static var allValueStrings: [String] { all.map(\.name) }

  /// A program in another language as `NAME=FILE`.
  package init(programArgument argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, (try? Self.named(parts[0])) == nil,
      FileManager.default.isExecutableFile(atPath: parts[1])
    else {
      throw ValidationError(
        "--program must be NAME=FILE, with a new name and an executable file, got \(argument)")
    }
    self.init(program: URL(filePath: parts[1]), named: parts[0])
  }
}
