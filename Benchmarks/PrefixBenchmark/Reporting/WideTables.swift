/// Medians by workload: one row for each workload, two columns for each subject.
struct WorkloadTable {
  let table: Table

  init(_ result: BenchmarkResult, includingRivals: Bool) {
    let subjects = result.comparable.filter { includingRivals || $0.role != .rival }
    let ten = result.data.isOfKeys ? "10 ids" : "top 10"
    var table = Table(heads: [""] + subjects.flatMap { ["\($0.name)\nlocate", ten] })
    for workload in result.workloads {
      let cells = subjects.flatMap { subject in
        [
          subject.typical(Measure(workload: workload.name, stage: .locate)),
          subject.typical(result.firstTen(workload.name)),
        ].map { $0?.p50.text ?? "" }
      }
      if cells.contains(where: { !$0.isEmpty }) { table.rows.append([workload.name] + cells) }
    }
    self.table = table
  }
}

/// Every percentile of every stage of the main workload.
struct StageTable {
  let table: Table

  init(_ result: BenchmarkResult) {
    var table = Table(heads: [
      "", "stage", "queries\ntimed", "p50", "interval", "p90", "p99", "p99.9", "max",
    ])
    func add(_ name: String, _ series: LatencySeries) {
      guard series.measure.workload == result.mainWorkload else { return }
      var stage = series.measure
      stage.workload = ""
      let words = String(stage.description.dropFirst(2))
      let percentiles = [series.p90, series.p99, series.p999, series.max].map(\.text)
      table.rows.append(
        [
          name, words, series.batch == 1 ? "singly" : "by \(series.batch)", series.p50.text,
          series.p50.intervalText,
        ] + percentiles)
    }
    for series in result.shared { add("all", series) }
    for subject in result.subjects {
      for series in subject.latencies { add(subject.name, series) }
    }
    self.table = table
  }

  static func note(_ result: BenchmarkResult) -> String {
    let percent = (result.method.intervalCoverage * 100).rounded(decimals: 0)
    return """
      p50 is the median of the medians of \(result.method.processCount) processes; the interval \
      between two of them holds the true median in \(percent) of 100 cases.
      """
  }
}

/// From the start of a process to its first result, phase by phase.
struct ColdStartTable {
  let table: Table

  init(_ result: BenchmarkResult) {
    let subjects = result.subjects.filter { $0.coldStart != nil }
    let names = subjects.first?.coldStart?.phases.map(\.name) ?? []
    var table = Table(heads: [""] + names + ["total", "interval"])
    for subject in subjects {
      guard let start = subject.coldStart else { continue }
      func milliseconds(_ time: Double) -> String { (time / 1e6).rounded(decimals: 1) }
      table.rows.append(
        [subject.name] + start.phases.map { milliseconds($0.time.median) } + [
          milliseconds(start.total.median),
          "\(milliseconds(start.total.low))–\(milliseconds(start.total.high))",
        ])
    }
    self.table = table
  }
}

/// Queries a second by number of threads.
struct ThroughputTable {
  let table: Table

  init(_ result: BenchmarkResult) {
    let counts = Set(result.subjects.flatMap { $0.throughput.map(\.threadCount) }).sorted()
    var table = Table(
      heads: [""] + counts.map { $0 == 1 ? "1 thread" : "\($0) threads" } + ["gain"])
    for subject in result.subjects where !subject.throughput.isEmpty {
      let rates = counts.map { count in
        subject.throughput.first { $0.threadCount == count }?.queriesPerSecond.median
      }
      var gain = ""
      if counts.count > 1, let one = rates.first ?? nil, let all = rates.last ?? nil {
        gain = (all / one).rounded(decimals: 2)
      }
      table.rows.append(
        [subject.name] + rates.map { $0.map { ($0 / 1e6).rounded(decimals: 2) } ?? "" } + [gain])
    }
    self.table = table
  }
}

/// Growth with size.
struct ScaleTable {
  let table: Table

  init(_ result: BenchmarkResult) {
    var table = Table(heads: [
      "", "data", "keys", "bytes/\nkey", "build\nns/key", "locate\nns", "top 10\nns",
    ])
    for subject in result.subjects {
      guard let scale = subject.scale else { continue }
      for point in scale.points {
        let count = Double(max(1, point.keyCount))
        table.rows.append([
          subject.name, point.name, point.keyCount.grouped,
          (Double(point.structureByteCount) / count).rounded(decimals: 1),
          (point.buildTime / count).rounded(decimals: 0), point.locate.rounded(decimals: 0),
          point.topTen.rounded(decimals: 0),
        ])
      }
      guard !scale.exponents.isEmpty else { continue }
      let exponents = ["bytes", "build", "locate", "topTen"].map { figure in
        scale.exponents[figure].map { $0.rounded(decimals: 2) } ?? ""
      }
      table.rows.append([subject.name, "exponent", ""] + exponents)
    }
    self.table = table
  }

  static let note = """
    locate: of batches for engines and baseline, of single queries for rivals. exponent: of the power \
    of the number of keys that fits the totals best; 1 is linear growth, 0 is none. Left out are data too large for this machine's memory, data that would take more than a \
    minute to build over, and rivals over data whose scripts they cannot keep in order or in scalars.
    """
}
