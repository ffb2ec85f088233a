/// The table that users choose an engine by: one row for each subject.
struct MainTable {
  private let result: BenchmarkResult
  private let locate: Measure
  private let topTen: Measure

  init(_ result: BenchmarkResult) {
    self.result = result
    locate = Measure(workload: result.mainWorkload, stage: .locate)
    topTen = Measure(workload: result.mainWorkload, stage: .cities, limit: 10)
  }

  func table(of subjects: [SubjectResult]) -> Table {
    var table = Table(heads: [
      "", "index\nMB", "bytes/\ncity", "build\nms", "locate\np50 ns", "±\n%", "p99", "ratio",
      "top 10\np50 ns", "p99", "cold\np50 ns", "all\nM/s", "start\nms",
    ])
    table.rows = subjects.map(row)
    table.bestInColumns = [1, 2, 3, 4, 6, 7, 8, 9, 10, 12]
    return table
  }

  private func row(_ subject: SubjectResult) -> [String] {
    var cold = topTen
    cold.caches = .cold
    let bytes = subject.structure?.byteCount
    let ratio = result.ratio(of: subject, at: locate)
    return [
      subject.name,
      bytes.map { (Double($0) / 1e6).rounded(decimals: 2) } ?? "",
      bytes.map { (Double($0) / Double(max(1, result.data.cityCount))).rounded(decimals: 1) } ?? "",
      subject.buildTime.map { ($0.median / 1e6).rounded(decimals: 0) } ?? "",
      subject.typical(locate)?.p50.text ?? "",
      subject.typical(locate)?.p50.spreadText ?? "",
      subject.singleLatency(locate)?.p99.text ?? "",
      ratio.map(Self.ratioText) ?? "",
      subject.singleLatency(topTen)?.p50.text ?? "",
      subject.singleLatency(topTen)?.p99.text ?? "",
      subject.typical(cold)?.p50.text ?? "",
      subject.throughput.lazy.compactMap(\.citiesPerSecond).first
        .map { ($0.median / 1e6).rounded(decimals: 1) } ?? "",
      subject.coldStart.map { ($0.total.median / 1e6).rounded(decimals: 0) } ?? "",
    ]
  }
}

extension MainTable {
  /// Two decimals while they tell something, thousands where they do not.
  static func ratioText(_ ratio: Double) -> String {
    switch ratio {
    case ..<10: ratio.rounded(decimals: 2)
    case ..<10_000: ratio.rounded(decimals: 0)
    default: "\((ratio / 1e3).rounded(decimals: 0))k"
    }
  }
}

extension Estimate {
  /// The median as whole nanoseconds; in another unit, which it names, where that would be long.
  var text: String {
    switch median {
    case ..<100_000: median.rounded(decimals: 0)
    case ..<1e6: "\((median / 1e3).rounded(decimals: 0)) µs"
    default: "\((median / 1e6).rounded(decimals: median < 1e7 ? 1 : 0)) ms"
    }
  }

  /// The ends of the interval.
  var intervalText: String {
    "\(low.rounded(decimals: 0))–\(high.rounded(decimals: 0))"
  }

  /// How far the farther end of the interval is from the median, in percent of the median; nothing if
  /// there was one process only.
  var spreadText: String {
    guard processes.count > 1, median > 0 else { return "" }
    return (max(high - median, median - low) / median * 100).rounded(decimals: 0)
  }
}
