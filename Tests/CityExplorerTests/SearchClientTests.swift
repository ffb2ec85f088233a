import CitySearch
import Foundation
import TestSupport
import Testing

@testable import CityExplorer

@Suite("Search clients", .timeLimit(.minutes(1)))
struct SearchClientTests {
  @Test func `the live client searches and looks up`() async throws {
    let cities = try Gazetteer([
      City(id: 1, name: "Paris", countryCode: "FR", coordinate: .zero),
      City(id: 2, name: "Lyon", countryCode: "FR", coordinate: .zero),
    ])
    let client = SearchClient.live(cities)
    let completions = try await client.completions("par")
    #expect(completions.map(\.id) == ["city:1"])
    #expect(try await client.response(completions[0]).mapItems.map(\.id) == [1])
    // An app may have cleared its list in between.
    #expect(try await client.completions("PAR") == completions)
    // A gazetteer is searched from the first character on.
    #expect(try await client.completions("p").map(\.id) == ["city:1"])
  }

  @Test func `the preview has namesakes, divisions and countries`() async throws {
    let client = SearchClient.preview
    let completions = try await client.completions("spr")
    #expect(completions.map(\.subtitle).prefix(2) == ["5 places", "Missouri, United States"])
    let response = try await client.response(completions[0])
    #expect(response.mapItems.count == 5)
    #expect(response.mapItems.allSatisfy { $0.placemark.countryName == "United States" })
    for text: SearchRequest in ["ber", "mun", "new", "par", "sao", "tok"] {
      let found = try await client.completions(text)
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
    await #expect(throws: UnimplementedEndpoint(name: "SearchClient.completions")) {
      _ = try await client.completions("par")
    }
    await #expect(throws: UnimplementedEndpoint(name: "SearchClient.response")) {
      _ = try await client.response(SearchCompletion(kind: .city(1), title: "Paris"))
    }
    #expect(reported.count == 2)
    #expect(
      reports.withLock(\.self) == ["SearchClient.completions", "SearchClient.response"])
  }

  @Test func `an unimplemented client is loud by default`() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      _ = try? await SearchClient.unimplemented.completions("par")
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("SearchClient.completions is not implemented."))
  }
}
