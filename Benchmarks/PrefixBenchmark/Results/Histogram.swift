/// How often durations of about a length occurred.
///
/// Below 64 nanoseconds the buckets are one nanosecond wide; above, 32 buckets divide each power of
/// two, so a bucket is at most 3.2 percent wide. Only buckets that have samples are stored.
struct Histogram: Codable, Equatable, Sendable {
  /// Where each bucket begins, in nanoseconds, ascending.
  private(set) var bounds: [UInt64] = []
  /// How many samples each bucket has.
  private(set) var counts: [Int] = []

  /// The number of samples.
  var count: Int { counts.reduce(0, +) }
}

extension Histogram {
  /// Counts samples, in nanoseconds.
  init(_ samples: some Sequence<UInt64>) {
    var buckets: [UInt64: Int] = [:]
    for sample in samples { buckets[Self.bound(of: sample), default: 0] += 1 }
    self.init(buckets)
  }

  private init(_ buckets: [UInt64: Int]) {
    bounds = buckets.keys.sorted()
    counts = bounds.map { buckets[$0, default: 0] }
  }

  /// Where the bucket of a sample begins.
  static func bound(of sample: UInt64) -> UInt64 {
    guard sample >= 64 else { return sample }
    let shift = UInt64(63 - sample.leadingZeroBitCount - 5)
    return (sample >> shift) << shift
  }

  /// Adds the samples of another process.
  mutating func merge(_ other: Histogram) {
    var buckets = Dictionary(uniqueKeysWithValues: zip(bounds, counts))
    for (bound, count) in zip(other.bounds, other.counts) { buckets[bound, default: 0] += count }
    self = Histogram(buckets)
  }

  /// Whether what was read from a file can be a histogram.
  var isWellFormed: Bool {
    bounds.count == counts.count && counts.allSatisfy { (1...1 << 50).contains($0) }
      && counts.count < 4_096
      && zip(bounds, bounds.dropFirst()).allSatisfy(<)
  }
}
