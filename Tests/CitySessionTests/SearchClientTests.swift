import CitySearch
import CityTestSupport
import Foundation
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
    let search = client.makeSearch()
    let completions = try await search("par")
    #expect(completions.map(\.id) == ["city:1"])
    #expect(try await client.response(completions[0]).mapItems.map(\.id) == [1])
    // An app may have cleared its list in between.
    #expect(try await search("PAR") == completions)
    // A gazetteer is searched from the first character on.
    #expect(try await search("p").map(\.id) == ["city:1"])
  }

  @Test func `searches of one client do not disturb each other`() async throws {
    let source = ScriptedSource(.ignoresCancellation)
    let client = SearchClient.live(source, debounce: .none)
    let (one, two) = (client.makeSearch(), client.makeSearch())
    async let paris = one("paris")
    await source.requestCount.wait(for: 1)
    async let london = two("london")
    await source.requestCount.wait(for: 2)
    source.answer(1, with: ["London"])
    source.answer(0, with: ["Paris"])
    #expect(try await paris.map(\.title) == ["Paris"])
    #expect(try await london.map(\.title) == ["London"])
    // The client knows the places of all its searches.
    let line = try #require(try await paris.first)
    #expect(try await client.response(line).mapItems.map(\.placemark.name) == ["Paris"])
    // Within one search, the newest text counts.
    let older = Task { try await one("berlin") }
    await source.requestCount.wait(for: 3)
    async let newer = one("rome")
    await #expect(throws: LocationSearchError.debounce) { _ = try await older.value }
    await source.requestCount.wait(for: 4)
    source.answer(3, with: ["Rome"])
    #expect(try await newer.map(\.title) == ["Rome"])
  }

  @Test func `the preview has namesakes, divisions and countries`() async throws {
    let client = SearchClient.preview
    let search = client.makeSearch()
    let completions = try await search("spr")
    #expect(completions.map(\.subtitle).prefix(2) == ["5 places", "Missouri, United States"])
    let response = try await client.response(completions[0])
    #expect(response.mapItems.count == 5)
    #expect(response.mapItems.allSatisfy { $0.placemark.countryName == "United States" })
    for text: SearchRequest in ["ber", "mun", "new", "par", "sao", "tok"] {
      let found = try await search(text)
      #expect(!found.isEmpty)
      #expect(found.allSatisfy { $0.subtitle.contains(", ") || $0.subtitle.hasSuffix("places") })
    }
  }

  @Test func `an unimplemented client fails with the name of what was called`() async {
    let reports = Locked<[String]>([])
    let reported = Milestone()
    let client = SearchClient.unimplemented { error in
      reports.withLock { $0.append(error.name) }
      reported.reach()
    }
    await #expect(throws: UnimplementedEndpoint(name: "SearchClient.makeSearch")) {
      _ = try await client.makeSearch()("par")
    }
    await #expect(throws: UnimplementedEndpoint(name: "SearchClient.response")) {
      _ = try await client.response(SearchCompletion(kind: .city(1), title: "Paris"))
    }
    #expect(reported.count == 2)
    #expect(
      reports.withLock(\.self) == ["SearchClient.makeSearch", "SearchClient.response"])
  }

  @Test func `an unimplemented client is loud by default`() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      _ = try? await SearchClient.unimplemented.makeSearch()("par")
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("SearchClient.makeSearch is not implemented."))
  }
}
