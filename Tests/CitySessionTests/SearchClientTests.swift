import CitySearch
import CityTestSupport
import GazetteerBuilding
import TestSupport
import Testing

@testable import CitySession

@Suite("Search clients", .againstHanging)
struct SearchClientTests {
  @Test func `the live client searches and looks up`() async throws {
    let cities = try Gazetteer([
      City(id: 1, name: "Paris", countryCode: "FR", coordinate: .zero),
      City(id: 2, name: "Lyon", countryCode: "FR", coordinate: .zero),
    ])
    let client = SearchClient.live(cities)
    let completions = try await client.search("par")
    #expect(completions.map(\.id) == ["city:1"])
    #expect(try await client.mapItems(completions[0].cityIDs).map(\.id) == [1])
    // A gazetteer is searched from the first character on.
    #expect(try await client.search("p").map(\.id) == ["city:1"])
  }

  @Test func `sessions of one client do not disturb each other`() async throws {
    let source = ScriptedSource(.ignoresCancellation)
    let client = SearchClient.live(source, pause: .zero)
    let (one, two) = (LocationSearch(client), LocationSearch(client))
    async let paris = one.search("paris")
    await source.requestCount.wait(for: 1)
    async let london = two.search("london")
    await source.requestCount.wait(for: 2)
    source.answer(1, with: ["London"])
    source.answer(0, with: ["Paris"])
    #expect(try await paris.map(\.title) == ["Paris"])
    #expect(try await london.map(\.title) == ["London"])
    // The client knows the places of all its searches.
    let line = try #require(try await paris.first)
    #expect(try await two.places(of: line).map(\.placemark.name) == ["Paris"])
    // Within one session, the newest text counts.
    let older = Task { try await one.search("berlin") }
    await source.requestCount.wait(for: 3)
    async let newer = one.search("rome")
    await #expect(throws: CancellationError.self) { _ = try await older.value }
    await source.requestCount.wait(for: 4)
    source.answer(3, with: ["Rome"])
    #expect(try await newer.map(\.title) == ["Rome"])
  }

  @Test func `a client that fails throws its error`() async {
    let client = SearchClient.failing(ScriptedSource.Failure())
    await #expect(throws: ScriptedSource.Failure()) { _ = try await client.search("par") }
    await #expect(throws: ScriptedSource.Failure()) { _ = try await client.mapItems([1]) }
    let error = LocationSearchError.searchCompletionFailed(
      UnderlyingError(ScriptedSource.Failure()))
    await #expect(throws: error) { _ = try await LocationSearch(client).search("par") }
  }

  /// A source of somebody else with one match, which it also gives at once if it is in memory.
  private struct OneMatch: CitySearchable {
    let match: CityMatch
    var isInMemory = false

    private var matches: CityMatches { CityMatches([match]) }

    func search(_ query: SearchQuery) async throws -> CityMatches { matches }
    func search(for text: String, limit: Int?) async throws -> CityMatches { matches }
    func immediateMatches(for query: SearchQuery) -> CityMatches? { isInMemory ? matches : nil }
  }

  private static func match(
    population: Int = 0, edits: Int = 0, highlight: HighlightRange = .empty,
    inRegion: HighlightRange = .empty, distance: Double? = nil
  ) -> CityMatch {
    CityMatch(
      city: City(
        id: -1, name: "Rome", countryCode: "IT", coordinate: .zero, population: population),
      matchedName: MatchedName("Rome", highlight: highlight, edits: edits),
      regions: [MatchedRegion(name: "IT", countryCode: "IT", highlight: inRegion)],
      address: MatchedAddress(distance: distance))
  }

  private static let farAway = HighlightRange(location: .max, length: .max)

  @Test(
    arguments: [
      (match(edits: -1), "edits must be at least 0, got -1"),
      (match(population: -1), "population must be from 0 to 4294967295, got -1"),
      (match(population: .max), "population must be from 0 to 4294967295, got \(Int.max)"),
      (match(highlight: farAway), "highlight must be within the 4 code units of its name"),
      (match(inRegion: farAway), "highlight must be within the 2 code units of its name"),
      (match(distance: .nan), "distance must be at least 0 and finite, got nan"),
      (match(distance: -1), "distance must be at least 0 and finite, got -1.0"),
    ].named(by: \.1))
  func `a number of a source that cannot be is an error with its name`(
    example: Named<(CityMatch, String)>
  ) async throws {
    let (match, reason) = example.value
    for isInMemory in [false, true] {
      let client = SearchClient.live(OneMatch(match: match, isInMemory: isInMemory), pause: .zero)
      let error = await #expect(throws: LocationSearchError.self) {
        try await LocationSearch(client).search("rome")
      }
      #expect(error?.description.hasPrefix("The search failed: \(reason)") == true)
    }
    let right = SearchClient.live(
      OneMatch(match: Self.match(population: 4_294_967_295, distance: 0)), pause: .zero)
    #expect(try await right.search("rome").map(\.title) == ["Rome"])
  }
}
