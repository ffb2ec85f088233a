/// Durations in nanoseconds, all of them kept: percentiles are exact.
struct Samples {
  private(set) var values: [UInt64] = []
  private var isSorted = true

  /// The number of samples.
  var count: Int { values.count }

  mutating func append(_ nanoseconds: UInt64) {
    values.append(nanoseconds)
    isSorted = false
  }

  mutating func reserveCapacity(_ count: Int) { values.reserveCapacity(count) }

  /// The smallest sample that at least `percent` percent of all samples do not exceed (the
  /// nearest-rank definition).
  mutating func percentile(_ percent: Double) -> UInt64 {
    guard !values.isEmpty else { return 0 }
    if !isSorted {
      values.sort()
      isSorted = true
    }
    let rank = Int((percent * Double(values.count) / 100).rounded(.up))
    return values[min(max(rank, 1), values.count) - 1]
  }
}
