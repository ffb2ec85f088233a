/// How long the queries of a measure took in one process: what a worker reports.
struct ProcessLatency: Codable, Sendable {
  var measure: Measure
  var batch: Int
  var sampleCount: Int
  var p50: Double
  var p90: Double
  var p99: Double
  var p999: Double
  var max: Double
  var histogram: Histogram

  /// Summarises samples, each of `batch` queries.
  init?(_ measure: Measure, batch: Int, samples: Samples) {
    guard samples.count > 0 else { return nil }
    var samples = samples
    func percentile(_ percent: Double) -> Double {
      Double(samples.percentile(percent)) / Double(batch)
    }
    self.measure = measure
    self.batch = batch
    sampleCount = samples.count
    p50 = percentile(50)
    p90 = percentile(90)
    p99 = percentile(99)
    p999 = percentile(99.9)
    max = percentile(100)
    histogram = Histogram(samples.values.lazy.map { ($0 + UInt64(batch) / 2) / UInt64(batch) })
  }
}

extension LatencySeries {
  /// Puts together what several processes found out about one measure; `nil` if there are none.
  init?(_ processes: [ProcessLatency]) {
    guard let first = processes.first else { return nil }
    func estimate(_ percentile: KeyPath<ProcessLatency, Double>) -> Estimate {
      Estimate(processes: processes.map { $0[keyPath: percentile] })
    }
    self.init(
      measure: first.measure, batch: first.batch,
      sampleCount: processes.reduce(0) { $0 + $1.sampleCount },
      p50: estimate(\.p50), p90: estimate(\.p90), p99: estimate(\.p99), p999: estimate(\.p999),
      max: estimate(\.max),
      histogram: processes.dropFirst().reduce(into: first.histogram) { $0.merge($1.histogram) })
  }
}
