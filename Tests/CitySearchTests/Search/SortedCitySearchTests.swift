import CitySearch
import TestSupport
import Testing

/// The decorator over engines and over asynchronous sources.
@Suite("Sorted search") struct SortedCitySearchTests {
  /// An asynchronous source that may fail, like a server.
  struct RemoteCities: CitySearchable {
    let answer: @Sendable (SearchQuery) async throws -> CityMatches

    func search(_ query: SearchQuery) async throws -> CityMatches { try await answer(query) }

    func search(for text: String, limit: Int?) async throws -> CityMatches {
      try await search(SearchQuery(text, limit: limit))
    }
  }

  struct ServerIsDown: Error {}

  private static func sources() throws -> [any CitySearchable] {
    let gazetteer = try SampleCities.gazetteer()
    let scan = LinearScan(gazetteer)
    let scanning = RemoteCities { query in
      scan.ownNames(beginningWith: query.text).filtered(by: query.filter)
        .ordered(by: query.order ?? .relevance, limit: query.limit)
    }
    let remote = RemoteCities { query in
      // A server without orders: the order is applied to all of its matches.
      let cities = scan.ownNames(beginningWith: query.text).map(\.city).sorted { $0.id < $1.id }
      return CityMatches(cities, for: query.text).filtered(by: query.filter)
        .ordered(by: query.order ?? .relevance, limit: query.limit)
    }
    let refining = RemoteCities { query in
      let cities = scan.ownNames(beginningWith: query.text).map(\.city).sorted { $0.id < $1.id }
      return CityMatches(cities, for: query.text).refined(by: query)
    }
    return try SampleCities.indexes() + [scanning, remote, refining]
  }

