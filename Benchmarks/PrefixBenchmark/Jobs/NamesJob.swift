import Algorithms
import CitySearch
import Foundation
import PrefixSearch

/// Latencies of the search over all names.
struct NamesJob: Job {
  var dataset: Dataset
  /// The engines of the search.
  var engines: [Engine.RawValue]
  /// The gazetteer file to open; `nil` to load the cities.
  var gazetteer: URL?
  /// The file that the workloads were written to.
  var workloads: URL
  /// The workload of the baseline.
  var unitWorkload: String
  var plan: LatencyPlan
  /// The seed of the order of subjects, another one for every process.
  var seed: UInt64

  /// Takes one measure after the other, with the engines in turns.
  func run() async throws -> [Figure] {
    try await run(
      over: gazetteer.map { try Gazetteer(mapping: $0) } ?? dataset.gazetteer(),
      workloads: Workload.all(in: workloads))
  }

  /// As `run()`, over cities of the caller's choice.
  func run(over gazetteer: Gazetteer, workloads: [Workload]) async throws -> [Figure] {
    var generator = SplitMix64(seed: seed)
    let keys = gazetteer.sortedKeys()
    var unitEntry = SubjectEntry.baseline
    unitEntry.name = RunRecord.baselineBesideNames
    let baseline = try BuiltSubject(
      unitEntry, from: SubjectInput(gazetteer: gazetteer, keys: keys))
    let input = SubjectInput(gazetteer: gazetteer, keys: gazetteer.sortedNameKeys())
    let subjects = try engines.map { name in
      try BuiltSubject(SubjectEntry(overAllNamesBy: name), from: input)
    }
    // Not the default engine, so that an error in one structure is found by the other.
    let reference = CityCompleter(gazetteer, index: Engine.sortedArray.makeIndex(over: input.keys))
    var figures = [Figure(Figure.Key("all names", "names"), .count, gazetteer.nameCount)]

    let unit = Measure(workload: unitWorkload, stage: .locate)
    var ownSets = QuerySets(
      workloads: workloads, of: .cities(gazetteer),
      reference: IndexSubject(BinarySearch(keys), over: gazetteer))
    let ownSet = try await ownSets.set(for: unit)
    if !ownSet.queries.isEmpty {
      figures += try await MeasureTiming(measure: unit, set: ownSet, plan: plan, caches: nil)
        .run([baseline], using: &generator)
    }
    for workload in plan.measures.map(\.workload).uniqued() {
      let texts = workloads.texts(of: workload)
      guard !texts.isEmpty else { continue }
      for (measure, set) in sets(of: workload, texts, answeredBy: reference) {
        figures += set.checksum(of: measure)
        figures += try await MeasureTiming(measure: measure, set: set, plan: plan, caches: nil)
          .run(subjects, using: &generator)
      }
    }
    return figures
  }

  /// The measures of a workload with the answers of the reference, which searches once for all measures.
  private func sets(
    of workload: String, _ texts: [String], answeredBy reference: CityCompleter
  ) -> [(Measure, QuerySet)] {
    let measures = plan.measures.filter { $0.workload == workload }
    let queries = texts.map { PreparedQuery($0) }
    var answers = measures.map { _ in [UInt64]() }
    for query in queries {
      var known: [(limit: Int?, typos: TypoTolerance?, matches: CityMatches)] = []
      for (number, measure) in measures.enumerated() {
        let matches =
          known.first { $0.limit == measure.limit && $0.typos == measure.typos }?.matches
          ?? reference.search(
            SearchQuery(
              query.text, typos: measure.typos ?? .automatic, limit: measure.limit))
        known.append((measure.limit, measure.typos, matches))
        var digest = AnswerDigest(reading: measure.reading)
        if measure.stage == .rows {
          for id in matches.ids { digest.add(id: id) }
        } else {
          digest.add(matches)
        }
        answers[number].append(digest.value)
      }
    }
    return zip(measures, answers).map { ($0, QuerySet(queries: queries, answers: $1)) }
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
            ? CityCompleter(input.gazetteer)
            : CityCompleter(input.gazetteer, index: engine.makeIndex(over: input.keys)))
      })
  }
}
