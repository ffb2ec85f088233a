import TestSupport
import Testing

@testable import CitySearch

/// The sets of cities, and of their best hits, that cursors work with.
@Suite struct CitySetTests {
  private static func cities(_ set: CitySet) -> [Int] {
    var (cities, row) = ([Int](), 0)
    while let city = set.first(from: row) {
      cities.append(city.rawValue)
      row = city.rawValue + 1
    }
    return cities
  }

  @Test(arguments: [0, 1, 63, 64, 65, 128, 200])
  func `a set has the cities that were added and not removed`(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    var (set, expected) = (CitySet(cityCount: count), Set<Int>())
    for _ in 0..<count * 2 {
      let row = Int.random(in: 0..<count, using: &generator)
      if Int.random(in: 0..<3, using: &generator) == 0 {
        set.remove(CityRow(row))
        expected.remove(row)
      } else {
        set.insert(CityRow(row))
        expected.insert(row)
      }
    }
    #expect(Self.cities(set) == expected.sorted())
    #expect(set.count == expected.count)
    #expect((0..<count).allSatisfy { set.contains(CityRow($0)) == expected.contains($0) })
    #expect(set.first(from: count) == nil && set.first(from: count + 500) == nil)
  }

  @Test(arguments: [0..<0, 0..<1, 3..<64, 64..<128, 63..<65, 1..<200, 0..<200, 130..<190])
  func `a set takes consecutive cities and others, and keeps those of another set`(rows: Range<Int>)
  {
    var set = CitySet(cityCount: 200)
    set.insert(rows)
    #expect(Self.cities(set) == Array(rows))
    let others = CitySet([CityRow(2), CityRow(64), CityRow(150)], cityCount: 200)
    var both = set
    for row in [2, 64, 150] { both.insert(CityRow(row)) }
    #expect(Self.cities(both) == Set(rows).union([2, 64, 150]).sorted())
    set.formIntersection(others)
    #expect(Self.cities(set) == [2, 64, 150].filter(rows.contains))
  }

  @Test(arguments: [0, 1, 15, 16, 17, 18, 40, 500])
  func `of the hits of a city the best is kept`(count: Int) {
    var generator = SeededGenerator(seed: 1)
    var (hits, expected) = (CityHits(), [Int: UInt64]())
    for _ in 0..<count * 3 {
      let (city, weight) = (
        Int.random(in: 0..<max(count, 1), using: &generator),
        UInt64.random(in: 0..<1_000, using: &generator)
      )
      hits.add(Hit(ownNameOf: CityRow(city), weight: weight))
      expected[city] = max(expected[city] ?? 0, weight)
    }
    #expect(hits.hits.count == expected.count)
    #expect(hits.hits.allSatisfy { expected[$0.city.rawValue] == $0.weight })
  }
}
