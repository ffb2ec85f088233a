import PrefixSearch
import TestSupport
import Testing

@Suite(
  "A walk",
  .disabled(if: Sanitizer.isWatchingThreads, "one thread does all of it"))
struct WalkTests {
  @Test(arguments: IndexKind.allCases, SmallWorld.all)
  func `passes every position of small worlds, and so does one by ranges`(
    kind: IndexKind, world: SmallWorld
  ) throws {
    for length in 0...world.longestList {
      for (number, keys) in selections(of: world.keys, length: length).enumerated() {
        let index = try kind.index(over: keys)
        var difference = index.firstWalkDifference(from: keys)
        // Each position takes hundreds of lookups, so only a tenth of the lists is walked.
        if number % 10 == 0 {
          difference = difference ?? RangesOnly(index).firstWalkDifference(from: keys)
        }
        if let difference {
          Issue.record("Over the keys \(keys.map(hex)): \(difference)")
          return
        }
      }
    }
  }

  @Test(arguments: IndexKind.allCases, ConformanceCase.all)
  func `passes every position of chosen keys, from any prefix on`(
    kind: IndexKind, example: ConformanceCase
  ) throws {
    let index = try kind.index(over: example.keys)
    #expect(RangesOnly(index).firstWalkDifference(from: example.keys) == nil)
    for key in example.keys + [[]] {
      for prefix in neighbors(of: key) {
        #expect(index.firstWalkDifference(from: example.keys, below: prefix) == nil)
      }
    }
  }

  @Test(arguments: IndexKind.allCases, 0..<80 as Range<UInt64>)
  func `passes every position of random keys`(kind: IndexKind, seed: UInt64) throws {
    let alphabet = KeyAlphabet.allCases[Int(seed) % KeyAlphabet.allCases.count]
    var generator = SeededGenerator(seed: seed)
    let keys = generator.sortedKeys(of: alphabet, upTo: alphabet == .runs ? 8 : 40)
    let index = try kind.index(over: keys)
    #expect(index.firstWalkDifference(from: keys) == nil, "seed \(seed)")
    for _ in 0..<10 {
      let prefix = generator.prefix(near: keys, of: alphabet)
      let difference = index.firstWalkDifference(from: keys, below: prefix)
      #expect(difference == nil, "seed \(seed), prefix \(hex(prefix))")
    }
  }

  /// A position in a trie of objects refers to a node, whose children must not be freed with the index.
  @Test(arguments: IndexKind.allCases)
  func `goes on from positions that outlive their index`(kind: IndexKind) throws {
    let keys = try SortedKeys(["berlin ", "bern ", "rom "].map(bytes))
    func rows<Index: PrefixIndex>(_ type: Index.Type) -> Range<Int>? {
      let position = type.init(keys).position(of: bytes("be").span)
      let equal = type.init(keys)
      guard let position, let end = equal.position(of: bytes("rn").span, from: position) else {
        return nil
      }
      return equal.rows(below: end)
    }
    #expect(rows(kind.type) == 1..<2)
  }

  /// Keys that all end in a space, which the tails of a tree leave out, and one that is nothing else.
  @Test(arguments: IndexKind.allCases)
  func `passes the last byte that all keys share`(kind: IndexKind) throws {
    let names = [" ", "a ", "a b ", "ab ", "b c ", "bern ", "bern ", "berlin ", "c "]
    let keys = names.map(bytes).sorted { $0.lexicographicallyPrecedes($1) }
    for start in keys.indices {
      for end in start...keys.count {
        let index = try kind.index(over: Array(keys[start..<end]))
        #expect(index.firstWalkDifference(from: Array(keys[start..<end])) == nil)
      }
    }
  }

  @Test(arguments: IndexKind.allCases)
  func `passes the children of nodes with any number of edges`(kind: IndexKind) throws {
    for count in [1, 2, 7, 8, 9, 15, 16, 17, 255, 256] {
      for stem in ["", "a", "ab", "abc"] {
        let keys = (0..<count).flatMap { byte in
          (0...byte % 3).map { _ in bytes(stem) + [UInt8(byte)] }
        }
        let index = try kind.index(over: [bytes(stem)] + keys)
        #expect(index.firstWalkDifference(from: [bytes(stem)] + keys) == nil)
      }
    }
  }
}

/// Sets of bytes, compared with sets of the standard library.
@Suite struct ByteSetTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `has the bytes that were inserted, in ascending order`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let bytes = (0..<Int.random(in: 0...300, using: &generator)).map { _ in
      UInt8.random(in: 0...255, using: &generator)
    }
    let (set, expected) = (ByteSet(bytes), Set(bytes))
    #expect(Array(set) == expected.sorted())
    #expect(set.count == expected.count && set.isEmpty == expected.isEmpty)
    #expect((UInt8.min...UInt8.max).allSatisfy { set.contains($0) == expected.contains($0) })
    #expect(set == ByteSet(bytes.reversed()))
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `the intersection has the bytes of both sets`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let sets = (0..<2).map { _ in
      Set((0..<150).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }
    let both = ByteSet(sets[0]).intersection(ByteSet(sets[1]))
    #expect(Array(both) == sets[0].intersection(sets[1]).sorted())
  }

  @Test func `every range has its bytes`() {
    for first in UInt8.min...UInt8.max {
      for last in [first, first | 0x3F, first | 0x7F, 255] {
        #expect(Array(ByteSet(first...last)) == Array(first...last))
      }
    }
    #expect(ByteSet.all.count == 256 && ByteSet().isEmpty)
  }
}
