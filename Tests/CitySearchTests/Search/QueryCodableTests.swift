import CitySearch
import Foundation
import Testing

/// Queries as JSON: for settings that are kept, and for servers.
@Suite("Queries as JSON") struct QueryCodableTests {
  private static let place = Coordinate(latitude: 48.85, longitude: 2.35)

  private static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private static func value<Value: Decodable>(_ text: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(text.utf8))
  }

  @Test func `a query with all members is the same again`() throws {
    var query = SearchQuery(
      "san \u{1F600}\"", names: .own, order: .distance(from: Self.place), typos: .never, limit: 0)
    query.filter = CityFilter(
      countries: ["US", "CA"], divisions: [.init(countryCode: "US", divisionCode: "IL")],
      minimumPopulation: 1_000, ids: [3, 1, 2],
      rectangles: [.world, CoordinateRectangle(south: 1, west: 170, north: 2, east: -170)])
    query.bias = SearchBias(coordinate: Self.place, countryCode: "FR", chosenIDs: [9, 7])
    let text = try Self.text(query)
    #expect(try Self.value(text) == query)
    #expect(text.contains(#""countries":["CA","US"]"#) && text.contains(#""ids":[1,2,3]"#))
    #expect(text.contains(#""chosenIDs":[7,9]"#))
  }

  @Test func `what has its default is left out, and may be missing`() throws {
    #expect(try Self.text(SearchQuery("rome")) == #"{"text":"rome"}"#)
    #expect(try Self.value(#"{"text":"rome"}"#) == SearchQuery("rome"))
    #expect(try Self.text(CityFilter()) == "{}")
    #expect(try Self.text(CityFilter(ids: [])) == #"{"ids":[]}"#)
    #expect(try Self.value(#"{"ids":[]}"#) == CityFilter(ids: []))
    #expect(try Self.value("{}") == SearchBias())
  }

  @Test(
    arguments: [
      (CityOrder.relevance, #""relevance""#), (.name, #""name""#), (.population, #""population""#),
    ]) func `an order is its name`(order: CityOrder, text: String) throws
  {
    #expect(try Self.text(order) == text)
    #expect(try Self.value(text) == order)
  }

  @Test(arguments: Engine.allCases) func `an engine is its name`(engine: Engine) throws {
    #expect(try Self.text(engine) == "\"\(engine.rawValue)\"")
    #expect(try Self.value("\"\(engine.rawValue)\"") == engine)
  }

  @Test(
    arguments: [
      "{}", #"{"text":1}"#, #"{"text":"a","order":"size"}"#, #"{"text":"a","order":{}}"#,
      #"{"text":"a","names":"some"}"#, #"{"text":"a","filter":{"countries":["too long"]}}"#,
      #"{"text":"a","limit":1.5}"#,
    ]) func `what is no query is an error`(text: String)
  {
    #expect(throws: DecodingError.self) { try Self.value(text) as SearchQuery }
  }
}
