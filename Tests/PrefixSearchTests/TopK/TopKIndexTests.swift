import PrefixSearch
import TestSupport
import Testing

/// The best groups of ranges, compared with those by sorting all rows.
@Suite("The top-k index", .disabled(if: Sanitizer.isWatchingThreads, "one thread does all of it"))
struct TopKIndexTests {
  /// Rows whose number and k go together: around k, blocks of 32 rows, and blocks of such blocks.
  static let sizes: [(count: Int, k: Int)] = [
    (0, 1), (1, 1), (2, 1), (3, 2), (9, 3), (10, 10), (11, 10), (31, 4), (32, 5), (33, 6), (64, 7),
    (65, 8), (300, 9), (1_025, 10), (1_500, 1),
  ]

  @Test(arguments: sizes.indices, KeyAlphabet.allCases)
  func `every interval of more than k rows has its best groups in a list`(
    size: Int, alphabet: KeyAlphabet
  ) {
    let k = Self.sizes[size].k
    // Long runs have an interval for nearly every row.
    let count = alphabet == .runs ? min(Self.sizes[size].count, 300) : Self.sizes[size].count
    var generator = SeededGenerator(seed: UInt64(size))
    for variety in RankedKeys.Variety.all {
      let keys = generator.keys(of: alphabet, count: count)
      let world = RankedKeys(keys, k: k, variety, using: &generator)
      let topK = world.topK()
      #expect(topK.k == k)
      for rows in world.intervals() {
        let list = topK.list(of: rows)
        guard rows.count > k else {
          #expect(list == nil)
          continue
        }
        let best = world.best(of: rows)
        #expect(list?.best.rows == rows)
        #expect(list?.groupCount == best.count, "\(rows) of \(count)")
        #expect(
          list.map { list in (0..<list.best.count).map { topK.row($0, of: list.best) } }
            == Array(best.prefix(k)))
        let place = topK.place(of: rows)
        #expect(place.flatMap { topK.list(at: $0, of: rows)?.groupCount } == best.count)
      }
    }
  }

  @Test(arguments: sizes.indices)
  func `prefixes for which other rows are the best have lists of their own`(size: Int) {
    let (count, k) = Self.sizes[size]
    var generator = SeededGenerator(seed: 200 + UInt64(size))
    for variety in RankedKeys.Variety.all.dropLast() {
      let keys = generator.keys(of: .letters, count: count)
      let world = RankedVariants(keys: RankedKeys(keys, k: k, variety, using: &generator))
      let topK = TopKIndex(world, k: k, lcpArray: world.keys.lcpArray)
      for rows in world.keys.intervals() where rows.count > k {
        let lengths = world.prefixLengths(of: rows)
        var weights = [0: { world.weight(ofRow: $0) }]
        for variant in world.variants(of: rows, prefixLengths: lengths) {
          weights[variant.number] = { row in
            variant.rows.contains(row) ? variant.weight(row) : world.weight(ofRow: row)
          }
        }
        for number in 0...ListVariant.highestNumber {
          // A variant that is not stored has the list of the interval.
          guard let weight = weights[number] ?? weights[0] else { continue }
          let best = world.keys.best(of: rows, weight: weight)
          let list = topK.list(of: rows).map { topK.variant(number, of: $0) }
          #expect(list?.groupCount == best.count, "\(rows) of \(count), variant \(number)")
          #expect(
            list.map { list in (0..<list.best.count).map { topK.row($0, of: list.best) } }
              == Array(best.prefix(k)), "\(rows) of \(count), variant \(number)")
        }
      }
    }
  }

  @Test(arguments: sizes.indices)
  func `any range gives its best, under any condition and limit`(size: Int) {
    let (count, k) = Self.sizes[size]
    var generator = SeededGenerator(seed: 100 + UInt64(size))
    for (number, variety) in RankedKeys.Variety.all.enumerated() {
      let alphabet = KeyAlphabet.allCases[number % KeyAlphabet.allCases.count]
      let keys = generator.keys(of: alphabet, count: count)
      let world = RankedKeys(keys, k: k, variety, using: &generator)
      let topK = world.topK()
      let ranges = (0..<12).map { _ in generator.range(in: 0..<count) } + [0..<count]
      for rows in ranges + Array(world.intervals().prefix(8)) {
        for share in [1, 2, 50] {
          let isIncluded = { (row: Int) in share == 1 || row * 7 % share == 0 }
          let best = world.best(of: rows, where: isIncluded).map(UInt32.init)
          for limit in [0, 1, k, k + 1, 40, rows.count, .max] {
            let found = topK.first(limit, of: rows, by: world, where: isIncluded)
            #expect(found == Array(best.prefix(limit)), "\(rows) of \(count), limit \(limit)")
          }
        }
        let best = world.best(of: rows).map(UInt32.init)
        for limit in [nil, -1, 0, 1, k, k + 1, .max] as [Int?] {
          #expect(
            topK.first(limit, of: rows, by: world)
              == limit.map { Array(best.prefix(max(0, $0))) } ?? best)
        }
      }
    }
  }

  @Test(arguments: sizes.indices)
  func `few rows, and rows with a list, are selected without a search`(size: Int) throws {
    let (count, k) = Self.sizes[size]
    var generator = SeededGenerator(seed: 300 + UInt64(size))
    for variety in RankedKeys.Variety.all {
      let keys = generator.keys(of: .letters, count: count)
      let world = RankedKeys(keys, k: k, variety, using: &generator)
      let topK = world.topK()
      for rows in world.intervals().union((0..<12).map { _ in generator.range(in: 0..<count) }) {
        let best = world.best(of: rows)
        for limit in [nil, -1, 0, 1, k, k + 1, .max] as [Int?] {
          let wanted = limit.map { max(0, min($0, rows.count)) } ?? rows.count
          let selection = topK.selection(limit, of: rows, by: world)
          guard rows.count <= 10 || wanted <= k && topK.list(of: rows) != nil else {
            #expect(selection == nil, "\(rows) of \(count), limit \(wanted)")
            continue
          }
          let found = try #require(selection)
          #expect(found.rows == rows)
          #expect(
            (0..<found.count).map { topK.row($0, of: found) } == Array(best.prefix(wanted)),
            "\(rows) of \(count), limit \(wanted)")
        }
      }
    }
  }

  /// So many rows that there are blocks of blocks of blocks.
  @Test func `ranges of many rows give their best`() throws {
    var generator = SeededGenerator(seed: 3)
    let variety = RankedKeys.Variety(weights: 1_000_000, groups: 9_000)
    let keys = generator.keys(of: .letters, count: 34_000)
    let world = RankedKeys(keys, k: 10, variety, using: &generator)
    let topK = world.topK()
    for rows in (0..<6).map({ _ in generator.range(in: 0..<34_000) }) + [0..<34_000] {
      let best = world.best(of: rows).map(UInt32.init)
      for limit in [1, 10, 11, 500] {
        #expect(topK.first(limit, of: rows, by: world) == Array(best.prefix(limit)))
      }
    }
    let all = try #require(topK.list(of: 0..<34_000))
    #expect(all.groupCount == world.best(of: 0..<34_000).count)
  }

  @Test func `rows that do not exist are left out`() {
    var generator = SeededGenerator(seed: 4)
    let keys = generator.keys(of: .letters, count: 40)
    let world = RankedKeys(keys, k: 10, .all[1], using: &generator)
    let topK = world.topK()
    for (rows, existing) in [(30..<90, 30..<40), (40..<41, 40..<40), (-5..<20, 0..<20)] {
      let best = world.best(of: existing).map(UInt32.init)
      #expect(topK.first(10, of: rows, by: world) == Array(best.prefix(10)))
      #expect(topK.first(99, of: rows, by: world) { _ in true } == best)
    }
  }

  @Test func `rows without a weight are in no list and in no count`() throws {
    var generator = SeededGenerator(seed: 5)
    let keys = generator.keys(of: .letters, count: 300)
    let world = RankedKeys(keys, k: 3, .init(weights: 1, groups: 9), using: &generator)
    let topK = world.topK()
    let list = try #require(topK.list(of: 0..<300))
    #expect(list.best.count == 0 && list.groupCount == 0)
    #expect(topK.first(nil, of: 0..<300, by: world) == [])
    #expect(topK.first(5, of: 7..<250, by: world) == [])
  }

  @Test(arguments: [0, 1, 32, 33, 2_000])
  func `a region that is read again gives the same, and the same input the same bytes`(
    count: Int
  ) {
    func world() -> RankedKeys {
      var generator = SeededGenerator(seed: 7)
      let keys = generator.keys(of: .letters, count: count)
      return RankedKeys(keys, k: 10, .all[1], using: &generator)
    }
    let (one, other) = (world(), world())
    let region = one.topK().region
    #expect(region.content == other.topK().region.content)
    let read = TopKIndex(region: ByteRegion(copying: region.content), count: count)
    let best = one.best(of: 0..<count).map(UInt32.init)
    #expect(read?.first(10, of: 0..<count, by: one) == Array(best.prefix(10)))
    #expect(TopKIndex(region: region, count: count + 1) == nil)
    #expect(TopKIndex(region: ByteRegion(copying: region.content + [0]), count: count) == nil)
    #expect(TopKIndex(region: ByteRegion(copying: []), count: count) == nil)
  }
}

