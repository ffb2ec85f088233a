import CitySearch
import CityTestSupport
import GazetteerBuilding
import TestSupport
import Testing

@testable import CitySession

/// Lists whose places are looked up by row, compared with the same lists by ids and codes.
@Suite("Lists by row", .againstHanging)
struct ListByRowTests {
  /// Beginnings of names all over the gazetteer, and names that many cities share.
  private static func queries(_ gazetteer: Gazetteer) -> [String] {
    let names = stride(from: gazetteer.startIndex, to: gazetteer.endIndex, by: 997)
      .map { gazetteer[$0].name }
    return names + names.map { String($0.prefix(3)) }
      + ["san isidro", "krajan", "santa cruz", "springfield, il", "new yrok", "münchen", "london "]
  }

  @Test(arguments: [10, 300])
  func `names, subtitles and namesakes are those by ids and codes`(limit: Int) throws {
    let cities = try World.cities.get()
    let lookup = PlaceLookup(cities.gazetteer)
    var sharedNames = 0
    for text in Self.queries(cities.gazetteer) {
      let request = SearchRequest(SearchQuery(text, limit: limit))
      guard !FoldedQuery(text).isEmpty else { continue }
      for matches in [
        cities.ownNames(beginningWith: text, limit: limit),
        cities.search(for: text, limit: limit),
      ] {
        #expect(lookup.gazetteer(of: matches) != nil)
        let list = lookup.completions(of: matches, for: request)
        let byID = CityMatches(Array(matches), asTyped: matches.asTyped)
        #expect(lookup.gazetteer(of: byID) == nil)
        #expect(lookup.completions(of: byID, for: request) == list, "\(text)")
        sharedNames += list.count { $0.cityIDs.count > 1 }
      }
    }
    #expect(sharedNames > 100)
  }

  @Test func `rows of another gazetteer say nothing`() throws {
    let city = City(id: 1, name: "Paris", countryCode: "FR", coordinate: .zero)
    let (one, two) = (try Gazetteer([city]), try Gazetteer([city]))
    let matches = CityIndex(one).search(for: "par")
    #expect(PlaceLookup(one).gazetteer(of: matches) != nil)
    #expect(PlaceLookup(two).gazetteer(of: matches) == nil)
  }

  @Test(arguments: InMemory.allCases)
  func `a source in memory answers at once`(source: InMemory) async throws {
    let cities = source.over(try World.cities.get())
    let client = SearchClient.live(cities, limit: 3)
    #expect(client.pacing == .immediate)
    for text in ["lon", "lond", "xqzv"] {
      let request = SearchRequest(SearchQuery(text))
      let answer = try #require(client.immediateSearch(request))
      #expect(try await client.search(request) == answer)
      #expect(answer.isEmpty == (text == "xqzv"))
    }
  }
}

/// Cities in memory, alone and decorated.
enum InMemory: CaseIterable {
  case index, sorted, sortedTwice, ofAnApp, sortedOfAnApp

  func over(_ cities: CityIndex) -> any CitySearchable {
    switch self {
    case .index: cities
    case .sorted: SortedCitySearch(cities, by: .population)
    case .sortedTwice: SortedCitySearch(SortedCitySearch(cities, by: .population), by: .name)
    case .ofAnApp: Decorated(base: cities)
    case .sortedOfAnApp: SortedCitySearch(Decorated(base: cities), by: .population)
    }
  }
}

/// A decorator of an app.
private struct Decorated: CitySearchable {
  let base: any CitySearchable

  func immediateMatches(for query: SearchQuery) -> CityMatches? {
    base.immediateMatches(for: query)
  }

  func search(_ query: SearchQuery) async throws -> CityMatches { try await base.search(query) }

  func search(for text: String, limit: Int?) async throws -> CityMatches {
    try await base.search(for: text, limit: limit)
  }
}
