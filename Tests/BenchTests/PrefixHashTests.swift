import CitySearch
import Fixtures
import GazetteerBuilding
import PrefixBenchmark
import PrefixSearch
import TestSupport
import Testing

/// A hash table of prefixes finds what binary search finds.
@Suite("Hashes of prefixes") struct PrefixHashTests {
  private func compare(_ keys: SortedKeys, _ prefixes: [[UInt8]]) {
    let (table, search) = (PrefixHash(keys), BinarySearch(keys))
    #expect(table.count == search.count)
    let wrong = prefixes.first { table.range(of: $0.span) != search.range(of: $0.span) }
    #expect(wrong == nil)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `random keys and prefixes`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    // Few letters, so that prefixes are shared, and the zero that could be mistaken for no letter.
    func word(_ lengths: ClosedRange<Int>) -> [UInt8] {
      (0..<Int.random(in: lengths, using: &generator)).map { _ in
        [0, 1, 97, 255].randomElement(using: &generator) ?? 0
      }
    }
    let words = (0..<300).map { _ in word(1...12) }.sorted { $0.lexicographicallyPrecedes($1) }
    var builder = SortedKeys.Builder()
    for word in words { try builder.append(word.span) }
    let prefixes = (0..<2_000).map { _ in word(0...13) }
    compare(builder.finish(), prefixes + words + words.map { $0 + [0] } + [[]])
  }

  @Test func `prefixes of real names, and such as are none`() throws {
    let keys = try Gazetteer(contentsOf: Fixtures.sample).sortedKeys()
    var prefixes: [[UInt8]] = [[]]
    for rank in 0..<keys.distinctCount {
      let key = Array(keys.bytes[keys.byteRange(ofRank: rank)])
      // One of the names has thousands of letters.
      for length in 1...min(key.count, 40) {
        prefixes.append(Array(key.prefix(length)))
        prefixes.append(Array(key.prefix(length - 1)) + [UInt8(ascii: "#")])
      }
    }
    compare(keys, prefixes)
  }

  @Test func `no keys at all`() {
    let builder = SortedKeys.Builder()
    compare(builder.finish(), [[], [97], Array(repeating: 97, count: 9)])
  }

  @Test func `half of the places are free, and the keys are counted`() throws {
    let keys = try Gazetteer(contentsOf: Fixtures.sample).sortedKeys()
    let parts = PrefixHash(keys).memoryFootprint.parts
    #expect(parts.map(\.name) == ["entries", "text", "offsets"])
    var prefixes: Set<[UInt8]> = []
    for rank in 0..<keys.distinctCount {
      let key = keys.bytes[keys.byteRange(ofRank: rank)]
      for length in 1...min(8, key.count) { prefixes.insert(Array(key.prefix(length))) }
    }
    #expect(parts[0].byteCount >= 32 * prefixes.count)
    #expect(parts[0].byteCount < 33 * prefixes.count + 64)
  }
}
