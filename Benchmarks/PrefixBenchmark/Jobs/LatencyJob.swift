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
      workloads: workloads, records: records,
      reference: input.subject(.index(BinarySearch(input.keys))))
    var generator = SplitMix64(seed: seed)

    // In random order, since the first one is built in the heap that loading left.
    var built: [String: BuiltSubject] = [:]
    for name in subjects.shuffled(using: &generator) {
      built[name] = try BuiltSubject(.named(name), from: input)
    }
    let running = subjects.compactMap { built[$0] }
    var figures = running.map {
      Figure(Figure.Key($0.entry.name, .build), .nanoseconds, [$0.buildTime])
    }
    figures.append(Figure(Figure.Key("clock", .clockCost), .nanoseconds, MonotonicClock.cost))
    figures.append(
      Figure(Figure.Key("clock", .clockStep), .nanoseconds, MonotonicClock.resolution))
    if checksAgainstScan { try compareWithScan(sets.reference, input, workloads) }
    return figures + (try await plan.figures(of: running, asking: &sets, using: &generator))
  }

  /// Compares the reference with a scan of all names or keys on some queries of every workload.
  private func compareWithScan(
    _ reference: any Subject, _ input: SubjectInput, _ workloads: [Workload]
  ) throws {
    for workload in workloads where !workload.texts.isEmpty {
      for text in [workload.texts.count / 3, workload.texts.count / 2].map({ workload.texts[$0] }) {
        let query = input.records.query(text)
        var found = AnswerDigest()
        reference.rows(query, limit: nil, into: &found)
        let scanned = input.scanned(query)
        guard found == scanned else {
          throw BenchFailure(
            "The baseline finds \(found.count) matches for \"\(text.prefix(40))\", "
              + "but not those \(scanned.count) that the linear scan finds.")
        }
      }
    }
  }
}
