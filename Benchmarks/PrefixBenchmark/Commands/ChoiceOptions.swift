import ArgumentParser
import Foundation

/// The data, queries and subjects to measure.
struct ChoiceOptions: ParsableArguments {
  @Option(help: .cities)
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
    _ extent: Extent, processes: Int? = nil, seed: UInt64
  ) -> RunPlan {
    func suits(_ needsCities: Bool) -> Bool { keys == nil || !needsCities }
    let chosen = subjects.map(\.name)
    let entries = SubjectEntry.all.filter { entry in
      chosen.isEmpty || chosen.contains(entry.name) || entry.role == .baseline
    }
    let asked = Set(workloads.map(\.name))
    let ofNames = Extent.nameWorkloads.filter { asked.isEmpty || asked.contains($0.name) }
    let own = workloads.filter { entry in
      WorkloadEntry.all.contains { $0.name == entry.name }
    }
    return RunPlan(
      dataset: dataset, extent: extent, processCount: processes ?? extent.processCount,
      seed: seed,
      subjects: entries.filter { suits($0.needsCities) } + programs,
      unsuitable: entries.filter { !suits($0.needsCities) }.map(\.name),
      // Ratios refer to the first workload, so there must be one.
      workloads: asked.isEmpty
        ? extent.workloads.filter { suits($0.needsCities) }
        : own.isEmpty ? Array(WorkloadEntry.all.prefix(1)) : own,
      nameWorkloads: keys == nil && extent != .engines ? Array(ofNames) : [])
  }
}
