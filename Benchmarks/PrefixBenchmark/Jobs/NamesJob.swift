import CitySearch
import Foundation
import PrefixSearch

/// Latencies of the search over all names.
struct NamesJob: Job {
  var dataset: Dataset
  var engines: [Engine.RawValue]
  /// The gazetteer file to open; `nil` to load the cities.
  var gazetteer: URL?
  /// The file that the workloads were written to.
  var workloads: URL
  var unitWorkload: String
  var plan: LatencyPlan
  /// The seed of the order of subjects, another one for every process.
  var seed: UInt64

  func run() async throws -> [Figure] {
    try await run(
      over: gazetteer.map { try Gazetteer(mapping: $0) } ?? dataset.gazetteer(),
      workloads: Workload.all(in: workloads))
  }

  /// Takes one measure after the other over cities, with the engines in turns.
  ///
  /// The first measure is that of the baseline, the unit of ratios.
  func run(over gazetteer: Gazetteer, workloads: [Workload]) async throws -> [Figure] {
    let ownNames = SubjectInput(gazetteer: gazetteer, keys: gazetteer.sortedKeys())
    let allNames = SubjectInput(gazetteer: gazetteer, keys: gazetteer.sortedNameKeys())
    var unit = SubjectEntry.baseline
    unit.name = RunRecord.baselineBesideNames
    let subjects =
      [try BuiltSubject(unit, from: ownNames)]
      + (try engines.map {
        try BuiltSubject(SubjectEntry(overAllNamesBy: $0), from: allNames)
      })
    var sets = QuerySets(
      workloads: workloads, records: .cities(gazetteer), reference: subjects[0].subject,
      // Not the default engine, so that an error in one structure is found by the other.
      names: CityIndex(
        gazetteer, index: Engine.sortedArray.makeIndex(over: ownNames.keys),
        allNames: Engine.sortedArray.makeIndex(over: allNames.keys)))
    var plan = plan
    plan.measures.insert(Measure(workload: unitWorkload, stage: .locate), at: 0)
    var generator = SplitMix64(seed: seed)
    return [Figure(Figure.Key("all names", .names), .count, gazetteer.nameCount)]
      + (try await plan.figures(of: subjects, asking: &sets, using: &generator))
  }
}

extension SubjectEntry {
  /// The search over all names by an engine; the radix tree is that of the gazetteer.
  fileprivate init(overAllNamesBy engine: Engine.RawValue) throws {
    guard let engine = Engine(rawValue: engine) else {
      throw BenchFailure("There is no engine \"\(engine)\".")
    }
    self.init(
      name: engine.rawValue, role: .engine, summary: "the search over all names",
      build: { input in
        NamesSubject(
          engine == .radixTree
            ? CityIndex(input.gazetteer)
            : CityIndex(
              input.gazetteer, index: engine.makeIndex(over: input.gazetteer.sortedKeys()),
              allNames: engine.makeIndex(over: input.keys)))
      })
  }
}
