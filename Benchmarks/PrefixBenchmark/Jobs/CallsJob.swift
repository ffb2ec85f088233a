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
  var unitWorkload: String
  /// Whether every call is made once, instead of as often as time permits.
  var isBrief = false
  /// The seed of the order of calls, another one for every process.
  var seed: UInt64

  func run() async throws -> [Figure] {
    let gazetteer = try gazetteer.map { try Gazetteer(mapping: $0) } ?? dataset.gazetteer()
    return try await run(
      over: gazetteer, by: CityIndex(gazetteer), workloads: Workload.all(in: workloads))
  }

  /// Times the calls of an index over a gazetteer, and first what only the first search costs.
  func run(
    over gazetteer: Gazetteer, by cities: CityIndex, workloads: [Workload]
  ) async throws -> [Figure] {
    let once = firstSearches(of: cities, over: gazetteer)
    let keys = gazetteer.sortedKeys()
    // Not the default engine, so that an error in one structure is found by the other.
    let reference = CityIndex(
      gazetteer, index: Engine.sortedArray.makeIndex(over: keys),
      allNames: Engine.sortedArray.makeIndex(over: gazetteer.sortedNameKeys()))
    let typed = workloads.texts(of: unitWorkload).spread(to: CallText.typedCount)
    let texts = CallText.all(typed: typed).filter { !$0.texts.isEmpty }
    var answers = CallAnswers(reference)
    let calls =
      Call.grid(texts, answers: &answers) + DocumentedCall.calls(texts, answers: &answers)
    var generator = SplitMix64(seed: seed)
    var timing = CallTiming(calls, of: cities)
    try await timing.warmUp()
    try await timing.run(for: { isBrief ? 0 : $0.time }, using: &generator)
    let found = FoundMatches(typed, of: cities, like: reference)
    let measure = Measure(workload: unitWorkload, stage: .cities)
    return once + CallFigures(calls, timing.samples, texts).all
      + [Figure(checksum: timing.checksum, of: Figure.Key("calls", .answers, measure))]
      + (try found.figures(rounds: Self.foundRounds))
      + (try await unit(over: gazetteer, keys, workloads, using: &generator))
  }

  /// How often further matches and highlights are read of each text.
  private static let foundRounds = 5

  /// The time in which the baseline locates own names, which is the unit of ratios.
  private func unit(
    over gazetteer: Gazetteer, _ keys: SortedKeys, _ workloads: [Workload],
    using generator: inout SplitMix64
  ) async throws -> [Figure] {
    var entry = SubjectEntry.baseline
    entry.name = RunRecord.baselineBesideCalls
    let subject = try BuiltSubject(entry, from: SubjectInput(gazetteer: gazetteer, keys: keys))
    var sets = QuerySets(
      workloads: workloads, records: .cities(gazetteer), reference: subject.subject)
    let plan = LatencyPlan(
      measures: [Measure(workload: unitWorkload, stage: .locate)], rounds: 3,
      passTime: 25_000_000)
    return try await plan.figures(of: [subject], asking: &sets, using: &generator)
      .filter { $0.unit != .checksum }
  }
}

// MARK: - What the first search costs

extension CallsJob {
  /// Times the searches that make what later ones use, once for each process.
  private func firstSearches(of cities: CityIndex, over gazetteer: Gazetteer) -> [Figure] {
    // The pages of the file are mapped, and code is loaded, by a search that makes nothing.
    blackHole(cities.search(for: "s").page(0..<Self.warmCount))
    func figure<Result>(_ quantity: Figure.Quantity, _ body: () -> Result) -> Figure {
      var samples = Samples()
      blackHole(samples.time(body))
      return Figure(Figure.Key(CallFigures.subject, quantity), .nanoseconds, samples.total)
    }
    func search(_ order: CityOrder) -> [CityMatch] {
      cities.search(SearchQuery("s", order: order)).page(0..<10)
    }
    return [
      figure(.firstSearchByDistance) { search(CityOrder(.distance)) },
      figure(.firstSearchByPopulation) { search(.population) },
      figure(.nearestCities) { NearestCities(gazetteer) },
    ]
  }

  private static let warmCount = 50
}
