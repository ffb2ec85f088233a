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
    let sizes = [
      data.count, data.distinctKeyCount, data.emptyLineCount ?? 0, machine.memoryByteCount,
      machine.coreCount,
      method.processCount, method.coldBufferByteCount,
    ]
    guard sizes.allSatisfy(\.isPlausibleSize) else { return "it has a size beyond all measure" }
    guard (data.cityCount == nil) != (data.keyCount == nil) else {
      return "its data must be cities or keys, and not both"
    }
    guard [method.clockCost, method.clockResolution].allSatisfy(\.isPlausible),
      (0...1).contains(method.intervalCoverage)
    else { return "its method has a figure beyond all measure" }
    if let flaw = file?.firstFlaw(workloads: names) { return flaw }
    if let flaw = self.names?.firstFlaw(units: names) { return flaw }
    guard quality?.isWellFormed ?? true else { return "its quality has counts that cannot be" }
    if let flaw = instructions?.firstFlaw { return flaw }
    for subject in subjects {
      if let flaw = subject.firstFlaw
        ?? subject.latencies.firstFlaw(
          of: subject.name, workloads: names)
      {
        return flaw
      }
    }
    return nil
  }
}

extension FileResult {
  /// The first contradiction in what is told of the file.
  fileprivate func firstFlaw(workloads: Set<String>) -> String? {
    let sizes = [inputByteCount, byteCount, peakAllocated ?? 0, queryCount]
    guard sizes.allSatisfy(\.isPlausibleSize), inputByteCount > 0 else {
      return "the gazetteer file has a size beyond all measure"
    }
    let estimates = [
      buildTime, firstOpening, peakResident, anonymousGrowth, fileBackedGrowth,
    ].compactMap { $0 }
    guard estimates.allSatisfy(\.isWellFormed) else {
      return "the gazetteer file has a figure that is not a median within its interval"
    }
    return [openings].firstFlaw(of: "opening the gazetteer file", workloads: workloads)
  }
}

extension NamesResult {
  /// The first contradiction in what is told of the search over all names.
  fileprivate func firstFlaw(units: Set<String>) -> String? {
    guard nameCount.isPlausibleSize else { return "the number of names is beyond all measure" }
    if let name = workloads.map(\.name).firstRepeated { return "two workloads are called \(name)" }
    if let name = engines.map(\.name).firstRepeated { return "two engines are called \(name)" }
    if let measure = checksums.map(\.measure).firstRepeated {
      return "it has two checksums of \"\(measure)\""
    }
    let known = Set(workloads.map(\.name))
    for measure in checksums.map(\.measure) where !known.contains(measure.workload) {
      return "no workload is called \(measure.workload)"
    }
    if let flaw = unit.firstFlaw(of: "the baseline", workloads: units) { return flaw }
    for engine in engines {
      let subject = "all names by \(engine.name)"
      if let flaw = engine.latencies.firstFlaw(of: subject, workloads: known) { return flaw }
    }
    return nil
  }
}

extension InstructionsResult {
  /// The first contradiction in the counts.
  fileprivate var firstFlaw: String? {
    if let measure = counts.map(\.measure).firstRepeated {
      return "it has two counts of instructions of \"\(measure)\""
    }
    for count in counts {
      guard count.queryCount > 0, count.queryCount.isPlausibleSize, count.perQuery >= 1,
        count.perQuery.isPlausible
      else { return "the instructions of \"\(count.measure)\" are a count that cannot be" }
    }
    return nil
  }
}

extension SubjectResult {
  /// The first contradiction in all but the latencies.
  fileprivate var firstFlaw: String? {
    let parts = structure?.parts ?? []
    if let part = parts.first(where: { $0.byteCount < 0 }) {
      return "the part \"\(part.name)\" of \(name) has a negative size"
    }
    guard parts.count <= 1_000, parts.map(\.byteCount).allSatisfy(\.isPlausibleSize) else {
      return "the structure of \(name) has a size beyond all measure"
    }
    let counts = [structure?.nodeCount, sweep?.queryCount, sweep?.idCount].compactMap { $0 }
    guard counts.allSatisfy(\.isPlausibleSize) else {
      return "\(name) has a count beyond all measure"
    }
    let times =
      [buildTime, coldStart?.total, sweep?.time].compactMap { $0 }
      + (coldStart?.phases.map(\.time) ?? []) + throughput.map(\.queriesPerSecond)
      + throughput.compactMap(\.citiesPerSecond)
    guard times.allSatisfy(\.isWellFormed) else {
      return "\(name) has a figure that is not a median within its interval"
    }
    if let memory {
      let sizes = [
        memory.inUseBefore, memory.inUseAfter, memory.peakWhileBuilding ?? 0,
        memory.pagesBefore?.anonymous ?? 0, memory.pagesBefore?.fileBacked ?? 0,
        memory.pagesAfter?.anonymous ?? 0, memory.pagesAfter?.fileBacked ?? 0,
      ]
      let queries = memory.queries + [memory.shortNames].compactMap { $0 }
      let allocations = queries.compactMap(\.count) + queries.map(\.byteCount)
      guard sizes.allSatisfy(\.isPlausibleSize), allocations.allSatisfy(\.isPlausible) else {
        return "the memory of \(name) has a size beyond all measure"
      }
    }
    for point in scale?.points ?? [] {
      let sizes = [
        point.keyCount, point.distinctKeyCount, point.keyByteCount, point.structureByteCount,
      ]
      guard sizes.allSatisfy(\.isPlausibleSize),
        [point.buildTime, point.locate, point.topTen].allSatisfy(\.isPlausible)
      else { return "the growth of \(name) has a figure beyond all measure" }
    }
    guard scale?.exponents.values.allSatisfy({ $0.magnitude < 1_000 }) ?? true else {
      return "the growth of \(name) has an exponent beyond all measure"
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
    !processes.isEmpty && low <= median && median <= high
      && (processes + [low, high]).allSatisfy(\.isPlausible)
  }
}

extension Double {
  /// Whether this can be a duration in nanoseconds or a rate: up to eleven days, and a number.
  fileprivate var isPlausible: Bool { (0...1e15).contains(self) }
}

extension Int {
  /// Whether this can be a size or a count, and sums of thousands of them a number.
  fileprivate var isPlausibleSize: Bool { (0...1 << 50).contains(self) }
}

extension Sequence where Element: Hashable {
  /// The first element that appeared before.
  fileprivate var firstRepeated: Element? {
    var seen: Set<Element> = []
    return first { !seen.insert($0).inserted }
  }
}
