import CitySearch

extension RunRecord {
  package subscript(key: Figure.Key) -> Figure? { figures[key] }

  package subscript(
    subject: String, quantity: Figure.Quantity, measure: Measure? = nil,
    statistic statistic: String = "total", batch batch: Int = 1
  ) -> Figure? {
    figures[Figure.Key(subject, quantity, measure, statistic: statistic, batch: batch)]
  }

  package var baseline: RunHeader.SubjectDescription? {
    header.subjects.first { $0.role == .baseline }
  }

  /// The workload that is measured at every stage.
  var mainWorkload: String { header.workloads.first?.name ?? "" }

  /// The number of processes in which engines were measured.
  var processCount: Int {
    baseline.flatMap { self[$0.name, .build]?.processes.count } ?? header.method.processCount
  }

  /// From folded bytes to the number of matches, with the queries of the main workload.
  package func locate(_ caches: Measure.Caches = .warm) -> Measure {
    Measure(workload: mainWorkload, stage: .locate, caches: caches)
  }

  /// The measure of ten results of a workload: a page of cities, or the ids of keys.
  func firstTen(
    _ workload: String, _ reading: Measure.Reading = .read, caches: Measure.Caches = .warm
  ) -> Measure {
    let page = Measure.tenCities(workload, reading, caches: caches)
    return header.data.isOfKeys ? page.overKeys ?? page : page
  }
}

// MARK: - Latencies

extension RunRecord {
  func single(_ subject: String, _ measure: Measure, _ statistic: String = "p50") -> Figure? {
    self[subject, .latency, measure, statistic: statistic]
  }

  /// The median of a measure for tables and comparisons: that of single queries, or of batches
  /// where queries are so short that the clock's resolution would distort them.
  ///
  /// The median of batches is one of means. For a subject whose time depends on the number of matches,
  /// the few long queries would dominate it.
  package func typical(_ subject: String, _ measure: Measure) -> Figure? {
    let single = single(subject, measure)
    guard let single, single.value >= Self.shortQuery else {
      return self[
        subject, .latency, measure, statistic: "p50", batch: TimedPass.batchSize] ?? single
    }
    return single
  }

  /// The time in nanoseconds below which medians are those of batches.
  static let shortQuery: Double = 500

  /// How `subject` compares with the baseline at a measure: the median of the ratios in each process
  /// where both were measured in the same ones, else the ratio of the medians.
  ///
  /// Batches are compared with batches, and single queries with single queries.
  package func ratio(of subject: RunHeader.SubjectDescription, at measure: Measure) -> Double? {
    guard let baseline = baseline?.name, var figure = typical(subject.name, measure),
      var base = typical(baseline, measure)
    else { return nil }
    if figure.key.batch != base.key.batch {
      (figure, base) = (single(subject.name, measure) ?? figure, single(baseline, measure) ?? base)
    }
    return figure.ratio(to: base, processByProcess: subject.role != .program)
  }

  /// The ratio of a latency of the search over all names to the time in which the baseline locates the
  /// main workload in the same processes.
  func timeInBaselines(_ figure: Figure) -> Double? {
    typical(Self.baselineBesideNames, locate())
      .flatMap { figure.ratio(to: $0, processByProcess: true) }
  }

  /// The unit of ratios of the search over all names, which is not compared itself.
  package static let baselineBesideNames = "baseline beside all names"

  var nameWorkloads: [RunHeader.WorkloadDescription] {
    header.workloads.filter { workload in
      nameEngines.contains { single($0, NamesMeasures(workload.name).unread) != nil }
    }
  }

  /// The engines of the search over all names, the default first.
  var nameEngines: [String] {
    figures.rows.filter { $0.key.measure?.order == .relevance && $0.key.quantity == .latency }
      .map(\.key.subject).uniqued()
      .filter { name in header.subjects.contains { $0.name == name } }
  }
}

extension Figure {
  /// The median of the ratios in each process if both were taken in the same ones, else the ratio of
  /// the medians; `nil` if that means nothing.
  func ratio(to base: Figure, processByProcess: Bool) -> Double? {
    guard base.value > 0 else { return nil }
    guard processByProcess, processes.count == base.processes.count,
      base.processes.allSatisfy({ $0 > 0 })
    else { return value / base.value }
    return zip(processes, base.processes).map { $0 / $1 }.median
  }
}
