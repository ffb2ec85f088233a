#if Server
import CitySearch
import Foundation
import HTTPTypes
import RemoteSearch
import Testing

@testable import CityExplorerServer

/// Names in the languages of readers.
@Suite("Languages of the service") struct LanguageTests {
  private static func properties(_ answer: Answer) throws -> [[String: Any]] {
    let object = try JSONSerialization.jsonObject(with: Data(answer.text.utf8))
    let features = try #require((object as? [String: Any])?["features"] as? [[String: Any]])
    return try features.map { try #require($0["properties"] as? [String: Any]) }
  }

  /// A path with Munich at first, and its property with the name of the country.
  static let paths = [
    "/v1/search?q=munich&limit=1", "/v1/places?ids=2867714", "/v1/places/2867714?",
    "/v1/reverse?lat=48.137&lon=11.575", "/api?q=munich&limit=1", "/reverse?lat=48.137&lon=11.575",
    "/pelias/v1/search?text=munich", "/pelias/v1/autocomplete?text=munich",
    "/pelias/v1/reverse?point.lat=48.137&point.lon=11.575",
  ]

  @Test(arguments: paths) func `names are in the language of the reader`(path: String)
    async throws
  {
    let client = try ServerFixture.server().client()
    func names(_ lang: String?, _ header: String?) async throws -> [String?] {
      let answer = try await client.answer(
        path + (lang.map { "&lang=\($0)" } ?? ""),
        headers: header.map { [.acceptLanguage: $0] } ?? [:])
      #expect(answer.status == .ok)
      #expect(answer.headers[.vary]?.hasPrefix("Accept-Language") == true)
      let first = try #require(try Self.properties(answer).first)
      return [first["name"] as? String, first["country"] as? String]
    }
    #expect(try await names(nil, nil) == ["Munich", "Germany"])
    #expect(try await names("de", nil) == ["München", "Deutschland"])
    #expect(try await names("it", nil) == ["Monaco di Baviera", "Germania"])
    #expect(try await names(nil, "de-CH, de;q=0.9, en;q=0.8") == ["München", "Deutschland"])
    #expect(try await names(nil, "de;q=0.1, it;q=0.9") == ["Monaco di Baviera", "Germania"])
    // The parameter wins: it is for this request, and the header for all.
    #expect(try await names("it", "de") == ["Monaco di Baviera", "Germania"])
    #expect(try await names(nil, "*") == ["Munich", "Germany"])
    #expect(try await names(nil, "de;q=0") == ["Munich", "Germany"])
    #expect(try await names(nil, "\u{22}, ;;, q=1") == ["Munich", "Germany"])
    #expect(try await names("tlh", nil) == ["Munich", "Germany"])
  }

  @Test func `the own name stays known, with the matched one`() async throws {
    let client = try ServerFixture.server().client()
    let german = try await client.answer("/v1/search?q=munich&limit=1&lang=de")
    let properties = try #require(try Self.properties(german).first)
    #expect(properties["ownName"] as? String == "Munich")
    #expect(properties["matchedName"] as? String == "Munich")
    let own = try await client.answer("/v1/search?q=munich&limit=1")
    #expect(try Self.properties(own).first?["ownName"] == nil)
    // A client of the package reads both names.
    let feature = try #require(try german.cities().features.first)
    #expect(feature.city == (try own.cities().features.first?.city))
    #expect(feature.localName == "München")
  }

  @Test func `a form has a language as an address does`() async throws {
    let client = try ServerFixture.server().client()
    let answer = try await client.answer(
      "/v1/search", .post, headers: [.contentType: "application/x-www-form-urlencoded"],
      body: "q=munich&limit=1&lang=de")
    #expect(try Self.properties(answer).first?["name"] as? String == "München")
  }

  @Test(
    arguments: [
      ("de", ["de"]), ("de-CH, de;q=0.9, *;q=0.5", ["de-CH", "de"]),
      ("fr;q=0.2,en ; q=0.4", ["en", "fr"]), ("a;q=x,b", ["b"]), ("", []), ("1x,x\u{7F}", []),
      ("a,b,c,d,e,f,g,h,i,j", ["a", "b", "c", "d", "e", "f", "g", "h"]),
      (String(repeating: "de,", count: 1_000), []),
    ])
  func `the header is read by weight`(header: String, languages: [String]) {
    #expect(Reader.languages(accepted: header) == languages)
  }
}
#endif
