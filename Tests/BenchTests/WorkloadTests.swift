import CitySearch
import Fixtures
import Foundation
import GazetteerBuilding
import PrefixBenchmark
import PrefixMeasuring
import PrefixSearch
import SystemFiles
import Testing

/// The queries that `bench verify` asks.
@Suite("Typed queries") struct TypedQueriesTests {
  private static func digest(_ queries: [PreparedQuery]) -> String {
    var digest = SHA256()
    for query in queries { digest.update("\(query.text)\n".utf8.span) }
    return digest.hexDigest
  }

  @Test func `a seed always gives the same queries`() throws {
    let gazetteer = try Gazetteer(contentsOf: Fixtures.sample)
    let queries = try WorkloadEntry.typedQueries(over: gazetteer, count: 2_000, seed: 1)
    let (again, other) = (
      try WorkloadEntry.typedQueries(over: gazetteer, count: 2_000, seed: 1),
      try WorkloadEntry.typedQueries(over: gazetteer, count: 2_000, seed: 2)
    )
    #expect(Self.digest(queries) == Self.digest(again))
    #expect(Self.digest(queries) != Self.digest(other))
    #expect(queries.count == 2_003)
    #expect(
      Self.digest(queries)
        == "78d28b0f95bbe75644d06ae9dd3d4be579c4e8d8089779dbcf4199316bec54e2")
  }

  @Test func `every query adds a letter, takes one back, or begins a name`() throws {
    let gazetteer = try Gazetteer(contentsOf: Fixtures.sample)
    let queries = try WorkloadEntry.typedQueries(over: gazetteer, count: 2_000, seed: 3)
    #expect(queries.allSatisfy { (1...8).contains($0.text.count) })
    #expect(queries.allSatisfy { FoldedQuery($0.text) == $0.folded })
    for (query, next) in zip(queries, queries.dropFirst()).map({ ($0.text, $1.text) }) {
      #expect(next.count == 1 || next.dropLast() == query || next == query.dropLast())
    }
  }
}

/// The rows that are shipped for quick tests.
@Suite("Difficult cities") struct DifficultCitiesTests {
  @Test func `the sample holds whole rows of the shipped file in its order`() throws {
    let rows = try Fixtures.text(of: Fixtures.cities).split(separator: UInt8(ascii: "\n"))
    let sample = try Data(contentsOf: Fixtures.sample).split(separator: UInt8(ascii: "\n"))
    var rest = rows[...]
    for row in sample {
      let position = try #require(rest.firstIndex(of: row))
      rest = rest[(position + 1)...]
    }
    #expect(sample.count == 999)
  }
}

/// The baseline is checked as the engines are, or ratios to it would mean little.
@Suite("Binary search") struct BinarySearchTests {
  private static func indexes(_ keys: [[UInt8]]) throws -> [any PrefixIndex] {
    var builder = SortedKeys.Builder()
    for key in keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      try builder.append(key.span)
    }
    let sorted = builder.finish()
    return [BinarySearch(sorted)] + Engine.allCases.map { $0.makeIndex(over: sorted) }
  }

  private static func expectAgreement(
    _ indexes: [any PrefixIndex], on prefixes: [[UInt8]]
  ) throws {
    for prefix in prefixes {
      let ranges = indexes.map { $0.range(of: prefix.span) }
      let first = try #require(ranges.first)
      #expect(ranges.allSatisfy { $0 == first }, "\(prefix): \(ranges)")
    }
  }

  @Test func `it finds what the engines find on chosen keys`() throws {
    let keys: [[UInt8]] = [
      [], [], [0], [0, 0], [0, 255], [1], [97], [97, 98], [97, 98], [97, 98, 99], [255],
      [255, 255], [255, 255, 255],
    ]
    let indexes = try Self.indexes(keys)
    let prefixes =
      keys + [[97, 0], [98], [254], [255, 0], Array(repeating: 255, count: 9), [0, 0, 0]]
    try Self.expectAgreement(indexes, on: prefixes)
    let baseline = try #require(indexes.first)
    #expect(baseline.range(of: [UInt8]().span) == 0..<13)
    #expect(baseline.range(of: [255 as UInt8].span) == 10..<13)
    #expect(baseline.range(of: [97 as UInt8, 98].span) == 7..<10)
    #expect(baseline.range(of: [2 as UInt8].span) == 0..<0)
  }

  @Test func `it finds what the engines find without keys`() throws {
    try Self.expectAgreement(try Self.indexes([]), on: [[], [0], [255]])
    try Self.expectAgreement(try Self.indexes([[]]), on: [[], [0], [255]])
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `it finds what the engines find on random keys`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let alphabet: [UInt8] = [0, 1, 32, 97, 127, 128, 254, 255]
    func random(_ length: Int) -> [UInt8] {
      (0..<Int.random(in: 0...length, using: &generator)).map { _ in
        alphabet[Int.random(in: alphabet.indices, using: &generator)]
      }
    }
    let keys = (0..<100).map { _ in random(5) }
    try Self.expectAgreement(
      try Self.indexes(keys), on: (0..<200).map { _ in random(6) })
  }

  @Test func `its size counts the keys and an offset each`() throws {
    let baseline = try #require(try Self.indexes([[97], [97], [98, 99]]).first)
    #expect(baseline.count == 3)
    #expect(baseline.memoryFootprint.byteCount >= 4 + 4 * 4)
  }
}
