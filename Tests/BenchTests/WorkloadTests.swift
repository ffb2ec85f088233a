import CitySearch
import Fixtures
import Foundation
import PrefixSearch
import Testing

@testable import PrefixBenchmark

/// What is replayed: the same on every machine.
@Suite("Typed queries") struct TypedQueriesTests {
  private static func digest(_ texts: [String]) -> String {
    var digest = SHA256()
    for text in texts { digest.update("\(text)\n".utf8.span) }
    return digest.hexDigest
  }

  @Test func `a seed always gives the same queries`() throws {
    let gazetteer = try Gazetteer(contentsOf: Fixtures.sample)
    let queries = TypedQueries(over: gazetteer, seed: 1)
    #expect(queries.texts == TypedQueries(over: gazetteer, seed: 1).texts)
    #expect(queries.texts != TypedQueries(over: gazetteer, seed: 2).texts)
    #expect(queries.texts.count == 17_025)
    #expect(
      Self.digest(queries.texts)
        == "df5c371b4d4543d70b8c2264c1e3db6958c857e7c54ca1d147fd7bb404c9c974")
  }

  @Test func `each target is typed from one to eight characters`() throws {
    let gazetteer = try Gazetteer(contentsOf: Fixtures.sample)
    let queries = TypedQueries(over: gazetteer, seed: 3)
    #expect(queries.texts.allSatisfy { (1...8).contains($0.count) })
    #expect(queries.texts.count { $0.count == 1 } == 2_500)
    #expect(zip(queries.texts, queries.folded).allSatisfy { FoldedQuery($0) == $1 })
    for (text, next) in zip(queries.texts, queries.texts.dropFirst()) {
      #expect(next.count == 1 || next.dropLast() == text)
    }
  }
}

/// The rows that are shipped for quick tests.
@Suite("Difficult cities") struct DifficultCitiesTests {
  @Test func `the sample holds whole rows of the shipped file in its order`() throws {
    let rows = try Data(contentsOf: Fixtures.cities).split(separator: UInt8(ascii: "\n"))
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
