import PrefixSearch
import TestSupport
import Testing

/// Keys that are kept without the bytes that they share with the key before.
@Suite("Packed keys") struct PackedKeysTests {
  private static func pack(_ keys: [[UInt8]]) -> PackedKeys {
    var packed = PackedKeys()
    for key in keys { packed.append(key.span) }
    return packed
  }

  private static func array(_ key: Span<UInt8>) -> [UInt8] { key.indices.map { key[$0] } }

  /// Keys with long common prefixes, equal ones, and an empty one.
  private static func keys(_ seed: UInt64) -> [[UInt8]] {
    var generator = SeededGenerator(seed: seed)
    let keys = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
      (0..<Int.random(in: 0...9, using: &generator)).map { _ in
        UInt8.random(in: 0...2, using: &generator) * 127
      }
    }
    return (keys + keys.prefix(9)).sorted { $0.lexicographicallyPrecedes($1) }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `keys are read forwards, backwards and by row`(seed: UInt64) {
    let keys = Self.keys(seed)
    let packed = Self.pack(keys)
    #expect(packed.count == keys.count && packed.byteCount == keys.joined().count)
    var (forwards, shared, backwards) = ([[UInt8]](), [Int](), [[UInt8]]())
    packed.forEach { key, count in
      forwards.append(Self.array(key))
      shared.append(count)
    }
    packed.forEachReversed { backwards.append(Self.array($0)) }
    #expect(forwards == keys && backwards == keys.reversed())
    let expected = zip([[]] + keys, keys).map { one, two in
      zip(one, two).prefix { $0 == $1 }.count
    }
    #expect(shared == expected)
    for row in keys.indices { #expect(packed.withKey(atRow: row, Self.array) == keys[row]) }
  }

  @Test func `the last byte is a terminator if all keys end in it, and none twice`() throws {
    for keys: [[UInt8]] in [
      [], [[]], [[1]], [[1], [2, 1]], [[1], [2]], [[1, 1]], [[2, 1], [3, 1, 1]], [[], [1]],
    ] {
      let sorted = try SortedKeys(keys)
      let tree = RadixTree(sorted)
      var builder = RadixTree.Builder(
        rowCount: keys.count, terminator: Self.pack(keys).commonTerminator, annotations: nil)
      for key in keys.reversed() { builder.prepend(key.span) }
      #expect(builder.finish().region.content == tree.region.content)
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a tree of packed keys is that of sorted ones`(seed: UInt64) throws {
    // Some keys are longer than a label or a tail.
    var keys = Self.keys(seed).map { $0.count > 7 ? $0 + Array(repeating: 9, count: 600) : $0 }
    keys.sort { $0.lexicographicallyPrecedes($1) }
    let tree = RadixTree(try SortedKeys(keys))
    let packed = Self.pack(keys)
    var builder = RadixTree.Builder(
      rowCount: keys.count, terminator: packed.commonTerminator, annotations: nil)
    packed.forEachReversed { builder.prepend($0) }
    #expect(builder.finish().region.content == tree.region.content)
    for (row, key) in keys.enumerated() {
      #expect(tree.key(atRow: row) == key)
    }
  }
}
