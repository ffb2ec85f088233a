import Fixtures
import Foundation
import PrefixSearch
import TestSupport
import Testing

@testable import CitySearch
@testable import GazetteerBuilding

/// The most populous cities of every prefix, against sorting.
@Suite("Ranking by population") struct RankingTests {
  #if DEBUG
  /// Every `share`th key has all its prefixes checked.
  private static let share = 97
  #else
  private static let share = 1
  #endif

  /// The rows of every prefix of every `share`th key, each range once, found by another engine.
  private static func ranges(in gazetteer: Gazetteer) -> Set<Range<Int>> {
    let keys = gazetteer.sortedKeys()
    let index = SortedArray(keys)
    var ranges: Set<Range<Int>> = [0..<gazetteer.count]
    for number in stride(from: 0, to: keys.distinctCount, by: share) {
      let key = Array(keys.bytes[keys.byteRange(ofRank: number)])
      for length in 1...key.count {
        let rows = index.range(of: key.span.extracting(0..<length))
        guard ranges.insert(rows).inserted || rows.count > 1 else { break }
      }
    }
    return ranges
  }

  private static func sorted(_ populations: [Int], _ rows: Range<Int>) -> [Int] {
    rows.sorted { (populations[$1], $0) < (populations[$0], $1) }
  }

  @Test func `every prefix of the shipped cities gives its most populous`() throws {
    let gazetteer = try ShippedCities.gazetteer()
    let populations = gazetteer.map(\.population)
    var listCount = 0
    for rows in Self.ranges(in: gazetteer) {
      let expected = Self.sorted(populations, rows)
      listCount += rows.count > NameTable.listLength ? 1 : 0
      for limit in [0, 1, 9, 10, 11, 50] {
        let found = gazetteer.mostPopulousRows(in: Range(rows: rows), limit: limit)
        #expect(found.map(Int.init) == Array(expected.prefix(limit)), "\(rows), limit \(limit)")
      }
      if rows.count < 500 {
        let found = gazetteer.mostPopulousRows(in: Range(rows: rows), limit: nil)
        #expect(found.map(Int.init).firstDifference(from: expected) == nil, "\(rows)")
      }
    }
    #expect(listCount > 13_000 / Self.share)
  }

  @Test func `any range of the shipped cities gives its most populous`() throws {
    let gazetteer = try ShippedCities.gazetteer()
    let populations = gazetteer.map(\.population)
    var generator = SeededGenerator(seed: 11)
    for number in 0..<200 / min(Self.share, 10) {
      let length = 1 << Int.random(in: 0...17, using: &generator)
      let lower = Int.random(in: 0...gazetteer.count - length, using: &generator)
      let rows = lower..<lower + Int.random(in: 1...length, using: &generator)
      let expected = Self.sorted(populations, rows)
      for limit in [1, 10, 50, 1_000] {
        let found = gazetteer.mostPopulousRows(in: Range(rows: rows), limit: limit)
        #expect(
          found.map(Int.init).firstDifference(from: expected.prefix(limit)) == nil,
          "\(number): \(rows)")
      }
    }
  }

  @Test(arguments: 0...12)
  func `a few cities, equal ones among them, come in order`(count: Int) throws {
    let cities = (0..<count).map { id in
      City(
        id: City.ID(id), name: id % 3 == 0 ? "aa" : "ab", countryCode: "US",
        coordinate: Coordinate(latitude: 0, longitude: 0), population: id % 2)
    }
    let gazetteer = try Gazetteer(cities)
    try gazetteer.verify()
    for query in ["", "a", "aa", "ab", "b"] {
      let expected = SlowOrder(order: .population)
        .sorted(cities.filter { $0.name.hasPrefix(query) }).map(\.id)
      for limit in [0, 1, 10, 11] {
        let found = CityIndex(gazetteer).ownNames(beginningWith: query)
          .ordered(by: .population, limit: limit)
        #expect(found.ids == Array(expected.prefix(limit)))
      }
    }
  }
}
