import CitySearch
import CitySession
import Foundation
import GeoNamesCities
import RemoteSearch
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A source over a server, compared with the cities of that server.
@Suite("Search on a server", .againstHanging) struct RemoteCitySearchTests {
  private static let cities = Result { CityIndex(try .geoNames()) }

  /// Queries of all kinds.
  static let queries: [SearchQuery] = [
    SearchQuery("münchen", limit: 10), SearchQuery("rome, it", limit: 10),
    SearchQuery("new yrok", limit: 10), SearchQuery("new yrok", typos: .never, limit: 10),
    SearchQuery("spring", order: .population, limit: 25),
    SearchQuery("spring", order: .relevance, limit: 25), SearchQuery("san jose", limit: 250),
    SearchQuery("", names: .own, order: .name, limit: 3), SearchQuery("zzzzzz"),
    SearchQuery("york ", limit: 0), SearchQuery("york", limit: -1),
    SearchQuery(
      "saint", order: .distance(from: Coordinate(latitude: 48.853, longitude: 2.349)),
      limit: 10),
    SearchQuery("par", limit: 10, filter: CityFilter(countries: ["FR", "US"])),
    SearchQuery("city of chicago", limit: 10), SearchQuery("moskwa", limit: 10),
    SearchQuery(
      "springfield", limit: 10,
      bias: SearchBias(
        coordinate: Coordinate(latitude: 39.8, longitude: -89.6), countryCode: "US",
        chosenIDs: [4_951_788])),
    SearchQuery("springfield", order: .name, limit: 10, bias: SearchBias(countryCode: "US")),
    SearchQuery("a", limit: 10, filter: CityFilter(minimumPopulation: 1_000_000)),
    SearchQuery("", limit: 5, filter: CityFilter(ids: [2_643_743, 2_988_507, 7])),
    SearchQuery("a", limit: 5, filter: CityFilter(ids: [])),
    SearchQuery(
      "", order: .population, limit: 5,
      filter: CityFilter(
        rectangles: [CoordinateRectangle(south: -21, west: 176.9, north: -12.4, east: -178.2)])
    ),
    SearchQuery(
      "springfield", limit: 10,
      filter: CityFilter(divisions: [Gazetteer.Division(countryCode: "US", divisionCode: "IL")])),
  ]

  /// The text of a query, and what tells it from others with the same text.
  private static func summary(_ query: SearchQuery) -> String {
    let order = query.order.map { "\($0)" } ?? "no order"
    let limit = query.limit.map(String.init) ?? "none"
    return "\"\(query.text)\", \(order), typos \(query.typos), limit \(limit)"
  }

  @Test(arguments: queries.named(by: summary))
  func `a query gets what the cities of the server give`(example: Named<SearchQuery>) async throws {
    let query = example.value
    let cities = try Self.cities.get()
    let remote = RemoteCitySearch(ScriptedServer(cities))
    let (matches, expected) = (try await remote.search(query), cities.search(query))
    #expect(matches.page() == expected.page())
    #expect(matches.asTyped == expected.asTyped)
  }

