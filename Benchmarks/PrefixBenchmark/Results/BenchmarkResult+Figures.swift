extension BenchmarkResult {
  /// The subject that ratios are taken of.
  var baseline: SubjectResult? { subjects.first { $0.role == .baseline } }

  /// The subjects that answer the same question.
  var comparable: [SubjectResult] { subjects.filter { $0.anotherQuestion == nil } }

  /// The workload that was measured at every stage.
  var mainWorkload: String { workloads.first?.name ?? "" }

  /// How `subject` compares with the baseline at a measure: the median of the ratios in each process
  /// where both were measured in the same ones, else the ratio of the medians.
  ///
  /// Batches are compared with batches, and single queries with single queries.
  func ratio(of subject: SubjectResult, at measure: Measure) -> Double? {
    guard let baseline, var series = subject.typical(measure),
      var baseSeries = baseline.typical(measure)
    else { return nil }
    if series.batch != baseSeries.batch, let single = subject.singleLatency(measure),
      let baseSingle = baseline.singleLatency(measure)
    {
      (series, baseSeries) = (single, baseSingle)
    }
    return series.p50.ratio(to: baseSeries.p50, processByProcess: subject.role != .rival)
  }

  /// What a list of ten takes with a workload: a page of cities, or the ids of keys.
  func firstTen(
    _ workload: String, _ reading: Measure.Reading = .read, caches: Measure.Caches = .warm
  ) -> Measure {
    let page = Measure.tenCities(workload, reading, caches: caches)
    return data.isOfKeys ? page.overKeys ?? page : page
  }

}

extension BenchmarkResult.DataSet {
  /// Whether keys were searched that are no names of cities.
  var isOfKeys: Bool { cityCount == nil }

  /// The number of rows.
  var count: Int { cityCount ?? keyCount ?? 0 }

  /// What a row is called.
  var noun: String { isOfKeys ? "key" : "city" }

  /// What rows are called.
  var plural: String { isOfKeys ? "keys" : "cities" }

  /// What a list of ten is made of.
  var tenTitle: String { isOfKeys ? "From bytes to ten ids" : "From text to ten cities" }

  /// What was searched, for headings: "999 cities of sample.txt".
  var title: String { "\(count.grouped) \(plural) of \(file)" }
}

extension [LatencySeries] {
  /// The figures of batches if there are any, else those of single queries.
  fileprivate func latency(_ measure: Measure) -> LatencySeries? {
    filter { $0.measure == measure }.max { $0.batch < $1.batch }
  }

  /// The series whose median stands for a measure, see `SubjectResult.typical`.
  func typical(_ measure: Measure) -> LatencySeries? {
    guard let single = first(where: { $0.measure == measure && $0.batch == 1 }),
      single.p50.median >= SubjectResult.shortQuery
    else { return latency(measure) }
    return single
  }
}

extension Estimate {
  /// The median of the ratios in each process if both were taken in the same ones, else the ratio of
  /// the medians; `nil` if that means nothing.
  func ratio(to base: Estimate, processByProcess: Bool) -> Double? {
    guard base.median > 0 else { return nil }
    guard processByProcess, processes.count == base.processes.count,
      base.processes.allSatisfy({ $0 > 0 })
    else { return median / base.median }
    return Estimate(processes: zip(processes, base.processes).map { $0 / $1 }).median
  }
}

extension SubjectResult {
  /// The latencies of a measure: those of batches if there are any, else those of single queries.
  func latency(_ measure: Measure) -> LatencySeries? { latencies.latency(measure) }

  /// The latencies of single queries, whose percentiles are those of queries and not of means.
  func singleLatency(_ measure: Measure) -> LatencySeries? {
    latencies.first { $0.measure == measure && $0.batch == 1 }
  }

  /// The figures of single queries; of batches where nothing else was taken.
  func distribution(_ measure: Measure) -> LatencySeries? {
    singleLatency(measure) ?? latency(measure)
  }

  /// The series whose median stands for a measure, in every table, page and comparison: that of
  /// single queries; but of batches where a query is so short that the steps of the clock would show.
  ///
  /// The median of batches is one of means. For a subject whose time depends on the number of
  /// matches, it would say how long the few long queries take.
  func typical(_ measure: Measure) -> LatencySeries? {
    latencies.typical(measure)
  }

  /// The median of the series that stands for a measure.
  func median(_ measure: Measure) -> Double? { typical(measure)?.p50.median }

  /// The time in nanoseconds below which medians are those of batches.
  static var shortQuery: Double { 500 }

  /// The figures of a measure whose queries were timed in batches.
  func batchedLatency(_ measure: Measure) -> LatencySeries? {
    latency(measure).flatMap { $0.batch > 1 ? $0 : nil }
  }

  /// How much a query allocates.
  func allocations(_ measure: Measure) -> MemoryResult.AllocationsPerQuery? {
    memory?.queries.first { $0.measure == measure }
  }
}
