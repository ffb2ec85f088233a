import CitySearch
import Foundation

/// The median of a figure that was measured once in each of several processes.
package struct Estimate: Equatable, Sendable {
  package let median: Double
  /// The ends of the interval that holds the true median; of fewer than six processes, simply the
  /// smallest and the largest.
  package let low: Double
  package let high: Double
  package let count: Int

  /// The median of `processes`, which are not empty.
  package init(processes: [Double]) {
    let sorted = processes.sorted()
    let excluded = MedianInterval(sampleCount: sorted.count).excluded
    (median, low, high) = (sorted.median, sorted[excluded], sorted[sorted.count - 1 - excluded])
    count = sorted.count
  }
}

/// The interval between two order statistics, which holds the true median with a known probability.
///
/// Of *n* independent samples, the number that lie below the median is binomial with probability one
/// half, for every distribution. So the interval from the *k*-th smallest to the *k*-th largest
/// misses the median only if fewer than *k* samples lie on one side of it. Nothing is assumed about
/// the shape of the distribution, which for latencies is far from normal.
package struct MedianInterval: Equatable {
  /// How many samples lie outside the interval on either side.
  package let excluded: Int
  /// The probability, 0 to 1, that the interval holds the true median.
  package let coverage: Double

  /// The narrowest interval whose coverage is at least 95 percent; of fewer than six samples, the
  /// interval of all, whose coverage is less.
  package init(sampleCount: Int) {
    var (excluded, outside) = (0, Self.tail(below: 1, of: sampleCount))
    while 2 * (excluded + 2) <= sampleCount {
      let next = Self.tail(below: excluded + 2, of: sampleCount)
      guard 1 - 2 * next >= 0.95 else { break }
      (excluded, outside) = (excluded + 1, next)
    }
    self.excluded = excluded
    coverage = max(0, 1 - 2 * outside)
  }

  /// The probability that fewer than `limit` of `count` samples lie below the median.
  private static func tail(below limit: Int, of count: Int) -> Double {
    var term = pow(0.5, Double(count))
    var sum = 0.0
    for successes in 0..<min(limit, count + 1) {
      sum += term
      term *= Double(count - successes) / Double(successes + 1)
    }
    return sum
  }
}

extension Collection<Double> {
  /// The number in the middle, or the mean of the two in the middle; there must be one at least.
  package var median: Double {
    let sorted = sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}

extension Double {
  /// This figure in terms of an older one; 1 if both are zero.
  package func growth(from before: Double) -> Double {
    before == 0 ? (self == 0 ? 1 : .infinity) : self / before
  }
}

// MARK: - Percentiles

/// A percentile by its name in rows: "p99"; "max" for all.
package struct Percentile: Equatable, Sendable {
  /// From 0 to 100.
  package let percent: Double

  /// The percentiles of every measure, ascending.
  package static let all = [50.0, 99, 100].map { Percentile(percent: $0) }

  package var name: String { percent == 100 ? "max" : "p\(percent.plain)" }

  /// The fewest samples of which this percentile is not just the smallest or the largest; one for the
  /// median and the maximum.
  package var leastSamples: Int {
    [50, 100].contains(percent) ? 1 : Int((100 / min(percent, 100 - percent)).rounded())
  }
}

extension Percentile {
  /// Reads the name of a statistic.
  package init?(_ statistic: String) {
    let percent = statistic == "max" ? 100 : Double(statistic.dropFirst())
    guard let percent, statistic.first == "p" || statistic == "max" else { return nil }
    self.init(percent: percent)
  }
}

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
  package var mainWorkload: String { header.workloads.first?.name ?? "" }

  /// The number of processes in which engines were measured.
  package var processCount: Int {
    baseline.flatMap { self[$0.name, .build]?.processes.count } ?? header.method.processCount
  }

  /// From folded bytes to the number of matches, with the queries of the main workload.
  package func locate(_ caches: Measure.Caches = .warm) -> Measure {
    Measure(workload: mainWorkload, stage: .locate, caches: caches)
  }

  /// The measure of ten results of a workload: a page of cities, or the ids of keys.
  package func firstTen(
    _ workload: String, _ reading: Measure.Reading = .read, caches: Measure.Caches = .warm
  ) -> Measure {
    let page = Measure.tenCities(workload, reading, caches: caches)
    return header.data.isOfKeys ? page.overKeys ?? page : page
  }
}

// MARK: - Latencies

extension RunRecord {
  package func single(_ subject: String, _ measure: Measure, _ statistic: String = "p50") -> Figure?
  {
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
  package static let shortQuery: Double = 500

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
  package func timeInBaselines(_ figure: Figure) -> Double? {
    typical(Self.baselineBesideNames, locate())
      .flatMap { figure.ratio(to: $0, processByProcess: true) }
  }

  /// The unit of ratios of the search over all names, which is not compared itself.
  package static let baselineBesideNames = "baseline beside all names"

  package var nameWorkloads: [RunHeader.WorkloadDescription] {
    header.workloads.filter { workload in
      nameEngines.contains { single($0, NamesMeasures(workload.name).unread) != nil }
    }
  }

  /// The engines of the search over all names, the default first.
  package var nameEngines: [String] {
    figures.rows.filter { $0.key.measure?.order == .relevance && $0.key.quantity == .latency }
      .map(\.key.subject).uniqued()
      .filter { name in header.subjects.contains { $0.name == name } }
  }
}

extension Figure {
  /// The median of the ratios in each process if both were taken in the same ones, else the ratio of
  /// the medians; `nil` if that means nothing.
  package func ratio(to base: Figure, processByProcess: Bool) -> Double? {
    guard base.value > 0 else { return nil }
    guard processByProcess, processes.count == base.processes.count,
      base.processes.allSatisfy({ $0 > 0 })
    else { return value / base.value }
    return zip(processes, base.processes).map { $0 / $1 }.median
  }
}
