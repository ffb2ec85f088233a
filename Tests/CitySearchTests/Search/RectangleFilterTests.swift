import TestSupport
import Testing

@testable import CitySearch

/// Filters by rectangles.
@Suite("Rectangles of a filter") struct RectangleFilterTests {
  @Test(arguments: 0..<4 as Range<UInt64>)
  func `an intersection passes the cities of both filters`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let cities = try SampleCities.gazetteer()
    for _ in 0..<60 {
      let filters = (0..<2).map { _ in
        CityFilter(
          minimumPopulation: [0, 1_000, 50_000].randomElement(using: &generator) ?? 0,
          rectangles: [nil, 0, 1, 1, 2, 3].randomElement(using: &generator).flatMap(\.self)
            .map { count in Set((0..<count).map { _ in generator.rectangle() }) })
      }
      var both = filters[0]
      both.formIntersection(filters[1])
      for city in cities {
        #expect(
          both.contains(city) == filters.allSatisfy { $0.contains(city) }, "\(filters), \(city)")
      }
      let rows = RowFilter(both, in: cities)
      for row in cities.indices {
        #expect(rows?.contains(row) ?? true == both.contains(cities[row]))
        #expect(rows?.allCities().contains(row) ?? true == both.contains(cities[row]))
      }
    }
    var same = CityFilter(rectangles: [.world])
    same.formIntersection(same)
    #expect(same == CityFilter(rectangles: [.world]))
  }

  @Test(arguments: OrderingTests.orders)
  func `a search in a rectangle finds its cities in every order`(order: CityOrder) throws {
    var generator = SeededGenerator(seed: 3)
    let index = CityIndex(try ShippedCities.gazetteer())
    for text in ["", "s", "san", "new y"] {
      let all = index.search(SearchQuery(text, names: .own, order: order, typos: .never))
      for _ in 0..<4 {
        let filter = CityFilter(rectangles: [generator.rectangle(), generator.rectangle()])
        let found = index.search(
          SearchQuery(text, names: .own, order: order, typos: .never, filter: filter))
        let expected = all.lazy.filter { filter.contains($0.city) }.prefix(40).map(\.id)
        #expect(found.prefix(40).map(\.id) == Array(expected), "\(text), \(filter)")
      }
    }
  }
}
