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
    let byRow = PlaceLookup(cities.gazetteer)
    let byID = PlaceLookup(PlacesByID(gazetteer: cities.gazetteer))
    var sharedNames = 0
    for text in Self.queries(cities.gazetteer) {
      let query = FoldedQuery(text)
      guard !query.isEmpty else { continue }
      for matches in [
        cities.ownNames(beginningWith: text, limit: limit),
        cities.search(for: text, limit: limit),
      ] {
        #expect(byRow.gazetteer(of: matches) != nil)
        #expect(byID.gazetteer(of: matches) == nil)
        let list = CompletionList(of: matches, for: query, places: byRow, limit: limit)
        let other = CompletionList(of: matches, for: query, places: byID, limit: limit)
        #expect(list.completions == other.completions, "\(text)")
        sharedNames += list.completions.count { $0.cityIDs.count > 1 }
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
  func `a source in memory leaves no time to show that it is asked`(
    source: InMemory
  ) async throws {
    let session = LocationSearch(source: source.over(try World.cities.get()), limit: 3)
    let texts = AsyncStream { field in
      for text in ["lon", "lond", "xqzv", " "] { field.yield(text) }
      field.finish()
    }
    var phases: [SearchPhase] = []
    for await phase in session.updates(for: texts) { phases.append(phase) }
    #expect(phases.map(\.query) == ["lon", "lond", "xqzv", " "])
    #expect(phases.map(\.isSearching) == [false, false, false, false])
    #expect(phases.map(\.completions.isEmpty) == [false, false, true, true])
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

/// The places of a gazetteer, without its rows.
private struct PlacesByID: PlaceResolving {
  let gazetteer: Gazetteer

  func mapItems(withIDs ids: [City.ID]) -> [MapItem] { gazetteer.mapItems(withIDs: ids) }
  func divisionName(of city: City) -> String? { gazetteer.divisionName(of: city) }
  func countryName(of city: City) -> String? { gazetteer.countryName(of: city) }
  func namesakes(of city: City) -> [City] { gazetteer.cities(named: city.name, kinds: [.own]) }
}
