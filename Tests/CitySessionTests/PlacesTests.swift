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
    let session = LocationSearch(.live(source, places: source.base.gazetteer))
    let city = try #require(source.base.gazetteer.first { $0.countryCode == "US" })
    let completion = SearchCompletion(kind: .city(city.id), title: "quite another text")
    let placemark = try #require(
      try await session.places(of: completion).first?.placemark)
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

  @Test func `a city that exists no more is left out`() async throws {
    let session = LocationSearch(.live(try Gazetteer([.testCity(7)])))
    let gone = SearchCompletion(kind: .city(8), title: "Gone")
    #expect(try await session.places(of: gone) == [])
    let both = SearchCompletion(kind: .sharedName([8, 7]), title: "Both")
    #expect(try await session.places(of: both).map(\.id) == [7])
  }

  @Test func `a source that cannot be asked by id is remembered`() async throws {
    let source = ScriptedSource()
    let session = LocationSearch(.live(source, pause: .zero))
    async let answer = session.search(queryFragment: "paris")
    await source.requestCount.wait(for: 1)
    source.answer(0, with: ["Paris", "Parisot"])
    let completions = try await answer
    let places = try await session.places(of: completions[1])
    #expect(places.map(\.placemark.name) == ["Parisot"])
    #expect(places.map(\.placemark.coordinate) == [Coordinate(latitude: 1, longitude: 0)])
  }

  @Test func `errors of the source arrive as such`() async throws {
    let session = LocationSearch(.live(ScriptedSource(), places: BrokenPlaces()))
    let completion = SearchCompletion(kind: .city(1), title: "Paris")
    let error = LocationSearchError.searchCompletionFailed(
      UnderlyingError(ScriptedSource.Failure()))
    await #expect(throws: error) { _ = try await session.places(of: completion) }
  }

  @Test func `a gazetteer lends its names to another source`() async throws {
    let gazetteer = try Gazetteer(
      contentsOf: Fixtures.sample, admin1Codes: Fixtures.admin1Codes,
      countryInfo: Fixtures.countryInfo)
    let city = try #require(gazetteer.first { $0.countryCode == "FR" })
    let session = LocationSearch(
      .live(CountingSource(base: CityIndex(gazetteer)), places: gazetteer, minimumCharacters: 1))
    let completions = try await session.search(queryFragment: city.name)
    #expect(completions.contains { $0.subtitle.hasSuffix("France") })
  }

  @Test func `a source gets the whole query`() async throws {
    let source = ScriptedSource()
    let requests = [
      (LocationSearch(.live(source, pause: .zero, limit: 5)), SearchQuery("Paris, fr")),
      (
        LocationSearch(.live(SortedCitySearch(source, by: .population), pause: .zero)),
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
      _ = SearchClient.live(ScriptedSource(), minimumCharacters: 0)
    }
    await #expect(processExitsWith: .failure) {
      _ = SearchClient.live(ScriptedSource(), limit: 0)
    }
    await #expect(processExitsWith: .failure) {
      _ = SearchClient.live(ScriptedSource(), pause: .seconds(-1))
    }
  }
}

/// Counts the searches, and leaves all else to its base.
private struct CountingSource: CitySearchable {
  let base: CityIndex
  let searchCount = Milestone()

  func immediateMatches(for query: SearchQuery) -> CityMatches? { search(query) }

  func search(_ query: SearchQuery) -> CityMatches {
    // No cities are asked for if it is only asked whether there is an answer at once.
    if query.limit != 0 { searchCount.reach() }
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
