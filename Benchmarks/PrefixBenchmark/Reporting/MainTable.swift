/// The table that users choose an engine by: one row for each subject.
struct MainTable {
  private let result: BenchmarkResult
  private let locate: Measure
  private let unread: Measure
  private let read: Measure

  init(_ result: BenchmarkResult) {
    self.result = result
    locate = Measure(workload: result.mainWorkload, stage: .locate)
    unread = .tenCities(result.mainWorkload, .unread)
    read = result.firstTen(result.mainWorkload, .read)
  }

  func table(of subjects: [SubjectResult]) -> Table {
    let columns = columns
    var table = Table(heads: [""] + columns.map(\.head))
    table.rows = subjects.map { subject in [subject.name] + columns.map { $0.text(subject) } }
    for (number, column) in columns.enumerated() {
      guard let row = Self.best(subjects.map(column.figure)) else { continue }
      table.emphasized.insert(Table.Place(row: row, column: number + 1))
    }
    table.removeEmptyColumns()
    return table
  }

  private struct Column {
    let head: String
    let text: (SubjectResult) -> String
    /// What tells which row is the best, if the smallest is: not for a subject that builds nothing.
    var figure: (SubjectResult) -> Estimate? = { _ in nil }
  }

  private var columns: [Column] {
    let (locate, unread, read) = (locate, unread, read)
    var cold = read
    cold.caches = .cold
    func latency(_ head: String, _ figure: @escaping (SubjectResult) -> Estimate?) -> Column {
      Column(head: head, text: { figure($0)?.text ?? "" }, figure: figure)
    }
    func milliseconds(_ head: String, _ figure: @escaping (SubjectResult) -> Estimate?) -> Column {
      Column(
        head: head, text: { figure($0).map { ($0.median / 1e6).rounded(decimals: 0) } ?? "" },
        figure: { $0.structure?.byteCount == 0 ? nil : figure($0) })
    }
    return [
      Column(
        head: "index\nMB",
        text: { subject in
          subject.structure.map { (Double($0.byteCount) / 1e6).rounded(decimals: 2) } ?? ""
        },
        figure: { subject in
          subject.structure.flatMap { structure in
            structure.byteCount == 0 ? nil : Estimate(processes: [Double(structure.byteCount)])
          }
        }),
      milliseconds("build\nms", \.buildTime),
      latency("locate\np50 ns") { $0.typical(locate)?.p50 },
      Column(head: "±\n%", text: { $0.typical(locate)?.p50.spreadText ?? "" }),
      latency("p99") { $0.singleLatency(locate)?.tail },
      Column(
        head: "ratio", text: { result.ratio(of: $0, at: locate).map(Self.ratioText) ?? "" },
        figure: { $0.typical(locate)?.p50 }),
      latency("unread\np50 ns") { $0.singleLatency(unread)?.p50 },
      latency("p99") { $0.singleLatency(unread)?.tail },
      latency(result.data.isOfKeys ? "10 ids\np50 ns" : "read\np50 ns") {
        $0.singleLatency(read)?.p50
      },
      latency("p99") { $0.singleLatency(read)?.tail },
      latency("cold\np50 ns") { $0.typical(cold)?.p50 },
      Column(
        head: "all\nM/s",
        text: { subject in
          subject.throughput.lazy.compactMap(\.citiesPerSecond).first
            .map { ($0.median / 1e6).rounded(decimals: 1) } ?? ""
        }),
      milliseconds("start\nms") { $0.coldStart?.total },
    ]
  }

  /// The place of the smallest figure, if its interval lies below all others.
  private static func best(_ figures: [Estimate?]) -> Int? {
    let known = figures.enumerated().compactMap { row, figure in figure.map { (row, $0) } }
    guard known.count > 1, let (row, best) = known.min(by: { $0.1.median < $1.1.median }) else {
      return nil
    }
    return known.allSatisfy { $0.0 == row || $0.1.low > best.high } ? row : nil
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

extension LatencySeries {
  /// The 99th percentile, if each process took samples enough to have one.
  fileprivate var tail: Estimate? { sampleCount >= 100 * p99.processes.count ? p99 : nil }
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
