import Algorithms
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

  func run() async throws -> [Figure] {
    try await run(over: dataset.records(), workloads: Workload.all(in: workloads))
  }

  /// Builds all subjects over records, and takes all figures of each.
  func run(over records: Records, workloads: [Workload]) async throws -> [Figure] {
    let input = SubjectInput(records: records, keys: try records.sortedKeys())
    var sets = QuerySets(
      workloads: workloads, records: records, reference: input.subject(BinarySearch(input.keys)))
    var generator = SplitMix64(seed: seed)

    // In random order, since the first one is built in the heap that loading left.
    var built: [String: BuiltSubject] = [:]
    for name in subjects.shuffled(using: &generator) {
      built[name] = try BuiltSubject(.named(name), from: input)
    }
    var running = subjects.compactMap { built[$0] }
    var figures = running.map {
      Figure(Figure.Key($0.entry.name, .build), .nanoseconds, [$0.buildTime])
    }
    var timed = running
    if running.contains(where: { $0.entry.role != .rival }) {
      figures.append(Figure(Figure.Key("clock", .clockCost), .nanoseconds, MonotonicClock.cost))
      figures.append(
        Figure(Figure.Key("clock", .clockStep), .nanoseconds, MonotonicClock.resolution))
      timed.append(try BuiltSubject(.folding, from: input))
    }
    if checksAgainstScan { try compareWithScan(sets.reference, input, workloads) }
    figures += try await plan.figures(of: timed, asking: &sets, using: &generator)

    guard let workload = plan.measures.first?.workload else { return figures }
    running.removeAll { $0.entry.anotherQuestion != nil }
    running.shuffle(using: &generator)
    if plan.throughputTime > 0 {
      for subject in running { figures += try await throughput(of: subject, workload, &sets) }
    }
    running.shuffle(using: &generator)
    return figures + (plan.sweepCount > 0 ? try sweep(running, workload, &sets) : [])
  }

  /// Reads the ids of all matches of every query of a workload, as lists do that are scrolled to their
  /// ends; the figure of a subject is its median time.
  ///
  /// Each distinct query is asked once, though people repeat many: else the few that match a tenth of all
  /// cities would be most of the work.
  private func sweep(
    _ subjects: [BuiltSubject], _ workload: String, _ sets: inout QuerySets
  ) throws -> [Figure] {
    let measure = Measure(workload: workload, stage: .rows)
    let subjects = subjects.filter { $0.subject.stages.contains(.rows) }
    guard !subjects.isEmpty, let reference = Stage(measure, of: sets.reference)?.call else {
      return []
    }
    let queries = Array(sets.queries(of: workload).uniqued(on: \.folded))
    let set = QuerySet(queries: queries, answers: queries.map { reference($0) })
    let ids = queries.reduce(0) { $0 + sets.reference.locate($1) }
    return try [
      Figure(Figure.Key("all", .sweepQueries, measure), .count, queries.count),
      Figure(Figure.Key("all", .sweepIDs, measure), .count, ids),
    ]
      + subjects.compactMap { subject in
        guard let call = Stage(measure, of: subject.subject)?.call else { return nil }
        var passes = [TimedPass(), TimedPass()]
        try subject.naming(measure) {
          // The first one warms up.
          for round in 0...plan.sweepCount {
            try passes[min(round, 1)].runBatches(call, over: set, of: queries.count, until: .max)
          }
        }
        return Figure(
          Figure.Key(subject.entry.name, .sweep, measure), .nanoseconds,
          passes[1].samples.percentile(50))
      }
  }

  private func throughput(
    of subject: BuiltSubject, _ workload: String, _ sets: inout QuerySets
  ) async throws -> [Figure] {
    var figures: [Figure] = []
    // Ten cities on one thread and on two, as for two search fields; and all matches.
    for (limit, threadCount) in [(10, 1), (10, 2), (nil, 1)] as [(Int?, Int)] {
      let measure = Measure(workload: workload, stage: .cities, limit: limit)
      guard let call = Stage(measure, of: subject.subject)?.call else { return [] }
      let (name, set) = (subject.entry.name, try await sets.set(for: measure))
      let rate = try subject.naming(measure) {
        try set.queriesPerSecond(call, threadCount: threadCount, duration: plan.throughputTime)
      }
      let threads = threadCount == 1 ? "1 thread" : "\(threadCount) threads"
      figures.append(
        Figure(Figure.Key(name, .throughput, measure, statistic: threads), .perSecond, [rate]))
      if limit == nil {
        let matches = set.queries.reduce(0) { $0 + subject.subject.locate($1) }
        let each = Double(matches) / Double(max(1, set.queries.count))
        figures.append(
          Figure(Figure.Key(name, .citiesPerSecond, measure), .perSecond, [rate * each]))
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
        let answers = [scan, reference].map { subject in
          var digest = AnswerDigest()
          subject.rows(query, limit: nil, into: &digest)
          return digest
        }
        guard answers[0] == answers[1] else {
          throw BenchFailure(
            "The baseline finds \(reference.locate(query)) matches for \"\(text.prefix(40))\", "
              + "but not those \(scan.locate(query)) that the linear scan finds.")
        }
      }
    }
  }
}
