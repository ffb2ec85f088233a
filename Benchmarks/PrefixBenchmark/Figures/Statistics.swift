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
