import CitySearch
import CityTestSupport
import Fixtures
import Foundation
import GazetteerBuilding
import TestSupport
import Testing

@testable import CitySession

@Suite("Places", .againstHanging)
struct PlacesTests {
  @Test func `a stored placemark has the names of members that it always had`() throws {
    let text = """
      {"administrativeArea":"Bavaria","coordinate":{"latitude":1,"longitude":2},"name":"Munich"}
      """
    let placemark = try JSONDecoder().decode(Placemark.self, from: Data(text.utf8))
    #expect(placemark.division == "Bavaria")
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(placemark), as: UTF8.self) == text)
  }

  @Test func `a placemark is found by id, never by text`() async throws {
    let source = CountingSource(
      base: CityIndex(
        try Gazetteer(
          contentsOf: Fixtures.sample, admin1Codes: Fixtures.admin1Codes,
          countryInfo: Fixtures.countryInfo)))
    let session = LocationSearch(source: source, places: source.base.gazetteer)
    let city = try #require(source.base.gazetteer.first { $0.countryCode == "US" })
    let completion = SearchCompletion(kind: .city(city.id), title: "quite another text")
    let placemark = try #require(
      try await session.response(for: completion).mapItems.first?.placemark)
    #expect(placemark.name == city.name)
    #expect(placemark.coordinate == city.coordinate)
    #expect(placemark.countryName == "United States")
    #expect(placemark.timeZone == source.base.gazetteer.timeZone(ofCityWithID: city.id))
    #expect(placemark.division == source.base.gazetteer.divisionName(of: city))
    #expect(source.searchCount.count == 0)
  }

  @Test func `tasks that meet at a cache get one subtitle for each division`() async throws {
    let gazetteer = try Gazetteer(contentsOf: Fixtures.sample, admin1Codes: Fixtures.admin1Codes)
    for _ in 0..<20 {
      let cache = SubtitleCache(of: gazetteer)
      let found = await withTaskGroup(of: [Subtitle].self) { group in
        for _ in 0..<4 {
          group.addTask { @concurrent in
            gazetteer.indices.map { cache.subtitle(of: gazetteer[$0], at: $0) }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      let first = try #require(found.first)
      #expect(found.allSatisfy { $0.elementsEqual(first, by: ===) })
      #expect(Set(first.map(ObjectIdentifier.init)).count <= gazetteer.divisionCount)
    }
  }

  @Test func `a city that exists no more is nil, and a response without it`() async throws {
    let session = LocationSearch(source: CityIndex(try Gazetteer([.testCity(7)])))
    let gone = SearchCompletion(kind: .city(8), title: "Gone")
    #expect(try await session.response(for: gone) == SearchResponse(mapItems: []))
    let both = SearchCompletion(kind: .sharedName([8, 7]), title: "Both")
    #expect(try await session.response(for: both).mapItems.map(\.id) == [7])
  }

  @Test func `a source that cannot be asked by id is remembered`() async throws {
    let source = ScriptedSource()
    let session = LocationSearch(source: source, debounce: .none)
    async let answer = session.search(queryFragment: "paris")
    await source.requestCount.wait(for: 1)
    source.answer(0, with: ["Paris", "Parisot"])
    let completions = try await answer
    let response = try await session.response(for: completions[1])
    #expect(response.mapItems.map(\.placemark.name) == ["Parisot"])
    #expect(response.boundingRegion?.center == Coordinate(latitude: 1, longitude: 0))
  }

  @Test func `errors of the source arrive as such`() async throws {
    let session = LocationSearch(source: ScriptedSource(), places: BrokenPlaces())
    let completion = SearchCompletion(kind: .city(1), title: "Paris")
    let error = LocationSearchError.searchCompletionFailed(
      UnderlyingError(ScriptedSource.Failure()))
    await #expect(throws: error) { _ = try await session.response(for: completion) }
  }

  @Test func `a gazetteer lends its names to another source`() async throws {
    let gazetteer = try Gazetteer(
      contentsOf: Fixtures.sample, admin1Codes: Fixtures.admin1Codes,
      countryInfo: Fixtures.countryInfo)
    let city = try #require(gazetteer.first { $0.countryCode == "FR" })
    let session = LocationSearch(
      source: CountingSource(base: CityIndex(gazetteer)), places: gazetteer, minimumCharacters: 1)
    let completions = try await session.search(queryFragment: city.name)
    #expect(completions.contains { $0.subtitle.hasSuffix("France") })
  }

  @Test func `the default debounce depends on the source`() throws {
    let index = CityIndex(try Gazetteer([.testCity(7)]))
    func policy(_ source: any CitySearchable) -> DebouncePolicy {
      LocationSearch(source: source).configuration.debounce
    }
    #expect(policy(index) == .none)
    let waits = DebouncePolicy.fixed(.milliseconds(300))
    #expect(policy(SortedCitySearch(index, by: .population)) == .none)
    #expect(policy(CountingSource(base: index)) == .none)
    #expect(policy(SortedCitySearch(CountingSource(base: index))) == .none)
    #expect(policy(ScriptedSource()) == waits)
    #expect(policy(SortedCitySearch(ScriptedSource())) == waits)
  }

  @Test func `a source gets the whole query`() async throws {
    let source = ScriptedSource()
    let requests = [
      (LocationSearch(source: source, debounce: .none, limit: 5), SearchQuery("Paris, fr")),
      (
        LocationSearch(source: SortedCitySearch(source, by: .population), debounce: .none),
        SearchQuery("Paris, fr", names: .own, filter: CityFilter(ids: [7]))
      ),
    ]
    for (request, (session, query)) in requests.enumerated() {
      async let answer = session.search(SearchRequest(query))
      await source.requestCount.wait(for: request + 1)
      source.answer(request, with: [])
      #expect(try await answer == [])
    }
    #expect(
      source.requested == [
        SearchQuery("Paris, fr", limit: 5),
        SearchQuery(
          "Paris, fr", names: .own, order: .population, limit: 10, filter: CityFilter(ids: [7])),
      ])
  }

  @Test func `settings that make no sense trap`() async {
    await #expect(processExitsWith: .failure) {
      _ = LocationSearch(source: ScriptedSource(), minimumCharacters: 0)
    }
    await #expect(processExitsWith: .failure) {
      _ = LocationSearch(source: ScriptedSource(), limit: 0)
    }
    await #expect(processExitsWith: .failure) { _ = DebouncePolicy.fixed(.zero) }
  }
}

/// Counts the searches, and leaves all else to its base.
private struct CountingSource: CitySearchable {
  let base: CityIndex
  let searchCount = Milestone()

  func immediateMatches(for query: SearchQuery) -> CityMatches? { search(query) }

  func search(_ query: SearchQuery) -> CityMatches {
    searchCount.reach()
    return base.search(query)
  }

  func search(for text: String, limit: Int?) -> CityMatches {
    search(SearchQuery(text, limit: limit))
  }
}

private struct BrokenPlaces: PlaceResolving {
  func mapItems(withIDs ids: [City.ID]) async throws -> [MapItem] {
    throw ScriptedSource.Failure()
  }
}
