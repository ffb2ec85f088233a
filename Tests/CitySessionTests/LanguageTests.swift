import CitySearch
import CityTestSupport
import TestSupport
import Testing

@testable import CitySession

/// Lists in the languages of a person.
@Suite("Titles in languages", .againstHanging)
struct LanguageTests {
  private func search(
    _ text: String, _ languages: [String], limit: Int = 10
  ) async throws -> SearchCompletions {
    let session = LocationSearch(
      .live(try World.cities.get().gazetteer, languages: languages, limit: limit))
    return try await session.search(queryFragment: text)
  }

  @Test func `the title is the name in the first language that has one`() async throws {
    let german = try #require(try await search("mün", ["de", "en"]).first { $0.id == munich })
    #expect(german.title == "München")
    #expect(german.matchedName == nil)
    #expect(german.titleHighlightRanges == [HighlightRange(location: 0, length: 3)])
    let italian = try #require(try await search("mün", ["it", "de"]).first { $0.id == munich })
    #expect(italian.title == "Monaco di Baviera")
    #expect(italian.matchedName != nil)
    #expect(italian.titleHighlightRanges.isEmpty)
    #expect(italian.matchedNameHighlightRanges.count == 1)
  }

  @Test func `the own name is beside the title if only that matches`() async throws {
    let line = try #require(try await search("munich", ["it"]).first)
    #expect(line.title == "Monaco di Baviera")
    #expect(line.matchedName == "Munich")
    #expect(line.matchedNameHighlightRanges == [HighlightRange(location: 0, length: 6)])
  }

  @Test(arguments: ["münchen", "springf", "new yrok", "rome, it", "moskwa"])
  func `without languages, and in those that no city has names in, all is as before`(
    text: String
  ) async throws {
    let session = LocationSearch(.live(try World.cities.get().gazetteer))
    let usual = try await session.search(queryFragment: text)
    #expect(try await search(text, []) == usual)
    #expect(try await search(text, ["tlh"]) == usual)
  }

  @Test(arguments: ["de", "fr", "ru", "ja", "pt-BR"])
  func `a search for what a tap writes into the field finds the place`(
    language: String
  ) async throws {
    let session = LocationSearch(
      .live(try World.cities.get().gazetteer, languages: [language]))
    for text in ["lon", "mos", "muni", "par", "tok", "wars", "genev", "florence", "beij"] {
      for line in try await session.search(queryFragment: text) {
        let again = try await session.search(SearchRequest(SearchQuery(line.title, limit: 100)))
        #expect(again.contains { $0.id == line.id && $0.title == line.title }, "\(line.title)")
        guard case .city = line.kind else { continue }
        // And the card of the place has the title.
        let place = try #require(try await session.places(of: line).first?.placemark)
        #expect(place.name == line.title)
        #expect(place.locality == line.title)
      }
    }
  }

  @Test(arguments: ["san", "neustadt", "san isidro", "krajan", "santa", "al"])
  func `no two lines look the same in any language`(text: String) async throws {
    for language in ["de", "fr", "ru", "ar"] {
      let completions = try await search(text, [language], limit: 1_000)
      let looks = Set(completions.map { [$0.title, $0.subtitle] })
      #expect(looks.count == completions.count, "\(language)")
    }
  }

  @Test func `cities that share a name in a language only are told apart by their places`()
    async throws
  {
    let cities = [("Alt", 10.0), ("Old", 20.0)].enumerated().map { id, city in
      City(
        id: City.ID(id), name: city.0, countryCode: "XX",
        coordinate: Coordinate(latitude: city.1, longitude: 0))
    }
    let source = Translated(cities: cities)
    let list = try await LocationSearch(.live(source, languages: ["x"]))
      .search(queryFragment: "anything")
    #expect(list.map(\.title) == ["Vetus", "Vetus"])
    #expect(list.map(\.subtitle) == ["XX", "XX · 20.00° N, 0.00° E"])
    // A session without languages has own names.
    let own = try await LocationSearch(.live(source)).search(queryFragment: "anything")
    #expect(own.map(\.title) == ["Alt", "Old"])
  }

  @Test func `all cities of a name keep the name that they share`() async throws {
    let all = try #require(try await search("paris", ["ru"]).first { $0.cityIDs.count > 1 })
    #expect(all.title == "Paris")
  }

  @Test func `decorators and clients pass languages on`() async throws {
    let cities = try World.cities.get()
    let sources: [any CitySearchable] = [
      cities, SortedCitySearch(cities, by: .population),
      SortedCitySearch(SortedCitySearch(cities)),
    ]
    for source in sources {
      let client = SearchClient.live(source, languages: ["de"])
      let list = try await client.search("munich")
      let line = try #require(list.first { $0.id == munich }, "\(type(of: source))")
      #expect(line.title == "München")
      #expect(try await client.mapItems(line.cityIDs).map(\.placemark.name) == ["München"])
    }
  }

  private let munich = "city:2867714"
}

/// A source whose cities all have one name in every language.
private struct Translated: CitySearchable, PlaceResolving {
  let cities: [City]

  func search(_ query: SearchQuery) -> CityMatches {
    CityMatches(cities.map { CityMatch(city: $0) })
  }

  func search(for text: String, limit: Int?) -> CityMatches {
    search(SearchQuery(text, limit: limit))
  }

  func mapItems(withIDs ids: [City.ID]) -> [MapItem] { [] }

  func name(of city: City, in languages: [String]) -> String { "Vetus" }
}
