import ArgumentParser
import Foundation

/// What a command measures: data, queries and subjects.
struct ChoiceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Search these cities instead of those shipped: a GeoNames file, the JSON of the city challenge, "
        + "a gazetteer, or - for standard input.", valueName: "file"))
  var cities: String?

  @Option(
    help: ArgumentHelp(
      "Search these keys instead of cities: any text in UTF-8, one key a line, 100 to 10 million, or - "
        + "for standard input. They are compared byte by byte, as they stand.", valueName: "file"))
  var keys: String?

  @Option(
    name: .customLong("workload"),
    help: ArgumentHelp(
      "Replay only this workload (see `bench list`); may be repeated. The first has every stage.",
      valueName: "name"))
  var workloads: [WorkloadChoice] = []

  @Option(
    name: .customLong("subject"),
    help: ArgumentHelp(
      "Measure only this subject (see `bench list`) beside the baseline; may be repeated.",
      valueName: "name"))
  var subjects: [SubjectChoice] = []

  @Option(
    name: .customLong("program"),
    help: ArgumentHelp(
      "Measure a program in another language, too (see Benchmarks/Programs); may be repeated.",
      valueName: "name=file"))
  var programs: [ProgramChoice] = []

  func validate() throws {
    guard cities == nil || keys == nil else {
      throw ValidationError("--cities and --keys exclude each other.")
    }
    if keys != nil {
      if let entry = subjects.map(\.entry).first(where: \.needsCities) {
        throw ValidationError("\(entry.name) searches names of cities, and no other keys.")
      }
      if let entry = workloads.map(\.entry).first(where: \.needsCities) {
        throw ValidationError("The workload \(entry.name) is made of names of cities, not of keys.")
      }
    }
    for names in [
      workloads.map(\.entry.name), subjects.map(\.entry.name), programs.map(\.entry.name),
    ] {
      for (index, name) in names.enumerated() where names[..<index].contains(name) {
        throw ValidationError("\(name) is asked for twice.")
      }
    }
  }

  /// What to search.
  var dataset: Dataset {
    if let keys { return Dataset(.keys, path: keys) }
    return cities.map { Dataset(.cities, path: $0) } ?? .shipped
  }

  /// The same options as arguments of another process.
  var arguments: [String] {
    (cities.map { ["--cities", $0] } ?? []) + (keys.map { ["--keys", $0] } ?? [])
      + workloads.flatMap { ["--workload", $0.entry.name] }
      + subjects.flatMap { ["--subject", $0.entry.name] }
      + programs.flatMap { ["--program", $0.argument] }
  }

  /// What to run.
  func plan(
    _ extent: Extent, processes: Int? = nil, rounds: Int? = nil, seed: UInt64,
    measuresScale: Bool = false
  ) -> RunPlan {
    func suits(_ needsCities: Bool) -> Bool { keys == nil || !needsCities }
    let chosen = subjects.map(\.entry.name)
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
    let asked = Set(workloads.map(\.entry.name))
    let ofNames = Extent.nameWorkloads.filter { asked.isEmpty || asked.contains($0.name) }
    let own = workloads.map(\.entry).filter { entry in
      WorkloadEntry.all.contains { $0.name == entry.name }
    }
    return RunPlan(
      dataset: dataset, extent: extent, processCount: processes ?? extent.processCount,
      rounds: rounds, seed: seed,
      subjects: entries.filter { suits($0.needsCities) } + programs.map(\.entry),
      unsuitable: entries.filter { !suits($0.needsCities) }.map(\.name),
      // Every figure is in terms of the first workload, whatever else is asked for.
      workloads: asked.isEmpty
        ? extent.workloads.filter { suits($0.needsCities) }
        : own.isEmpty ? Array(WorkloadEntry.all.prefix(1)) : own,
      nameWorkloads: keys == nil ? Array(ofNames) : [], measuresScale: measuresScale)
  }
}

/// How thoroughly a command measures.
struct MeasuringOptions: ParsableArguments {
  @Flag(help: "How much to measure.")
  var extent = Extent.standard

  @OptionGroup var choices: ChoiceOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Fresh processes for each latency, 1 to 1000; by default 1, 3 or 10.", valueName: "number"))
  var processes: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How often each process replays the queries, 1 to 10000; by default 3 or 5.",
      valueName: "number"))
  var rounds: Int?

  @Option(parsing: .unconditional, help: "The seed of workloads and of the order of the subjects.")
  var seed: UInt64 = 1

  func validate() throws {
    guard (1...1_000).contains(processes ?? 1) else {
      throw ValidationError("--processes takes a number from 1 to 1000, not \(processes ?? 0).")
    }
    guard (1...10_000).contains(rounds ?? 1) else {
      throw ValidationError("--rounds takes a number from 1 to 10000, not \(rounds ?? 0).")
    }
  }

  /// What to run.
  func plan(measuresScale: Bool) -> RunPlan {
    choices.plan(
      extent, processes: processes, rounds: rounds, seed: seed, measuresScale: measuresScale)
  }
}

extension Extent: EnumerableFlag {
  static func name(for value: Extent) -> NameSpecification { .long }

  static func help(for value: Extent) -> ArgumentHelp? {
    switch value {
    case .quick: "Take one process and the main figures: half a minute."
    case .standard: "Take what the table needs: about a minute. This is the default."
    case .full: "Take everything, ten processes, and growth with size: about 40 minutes."
    }
  }
}

/// A workload by its name on the command line.
struct WorkloadChoice: ExpressibleByArgument {
  let entry: WorkloadEntry

  init?(argument: String) {
    guard let entry = WorkloadEntry.named.first(where: { $0.name == argument.lowercased() })
    else { return nil }
    self.entry = entry
  }

  /// What error messages say is allowed.
  static var allValueStrings: [String] { WorkloadEntry.named.map(\.name) }
}

/// A subject by its name on the command line; case does not matter.
struct SubjectChoice: ExpressibleByArgument {
  let entry: SubjectEntry

  init?(argument: String) {
    guard let entry = try? SubjectEntry.named(argument) else { return nil }
    self.entry = entry
  }

  /// What error messages say is allowed.
  static var allValueStrings: [String] { SubjectEntry.all.map(\.name) }
}

/// A program in another language on the command line: a name for tables, and its file.
struct ProgramChoice: ExpressibleByArgument {
  let entry: SubjectEntry
  /// As it was written.
  let argument: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, (try? SubjectEntry.named(parts[0])) == nil,
      FileManager.default.isExecutableFile(atPath: parts[1])
    else { return nil }
    entry = SubjectEntry(program: URL(filePath: parts[1]), named: parts[0])
    self.argument = argument
  }

  /// What error messages say is allowed.
  static var allValueStrings: [String] {
    ["NAME=FILE, with a name that no subject has and a file that can be run"]
  }
}
