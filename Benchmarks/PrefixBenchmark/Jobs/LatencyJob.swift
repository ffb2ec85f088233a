import CitySearch
import Foundation
import PrefixSearch

/// Build times and latencies of several subjects in one process.
struct LatencyJob: Job {
  var dataset: Dataset
  /// The names of the subjects, which take turns.
  var subjects: [String]
  /// The file that the workloads were written to.
  var workloads: URL
  var plan: LatencyPlan
  /// The seed of the order of subjects, different for every process.
  var seed: UInt64
  /// Whether to compare answers also with those of a linear scan.
  var checksAgainstScan: Bool

  /// Builds all subjects, then takes one measure after the other, with the subjects in turns.
  func run() async throws -> [Figure] {
    try await run(over: dataset.records(), workloads: Workload.all(in: workloads))
  }

  /// As `run()`, over records of the caller's choice.
  func run(over records: Records, workloads: [Workload]) async throws -> [Figure] {
    let input = SubjectInput(records: records, keys: try records.sortedKeys())
    let reference = input.subject(BinarySearch(input.keys))
    var generator = SplitMix64(seed: seed)

    // In random order, since the first one is built in the heap that loading left.
    var built: [String: BuiltSubject] = [:]
    for name in subjects.shuffled(using: &generator) {
      built[name] = try BuiltSubject(.named(name), from: input)
    }
    var running = subjects.compactMap { built[$0] }
    var figures = running.map {
      Figure(Figure.Key($0.entry.name, "build"), .nanoseconds, [$0.buildTime])
    }
    if running.contains(where: { $0.entry.role != .rival }) {
      figures.append(Figure(Figure.Key("clock", "cost"), .nanoseconds, MonotonicClock.cost))
      figures.append(Figure(Figure.Key("clock", "step"), .nanoseconds, MonotonicClock.resolution))
    }

    if checksAgainstScan { try compareWithScan(reference, input, workloads) }
    let caches = plan.measures.contains { $0.caches == .cold } ? CacheWalk() : nil
    var sets = QuerySets(workloads: workloads, of: records, reference: reference)
    for measure in plan.measures {
      let set = try await sets.set(for: measure)
      guard !set.queries.isEmpty else { continue }
      if measure.stage == .fold {
        figures += try timeFolding(measure, over: set)
        continue
      }
      figures += set.checksum(of: measure)
      figures += try await MeasureTiming(measure: measure, set: set, plan: plan, caches: caches)
        .run(running, using: &generator)
    }
    if plan.throughputTime > 0 {
      running.shuffle(using: &generator)
      for subject in running { figures += try await measureThroughput(of: subject, &sets) }
    }
    running.shuffle(using: &generator)
    return figures + (try sweep(running, reference, records, workloads))
  }

  private func sweep(
    _ subjects: [BuiltSubject], _ reference: any Subject, _ records: Records,
    _ workloads: [Workload]
  ) throws -> [Figure] {
    guard plan.sweepCount > 0, let name = plan.measures.first?.workload else { return [] }
    let sweep = RowSweep(
      workload: name, queries: workloads.texts(of: name).map(records.query), reference: reference)
    let swept = subjects.filter {
      $0.subject.stages.contains(.rows) && $0.entry.anotherQuestion == nil
    }
    return try (swept.isEmpty ? [] : sweep.size)
      + swept.map { subject in
        try subject.naming(sweep.measure) {
          try sweep.time(subject, rounds: plan.sweepCount)
        }
      }
  }

  private func timeFolding(_ measure: Measure, over set: QuerySet) throws -> [Figure] {
    var (single, batches) = (TimedPass(), TimedPass())
    for round in 0...plan.rounds {
      let deadline = MonotonicClock.now + plan.passTime
      try single.run(FoldCall(), over: set, until: deadline, recording: round > 0)
      try batches.runBatches(FoldCall(), over: set, until: deadline, recording: round > 0)
    }
    return batches.samples.figures("folding", measure, batch: TimedPass.batchSize)
      + single.samples.figures("folding", measure)
  }

  private func measureThroughput(
    of subject: BuiltSubject, _ sets: inout QuerySets
  ) async throws -> [Figure] {
    guard subject.subject.stages.contains(.cities), subject.entry.anotherQuestion == nil else {
      return []
    }
    let (workload, name) = (plan.measures[0].workload, subject.entry.name)
    var figures: [Figure] = []
    // Ten cities on one thread and on two, as for two search fields; and all matches.
    for (limit, threadCount) in [(10, 1), (10, 2), (nil, 1)] as [(Int?, Int)] {
      let measure = Measure(workload: workload, stage: .cities, limit: limit)
      let set = try await sets.set(for: measure)
      let measurement = ThroughputMeasurement(
        threadCount: threadCount, duration: plan.throughputTime)
      let rate = try subject.naming(measure) {
        try measurement.queriesPerSecond(
          CitiesCall(subject: subject.subject, limit: limit), over: set)
      }
      let threads = threadCount == 1 ? "1 thread" : "\(threadCount) threads"
      figures.append(
        Figure(Figure.Key(name, "throughput", measure, statistic: threads), .perSecond, [rate]))
      if limit == nil {
        let matches = set.queries.reduce(0) { $0 + subject.subject.locate($1) }
        let each = Double(matches) / Double(max(1, set.queries.count))
        figures.append(
          Figure(Figure.Key(name, "cities a second", measure), .perSecond, [rate * each]))
      }
    }
    return figures
  }

  /// Compares the reference with a scan of all names or keys on some queries of every workload.
  private func compareWithScan(
    _ reference: any Subject, _ input: SubjectInput, _ workloads: [Workload]
  ) throws {
    let scan = input.scan
    for workload in workloads where !workload.texts.isEmpty {
      for text in [workload.texts.count / 3, workload.texts.count / 2].map({ workload.texts[$0] }) {
        let query = input.records.query(text)
        let answers = [scan, reference].map { RowsCall(subject: $0, limit: nil)(query) }
        guard answers[0] == answers[1] else {
          throw BenchFailure(
            "The baseline finds \(reference.locate(query)) matches for \"\(text.prefix(40))\", "
              + "but not those \(scan.locate(query)) that the linear scan finds.")
        }
      }
    }
  }
}

/// The measures of latencies, and their durations.
struct LatencyPlan: Codable, Sendable {
  var measures: [Measure]
  /// How often all queries are replayed, each time after once for warming up.
  var rounds: Int
  /// When a pass through the queries ends early, in nanoseconds.
  var passTime: UInt64
  /// How many queries of a measure are timed with cold caches.
  var coldQueryCount: Int
  /// How long throughput is measured with each number of threads, in nanoseconds; 0 for not at all.
  var throughputTime: UInt64
  /// How often the ids of all matches of every query are read; 0 for not at all.
  var sweepCount = 0
}
