import CitySearch
import CityTestSupport
import Foundation
import GazetteerBuilding
import Testing

@testable import CitySession

/// Completions over the cities of the world.
@Suite("Completions")
struct CompletionTests {
  private func search(_ text: String, limit: Int = 10) async throws -> SearchCompletions {
    let session = LocationSearch(.live(try World.cities.get().gazetteer, limit: limit))
    return try await session.search(queryFragment: text)
  }

  @Test func `all cities of a name are offered first`() async throws {
    let world = try World.cities.get()
    let completions = try await search("springfield")
    let all = try #require(completions.first)
    #expect(all.id == "name:springfield")
    #expect(all.title == "Springfield")
    #expect(all.subtitle == "\(all.cityIDs.count) places")
    #expect(all.titleHighlightRanges == [HighlightRange(location: 0, length: 11)])
    let expected = world.gazetteer.filter { Folding.key(of: $0.name) == Folding.key(of: all.title) }
    #expect(Set(all.cityIDs) == Set(expected.map(\.id)))
    let populations = all.cityIDs.compactMap { world.gazetteer.city(withID: $0)?.population }
    #expect(populations == populations.sorted(by: >))
    #expect(completions.count == 10)
    #expect(completions.dropFirst().allSatisfy { $0.title == "Springfield" })
    #expect(completions.contains { $0.subtitle == "Illinois, United States" })
  }

  /// The lines for two cities called Yorkton and two called York, the largest first.
  private func ids(_ text: String, populations: [Int]) async throws -> [String] {
    let names: [(String, CountryCode)] = [
      ("Yorkton", "CA"), ("York", "GB"), ("York", "US"), ("Yorkton", "US"),
    ]
    let cities = try Gazetteer(
      zip(names, populations).enumerated().map { index, city in
        City(
          id: City.ID(index + 1), name: city.0.0, countryCode: city.0.1, coordinate: .zero,
          population: city.1)
      })
    let sorted = SortedCitySearch(Uncorrected(base: CityIndex(cities)), by: .population)
    return try await LocationSearch(.live(sorted, places: cities))
      .search(queryFragment: text).map(\.id)
  }

