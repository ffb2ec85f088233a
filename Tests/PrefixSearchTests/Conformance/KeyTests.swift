import PrefixSearch
import TestSupport
import Testing

@Suite(
  "The keys of every index",
  .disabled(if: Sanitizer.isWatchingThreads, "one thread does all of it"))
struct KeyTests {
  /// All indexes, and one without a walk of its own.
  private static func indexes(over keys: [[UInt8]]) throws -> [any PrefixIndex] {
    let indexes = try IndexKind.allCases.map { try $0.index(over: keys) }
    return indexes + [ReferenceIndex(rows: keys)]
  }

  /// The completions by their definition.
  private static func expected(_ keys: [[UInt8]], of prefix: [UInt8]) -> [Completion] {
    var completions: [Completion] = []
    for (row, key) in keys.enumerated() where key.starts(with: prefix) {
      let first = completions.last.flatMap { $0.key == key ? $0.rows.lowerBound : nil }
      if first != nil { completions.removeLast() }
      completions.append(Completion(key: key, rows: (first ?? row)..<row + 1))
    }
    return completions
  }

  @Test(arguments: ConformanceCase.all)
  func `are spelled from their rows with any hint`(
    example: ConformanceCase
  ) throws {
    for index in try Self.indexes(over: example.keys) {
      for (row, key) in example.keys.enumerated() {
        #expect(index.key(atRow: row) == key)
        for hint in neighbors(of: key) {
          #expect(index.key(atRow: row, startingWith: hint.span) == key, "hint \(hex(hint))")
        }
      }
    }
  }

  @Test(arguments: ConformanceCase.all)
  func `are listed in order with their rows`(example: ConformanceCase) throws {
    for index in try Self.indexes(over: example.keys) {
      for prefix in [[]] + example.lookups.map(\.prefix) {
        let expected = Self.expected(example.keys, of: prefix)
        #expect(index.completions(of: prefix) == expected, "prefix \(hex(prefix))")
        for limit in [-1, 0, 1, 2, expected.count] {
          let first = Array(expected.prefix(max(0, limit)))
          #expect(index.completions(of: prefix, limit: limit) == first)
        }
      }
    }
  }

  @Test(arguments: IndexKind.allCases, 0..<60 as Range<UInt64>)
  func `are spelled and listed if they are random`(kind: IndexKind, seed: UInt64) throws {
    let alphabet = KeyAlphabet.allCases[Int(seed) % KeyAlphabet.allCases.count]
    var generator = SeededGenerator(seed: seed)
    let keys = generator.sortedKeys(of: alphabet, upTo: 30)
    let index = try kind.index(over: keys)
    for (row, key) in keys.enumerated() {
      let hint = generator.prefix(near: keys, of: alphabet)
      #expect(index.key(atRow: row, startingWith: hint.span) == key, "seed \(seed), row \(row)")
      let wanted = Self.expected(keys, of: hint)
      #expect(index.completions(of: hint) == wanted, "seed \(seed), prefix \(hex(hint))")
    }
  }

  @Test func `are listed for a prefix that is text`() throws {
    let index = RadixTree(try SortedKeys(["e", "é", "éa", "éa"].map { Array($0.utf8) }))
    #expect(index.completions(of: "é", limit: 2).map(\.rows) == [1..<2, 2..<4])
  }

  @Test(arguments: [(0, 0), (1, -1), (2, 2), (2, Int.max), (2, Int.min)])
  func `end the program for a row that does not exist`(
    count: Int, row: Int
  ) async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [count = count as Int, row = row as Int] in
      _ = RadixTree(try SortedKeys((0..<count).map { [UInt8($0)] })).key(atRow: row)
    }
    // Release builds stop without a message.
    #if DEBUG
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("row must be in 0..<\(count), got \(row)."))
    #endif
  }
}
