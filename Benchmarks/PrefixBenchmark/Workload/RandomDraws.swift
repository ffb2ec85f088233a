import Algorithms

/// SplitMix64 (Steele, Lea and Flood 2014).
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Draws indexes with replacement, in proportion to weights.
struct WeightedDraw {
  private let cumulative: [Int]

  /// Prepares draws; a weight of 0 is never drawn, and a negative one counts as 0.
  init(_ weights: some Sequence<Int>) {
    var total = 0
    cumulative = weights.map { weight in
      total += max(weight, 0)
      return total
    }
  }

  /// The sum of all weights.
  var total: Int { cumulative.last ?? 0 }

  /// The next index; `nil` if no weight is positive.
  func index(using generator: inout SplitMix64) -> Int? {
    guard total > 0 else { return nil }
    let point = Int.random(in: 0..<total, using: &generator)
    return cumulative.partitioningIndex { $0 > point }
  }
}
