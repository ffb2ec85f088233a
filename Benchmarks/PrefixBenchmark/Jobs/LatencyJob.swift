import Foundation

/// What a process that measures latencies is told.
struct LatencyJob: Codable, Sendable {
  var dataset: Dataset
  /// The names of the subjects, which are measured in turns.
  var subjects: [String]
  /// The file that the workloads were written to.
  var workloads: URL
  var plan: LatencyPlan
  /// The seed of the order of subjects, another one for every process.
  var seed: UInt64
  /// Whether to compare answers with those of a linear scan, too.
  var checksAgainstScan: Bool
}

/// What to measure, and for how long.
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

/// What such a process found out.
struct LatencyOutcome: Codable, Sendable {
  var clockCost: Double
  var clockResolution: Double
  var checksums: [BenchmarkResult.AnswerChecksum]
  var shared: [ProcessLatency]
  var subjects: [SubjectOutcome]

  struct SubjectOutcome: Codable, Sendable {
    var name: String
    var structure: SubjectResult.Structure?
    var buildTime: Double
    var latencies: [ProcessLatency]
    var throughput: [ThroughputOutcome]
    var sweep: SweepOutcome?
  }

  /// See `SubjectResult.Sweep`.
  struct SweepOutcome: Codable, Sendable {
    var queryCount: Int
    var idCount: Int
    var time: Double
  }

  struct ThroughputOutcome: Codable, Sendable {
    var measure: Measure
    var threadCount: Int
    var queriesPerSecond: Double
    /// Where all matches are read: how many cities that makes.
    var citiesPerSecond: Double?
  }
}
