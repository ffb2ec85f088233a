import PrefixSearch
import TestSupport
import Testing

/// A radix tree whose larger nodes have the offsets of the lists of their rows.
@Suite("Annotated trees", .disabled(if: Sanitizer.isWatchingThreads, "one thread does all of it"))
struct AnnotatedTreeTests {
  private static func tree(_ world: RankedKeys, _ topK: TopKIndex) throws -> RadixTree {
    RadixTree(
      try SortedKeys(world.keys),
      annotations: .init(threshold: topK.k) { UInt32(topK.place(of: $0) ?? 1 << 20) })
  }

  @Test(arguments: KeyAlphabet.allCases, 1...10)
  func `every annotation leads to the list of the rows below`(
    alphabet: KeyAlphabet, k: Int
  ) throws {
    var generator = SeededGenerator(seed: UInt64(k))
    // Long runs have a position for each of their bytes.
    for count in [0, 1, k, k + 1, 40, 400] where alphabet != .runs || count < 40 {
      let keys = generator.keys(of: alphabet, count: count)
      let world = RankedKeys(keys, k: k, .all[1], using: &generator)
      let topK = world.topK()
      let tree = try Self.tree(world, topK)
      #expect(tree.firstWalkDifference(from: keys) == nil)
      var checked: Set<[Int]> = []
      for key in keys {
        for length in 0...key.count {
          guard let position = tree.position(ofBytes: key[..<length]) else {
            Issue.record("\(hex(Array(key[..<length]))) is not found")
            return
          }
          let rows = tree.rows(below: position)
          // The same node is passed for each byte of its label, by each key below it.
          let place = [rows.lowerBound, rows.upperBound, position.node ?? -1]
          guard checked.insert(place).inserted else { continue }
          // Tails have few rows unless keys are equal.
          guard let place = tree.annotation(at: position) else {
            #expect(position.node == nil || rows.count <= k)
            continue
          }
          #expect(rows.count > k)
          let list = try #require(topK.list(at: Int(place), of: rows), "\(hex(key)), \(length)")
          #expect(
            (0..<list.best.count).map { topK.row($0, of: list.best) }
              == Array(world.best(of: rows).prefix(k))
          )
        }
      }
    }
  }

  @Test(arguments: KeyAlphabet.allCases)
  func `one call leads from a prefix to the best rows below it`(alphabet: KeyAlphabet) throws {
    var generator = SeededGenerator(seed: 77)
    let keys = generator.keys(of: alphabet, count: alphabet == .runs ? 40 : 400)
    let world = RankedKeys(keys, k: 10, .all[1], using: &generator)
    let (tree, topK) = (try Self.tree(world, world.topK()), world.topK())
    // A tree without annotations finds the lists by their rows.
    for tree in [tree, RadixTree(try SortedKeys(keys))] {
      let ranked = TopKTree(tree, topK)
      for prefix in keys.flatMap({ key in (0...key.count).map { Array(key.prefix($0)) } }) {
        let lookup = ranked.lookup(prefix.span)
        let found = try #require(lookup)
        let rows = tree.rows(below: found.position)
        #expect(rows == tree.range(of: prefix))
        let list = found.list
        let expected = world.best(of: rows)
        #expect(list?.groupCount == (rows.count > 10 ? expected.count : nil))
        guard let best = list?.best else { continue }
        #expect(
          (0..<best.count).map { topK.row($0, of: best) } == Array(expected.prefix(10)))
      }
      let missing: [UInt8] = [0, 255, 0, 255, 0, 255, 0, 255, 0]
      let lookup = ranked.lookup(missing.span)
      #expect(lookup == nil)
    }
  }

  /// All rows of a search, without those of groups that were found before.
  private static func rows(
    _ search: BestFirstSearch<RankedKeys>, of world: RankedKeys,
    where isIncluded: (Int) -> Bool = { _ in true }
  ) -> [UInt32] {
    var (search, rows, groups) = (search, [UInt32](), Set<UInt32>())
    while let found = search.next(where: { row, _ in isIncluded(row) }) {
      let row = found.rank.row
      if groups.insert(world.group(ofRow: row)).inserted { rows.append(UInt32(row)) }
    }
    return rows
  }

  @Test(arguments: KeyAlphabet.allCases, [1, 2, 10])
  func `lists of nodes, and of their children, lead to all rows in order`(
    alphabet: KeyAlphabet, k: Int
  ) throws {
    var generator = SeededGenerator(seed: 5)
    let keys = generator.keys(of: alphabet, count: alphabet == .runs ? 40 : 600)
    for variety in RankedKeys.Variety.all {
      let world = RankedKeys(keys, k: k, variety, using: &generator)
      let topK = world.topK()
      let tree = TopKTree(try Self.tree(world, topK), topK)
      for _ in 0..<30 {
        let key = keys[Int.random(in: keys.indices, using: &generator)]
        let rows = tree.radixTree.range(
          of: Array(key.prefix(Int.random(in: 0...3, using: &generator))))
        // Any range, which is not that of a prefix, is searched by its blocks.
        for rows in [rows, generator.range(in: keys.indices)] {
          var search = BestFirstSearch(in: topK, by: world, tree: tree)
          search.add(rows)
          #expect(
            Self.rows(search, of: world) == world.best(of: rows).map { UInt32($0) }, "\(rows)")
          #expect(
            Self.rows(search, of: world) { world.group(ofRow: $0) % 3 == 0 }
              == topK.first(.max, of: rows, by: world) { world.group(ofRow: $0) % 3 == 0 },
            "\(rows)")
        }
      }
    }
  }

  /// The rows and lists of a damaged tree with damaged lists.
  @Test(arguments: 0..<12 as Range<UInt64>)
  func `wrong bytes give rows of the range, and no crash`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let k = Int(seed) % 10 + 1
    let keys = generator.keys(of: .letters, count: 500)
    let world = RankedKeys(keys, k: k, .all[Int(seed) % 4], using: &generator)
    let topK = world.topK()
    let tree = try Self.tree(world, topK)
    for _ in 0..<10 {
      let lists = generator.damaged(topK.region.content)
      let nodes = generator.damaged(tree.region.content)
      let damagedTree = RadixTree(region: ByteRegion(copying: nodes))
      guard let damaged = TopKIndex(region: ByteRegion(copying: lists), count: 500) else {
        continue
      }
      for _ in 0..<20 {
        let key = keys[Int.random(in: keys.indices, using: &generator)]
        let prefix = key.prefix(Int.random(in: 0...7, using: &generator))
        for tree in [tree, damagedTree] {
          guard let position = tree.position(ofBytes: prefix) else { continue }
          check(
            damaged, tree.rows(below: position).clamped(to: 0..<500),
            at: tree.annotation(at: position).map(Int.init), world)
        }
      }
      check(damaged, generator.range(in: 0..<500), at: nil, world)
    }
  }

  private func check(_ topK: TopKIndex, _ rows: Range<Int>, at place: Int?, _ world: RankedKeys) {
    let lists = [topK.list(of: rows), place.flatMap { topK.list(at: $0, of: rows) }]
    for list in lists.compactMap(\.self) {
      for number in 0...ListVariant.highestNumber {
        let list = topK.variant(number, of: list)
        #expect(list.groupCount <= rows.count && list.best.count <= list.groupCount)
        #expect((0..<list.best.count).allSatisfy { rows.contains(topK.row($0, of: list.best)) })
      }
    }
    for limit in [0, 1, 10, nil] {
      guard let selection = topK.selection(limit, of: rows, by: world) else { continue }
      #expect(selection.count <= min(limit ?? rows.count, rows.count))
      #expect((0..<selection.count).allSatisfy { rows.contains(topK.row($0, of: selection)) })
    }
    for limit in [1, 10, 11, 100] {
      for found in [
        topK.first(limit, of: rows, by: world),
        topK.first(limit, of: rows, by: world) { $0 % 3 == 0 },
      ] {
        #expect(found.count <= limit)
        #expect(found.allSatisfy { rows.contains(Int($0)) }, "\(rows): \(found)")
      }
    }
  }
}

extension PrefixIndex {
  /// The position of a prefix.
  func position(ofBytes prefix: some Sequence<UInt8>) -> Position? {
    let bytes = Array(prefix)
    return position(of: bytes.span)
  }
}

extension SeededGenerator {
  /// The same bytes with some of them wrong.
  fileprivate mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var damaged = bytes
    for _ in 0..<Int.random(in: 1...200, using: &self) {
      let index = Int.random(in: 0..<bytes.count, using: &self)
      // Few wrong bytes near the start, because the header there describes the rest.
      if index >= 44 || Int.random(in: 0..<8, using: &self) == 0 {
        damaged[index] = UInt8.random(in: 0...255, using: &self)
      }
    }
    return damaged
  }
}
