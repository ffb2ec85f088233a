import FlatStorage
import PrefixSearch
import TestSupport
import Testing

/// The heaviest rows of ranges against sorting everything.
@Suite struct HeaviestRowsTests {
  /// The heaviest rows as they are defined.
  private static func expected(_ weights: [UInt32], _ rows: Range<Int>, _ limit: Int?) -> [UInt32] {
    let sorted = rows.sorted { (weights[$1], $0) < (weights[$0], $1) }.map(UInt32.init)
    return limit.map { Array(sorted.prefix(max(0, $0))) } ?? sorted
  }

  private static let limits: [Int?] = [nil, -1, 0, 1, 2, 9, 10, 11, 50, .max]

  private static func check(_ world: WeighedRows, _ ranges: some Sequence<Range<Int>>) {
    for rows in ranges {
      let all = expected(world.weights, rows, nil)
      for limit in limits {
        let found = world.heaviest.first(limit, of: rows, by: world.column)
        let expected = limit.map { Array(all.prefix(max(0, $0))) } ?? all
        #expect(found == expected, "\(rows) of \(world.weights.count), limit \(limit ?? -9)")
      }
      #expect(world.column.first(7, of: rows) == Array(all.prefix(7)))
    }
  }

  @Test(arguments: 0...14)
  func `every range of a few rows, equal ones among them, gives its heaviest`(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    for kinds: UInt32 in [1, 2, 100] {
      let world = WeighedRows(count: count, kinds: kinds, using: &generator)
      let ranges = (0...count).flatMap { lower in (lower...count).map { lower..<$0 } }
      Self.check(world, ranges)
    }
  }

  /// Numbers of rows about which blocks of 32, and blocks of such, begin.
  @Test(arguments: [31, 32, 33, 63, 64, 65, 300, 1_023, 1_024, 1_025, 2_100, 33_000])
  func `intervals and other ranges give their heaviest`(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    for kinds: UInt32 in [1, 3, 1_000_000] {
      let world = WeighedRows(count: count, kinds: kinds, using: &generator)
      let intervals = world.intervals(upTo: count > 3_000 ? 5 : 40, using: &generator)
      let others = (0..<(count > 3_000 ? 3 : 20)).map { _ in
        let bounds = [0, 1].map { _ in Int.random(in: 0...count, using: &generator) }
        return bounds.min()!..<bounds.max()!
      }
      Self.check(world, intervals + others + [0..<count, 0..<0, count..<count])
    }
  }

  @Test func `rows that do not exist are left out`() {
    var generator = SeededGenerator(seed: 3)
    let world = WeighedRows(count: 40, kinds: 9, using: &generator)
    for (rows, existing) in [(30..<90, 30..<40), (40..<41, 40..<40), (-5..<20, 0..<20)] {
      #expect(
        world.heaviest.first(10, of: rows, by: world.column)
          == Self.expected(world.weights, existing, 10))
    }
  }

  @Test(arguments: [0, 1, 32, 33, 2_000])
  func `a region that is read again gives the same, and the same input the same bytes`(count: Int) {
    var (one, other) = (SeededGenerator(seed: 7), SeededGenerator(seed: 7))
    let world = WeighedRows(count: count, kinds: 50, using: &one)
    let region = world.heaviest.region
    #expect(
      region.content == WeighedRows(count: count, kinds: 50, using: &other).heaviest.region.content)
    let read = HeaviestRows(region: ByteRegion(copying: region.content), count: count)
    #expect(
      read?.first(10, of: 0..<count, by: world.column)
        == Self.expected(world.weights, 0..<count, 10))
    #expect(HeaviestRows(region: region, count: count + 1) == nil)
    #expect(
      HeaviestRows(region: ByteRegion(copying: region.content + [0]), count: count) == nil)
    #expect(HeaviestRows(region: ByteRegion(copying: []), count: count) == nil)
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `wrong bytes give as many rows of the range as right ones`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let world = WeighedRows(count: 1_500, kinds: 1_000, using: &generator)
    let bytes = world.heaviest.region.content
    let ranges = world.intervals(upTo: 30, using: &generator) + [0..<1_500, 31..<1_300]
    for _ in 0..<40 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...200, using: &generator) {
        // What stands before the maxima is compared with the size.
        damaged[Int.random(in: 8..<bytes.count, using: &generator)] =
          UInt8.random(in: 0...255, using: &generator)
      }
      let region = ByteRegion(copying: damaged)
      guard let heaviest = HeaviestRows(region: region, count: 1_500) else {
        Issue.record("Only the first eight bytes describe the region.")
        return
      }
      for rows in ranges {
        for limit in [1, 10, 11, 100] {
          let found = heaviest.first(limit, of: rows, by: world.column)
          #expect(found.count == min(limit, rows.count))
          #expect(found.allSatisfy { rows.contains(Int($0)) }, "\(rows): \(found)")
        }
      }
    }
  }
}

/// Rows with random weights under random keys.
private struct WeighedRows {
  let weights: [UInt32]
  /// How many bytes each key shares with the one before it.
  let sharedLengths: [UInt32]
  let column: RowWeights
  let heaviest: HeaviestRows

  init(count: Int, kinds: UInt32, using generator: inout SeededGenerator) {
    let weights = (0..<count).map { _ in UInt32.random(in: 0..<kinds, using: &generator) }
    let sharedLengths = (0..<count).map { row in
      // Most neighbours share something; long shared beginnings are rare.
      row == 0 ? 0 : UInt32(UInt64.random(in: 1..<256, using: &generator).leadingZeroBitCount - 56)
    }
    var writer = ByteRegionWriter()
    for weight in weights {
      // Three bits of something else, then the weight.
      writer.append(UInt64(weight) << 3 | 5, width: 5)
    }
    self.weights = weights
    self.sharedLengths = sharedLengths
    column = RowWeights(in: writer.finish(), start: 0, stride: 5, bitOffset: 3, bitWidth: 32)
    heaviest = HeaviestRows(weights: weights, sharedLengths: sharedLengths)
  }

  /// Some ranges whose keys share more bytes than those of any larger range: found by walking from a
  /// row in both directions.
  func intervals(upTo limit: Int, using generator: inout SeededGenerator) -> [Range<Int>] {
    (0..<limit).map { _ in
      let row = Int.random(in: weights.indices, using: &generator)
      let length = UInt32.random(in: 0...8, using: &generator)
      var (lower, upper) = (row, row + 1)
      while lower > 0, sharedLengths[lower] >= length { lower -= 1 }
      while upper < weights.count, sharedLengths[upper] >= length { upper += 1 }
      return lower..<upper
    }
  }
}
