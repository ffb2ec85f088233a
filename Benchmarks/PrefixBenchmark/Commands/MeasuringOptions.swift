package import ArgumentParser
import Foundation
import PrefixSearch

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

  package static func number(_ abstract: String) -> ArgumentHelp {
    ArgumentHelp(abstract, valueName: "number")
  }
}

extension [String] {
  /// A sentence that suggests the name that a word may mean: the only one that it begins, or the nearest in
  /// spelling; if there is none, it lists all.
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

/// The data, queries and subjects to measure.
struct ChoiceOptions: ParsableArguments {
  @Option(
    help: .file(
      "Search these cities instead of those shipped: a GeoNames file, the JSON of the city challenge, "
        + "a gazetteer, or - for standard input."))
  var cities: String?

  @Option(
    help: .file(
      "Search these keys instead of cities: UTF-8 text, one key per line, 100 to 10 million keys, or - "
        + "for standard input. Keys are compared byte by byte."))
  var keys: String?

  @Option(
    name: .customLong("workload"),
    help: ArgumentHelp(
      "Replay only this workload (see `bench list`); may be repeated. The first one is measured at "
        + "every stage.",
      valueName: "name"))
  var workloads: [WorkloadEntry] = []

  @Option(
    name: .customLong("subject"),
    help: ArgumentHelp(
      "Measure only this subject (see `bench list`) beside the baseline; may be repeated.",
      valueName: "name"))
  var subjects: [SubjectEntry] = []

  @Option(
    name: .customLong("program"),
    help: ArgumentHelp(
      "Also measure a program in another language (see Benchmarks/Programs); may be repeated.",
      valueName: "name=file"), transform: SubjectEntry.init(programArgument:))
  var programs: [SubjectEntry] = []

  func validate() throws {
    guard cities == nil || keys == nil else {
      throw ValidationError("--cities and --keys exclude each other.")
    }
    if keys != nil {
      if let entry = subjects.first(where: \.needsCities) {
        throw ValidationError("\(entry.name) searches names of cities, and no other keys.")
      }
      if let entry = workloads.first(where: \.needsCities) {
        throw ValidationError("The workload \(entry.name) is made of names of cities, not of keys.")
      }
    }
    for names in [
      workloads.map(\.name), subjects.map(\.name), programs.map(\.name),
    ] {
      if let twice = names.firstRepeated { throw ValidationError("\(twice) is given twice.") }
    }
  }

  var dataset: Dataset {
    if let keys { return Dataset(.keys, path: keys) }
    return cities.map { Dataset(.cities, path: $0) } ?? .shipped
  }

  /// The same options as arguments of another process.
  var arguments: [String] {
    let programs = programs.map { "\($0.name)=\($0.program?.path ?? "")" }
    let options: [(name: String, values: [String])] = [
      ("--cities", cities.map { [$0] } ?? []), ("--keys", keys.map { [$0] } ?? []),
      ("--workload", workloads.map(\.name)), ("--subject", subjects.map(\.name)),
      ("--program", programs),
    ]
    return options.flatMap { name, values in values.flatMap { [name, $0] } }
  }

  func plan(
    _ extent: Extent, processes: Int? = nil, rounds: Int? = nil, seed: UInt64,
    measuresScale: Bool = false
  ) -> RunPlan {
    func suits(_ needsCities: Bool) -> Bool { keys == nil || !needsCities }
    let chosen = subjects.map(\.name)
    let entries = SubjectEntry.all.filter { entry in
      guard chosen.isEmpty else {
        return chosen.contains(entry.name) || entry.role == .baseline
      }
      return switch extent {
      case .quick: entry.role != .rival
      case .standard: entry.runsByDefault
      case .full: true
      }
    }
    let asked = Set(workloads.map(\.name))
    let ofNames = Extent.nameWorkloads.filter { asked.isEmpty || asked.contains($0.name) }
    let own = workloads.filter { entry in
      WorkloadEntry.all.contains { $0.name == entry.name }
    }
    return RunPlan(
      dataset: dataset, extent: extent, processCount: processes ?? extent.processCount,
      rounds: rounds, seed: seed,
      subjects: entries.filter { suits($0.needsCities) } + programs,
      unsuitable: entries.filter { !suits($0.needsCities) }.map(\.name),
      // Ratios refer to the first workload, so there must be one.
      workloads: asked.isEmpty
        ? extent.workloads.filter { suits($0.needsCities) }
        : own.isEmpty ? Array(WorkloadEntry.all.prefix(1)) : own,
      nameWorkloads: keys == nil ? Array(ofNames) : [], measuresScale: measuresScale)
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

  @Flag(help: "Print all tables, each in one piece, for wide terminals.")
  var wide = false

  @Option(
    help: .file("Write the tables between the comments of this Markdown file; may be repeated."))
  var readme: [String] = []
}

extension Extent: EnumerableFlag {
  package static func name(for value: Extent) -> NameSpecification { .long }

  package static func help(for value: Extent) -> ArgumentHelp? {
    switch value {
    case .quick: "Measure the main figures in one process: half a minute."
    case .standard: "Measure the figures of the table: about a minute. This is the default."
    case .full: "Measure everything in ten processes, and growth with size: about 40 minutes."
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
