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
}
