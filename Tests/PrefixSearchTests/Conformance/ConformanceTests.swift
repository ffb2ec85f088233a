import PrefixSearch
import TestSupport
import Testing

@Suite("Every index, on chosen keys")
struct ConformanceTests {
  @Test(arguments: IndexKind.allCases, ConformanceCase.all)
  func `gives the rows that were worked out by hand`(
    kind: IndexKind, example: ConformanceCase
  ) throws {
    let index = try kind.index(over: example.keys)
    #expect(index.count == example.keys.count)
    #expect(index.isEmpty == example.keys.isEmpty)
    for (prefix, rows) in example.lookups {
      #expect(index.range(of: prefix) == rows, "prefix \(hex(prefix))")
    }
  }

  @Test(arguments: IndexKind.allCases, ConformanceCase.all)
  func `agrees with the reference on every neighbor of every key`(
    kind: IndexKind, example: ConformanceCase
  ) throws {
    let index = try kind.index(over: example.keys)
    let reference = ReferenceIndex(rows: example.keys)
    for key in example.keys + [[]] {
      #expect(index.firstDifference(from: reference, on: neighbors(of: key)) == nil)
    }
  }

  @Test(arguments: IndexKind.allCases)
  func `takes a prefix as text, bytes or span`(kind: IndexKind) throws {
    let index = try kind.index(over: ["e", "é", "éa", "日"].map { Array($0.utf8) })
    let text = "é"
    let bytes = Array(text.utf8)
    #expect(index.range(of: text) == 1..<3)
    #expect(index.range(of: bytes) == 1..<3)
    #expect(index.range(of: bytes.span) == 1..<3)
    #expect(index.range(of: "") == 0..<4)
    #expect(index.range(of: String(text.dropFirst())) == 0..<4)
    #expect(index.range(of: [] as [UInt8]) == 0..<4)
  }
}

/// Every beginning of `key`, and each with its last byte one lower, one higher, and followed by a
/// lowest, a highest and a middling byte.
func neighbors(of key: [UInt8]) -> [[UInt8]] {
  (0...key.count).flatMap { length in
    let start = Array(key.prefix(length))
    var neighbors = [start, start + [0x00], start + [0xFF], start + [0x61]]
    if let last = start.last {
      neighbors += [start.dropLast() + [last &- 1], start.dropLast() + [last &+ 1]]
    }
    return neighbors
  }
}

@Suite(
  "Every index, on random keys",
  .disabled(if: Sanitizer.isWatchingThreads, "one thread does all of it"))
struct RandomKeyTests {
  /// The seed is in the message of a failure, and reproduces the case.
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
}