/// Rows that weigh more for some prefixes: which variants an interval has depends on where it lies.
private struct RankedVariants: RankedRows {
  let keys: RankedKeys

  func weight(ofRow row: Int) -> UInt64 { keys.weight(ofRow: row) }
  func group(ofRow row: Int) -> UInt32 { keys.group(ofRow: row) }
  func precedence(ofRow row: Int) -> UInt8 { keys.precedence(ofRow: row) }

  func variants(
    of interval: Range<Int>, prefixLengths lengths: ClosedRange<Int>
  ) -> [ListVariant] {
    (1...ListVariant.highestNumber).filter {
      (interval.lowerBound + lengths.lowerBound + 2 * lengths.upperBound) >> $0 & 1 == 1
    }.map { number in
      let rows = interval.lowerBound..<interval.upperBound - interval.count / (number + 1)
      return ListVariant(number, rows: rows) { weight(ofRow: $0) + UInt64($0 % (3 * number)) }
    }
  }

  /// The lengths of the prefixes that exactly these rows have.
  func prefixLengths(of interval: Range<Int>) -> ClosedRange<Int> {
    let shared = keys.lcpArray.map(Int.init)
    let (lower, upper) = (interval.lowerBound, interval.upperBound)
    let before = lower > 0 ? shared[lower] : -1
    let behind = upper < shared.count ? shared[upper] : -1
    return max(before, behind) + 1...(shared[(lower + 1)..<upper].min() ?? 0)
  }
}

extension SeededGenerator {
  /// Any part of a range.
  mutating func range(in all: Range<Int>) -> Range<Int> {
    let lower = Int.random(in: all.lowerBound...all.upperBound, using: &self)
    return lower..<Int.random(in: lower...all.upperBound, using: &self)
  }
}
