import CitySearch
import Foundation
import PrefixSearch

/// What a process that measures the search over all names is told.
struct NamesJob: Codable, Sendable {
  var dataset: Dataset
  /// The engines to find names by.
  var engines: [Engine.RawValue]
  /// The gazetteer file to open; `nil` to load the cities.
  var gazetteer: URL?
  /// The file that the workloads were written to.
  var workloads: URL
  /// The workload that the baseline is asked.
  var unitWorkload: String
  var plan: LatencyPlan
  /// The seed of the order of subjects, another one for every process.
  var seed: UInt64
}

/// What such a process found out.
struct NamesOutcome: Codable, Sendable {
  var nameCount: Int
  /// What every engine answered.
  var checksums: [BenchmarkResult.AnswerChecksum]
  /// How long the baseline takes to locate own names, before the others.
  var unit: [ProcessLatency]
  var engines: [EngineOutcome]

  struct EngineOutcome: Codable, Sendable {
    var name: String
    var latencies: [ProcessLatency]
  }
}

extension NamesJob {
  /// Measures one thing after the other, the engines in turns.
  func run() async throws -> NamesOutcome {
    try await run(
      over: gazetteer.map { try Gazetteer(mapping: $0) } ?? dataset.gazetteer(),
      workloads: JSONDecoder().decode([Workload].self, from: Data(contentsOf: workloads)))
  }

  /// As `run()`, over cities of the caller's choice.
  func run(over gazetteer: Gazetteer, workloads: [Workload]) async throws -> NamesOutcome {
    var generator = SplitMix64(seed: seed)
    let keys = gazetteer.sortedKeys()
    let baseline = try BuiltSubject(
      .baseline, from: SubjectInput(gazetteer: gazetteer, keys: keys))
    let input = SubjectInput(gazetteer: gazetteer, keys: gazetteer.sortedNameKeys())
    let subjects = try engines.map { name in
      try BuiltSubject(SubjectEntry(overAllNamesBy: name), from: input)
    }
    // Another engine than the one that is the default: one wrong structure does not make both wrong.
    let reference = CityCompleter(gazetteer, index: Engine.sortedArray.makeIndex(over: input.keys))
    var outcome = NamesOutcome(
      nameCount: gazetteer.nameCount, checksums: [], unit: [],
      engines: engines.map { NamesOutcome.EngineOutcome(name: $0, latencies: []) })

    let unit = Measure(workload: unitWorkload, stage: .locate)
    var ownSets = QuerySets(
      workloads: workloads, of: .cities(gazetteer),
      reference: IndexSubject(BinarySearch(keys), over: gazetteer))
    let ownSet = try await ownSets.set(for: unit)
    if !ownSet.queries.isEmpty {
      let timing = MeasureTiming(measure: unit, set: ownSet, plan: plan, caches: nil)
      outcome.unit = try await timing.run([baseline], using: &generator)[baseline.entry.name] ?? []
    }
    for workload in plan.measures.map(\.workload).uniqued() {
      let texts = workloads.first { $0.name == workload }?.texts ?? []
      guard !texts.isEmpty else { continue }
      for (measure, set) in sets(of: workload, texts, answeredBy: reference) {
        if let checksum = set.checksum {
          outcome.checksums.append(.init(measure: measure, value: checksum))
        }
        let timed = try await MeasureTiming(measure: measure, set: set, plan: plan, caches: nil)
          .run(subjects, using: &generator)
        for index in outcome.engines.indices {
          outcome.engines[index].latencies += timed[outcome.engines[index].name] ?? []
        }
      }
    }
    return outcome
  }

  /// The measures of a workload with the answers of the reference, which searches once for all.
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
  /// The search over all names by an engine; the radix tree is the one that the gazetteer has.
  fileprivate init(overAllNamesBy engine: Engine.RawValue) throws {
    guard let engine = Engine(rawValue: engine) else {
      throw BenchFailure("There is no engine \"\(engine)\".")
    }
    self.init(
      name: engine.rawValue, role: .engine, summary: "the search over all names",
      build: { input in
        let index = engine == .radixTree ? nil : engine.makeIndex(over: input.keys)
        return NamesSubject(CityCompleter(input.gazetteer, index: index))
      })
  }
}
