import Foundation

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

  /// Figures of the number of samples and of all percentiles for which they suffice, per query where a
  /// sample is a batch of some; none without samples.
  package func figures(
    _ subject: String, _ measure: Measure, quantity: Figure.Quantity = .latency, batch: Int = 1
  ) -> [Figure] {
    guard count > 0 else { return [] }
    let known = Percentile.all.filter { $0.leastSamples <= count }
    return [Figure(Figure.Key(subject, .samples, measure, batch: batch), .count, count)]
      + zip(known, percentiles(known.map(\.percent))).map { percentile, time in
        Figure(
          Figure.Key(subject, quantity, measure, statistic: percentile.name, batch: batch),
          .nanoseconds, [Double(time) / Double(batch)])
      }
  }
}

/// The system's monotonic clock, in nanoseconds.
package enum MonotonicClock {
  /// The current time; the same clock in all processes of the system.
  @inline(__always)
  package static var now: UInt64 {
    #if canImport(Darwin)
    clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
    #else
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    #endif
  }

  /// The cost of reading the clock, the median of many readings.
  package static let cost: UInt64 = {
    var samples = Samples()
    for _ in 0..<10_000 {
      let start = now
      samples.append(now &- start)
    }
    return samples.percentile(50)
  }()

  /// The resolution of the clock.
  ///
  /// On a virtual machine it may be coarser than the system reports. It is the smallest gap between
  /// frequent durations; gaps of up to 2 are rounding.
  static let resolution: UInt64 = {
    var counts: [UInt64: Int] = [:]
    var last = now
    for _ in 0..<20_000 {
      let next = now
      counts[next &- last, default: 0] += 1
      last = next
    }
    let common = counts.filter { $0.key > 0 && $0.value >= 20 }.keys.sorted()
    return zip(common, common.dropFirst()).map { $1 - $0 }.filter { $0 > 2 }.min() ?? 1
  }()

  /// The time since `start`, less the cost of reading the clock.
  @inline(__always)
  package static func elapsed(since start: UInt64) -> UInt64 {
    let elapsed = now &- start
    return elapsed > cost ? elapsed &- cost : 0
  }
}
