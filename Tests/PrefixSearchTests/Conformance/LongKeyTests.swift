import PrefixSearch
import TestSupport
import Testing

@Suite(
  "Every index, on long keys",
  .disabled(if: Sanitizer.isWatchingThreads, "one thread does all of it"))
struct LongKeyTests {
  /// Around the longest label or tail, with and without the byte of the edge above it, and around
  /// two of them in a chain.
  static let lengths = [10] + Array(253...258) + Array(509...513) + [768]

  @Test(arguments: IndexKind.allCases, lengths)
  func `finds keys that end, part or go on at a length`(kind: IndexKind, length: Int) throws {
    let run = pattern(length)
    for keys in [
      [run],
      [run, run],
      [run, run + [0x00]],
      [run + [0x00], run + [0xFF]],
      [run, run + [0x00], run + [0xFF]],
      [run, run + pattern(256)],
      [run + [0x00], run + [0x00] + run, run + [0xFF] + run],
      [[0x00] + run, [0xFF] + run],
      [[], [0x00] + run, [0x00] + run + [0x00], [0xFF]],
      [[0x00, 0x00] + run, [0x00, 0xFF] + run, [0x00, 0xFF] + run + [0x00]],
    ] {
      let index = try kind.index(over: keys)
      let difference = index.firstDifference(
        from: ReferenceIndex(rows: keys), on: keys.flatMap { prefixes(of: $0, around: length) })
      #expect(difference == nil, "\(keys.map(hex))")
    }
  }

  @Test(arguments: IndexKind.allCases)
  func `finds keys of 10 kB that share all but their last byte`(kind: IndexKind) throws {
    let run = pattern(9_999)
    let keys = [0x00, 0x61, 0x61, 0xFF].map { run + [$0] }
    let index = try kind.index(over: keys)
    #expect(index.range(of: run) == 0..<4)
    #expect(index.range(of: keys[0]) == 0..<1)
    #expect(index.range(of: keys[1]) == 1..<3)
    #expect(index.range(of: keys[3]) == 3..<4)
    #expect(index.range(of: run + [0x62]) == 0..<0)
    #expect(index.range(of: keys[3] + [0x00]) == 0..<0)
    for position in stride(from: 0, to: run.count, by: 83) {
      var wrong = run
      wrong[position] &+= 1
      #expect(index.range(of: wrong) == 0..<0)
      #expect(index.range(of: Array(run.prefix(position))) == 0..<4)
    }
  }

  @Test(arguments: IndexKind.allCases)
  func `finds keys of 10 kB that share nothing`(kind: IndexKind) throws {
    let keys = [0x00, 0x01, 0x80, 0xFF].map { [UInt8](repeating: $0, count: 10_000) }
    let index = try kind.index(over: keys)
    for (row, key) in keys.enumerated() {
      #expect(index.range(of: key) == row..<row + 1)
      #expect(index.range(of: key.dropLast() + [0x02]) == 0..<0)
      #expect(index.range(of: key + key) == 0..<0)
    }
  }

  @Test(arguments: IndexKind.allCases)
  func `finds each of 600 keys that are one byte longer than the last`(kind: IndexKind) throws {
    let keys = (0...600).map { [UInt8](repeating: 0x61, count: $0) }
    let index = try kind.index(over: keys)
    for (length, key) in keys.enumerated() {
      #expect(index.range(of: key) == length..<601)
      #expect(index.range(of: key + [0x00]) == 0..<0)
      #expect(index.range(of: key + [0x62]) == 0..<0)
    }
    #expect(index.range(of: [UInt8](repeating: 0x61, count: 601)) == 0..<0)
  }
}

/// Bytes that do not repeat within a label, without 0x00 and 0xFF.
private func pattern(_ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(1 + $0 % 251) }
}

/// Beginnings of `key` whose lengths lie near `length`, near the end of a label in a chain, or near the
/// length of `key`; each also with a wrong last byte and with one byte more.
private func prefixes(of key: [UInt8], around length: Int) -> [[UInt8]] {
  let lengths = Set(
    [1, 256, 511, length, key.count].flatMap { $0 - 1...$0 + 1 })
  return lengths.sorted().filter { (0...key.count).contains($0) }.flatMap { length in
    let start = Array(key.prefix(length))
    return [start, start + [0x00], start.dropLast() + [(start.last ?? 0) ^ 0x01]]
  }
}
