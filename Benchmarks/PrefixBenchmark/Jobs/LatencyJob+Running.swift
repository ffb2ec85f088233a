import CitySearch
import Fixtures
import Foundation
import PrefixSearch

extension LatencyJob {
  /// Builds all subjects, then measures one thing after the other, the subjects in turns.
  func run() async throws -> LatencyOutcome {
    try await run(
      over: dataset.records(),
      workloads: JSONDecoder().decode([Workload].self, from: Data(contentsOf: workloads)))
  }

  /// As `run()`, over records of the caller's choice.
  func run(over records: Records, workloads: [Workload]) async throws -> LatencyOutcome {
    let input = SubjectInput(records: records, keys: try records.sortedKeys())
    let reference = input.subject(BinarySearch(input.keys))
    var outcome = LatencyOutcome(
      clockCost: Double(MonotonicClock.cost), clockResolution: Double(MonotonicClock.resolution),
      checksums: [], shared: [], subjects: [])
    var generator = SplitMix64(seed: seed)

    // Built in random order: what is built first finds the heap as loading left it.
    var built: [String: BuiltSubject] = [:]
    for name in subjects.shuffled(using: &generator) {
      built[name] = try BuiltSubject(.named(name), from: input)
    }
    var running = subjects.compactMap { built[$0] }
    var latencies: [String: [ProcessLatency]] = [:]
    var throughput: [String: [LatencyOutcome.ThroughputOutcome]] = [:]

    if checksAgainstScan { try compareWithScan(reference, input, workloads) }
    let caches = plan.measures.contains { $0.caches == .cold } ? CacheWalk() : nil
    var sets = QuerySets(workloads: workloads, of: records, reference: reference)
    for measure in plan.measures {
      let set = try await sets.set(for: measure)
      guard !set.queries.isEmpty else { continue }
      if measure.stage == .fold {
        outcome.shared += try timeFolding(measure, over: set)
        continue
      }
      if let checksum = set.checksum {
        outcome.checksums.append(.init(measure: measure, value: checksum))
      }
      let timed = try await MeasureTiming(measure: measure, set: set, plan: plan, caches: caches)
        .run(running, using: &generator)
      for (name, found) in timed { latencies[name, default: []] += found }
    }
    if plan.throughputTime > 0 {
      running.shuffle(using: &generator)
      for subject in running {
        throughput[subject.entry.name] = try await measureThroughput(of: subject, &sets)
      }
    }
    running.shuffle(using: &generator)
    let sweeps = try sweep(running, reference, records, workloads)
    outcome.subjects = subjects.compactMap { name in
      built[name].map { subject in
        LatencyOutcome.SubjectOutcome(
          name: name, structure: subject.structure, buildTime: subject.buildTime,
          latencies: latencies[name] ?? [], throughput: throughput[name] ?? [], sweep: sweeps[name])
      }
    }
    return outcome
  }

  private func sweep(
    _ subjects: [BuiltSubject], _ reference: any Subject, _ records: Records,
    _ workloads: [Workload]
  ) throws -> [String: LatencyOutcome.SweepOutcome] {
    guard plan.sweepCount > 0, let name = plan.measures.first?.workload,
      let texts = workloads.first(where: { $0.name == name })?.texts
    else { return [:] }
    let sweep = RowSweep(
      workload: name, queries: texts.map(records.query), reference: reference)
    var outcomes: [String: LatencyOutcome.SweepOutcome] = [:]
    for subject in subjects
    where subject.subject.stages.contains(.rows) && subject.entry.anotherQuestion == nil {
      do {
        outcomes[subject.entry.name] = try sweep.time(subject.subject, rounds: plan.sweepCount)
      } catch is WrongAnswer {
        throw subject.failure(sweep.measure)
      }
    }
    return outcomes
  }

  private func timeFolding(_ measure: Measure, over set: QuerySet) throws -> [ProcessLatency] {
    var (single, batches) = (TimedPass(), TimedPass())
    for round in 0...plan.rounds {
      let deadline = MonotonicClock.now + plan.passTime
      try single.run(FoldCall(), over: set, until: deadline, recording: round > 0)
      try batches.runBatches(FoldCall(), over: set, until: deadline, recording: round > 0)
    }
    return [
      ProcessLatency(measure, batch: TimedPass.batchSize, samples: batches.samples),
      ProcessLatency(measure, batch: 1, samples: single.samples),
    ].compactMap { $0 }
  }

  private func measureThroughput(
    of subject: BuiltSubject, _ sets: inout QuerySets
  ) async throws -> [LatencyOutcome.ThroughputOutcome] {
    guard subject.subject.stages.contains(.cities), subject.entry.anotherQuestion == nil else {
      return []
    }
    let workload = plan.measures[0].workload
    var outcomes: [LatencyOutcome.ThroughputOutcome] = []
    // Ten cities on one thread and on two, as two search fields ask for them; and all of them.
    for (limit, threadCount) in [(10, 1), (10, 2), (nil, 1)] as [(Int?, Int)]
    where threadCount == 1 || subject.subject.isSafeToShare {
      let measure = Measure(workload: workload, stage: .cities, limit: limit)
      let set = try await sets.set(for: measure)
      let measurement = ThroughputMeasurement(
        threadCount: threadCount, duration: plan.throughputTime)
      do {
        let rate = try measurement.queriesPerSecond(
          CitiesCall(subject: subject.subject, limit: limit), over: set)
        let matches = set.queries.reduce(0) { $0 + subject.subject.locate($1) }
        outcomes.append(
          LatencyOutcome.ThroughputOutcome(
            measure: measure, threadCount: threadCount, queriesPerSecond: rate,
            citiesPerSecond: limit == nil
              ? rate * Double(matches) / Double(max(1, set.queries.count)) : nil))
      } catch is WrongAnswer {
        throw subject.failure(measure)
      }
    }
    return outcomes
  }

  /// Compares the reference with a scan of all names or keys on some queries of every workload.
  private func compareWithScan(
    _ reference: any Subject, _ input: SubjectInput, _ workloads: [Workload]
  ) throws {
    let scan = input.scan
    for workload in workloads where !workload.texts.isEmpty {
      for text in [workload.texts.count / 3, workload.texts.count / 2].map({ workload.texts[$0] }) {
        let query = input.records.query(text)
        let answers = [scan, reference].map { RowsCall(subject: $0, limit: nil).answer(to: query) }
        guard answers[0] == answers[1] else {
          throw BenchFailure(
            "The baseline finds \(reference.locate(query)) matches for \"\(text.prefix(40))\", "
              + "but not those \(scan.locate(query)) that the linear scan finds.")
        }
      }
    }
  }
}
