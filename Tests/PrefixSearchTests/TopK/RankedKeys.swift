import PrefixSearch
import TestSupport

/// Random rows with weights, groups and precedences under random keys, and the best of them by
/// definition.
struct RankedKeys: RankedRows {
  let keys: [[UInt8]]
  let k: Int
  /// How many bytes each key shares with the one before it.
  let lcpArray: [UInt32]
  private let rows: [Row]

  private struct Row {
    var weight: UInt64
    var group: UInt32
    var precedence: UInt8
  }

  /// How many different weights and groups there are, which decide about the order.
  struct Variety {
    var weights: UInt64
    var groups: UInt32

    /// From nothing but ties to hardly any ties.
    static let all = [
      Variety(weights: 2, groups: 3), Variety(weights: 4, groups: 40),
      Variety(weights: 1_000, groups: 9), Variety(weights: 1 << 40, groups: 100_000),
      Variety(weights: .max, groups: .max),
    ]
  }

  init(
    _ keys: [[UInt8]], k: Int, _ variety: Variety, using generator: inout SeededGenerator
  ) {
    self.keys = keys
    self.k = k
    lcpArray = keys.indices.map { row in
      row == 0 ? 0 : UInt32(zip(keys[row - 1], keys[row]).prefix { $0 == $1 }.count)
    }
    rows = keys.map { _ in
      Row(
        // Weights from 0 on: rows of weight 0 are never given.
        weight: UInt64.random(in: 0..<variety.weights, using: &generator),
        group: UInt32.random(in: 0..<variety.groups, using: &generator),
        precedence: UInt8.random(in: 0...2, using: &generator))
    }
  }

  func weight(ofRow row: Int) -> UInt64 { rows[row].weight }
  func group(ofRow row: Int) -> UInt32 { rows[row].group }
  func precedence(ofRow row: Int) -> UInt8 { rows[row].precedence }

  /// The index under test.
  func topK() -> TopKIndex {
    TopKIndex(self, k: k, lcpArray: lcpArray)
  }

  /// The best row of each group of a range that has a weight, the best group first.
  func best(of range: Range<Int>, where isIncluded: (Int) -> Bool = { _ in true }) -> [Int] {
    best(of: range.filter(isIncluded)) { rows[$0].weight }
  }

  /// The same with other weights.
  func best(of chosen: some Sequence<Int>, weight: (Int) -> UInt64) -> [Int] {
    var best: [UInt32: (weight: UInt64, row: Int)] = [:]
    for row in chosen {
      let weight = weight(row)
      guard weight > 0 else { continue }
      if let other = best[rows[row].group] {
        let isBetter =
          weight != other.weight
          ? weight > other.weight : rows[row].precedence < rows[other.row].precedence
        guard isBetter else { continue }
      }
      best[rows[row].group] = (weight, row)
    }
    return best.sorted { one, two in
      one.value.weight != two.value.weight
        ? one.value.weight > two.value.weight : one.key < two.key
    }.map(\.value.row)
  }

  /// The rows of every prefix that more than one row has.
  ///
  /// An interval grows from each row: it takes in the neighbors that share the most bytes, then those
  /// that share fewer, until it has all rows.
  func intervals() -> Set<Range<Int>> {
    var intervals: Set<Range<Int>> = [0..<keys.count]
    for row in keys.indices {
      var (lower, upper) = (row, row + 1)
      while lower > 0 || upper < keys.count {
        let before = lower > 0 ? Int(lcpArray[lower]) : -1
        let behind = upper < keys.count ? Int(lcpArray[upper]) : -1
        let length = max(before, behind)
        while lower > 0, lcpArray[lower] >= length { lower -= 1 }
        while upper < keys.count, lcpArray[upper] >= length { upper += 1 }
        intervals.insert(lower..<upper)
      }
    }
    return intervals
  }
}

extension SeededGenerator {
  /// As many sorted keys as `count`, some of them equal.
  mutating func keys(of alphabet: KeyAlphabet, count: Int) -> [[UInt8]] {
    (0..<count).map { _ in key(of: alphabet, upTo: 7) }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }
}