  @Test func `more than a page comes in several, and all of them up to a limit`() async throws {
    let cities = try Self.cities.get()
    let server = ScriptedServer(cities)
    let matches = try await RemoteCitySearch(server, resultLimit: 230).search(for: "san")
    #expect(matches.ids.firstDifference(from: cities.search(for: "san", limit: 230).ids) == nil)
    #expect(matches.asTyped == cities.search(for: "san").asTyped)
    #expect(
      server.requests.map { $0.url?.query() } == [
        "q=san&limit=100", "q=san&limit=100&offset=100", "q=san&limit=30&offset=200",
      ])
    #expect(server.requests.first?.url?.path == "/behind/v1/search")
  }

  @Test func `a query that is long for an address goes into the body`() async throws {
    let cities = try Self.cities.get()
    let server = ScriptedServer(cities)
    let ids = Set(cities.gazetteer.prefix(5_000).map(\.id))
    let query = SearchQuery("", limit: 10, filter: CityFilter(ids: ids))
    let matches = try await RemoteCitySearch(server).search(query)
    #expect(matches.page().firstDifference(from: cities.search(query).page()) == nil)
    let request = try #require(server.requests.first)
    #expect(request.httpMethod == "POST")
    #expect(request.url?.query() == nil)
  }

  @Test func `of a long text, what is read is sent`() async throws {
    let cities = try Self.cities.get()
    let server = ScriptedServer(cities)
    let text = "münchen" + String(repeating: " ", count: 993)
    for rest in ["", "x", String(repeating: "é", count: 1_000_000)] {
      let matches = try await RemoteCitySearch(server).search(for: text + rest, limit: 3)
      #expect(matches.page() == cities.search(for: text + rest, limit: 3).page())
      #expect(matches.first?.city.name == "Munich")
    }
    #expect(server.requests.allSatisfy { ($0.httpBody ?? Data()).count < 10_000 })
  }

  @Test func `a filter with more than 10,000 ids is refused by the server`() async throws {
    let remote = RemoteCitySearch(ScriptedServer(try Self.cities.get()))
    let query = SearchQuery("", filter: CityFilter(ids: Set((1...10_001).map { City.ID($0) })))
    await #expect {
      try await remote.search(query)
    } throws: { error in
      guard case RemoteSearchError.refused(let reason) = error else { return false }
      return reason.contains("10000")
    }
  }

  @Test func `no page begins behind 10,000 matches, so there are at most 10,100`() async throws {
    let cities = try Self.cities.get()
    // A server that always offers another page, each with one city here.
    let script = cities.gazetteer.prefix(102).enumerated().map { number, city in
      let page = CityFeatures(
        [CityFeature(city, in: cities.gazetteer)], asTyped: .exactly(20_000),
        nextOffset: 100 * (number + 1))
      return ScriptedServer.Reply.status(200, body: String(decoding: page.json, as: UTF8.self))
    }
    let server = ScriptedServer(cities, script: script)
    let matches = try await RemoteCitySearch(server).search(for: "a", limit: 20_000)
    #expect(matches.ids == cities.gazetteer.prefix(101).map(\.id))
    #expect(matches.asTyped == .exactly(20_000))
    #expect(server.requests.last?.url?.query() == "q=a&limit=100&offset=10000")
  }

  @Test func `limits that cannot be kept are refused`() async {
    await #expect(processExitsWith: .failure) {
      _ = RemoteCitySearch(URL(filePath: "/"), resultLimit: 0)
    }
    await #expect(processExitsWith: .failure) {
      _ = RemoteCitySearch(URL(filePath: "/"), resultLimit: 10_101)
    }
    await #expect(processExitsWith: .success) {
      _ = RemoteCitySearch(URL(filePath: "/"), resultLimit: 10_100)
    }
  }

  @Test func `places come by id, a hundred at a time`() async throws {
    let cities = try Self.cities.get()
    let server = ScriptedServer(cities)
    let remote = RemoteCitySearch(server)
    let ids = [1, -7] + cities.gazetteer.suffix(150).map(\.id)
    #expect(try await remote.mapItems(withIDs: ids) == cities.gazetteer.mapItems(withIDs: ids))
    #expect(server.requests.count == 2)
    #expect(try await remote.mapItems(withIDs: [1, 2]).isEmpty)
    #expect(try await remote.mapItems(withIDs: []).isEmpty)
    #expect(server.requests.count == 3)
  }

  @Test func `a client of a server shows what one of its cities shows`() async throws {
    let cities = try Self.cities.get()
    for text in ["münchen", "rome, it", "new yrok", "berli", "san jos"] {
      let remote = SearchClient.live(RemoteCitySearch(ScriptedServer(cities)))
      let request = SearchRequest(SearchQuery(text))
      let lines = try await remote.search(request)
      let expected = try await SearchClient.live(cities.gazetteer).search(request)
      for (line, wanted) in zip(lines.filter(\.isOfOneCity), expected.filter(\.isOfOneCity)) {
        #expect(line.title == wanted.title)
        #expect(line.matchedName == wanted.matchedName)
        #expect(line.titleHighlightRanges == wanted.titleHighlightRanges)
        // Only the whole gazetteer tells which of all places look alike.
        let (one, other) = (
          line.subtitle.split(separator: " · "), wanted.subtitle.split(separator: " · ")
        )
        #expect(one.first.map { other.first?.hasSuffix($0) == true } ?? other.isEmpty)
      }
      let places = try await remote.mapItems(try #require(lines.first).cityIDs)
      #expect(places.first?.placemark.timeZone != nil)
    }
  }
}

extension SearchCompletion {
  fileprivate var isOfOneCity: Bool { if case .city = kind { true } else { false } }
}
