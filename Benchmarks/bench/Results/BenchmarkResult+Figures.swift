extension BenchmarkResult {
  /// The subject that ratios are taken of.
  var baseline: SubjectResult? { subjects.first { $0.role == .baseline } }

  /// The subjects that answer the same question.
  var comparable: [SubjectResult] { subjects.filter { $0.anotherQuestion == nil } }

  /// The workload that was measured at every stage.
  var mainWorkload: String { workloads.first?.name ?? "" }

  /// How `subject` compares with the baseline at a measure: the median of the ratios in each process
  /// where both were measured in the same ones, else the ratio of the medians.
  func ratio(of subject: SubjectResult, at measure: Measure) -> Double? {
    guard let own = subject.latency(measure)?.p50, let base = baseline?.latency(measure)?.p50,
      base.median > 0
    else { return nil }
    let areSideBySide = subject.role != .rival && own.processes.count == base.processes.count
    guard areSideBySide, base.processes.allSatisfy({ $0 > 0 }) else {
      return own.median / base.median
    }
    return Estimate(processes: zip(own.processes, base.processes).map { $0 / $1 }).median
  }
}

extension SubjectResult {
  /// The latencies of a measure: those of batches if there are any, else those of single queries.
  func latency(_ measure: Measure) -> LatencySeries? {
    latencies.filter { $0.measure == measure }.max { $0.batch < $1.batch }
  }

  /// The latencies of single queries, whose percentiles are those of queries and not of means.
  func singleLatency(_ measure: Measure) -> LatencySeries? {
    latencies.first { $0.measure == measure && $0.batch == 1 }
  }

  /// How much a query allocates.
  func allocations(_ measure: Measure) -> MemoryResult.AllocationsPerQuery? {
    memory?.queries.first { $0.measure == measure }
  }
}
