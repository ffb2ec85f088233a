import CitySearch

/// What people type: for every target the prefixes of one character, two, and so on.
///
/// The targets are drawn with replacement, weighted by the square root of the population: large
/// cities are looked for more often, but not in proportion. The same seed gives the same queries on
/// every machine.
struct TypedQueries {
  static let targetCount = 2_500
  static let longestPrefix = 8

  /// The queries in the order of typing.
  let texts: [String]
  /// The queries, folded.
  let folded: [FoldedQuery]

  init(over gazetteer: Gazetteer, seed: UInt64) {
    var cumulative: [Double] = []
    var total = 0.0
    for row in gazetteer.indices {
      total += Double(gazetteer.population(atRow: row)).squareRoot()
      cumulative.append(total)
    }
    var generator = SplitMix64(seed: seed)
    texts = (0..<Self.targetCount).flatMap { _ in
      let point = Double.random(in: 0..<total, using: &generator)
      let name = gazetteer[CityRow(cumulative.firstIndex(above: point))].name
      return (1...min(name.count, Self.longestPrefix)).map { String(name.prefix($0)) }
    }
    folded = texts.map { FoldedQuery($0) }
  }
}

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

  /// The sum of all weights.
  var total: Int { cumulative.last ?? 0 }

  /// The next index; `nil` if no weight is positive.
  func index(using generator: inout SplitMix64) -> Int? {
    guard total > 0 else { return nil }
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
