import CitySearch

/// The search over all names by relevance: what is behind a search field.
struct NamesResult: Codable, Equatable, Sendable {
  /// The number of names, all kinds of all cities counted.
  var nameCount: Int
  /// The workloads that were replayed, in the order of the report.
  var workloads: [BenchmarkResult.WorkloadDescription]
  /// What every engine answered, one checksum for each thing that was timed.
  var checksums: [BenchmarkResult.AnswerChecksum]
  /// How long the baseline takes to locate own names in the same processes: the unit of ratios.
  var unit: [LatencySeries]
  /// The engines that names were found by, the default first.
  var engines: [EngineResult]

  /// The latencies by one engine.
  struct EngineResult: Codable, Equatable, Sendable {
    var name: String
    var latencies: [LatencySeries]
  }
}

extension NamesResult {
  /// Puts together what processes found out; `nil` if there are none.
  init?(_ outcomes: [NamesOutcome], workloads: [BenchmarkResult.WorkloadDescription]) {
    guard let first = outcomes.first else { return nil }
    let measured = Set(first.checksums.map(\.measure.workload))
    self.init(
      nameCount: first.nameCount, workloads: workloads.filter { measured.contains($0.name) },
      checksums: first.checksums, unit: .init(processes: outcomes.flatMap(\.unit)),
      engines: first.engines.map { engine in
        EngineResult(
          name: engine.name,
          latencies: .init(
            processes: outcomes.flatMap { outcome in
              outcome.engines.filter { $0.name == engine.name }.flatMap(\.latencies)
            }))
      })
  }

  /// The series whose median stands for the unit.
  private var typicalUnit: LatencySeries? {
    unit.first.flatMap { unit.typical($0.measure) }
  }

  /// A latency in terms of the time in which the baseline locates what people type.
  func timeInBaselines(_ series: LatencySeries) -> Double? {
    typicalUnit.flatMap { series.p50.ratio(to: $0.p50, processByProcess: true) }
  }
}

extension NamesResult.EngineResult {
  /// The series whose median stands for a measure.
  func typical(_ measure: Measure) -> LatencySeries? { latencies.typical(measure) }

  /// The latencies of single queries, whose percentiles are those of queries and not of means.
  func singleLatency(_ measure: Measure) -> LatencySeries? {
    latencies.first { $0.measure == measure && $0.batch == 1 }
  }
}