  @Test func `a shared name comes before its first city, a typed name before everything`()
    async throws
  {
    let populations = [900, 800, 800, 900]
    let york = try await ids("york", populations: populations)
    #expect(
      york == ["name:york", "name:yorkton", "city:1", "city:4", "city:2", "city:3"])
    let yorkt = try await ids("yorkt", populations: populations)
    #expect(yorkt == ["name:yorkton", "city:1", "city:4"])
  }

  @Test func `a city with most of the people comes before the shared name`() async throws {
    let populations = [900, 800, 799, 899]
    let york = try await ids("york", populations: populations)
    #expect(
      york == ["city:1", "city:4", "city:2", "name:york", "city:3"])
    // Only a beginning was typed.
    let yorkt = try await ids("yorkt", populations: populations)
    #expect(yorkt == ["city:1", "city:4"])
    let yorkton = try await ids("yorkton", populations: populations)
    #expect(yorkton == ["city:1", "name:yorkton", "city:4"])
    // Nobody was counted, so nothing is known of where people live.
    let unknown = try await ids("yorkt", populations: [0, 0, 0, 0])
    #expect(unknown == ["name:yorkton", "city:1", "city:4"])
  }

  @Test func `names that differ in accents only are one name`() async throws {
    let completions = try await search("san jose", limit: 200)
    let all = try #require(completions.first { $0.id == "name:san jose" })
    let titles = Set(
      try World.cities.get().gazetteer.mapItems(withIDs: all.cityIDs).map(\.placemark.name))
    #expect(titles.isSuperset(of: ["San Jose", "San José"]))
  }

  @Test(arguments: ["san isidro", "krajan", "emiliano zapata", "santa cruz", "springfield"])
  func `no two lines look the same`(text: String) async throws {
    let completions = try await search(text, limit: 1_000)
    let looks = Set(completions.map { [$0.title, $0.subtitle] })
    #expect(completions.count > 20)
    #expect(looks.count == completions.count)
    #expect(Set(completions.map(\.id)).count == completions.count)
  }

  @Test func `a subtitle does not depend on what else is shown`() async throws {
    let few = try await search("krajan", limit: 5)
    let many = try await search("kraj", limit: 1_000)
    #expect(Set(few.map(\.subtitle)).isSubset(of: many.map(\.subtitle)))
    let place = try #require(few.last)
    #expect(place.subtitle.wholeMatch(of: /.+, Indonesia · \d+\.\d\d° S, \d+\.\d\d° E/) != nil)
  }

  @Test func `cities of one name and one first-level division have their county`() async throws {
    let completions = try await search("franklin", limit: 1_000)
    let subtitles = Set(completions.filter { $0.title == "Franklin" }.map(\.subtitle))
    let ofNorthCarolina = ["Macon", "Rowan"].map { "\($0) County, North Carolina, United States" }
    #expect(subtitles.isSuperset(of: ofNorthCarolina))
    #expect(subtitles.contains("Tennessee, United States"))
  }

  @Test func `twins at one point are told apart by their ids`() async throws {
    let cities = try Gazetteer(
      (1...2).map { id in
        City(id: id, name: "Twin", countryCode: "XX", divisionCode: "AB", coordinate: .zero)
      })
    let session = LocationSearch(.live(cities))
    let subtitles = try await session.search(queryFragment: "twin").map(\.subtitle)
    #expect(subtitles == ["2 places", "AB, XX · no. 1", "AB, XX · no. 2"])
  }

  @Test func `everything that matches is highlighted`() async throws {
    let completions = try await search("luxem", limit: 3)
    let city = try #require(completions.first { $0.title == "Luxembourg" })
    #expect(city.titleHighlightRanges == [HighlightRange(location: 0, length: 5)])
    #expect(city.subtitle == "Luxembourg, Luxembourg")
    #expect(
      city.subtitleHighlightRanges == [
        HighlightRange(location: 0, length: 5), HighlightRange(location: 12, length: 5),
      ])
  }

  @Test(arguments: [[], ["de"]])
  func `a completion of an address says what was not understood, and how far it is`(
    _ languages: [String]
  ) async throws {
    let session = LocationSearch(.live(try World.cities.get().gazetteer, languages: languages))
    func first(_ text: String) async throws -> SearchCompletion {
      try #require(try await session.search(queryFragment: text).first)
    }
    let typed = try await first("12 Main St, Paris, Texas, Atlantis")
    #expect(typed.cityIDs == [4_717_560])
    #expect(typed.address?.unmatchedParts == ["Atlantis"])
    #expect(typed.address?.distance == nil)
    let near = try #require(try await first("52.55, 13.41").address)
    #expect(near.unmatchedParts.isEmpty)
    #expect(try #require(near.distance) < 20_000)
    #expect(try await first("london").address == nil)
  }

  @Test(arguments: [
    ("münchen", MatchGrade.exact), ("new yrok", .corrected), ("city of chicago", .exact),
  ])
  func `a line tells how well the name fits`(text: String, grade: MatchGrade) async throws {
    let first = try #require(try await search(text).first)
    #expect(first.grade == grade)
    #expect(first.isCorrection == (grade == .corrected))
  }

  @Test(arguments: MatchGrade.allCases)
  func `all grades of a source arrive`(grade: MatchGrade) async throws {
    let cities = (City.ID(1)...2).map {
      City(
        id: $0, name: "Wien", countryCode: "XX",
        coordinate: Coordinate(
          latitude: 0, longitude: Double($0.rawValue)))
    }
    let source = Graded(
      matches: cities.map {
        CityMatch(city: $0, matchedName: MatchedName($0.name), grade: grade)
      })
    let list = try await LocationSearch(.live(source)).search(queryFragment: "veen")
    #expect(list.map(\.grade) == [grade, grade, grade])
    #expect(list.first?.subtitle == "2 places")
  }

  @Test func `the limit counts all lines`() async throws {
    #expect(try await search("springfield", limit: 1).map(\.id) == ["name:springfield"])
  }
}

/// A source with one answer to everything.
private struct Graded: CitySearchable {
  let matches: [CityMatch]

  func search(_ query: SearchQuery) -> CityMatches { CityMatches(matches) }

  func search(for text: String, limit: Int?) -> CityMatches {
    search(SearchQuery(text, limit: limit))
  }
}

/// The cities, searched without corrections, which would add lines because there are so few cities.
private struct Uncorrected: CitySearchable {
  let base: CityIndex

  func immediateMatches(for query: SearchQuery) -> CityMatches? { search(query) }

  func search(_ query: SearchQuery) -> CityMatches {
    var query = query
    query.typos = .never
    return base.search(query)
  }

  func search(for text: String, limit: Int?) -> CityMatches {
    search(SearchQuery(text, limit: limit))
  }
}
