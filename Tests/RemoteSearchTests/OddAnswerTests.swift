import CitySearch
import CitySession
import Foundation
import GazetteerBuilding
import RemoteSearch
import TestSupport
import Testing

/// Answers in the form of the service with values that it never sends.
@Suite("Odd values in answers", .againstHanging) struct OddAnswerTests {
  /// An answer with a match of each kind, into which a test puts odd values.
  private static let answer = """
    {"asTyped":{"count":2,"isExact":true},"nextOffset":100,"features":[{"geometry":{"type":"Point",\
    "coordinates":[12.5,41.9]},"properties":{"id":1,"name":"Rom","ownName":"Rome",\
    "matchedName":"Roma","isOwnName":false,"kind":"alternate","edits":1,"grade":"corrected",\
    "highlight":{"utf16":[0,3],"characters":[0,3]},"division":"Lazio","divisionCode":"07",\
    "county":"Roma","country":"Italy","countryCode":"IT","population":2318895,\
    "timeZone":"Europe/Rome","distance":12,"unmatched":["x"],"matchedRegions":[\
    {"name":"Italy","countryCode":"IT","highlight":{"utf16":[0,2],"characters":[0,2]}},\
    {"name":"Lazio","countryCode":"IT","divisionCode":"07","highlight":{"utf16":[0,5]}}]}},\
    {"geometry":{"coordinates":[0,0]},"properties":{"id":2,"name":"Rome","population":7,\
    "countryCode":"IT","divisionCode":"07","division":"Lazio","country":"Italy"}}]}
    """

  /// What stands in place of a value: numbers of all sizes, texts, and what is no value at all.
  static let oddValues = [
    "-1", "0", "-0.5", "1e9", "4294967296", "9223372036854775807", "-9223372036854775808",
    "9223372036854775808", "1e308", "-1e308", "1e999", "NaN", "true", "null", "\"\"", "\"-1\"",
    "\"\\u0000\"", "\"\\ud800\"", "\"\(String(repeating: "e\u{301}", count: 3_000))\"", "[]", "{}",
    "[-1]",
    "[-1,1]", "[1,-1]", "[0,4294967296]", "[9223372036854775807,1]", "[1,9223372036854775807]",
    "[9223372036854775807,9223372036854775807]", "[200,0]", "[0,-91]", "[1e999,0]", "[[]]", "",
  ]

  /// The members of the answer, by where their values are: from the colon to the end of the value.
  private static func values(of answer: String) -> [(name: String, range: Range<String.Index>)] {
    let value = /"([A-Za-z0-9]+)":(\[[^\[\]{}]*\]|"[^"]*"|[-0-9.]+|true|false)/
    let nested = /"([A-Za-z0-9]+)":[\[{]/
    return answer.matches(of: value).map { (String($0.1), $0.2.startIndex..<$0.2.endIndex) }
      + answer.matches(of: nested).map {
        // Only its beginning, which leaves the rest as text that is no JSON.
        (String($0.1), answer.index(before: $0.range.upperBound)..<$0.range.upperBound)
      }
  }

  private static func source(_ body: String) throws -> RemoteCitySearch {
    let cities = try Gazetteer.onlyRome
    let reply = ScriptedServer.Reply.status(200, body: body)
    return RemoteCitySearch(
      ScriptedServer(CityIndex(cities), script: Array(repeating: reply, count: 200)))
  }

  /// Does with an answer what an app does, which must not trap.
  private static func use(_ source: RemoteCitySearch) async throws {
    let matches = try await source.search(for: "rom, italy", limit: 10)
    for match in matches { #expect(match.edits >= 0 && match.city.population >= 0) }
    _ = matches.refined(by: SearchQuery("", order: .population, limit: 1))
    for line in try await SearchClient.live(source, languages: ["de"]).search("rom, italy") {
      for (text, marks) in [
        (line.title, line.titleHighlightRanges), (line.subtitle, line.subtitleHighlightRanges),
        (line.matchedName ?? "", line.matchedNameHighlightRanges),
      ] { _ = AttributedString(text, highlights: marks, matched: AttributeContainer()) }
    }
    for item in try await source.mapItems(withIDs: [1, 2]) { _ = try JSONEncoder().encode(item) }
  }

  @Test func `an answer without odd values is taken`() async throws {
    let matches = try await Self.source(Self.answer).search(for: "rom")
    #expect(matches.map(\.id) == [1, 2])
    #expect(matches.first?.edits == 1)
    try await Self.use(Self.source(Self.answer))
    #expect(Self.values(of: Self.answer).count > 40)
  }

  @Test(arguments: oddValues)
  func `an odd value is taken or refused, whatever member has it`(value: String) async throws {
    for (name, range) in Self.values(of: Self.answer) {
      let body = Self.answer.replacingCharacters(in: range, with: value)
      do {
        try await Self.use(Self.source(body))
      } catch RemoteSearchError.invalidAnswer(let reason) {
        #expect(!reason.isEmpty && reason.unicodeScalars.count <= 500, "\(name)")
      }
    }
  }

  @Test(
    arguments: [
      ("\"edits\":1", "\"edits\":-1", "edits must be at least 0, got -1"),
      ("2318895", "-1", "population must be from 0 to 4294967295, got -1"),
      ("2318895", "4294967296", "population must be from 0 to 4294967295, got 4294967296"),
      ("\"id\":1", "\"id\":-1", "id must be from 0 to 4294967295, got -1"),
      ("\"distance\":12", "\"distance\":-1", "distance must be at least 0, got -1.0"),
      ("\"count\":2", "\"count\":-2", "asTyped.count must be at least 0, got -2"),
      ("[0,3]", "[0,5]", "highlight must be within the 4 code units of its name, got [0, 5]"),
      ("[0,3]", "[-1,2]", "highlight must be two numbers of at least 0, got [-1, 2]"),
      (
        "[0,2]", "[9223372036854775807,1]",
        "highlight must be within the 5 code units of its name, got [9223372036854775807, 1]"
      ),
    ].named(by: \.1))
  func `a number that cannot be is refused with its name`(
    example: Named<(String, String, String)>
  ) async throws {
    let (usual, odd, reason) = example.value
    let range = try #require(Self.answer.firstRange(of: usual))
    let source = try Self.source(Self.answer.replacingCharacters(in: range, with: odd))
    await #expect(throws: RemoteSearchError.invalidAnswer(reason: reason)) {
      try await source.search(for: "rom")
    }
  }

  @Test func `an error names the member of the wrong type`() async throws {
    let body = Self.answer.replacing("2318895", with: "\"many\"")
    await #expect {
      try await Self.source(body).search(for: "rom")
    } throws: { error in
      "\(error)".contains("features.Index 0.properties.population: ")
    }
  }
}

extension Gazetteer {
  fileprivate static var onlyRome: Gazetteer {
    get throws {
      try Gazetteer([
        City(
          id: 1, name: "Rome", countryCode: "IT",
          coordinate: Coordinate(latitude: 41.9, longitude: 12.5))
      ])
    }
  }
}
