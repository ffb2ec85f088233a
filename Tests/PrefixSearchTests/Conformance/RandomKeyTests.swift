import PrefixSearch
import TestSupport
import Testing

@Suite(
  "Every index, on random keys",
  .disabled(if: Sanitizer.isWatchingThreads, "one thread does all of it"))
struct RandomKeyTests {
  /// The seed, which stands in the message of a failure, makes the whole case again.
  @Test(arguments: IndexKind.allCases, 0..<240 as Range<UInt64>)
  func `agrees with the reference`(kind: IndexKind, seed: UInt64) throws {
    let alphabets = KeyAlphabet.allCases
    let alphabet = alphabets[Int(seed) % alphabets.count]
    var generator = SeededGenerator(seed: seed)
    let keys = generator.sortedKeys(of: alphabet, upTo: 30)
    let prefixes = (0..<40).map { _ in generator.prefix(near: keys, of: alphabet) }
    let index = try kind.index(over: keys)
    let difference = index.firstDifference(from: ReferenceIndex(rows: keys), on: prefixes)
    #expect(difference == nil, "seed \(seed), alphabet \(alphabet), \(keys.count) keys")
  }

  /// A later version of the generator would make all seeds in old messages worthless.
  @Test func `makes the same keys from a seed on every machine`() {
    var generator = SeededGenerator(seed: 2)
    #expect(generator.next() == 0x9758_35DE_1C97_56CE)
    let keys = (0..<3).map { _ in hex(generator.key(of: .letters, upTo: 3)) }
    #expect(keys == ["[62 20]", "[62]", "[20 61]"])
  }
}
