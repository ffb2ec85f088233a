import CitySearch
import TestSupport
import Testing

/// Queries of every kind, read at once and page by page.
@Suite(
  "Pages of answers",
  .disabled(if: Sanitizer.isWatchingThreads, "one thread does all of it"))
struct PagingTests {
  private static let queryCount = TestExtent.share(of: 2_000)

  private static func query(
    _ queries: RelevanceQueries, using generator: inout SeededGenerator
  ) throws -> SearchQuery {
    let city = try #require(try SampleCities.gazetteer().randomElement(using: &generator))
    let orders: [CityOrder?] = [
      nil, .relevance, .name, .population, .distance(from: city.coordinate),
    ]
    let filters = [
      CityFilter(), CityFilter(), CityFilter(countries: [city.countryCode]),
      CityFilter(minimumPopulation: city.population), CityFilter(ids: [city.id, -1]),
      CityFilter(countries: ["ZZ"]),
    ]
    return SearchQuery(
      Int.random(in: 0..<9, using: &generator) == 0 ? "" : queries.query(using: &generator),
      names: NameScope.allCases.randomElement(using: &generator) ?? .all,
      order: orders.randomElement(using: &generator) ?? nil,
      typos: TypoTolerance.allCases.randomElement(using: &generator) ?? .automatic,
      filter: filters.randomElement(using: &generator) ?? CityFilter())
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `are parts of one long answer, by every engine`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let queries = RelevanceQueries(try SampleNames.loaded.get())
    for _ in 0..<Self.queryCount / 4 {
      let query = try Self.query(queries, using: &generator)
      let expected = try #require(try SampleCities.indexes().first).search(query).page()
      for cities in try SampleCities.indexes() {
        var (offset, found) = (0, [CityMatch]())
        // One long answer, of which pages are read in any order.
        let all = cities.search(query)
        #expect(all.page(3..<7) == Array(expected.dropFirst(3).prefix(4)), "\(query)")
        while offset <= expected.count {
          let length = Int.random(in: 1...40, using: &generator)
          var part = query
          part.limit = offset + length
          let page = cities.search(part).page(offset..<offset + length)
          #expect(page == all.page(offset..<offset + length), "\(query) at \(offset)")
          found += page
          offset += length
        }
        #expect(found.firstDifference(from: expected) == nil, "\(query)")
        #expect(all.count == expected.count, "\(query)")
      }
    }
  }
}
