import TestSupport
import Testing

@testable import PrefixSearch

/// The table that leads from the first bytes of a prefix to where a walk goes on.
@Suite("The jump table") struct JumpTableTests {
  /// The hashes of some four bytes, all different.
  private static func hashes(count: Int, using generator: inout SeededGenerator) -> [UInt64] {
    var keys: Set<UInt32> = []
    while keys.count < count { keys.insert(.random(in: 0 ... .max, using: &generator)) }
    return keys.sorted().map { PerfectHash.hash(of: $0, length: 4) }
  }

  @Test(arguments: [0, 1, 2, 3, 6, 7, 32, 100, 1_000, 20_000])
  func `each key has a slot of its own, which its pilot gives`(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    let hashes = Self.hashes(count: count, using: &generator)
    let hash = PerfectHash(of: hashes)
    let slots = hash.slots.compactMap(\.self)
    #expect(slots.count == count)
    #expect(Set(slots).count == count)
    #expect(slots.allSatisfy { (0..<hash.slotCount).contains($0) })
    #expect(hash.slotCount <= count + count / 32)
    for (key, slot) in zip(hashes, slots) {
      let pilot = hash.pilots[Int(key >> UInt64(64 - hash.bucketBits))]
      let found = PerfectHash.slot(of: key, pilot: pilot, slotCount: hash.slotCount)
      #expect(found == slot)
    }
  }

  /// Many keys of four bytes with the same bucket, as an attacker would choose them.
  private static let crowd: [[UInt8]] = (UInt32.min...UInt32.max).lazy
    .filter { PerfectHash.hash(of: $0.byteSwapped, length: 4) >> 56 == 0 }
    .prefix(150)
    .map { number in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }

  @Test func `keys without a pilot have no slot, and are found nevertheless`() throws {
    let keys = Self.crowd
    let hashes = keys.map { key in
      let word = key.reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
      return PerfectHash.hash(of: word, length: 4)
    }
    #expect(PerfectHash(of: hashes).slots.contains(nil))
    let tree = RadixTree(try SortedKeys(keys), jumpTableSize: 1 << 20)
    #expect(tree.firstDifference(from: ReferenceIndex(rows: keys), on: keys) == nil)
  }

  /// No table, one entry, some, and all.
  private static let sizes = [0, 32, 300, 3_000, 1 << 20]

  @Test(arguments: KeyAlphabet.allCases, sizes)
  func `a table of any size gives the same answers`(alphabet: KeyAlphabet, size: Int) throws {
    var generator = SeededGenerator(seed: UInt64(size))
    // Long runs have a position for each of their bytes.
    for count in [0, 1, 2, 40, 400] where alphabet != .runs || count < 40 {
      let keys = generator.keys(of: alphabet, count: count)
      let tree = RadixTree(try SortedKeys(keys), jumpTableSize: size)
      let prefixes = keys + (0..<200).map { _ in generator.prefix(near: keys, of: alphabet) }
      #expect(tree.firstDifference(from: ReferenceIndex(rows: keys), on: prefixes) == nil)
      #expect(tree.firstWalkDifference(from: keys) == nil)
    }
  }

  @Test(arguments: sizes)
  func `a table takes no more than its limit, and the nodes are the same`(size: Int) throws {
    let keys = try SortedKeys(MemoryFootprintTests.names)
    let (tree, plain) = (
      RadixTree(keys, jumpTableSize: size), RadixTree(keys, jumpTableSize: 0)
    )
    #expect(tree.region.count - plain.region.count <= size)
    #expect(plain.layout.slotCount == 0)
    let nodes = [tree, plain].map { Array($0.region.content[$0.layout.root..<$0.layout.end]) }
    #expect(nodes[0] == nodes[1])
  }

  @Test func `unless told otherwise a table takes at most a tenth of the nodes`() throws {
    let small = RadixTree(try SortedKeys(["bergen ", "berlin "].map { Array($0.utf8) }))
    #expect(small.layout.slotCount == 0)
    let tree = RadixTree(try SortedKeys(MemoryFootprintTests.names))
    let nodeByteCount = tree.layout.end - tree.layout.root
    let tableByteCount = tree.layout.root - RadixTree.Layout.byteCount
    #expect((nodeByteCount / 20...nodeByteCount / 10).contains(tableByteCount))
  }

  @Test func `zeros at the end of a prefix are bytes like others`() throws {
    let keys: [[UInt8]] = [
      [0], [0, 0], [0, 0, 0, 1], [97], [97, 0], [97, 0, 0], [97, 0, 0, 0, 0], [98, 0, 1],
    ]
    let prefixes = keys + [[0, 0, 0], [97, 0, 0, 0], [98], [98, 0], [98, 0, 0], [99], [99, 0]]
    for size in Self.sizes {
      let tree = RadixTree(try SortedKeys(keys), jumpTableSize: size)
      #expect(tree.firstDifference(from: ReferenceIndex(rows: keys), on: prefixes) == nil)
    }
  }

  @Test func `the beginnings of a key do not find the entries of others`() throws {
    let keys = (UInt8(1)...200).map { [$0, $0 ^ 0x55, 1] }.sorted {
      $0.lexicographicallyPrecedes($1)
    }
    let tree = RadixTree(try SortedKeys(keys), jumpTableSize: 1 << 20)
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        let row = keys.firstIndex { $0[0] == first && $0[1] == second }
        #expect(tree.range(of: [first, second].span) == (row.map { $0..<$0 + 1 } ?? 0..<0))
      }
    }
  }

  @Test func `a table cannot take less than nothing`() async {
    await #expect(processExitsWith: .failure) {
      _ = RadixTree(try SortedKeys([[0x61]]), jumpTableSize: -1)
    }
  }
}
