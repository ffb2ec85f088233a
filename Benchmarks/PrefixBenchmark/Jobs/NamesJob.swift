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
      + (try engines.map { name in
        // The radix trees are those of the gazetteer.
        let cities =
          name == Engine.radixTree.rawValue
          ? CityIndex(gazetteer) : Self.cities(gazetteer, allNames.keys, by: name)
        return BuiltSubject(try .named(name), NamesSubject(cities))
      })
    var sets = QuerySets(
      workloads: workloads, records: .cities(gazetteer), reference: subjects[0].subject,
      // Not the default engine, so that an error in one structure is found by the other.
      names: Self.cities(gazetteer, allNames.keys, by: Engine.sortedArray.rawValue))
    var plan = plan
    plan.measures.insert(Measure(workload: unitWorkload, stage: .locate), at: 0)
    var generator = SplitMix64(seed: seed)
    return [Figure(Figure.Key("all names", .names), .count, gazetteer.nameCount)]
      + (try await plan.figures(of: subjects, asking: &sets, using: &generator))
  }

  private static func cities(
    _ gazetteer: Gazetteer, _ allNames: SortedKeys, by engine: String
  ) -> CityIndex {
    let engine = Engine(rawValue: engine) ?? .sortedArray
    return CityIndex(gazetteer, index: engine.makeIndex(over: allNames))
  }
}
