import CitySearch
import GazetteerBuilding
import TestSupport
import Testing

/// The filter over engines, over asynchronous sources, and over and under an order, against filtering
/// everything.
@Suite("Filtered search") struct FilteredCitySearchTests {
  private static let queries = ["", "sa", "zzz", "東"]

  private static func sources() throws -> [any CitySearchable] {
    let scan = LinearScan(try SampleCities.gazetteer())
    let scanning = SortedCitySearchTests.RemoteCities { query in
      scan.ownNames(beginningWith: query.text)
        .filtered(by: query.filter).ordered(by: query.order ?? .name, limit: query.limit)
    }
    let remote = SortedCitySearchTests.RemoteCities { query in
      // A remote source that returns all matches, to which the query is applied here.
      CityMatches(scan.ownNames(beginningWith: query.text).map(\.city), for: query.text)
        .filtered(by: query.filter).ordered(by: query.order ?? .name, limit: query.limit)
    }
    return try SampleCities.indexes() + [scanning, remote]
  }

  /// The same decorators over any source.
  private static func filtered(
    _ base: some CitySearchable, _ ids: Set<City.ID>
  ) -> any CitySearchable { FilteredCitySearch(base, by: CityFilter(ids: ids)) }

  private static func sorted(_ base: some CitySearchable, _ order: CityOrder) -> any CitySearchable
  { SortedCitySearch(base, by: order) }

  /// Sets of ids of many sizes: none, some that no city has, and some of all.
  private static func sets() throws -> [Set<City.ID>] {
    let all = try SampleCities.gazetteer().map(\.id)
    var generator = SeededGenerator(seed: 7)
    let random = [1, 5, 100].map { Set(all.shuffled(using: &generator).prefix($0)) }
    return [
      [], [-1, 0, City.ID(Int64.min), City.ID(Int64.max)], Set(all), random[0], random[1],
      random[2].union([-7]),
    ]
  }

  @Test(arguments: OrderingTests.orders)
  func `every source gives the filtered cities in order`(order: CityOrder) async throws {
    let index = try #require(try SampleCities.indexes().first)
    for ids in try Self.sets() {
      for query in Self.queries {
        let all = index.ownNames(beginningWith: query).map(\.city).filter {
          ids.contains($0.id)
        }
        let expected = SlowOrder(order: order).sorted(all).map(\.id)
        for source in try Self.sources() {
          for limit in [nil, -1, 3] {
            let wanted = limit.map { Array(expected.prefix(max(0, $0))) } ?? expected
            let inside = Self.sorted(Self.filtered(source, ids), order)
            let outside = Self.filtered(Self.sorted(source, order), ids)
            for search in [inside, outside] {
              let matches = try await search.search(
                SearchQuery(query, names: .own, typos: .never, limit: limit))
              #expect(
                matches.ids.firstDifference(from: wanted) == nil, "\(query), \(type(of: search))")
              #expect(matches.total == .exactly(expected.count))
              #expect(matches.map(\.id).firstDifference(from: wanted) == nil)
            }
          }
        }
      }
    }
  }

  @Test func `matches keep their marks, and those beyond a limit take part`() throws {
    let index = try #require(try SampleCities.indexes().first)
    let matches = index.ownNames(beginningWith: "san", limit: 1)
    let kept = matches.filtered(
      by: CityFilter(ids: Set(index.ownNames(beginningWith: "san").ids.dropFirst(2))))
    #expect(kept.total == .exactly(matches.total.count - 2))
    #expect(kept.allSatisfy { $0.highlight.length >= 3 })
    #expect(matches.filtered(by: CityFilter(ids: [])).isEmpty)
  }

  @Test func `a filter that changes is computed for each search`() async throws {
    let ids = Locked<Set<City.ID>>([100])
    let index = CityIndex(try Gazetteer(CityMatchesTests.cities))
    let search = FilteredCitySearch(index) { CityFilter(ids: ids.withLock(\.self)) }
    #expect(try await search.search(for: "s").ids == [100])
    ids.withLock { $0 = [101, 103] }
    #expect(try await search.search(for: "s").ids == [103, 101])
  }

  @Test func `errors of the filter and of the base are thrown`() async throws {
    let index = CityIndex(try Gazetteer(CityMatchesTests.cities))
    await #expect(throws: SortedCitySearchTests.ServerIsDown.self) {
      try await FilteredCitySearch(index) { throw SortedCitySearchTests.ServerIsDown() }
        .search(for: "s")
    }
    let remote = SortedCitySearchTests.RemoteCities { _ in
      throw SortedCitySearchTests.ServerIsDown()
    }
    await #expect(throws: SortedCitySearchTests.ServerIsDown.self) {
      try await FilteredCitySearch(remote, by: CityFilter(ids: [1])).search(for: "s")
    }
  }
}