  @Test(arguments: OrderingTests.orders)
  func `every source gives the same matches in the same order`(order: CityOrder) async throws {
    let index = try #require(try SampleCities.indexes().first)
    for query in ["", "sa", "new ", "Ōs", "zzz"] {
      let all = SlowOrder(order: order)
        .sorted(index.ownNames(beginningWith: query).map(\.city))
      for limit in [nil, 0, 1, 10] {
        let expected = limit.map { Array(all.prefix($0)) } ?? all
        for source in try Self.sources() {
          let search = SortedCitySearch(source, by: order)
          let matches = try await search.search(
            SearchQuery(query, names: .own, typos: .never, limit: limit))
          #expect(
            matches.ids.firstDifference(from: expected.map(\.id)) == nil,
            "\(query), \(type(of: source))")
          #expect(matches.asTyped == .exactly(all.count))
          let marked = index.ownNames(beginningWith: query).first?.highlight.length ?? 0
          #expect(matches.isEmpty || marked == 0 || matches.allSatisfy { $0.highlight.length > 0 })
        }
      }
    }
  }

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
      for query in ["", "sa", "zzz", "東"] {
        let all = index.ownNames(beginningWith: query).map(\.city).filter {
          ids.contains($0.id)
        }
        let expected = SlowOrder(order: order).sorted(all).map(\.id)
        for source in try Self.sources() {
          for limit in [nil, -1, 3] {
            let wanted = limit.map { Array(expected.prefix(max(0, $0))) } ?? expected
            let matches = try await SortedCitySearch(source, by: order).search(
              SearchQuery(
                query, names: .own, typos: .never, limit: limit, filter: CityFilter(ids: ids)))
            #expect(
              matches.ids.firstDifference(from: wanted) == nil, "\(query), \(type(of: source))")
            #expect(matches.asTyped == .exactly(expected.count))
            #expect(matches.map(\.id).firstDifference(from: wanted) == nil)
          }
        }
      }
    }
  }

  @Test func `matches that are filtered keep their marks, and those beyond a limit take part`()
    throws
  {
    let index = try #require(try SampleCities.indexes().first)
    let matches = index.ownNames(beginningWith: "san", limit: 1)
    let kept = matches.filtered(
      by: CityFilter(ids: Set(index.ownNames(beginningWith: "san").ids.dropFirst(2))))
    #expect(kept.asTyped == .exactly(matches.asTyped.count - 2))
    #expect(kept.allSatisfy { $0.highlight.length >= 3 })
    #expect(matches.filtered(by: CityFilter(ids: [])).isEmpty)
  }

  @Test func `order, filter and limit of a query are applied to what a source found`() {
    let found = CityMatches(CityMatchesTests.cities, for: "spring", asTyped: .atLeast(999))
    let query = SearchQuery("x", order: .population, limit: 2)
    #expect(found.refined(by: query).ids == [104, 103])
    #expect(found.refined(by: query).asTyped == .atLeast(999))
    let few = SearchQuery("", limit: 3, filter: CityFilter(ids: [100, 102, 104, 7]))
    #expect(found.refined(by: few).ids == [100, 102, 104])
    #expect(found.refined(by: few).refined(by: query).ids == [104, 102])
    #expect(found.refined(by: SearchQuery("")).ids == found.ids)
  }

  @Test func `over cities in memory the decorator waits for nothing either`() throws {
    let index = try #require(try SampleCities.indexes().first)
    let sorted = SortedCitySearch(index, by: .population)
    let query = SearchQuery("s", limit: 10)
    let matches = try #require(SortedCitySearch(sorted).immediateMatches(for: query))
    #expect(matches.ids == index.search(SearchQuery("s", order: .name, limit: 10)).ids)
    let remote = SortedCitySearch(RemoteCities { _ in CityMatches([City](), for: "") })
    #expect(remote.immediateMatches(for: query) == nil)
  }

  @Test func `the default order is by name`() async throws {
    let remote = RemoteCities { query in
      CityMatches(CityMatchesTests.cities.shuffled(), for: query.text).ordered(
        by: query.order ?? .relevance)
    }
    let matches = try await SortedCitySearch(remote).search(for: "spring")
    #expect(matches.ids == [104, 103, 102, 101, 100])
    let sydney = City(
      id: 1, name: "Sydney", countryCode: "AU",
      coordinate: Coordinate(latitude: 0, longitude: 0))
    let denver = City(
      id: 2, name: "Denver", countryCode: "US",
      coordinate: Coordinate(latitude: 0, longitude: 0))
    let both = RemoteCities { query in
      CityMatches([sydney, denver], for: query.text).ordered(by: query.order ?? .relevance)
    }
    #expect(try await SortedCitySearch(both).search(for: "").ids == [2, 1])
  }

  @Test func `the base receives the order and the limit, and its matches are not changed`()
    async throws
  {
    let remote = RemoteCities { query in
      #expect(query == SearchQuery("s", order: .population, limit: 1))
      return CityMatches([CityMatchesTests.cities[4]], for: query.text)
    }
    let matches = try await SortedCitySearch(remote, by: .population).search(for: "s", limit: 1)
    #expect(matches.ids == [104])
  }

  @Test func `the total of a server is kept`() async throws {
    let remote = RemoteCities { query in
      CityMatches(CityMatchesTests.cities, for: query.text, asTyped: .atLeast(999))
        .ordered(by: query.order ?? .relevance, limit: query.limit)
    }
    let matches = try await SortedCitySearch(remote, by: .population).search(for: "s", limit: 2)
    #expect(matches.asTyped == .atLeast(999))
    #expect(matches.ids == [104, 103])
  }

  @Test func `errors of the base are rethrown`() async throws {
    let remote = RemoteCities { _ in throw ServerIsDown() }
    await #expect(throws: ServerIsDown.self) {
      try await SortedCitySearch(remote).search(for: "s")
    }
    await #expect(throws: ServerIsDown.self) {
      let search: any CitySearchable = SortedCitySearch(SortedCitySearch(remote))
      return try await search.search(for: "s", limit: nil)
    }
  }

  @Test func `a search that is cancelled ends in cancellation`() async throws {
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let remote = RemoteCities { query in
      // Waits for something that never comes; only cancellation ends it.
      let (never, keepOpen) = AsyncStream.makeStream(of: Void.self)
      start.finish()
      for await _ in never {}
      keepOpen.finish()
      try Task.checkCancellation()
      return CityMatches([City](), for: query.text)
    }
    let task = Task { try await SortedCitySearch(remote).search(for: "s").count }
    for await _ in started {}
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `decorators may be nested, the outer order counts`() async throws {
    let index = try #require(try SampleCities.indexes().first)
    let nested = SortedCitySearch(SortedCitySearch(index, by: .population), by: .name)
    let query = SearchQuery("s", names: .own, typos: .never)
    let found = try await nested.search(query).ids
    let all = index.ownNames(beginningWith: "s")
    #expect(found.firstDifference(from: all.ids) == nil)
    let short = try await nested.search(for: "s").ids
    #expect(short.firstDifference(from: index.search(SearchQuery("s", order: .name)).ids) == nil)
  }

  @Test(arguments: OrderingTests.orders.prefix(3) + [.relevance])
  func `an order of the query counts more than those of decorators`(
    order: CityOrder
  ) async throws {
    let index = try #require(try SampleCities.indexes().first)
    let nested = SortedCitySearch(SortedCitySearch(index, by: .population), by: .name)
    for names in [NameScope.own, .all] {
      for limit in [nil, 10] {
        let query = SearchQuery("s", names: names, order: order, limit: limit)
        let found = try await nested.search(query).ids
        #expect(found.firstDifference(from: index.search(query).ids) == nil)
      }
    }
  }

  @Test func `without an order an index answers by relevance`() throws {
    for index in try SampleCities.indexes() {
      for names in [NameScope.own, .all] {
        for typos in [TypoTolerance.automatic, .never] {
          let query = SearchQuery("sa", names: names, typos: typos, limit: 25)
          var ranked = query
          ranked.order = .relevance
          #expect(Array(index.search(query)) == Array(index.search(ranked)))
        }
      }
    }
  }

  @Test func `an engine is called directly without try or await, also where others wait`()
    async throws
  {
    let index = try #require(try SampleCities.indexes().first)
    let direct: CityMatches = index.search(for: "new", limit: 3)
    #expect(direct.ids == index.search(SearchQuery("new", limit: 3)).ids)
    let own: CityMatches = index.ownNames(beginningWith: "new", limit: 3)
    #expect(own.ids == index.ownNames(beginningWith: "new").ordered(by: .name, limit: 3).ids)
  }
}
