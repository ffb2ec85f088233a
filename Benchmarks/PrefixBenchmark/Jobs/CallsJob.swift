import CitySearch
import Foundation
import PrefixSearch

/// Times of all documented calls of the search.
struct CallsJob: Job {
  var dataset: Dataset
  /// The gazetteer file to open; `nil` to load the cities.
  var gazetteer: URL?
  /// The file that the workloads were written to.
  var workloads: URL
  /// The workload with texts of people who type.
  var workload: String
  /// Whether every call is made once, instead of as often as time permits.
  var isBrief = false
  /// The seed of the order of calls, another one for every process.
  var seed: UInt64

  func run() async throws -> [Figure] {
    let gazetteer = try gazetteer.map { try Gazetteer(mapping: $0) } ?? dataset.gazetteer()
    return try await run(
      over: gazetteer, by: CityIndex(gazetteer), workloads: Workload.all(in: workloads))
  }

  /// Times the calls of an index over a gazetteer.
  func run(
    over gazetteer: Gazetteer, by cities: CityIndex, workloads: [Workload]
  ) async throws -> [Figure] {
    // Not the default engine, so that an error in one structure is found by the other.
    let reference = CityIndex(
      gazetteer, index: Engine.sortedArray.makeIndex(over: gazetteer.sortedKeys()),
      allNames: Engine.sortedArray.makeIndex(over: gazetteer.sortedNameKeys()))
    let typed = workloads.texts(of: workload).spread(to: CallText.typedCount)
    let texts = CallText.all(typed: typed).filter { !$0.texts.isEmpty }
    var answers = CallAnswers(reference)
    var generator = SplitMix64(seed: seed)
    var timing = CallTiming(DocumentedCall.calls(texts, answers: &answers), of: cities)
    try await timing.warmUp()
    try await timing.run(for: { isBrief ? 0 : $0.time }, using: &generator)
    return timing.figures
  }
}
