extension BenchmarkResult {
  /// The first contradiction in what was read, as the end of a sentence; `nil` if there is none.
  ///
  /// What passes here can be shown and compared without further checks.
  var firstFlaw: String? {
    guard !subjects.isEmpty else { return "it has no subjects" }
    if let name = subjects.map(\.name).firstRepeated { return "two subjects are called \(name)" }
    guard subjects.filter({ $0.role == .baseline }).count <= 1 else {
      return "it has two baselines"
    }
    if let name = workloads.map(\.name).firstRepeated { return "two workloads are called \(name)" }
    if let measure = checksums.map(\.measure).firstRepeated {
      return "it has two checksums of \"\(measure)\""
    }
    let names = Set(workloads.map(\.name))
    for measure in checksums.map(\.measure) + shared.map(\.measure)
    where
      !names.contains(measure.workload)
    {
      return "no workload is called \(measure.workload)"
    }
    if let flaw = shared.firstFlaw(of: "folding", workloads: names) { return flaw }
    for subject in subjects {
      if let flaw = subject.latencies.firstFlaw(of: subject.name, workloads: names) { return flaw }
      if subject.structure?.parts.contains(where: { $0.byteCount < 0 }) ?? false {
        return "a part of \(subject.name) has a negative size"
      }
      if let time = subject.buildTime, !time.isWellFormed {
        return "the build time of \(subject.name) is not a median within its interval"
      }
      for allocations in subject.memory?.queries ?? [] where allocations.byteCount < 0 {
        return "\(subject.name) allocates a negative number of bytes"
      }
    }
    return nil
  }
}

extension [LatencySeries] {
  fileprivate func firstFlaw(of subject: String, workloads: Set<String>) -> String? {
    for series in self {
      let what = "the latency of \(subject) (\(series.measure))"
      guard workloads.contains(series.measure.workload) else {
        return "no workload is called \(series.measure.workload)"
      }
      guard series.batch > 0, series.sampleCount > 0 else { return "\(what) has no samples" }
      let percentiles = [series.p50, series.p90, series.p99, series.p999, series.max]
      guard percentiles.allSatisfy(\.isWellFormed) else {
        return "\(what) has a percentile that is not a median within its interval"
      }
      guard zip(percentiles, percentiles.dropFirst()).allSatisfy({ $0.median <= $1.median }) else {
        return "\(what) has percentiles that do not ascend"
      }
      guard series.histogram.isWellFormed, series.histogram.count == series.sampleCount else {
        return "\(what) has a histogram that does not hold its samples"
      }
    }
    return map { SeriesIdentity($0) }.firstRepeated.map {
      "the latency of \(subject) (\($0.measure)) appears twice"
    }
  }
}

/// What no two series of a subject have in common.
private struct SeriesIdentity: Hashable {
  let measure: Measure
  let batch: Int

  init(_ series: LatencySeries) {
    measure = series.measure
    batch = series.batch
  }
}

extension Estimate {
  /// Whether the figures can be what they are called.
  var isWellFormed: Bool {
    !processes.isEmpty && low <= median && median <= high && low >= 0 && high.isFinite
  }
}

extension Sequence where Element: Hashable {
  /// The first element that appeared before.
  fileprivate var firstRepeated: Element? {
    var seen: Set<Element> = []
    return first { !seen.insert($0).inserted }
  }
}
