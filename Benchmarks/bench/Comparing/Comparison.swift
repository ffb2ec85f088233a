/// Two results side by side, with a verdict on every figure that can be compared.
struct Comparison {
  /// In the order of the current result: by subject, exact figures first.
  private(set) var figures: [ComparedFigure] = []
  /// Answers and subjects that should be there or be the same, and are not; one sentence each.
  private(set) var faults: [String] = []

  private let limits: Limits

  /// How much a figure may grow.
  struct Limits {
    /// The share by which an exact figure may grow: 0.01 for one percent.
    var tolerance = 0.0
    /// The factor by which the ratio of a latency to that of the baseline row may grow.
    var latencyFactor = 3.0
  }

  /// Whether anything is worse than it was.
  var isWorse: Bool { !faults.isEmpty || figures.contains { $0.verdict == .worse } }

  /// Compares `current` with `baseline`.
  ///
  /// - Throws: `BenchFailure` if the two are not about the same data and queries.
  init(_ current: BenchmarkResult, with baseline: BenchmarkResult, limits: Limits) throws {
    self.limits = limits
    guard current.data.sha256 == baseline.data.sha256 else {
      throw BenchFailure("The results are not about the same data: their digests differ.")
    }
    let pairs = baseline.workloads.compactMap { workload in
      current.workloads.first { $0.name == workload.name }.map { (workload, $0) }
    }
    guard !pairs.isEmpty else { throw BenchFailure("The results have no workload in common.") }
    for (old, new) in pairs where old.checksum != new.checksum {
      throw BenchFailure(
        "The queries of the workload \"\(old.name)\" differ; both runs need the same --seed.")
    }
    compareAnswers(current, baseline)
    for old in baseline.subjects {
      guard let new = current.subjects.first(where: { $0.name == old.name }) else {
        if old.role != .rival { faults.append("\(old.name) was measured, and now is not.") }
        continue
      }
      compareExactly(new, old, sameAllocator: current.build.allocator == baseline.build.allocator)
      compareLatencies(of: new, in: current, with: old, in: baseline)
    }
    if let old = baseline.file, let new = current.file {
      figures.append(
        ComparedFigure(
          subject: "gazetteer file", name: "file bytes", kind: .exact,
          baseline: Double(old.byteCount), current: Double(new.byteCount),
          allowedGrowth: 1 + limits.tolerance))
    }
  }

  private mutating func compareAnswers(_ current: BenchmarkResult, _ baseline: BenchmarkResult) {
    for old in baseline.checksums {
      guard let new = current.checksums.first(where: { $0.measure == old.measure }) else {
        continue
      }
      if new.value != old.value { faults.append("The answers differ (\(old.measure)).") }
    }
  }

  private mutating func compareExactly(
    _ new: SubjectResult, _ old: SubjectResult, sameAllocator: Bool
  ) {
    func compare(_ name: String, _ old: Double?, _ current: Double?) {
      guard let old, let current else { return }
      figures.append(
        ComparedFigure(
          subject: new.name, name: name, kind: .exact, baseline: old, current: current,
          allowedGrowth: 1 + limits.tolerance))
    }
    compare(
      "nodes", (old.structure?.nodeCount).map(Double.init),
      (new.structure?.nodeCount).map(Double.init))
    // Another allocator counts other things, and rounds the capacity of arrays otherwise.
    guard sameAllocator else { return }
    compare(
      "structure bytes", (old.structure?.byteCount).map(Double.init),
      (new.structure?.byteCount).map(Double.init))
    for allocations in old.memory?.queries ?? [] {
      let now = new.allocations(allocations.measure)
      compare("allocations per query (\(allocations.measure))", allocations.count, now?.count)
      compare(
        "bytes allocated per query (\(allocations.measure))", allocations.byteCount,
        now?.byteCount)
    }
  }

  /// Compares medians with warm caches, each as its ratio to the baseline row of its own run, so that
  /// neither machine nor its load of the hour is compared.
  private mutating func compareLatencies(
    of new: SubjectResult, in current: BenchmarkResult, with old: SubjectResult,
    in baseline: BenchmarkResult
  ) {
    guard old.role == .engine else { return }
    var seen: Set<Measure> = []
    for measure in old.latencies.map(\.measure) where measure.caches == .warm {
      guard seen.insert(measure).inserted, let before = baseline.ratio(of: old, at: measure),
        let now = current.ratio(of: new, at: measure)
      else { continue }
      figures.append(
        ComparedFigure(
          subject: new.name, name: "latency against baseline (\(measure))", kind: .latencyRatio,
          baseline: before, current: now, allowedGrowth: limits.latencyFactor))
    }
  }
}
