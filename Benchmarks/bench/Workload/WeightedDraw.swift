/// Draws indexes, with replacement, each as often as its weight says.
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

  /// The next index; `nil` if no weight is positive.
  func index(using generator: inout SplitMix64) -> Int? {
    guard let total = cumulative.last, total > 0 else { return nil }
    return cumulative.firstIndex(above: Int.random(in: 0..<total, using: &generator))
  }
}

extension Array where Element: Comparable {
  /// The first index whose element is greater than `value`; the elements ascend.
  ///
  /// The last index if there is none.
  func firstIndex(above value: Element) -> Int {
    var (low, high) = (0, count - 1)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] > value { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
