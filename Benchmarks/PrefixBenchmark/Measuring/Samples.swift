/// Durations in nanoseconds, all of which are kept, so that percentiles are exact.
package struct Samples {
  private(set) var values: [UInt64] = []

  package init() {}

  package var count: Int { values.count }

  package var total: UInt64 { values.reduce(0, +) }

  package mutating func append(_ nanoseconds: UInt64) { values.append(nanoseconds) }

  /// Appends the duration of an action.
  @inline(__always)
  package mutating func time<Result>(_ action: () throws -> Result) rethrows -> Result {
    let start = MonotonicClock.now
    let result = try action()
    append(MonotonicClock.elapsed(since: start))
    blackHole(result)
    return result
  }

  /// For each percentage the smallest sample that at least so many percent of all samples do not exceed
  /// (the nearest-rank definition).
  package func percentiles(_ percentages: [Double]) -> [UInt64] {
    let sorted = values.sorted()
    return percentages.map { percent in
      let rank = Int((percent * Double(count) / 100).rounded(.up))
      return sorted.isEmpty ? 0 : sorted[min(max(rank, 1), count) - 1]
    }
  }

  package func percentile(_ percent: Double) -> UInt64 { percentiles([percent])[0] }

  /// Figures of the number of samples and of all percentiles for which they suffice; none without samples.
  ///
  /// Times are per query where a sample is a batch of queries.
  package func figures(
    _ subject: String, _ measure: Measure, quantity: Figure.Quantity = .latency, batch: Int = 1
  ) -> [Figure] {
    guard count > 0 else { return [] }
    return [Figure(Figure.Key(subject, .samples, measure, batch: batch), .count, count)]
      + figures(subject, quantity, measure, batch: batch)
  }

  /// Figures of some percentiles, as far as the samples suffice for them; none without samples.
  package func figures(
    _ subject: String, _ quantity: Figure.Quantity, _ measure: Measure? = nil,
    of wanted: [Percentile] = Percentile.all, batch: Int = 1
  ) -> [Figure] {
    let known = wanted.filter { count > 0 && $0.leastSamples <= count }
    return zip(known, percentiles(known.map(\.percent))).map { percentile, time in
      Figure(
        Figure.Key(subject, quantity, measure, statistic: percentile.name, batch: batch),
        .nanoseconds, [Double(time) / Double(batch)])
    }
  }
}
