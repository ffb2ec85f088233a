import CitySearch
import GazetteerBuilding
import PrefixSearch
import Testing

@Suite("Matches") struct CityMatchesTests {
  static let cities = (0..<5).map { number in
    City(
      id: City.ID(100 + number), name: "Springfield", countryCode: "US",
      coordinate: Coordinate(latitude: Double(number), longitude: 0), population: number)
  }

  /// The same five matches from a range of rows, from single rows, and from a list of cities.
  static func matches(limit: Int?) throws -> [CityMatches] {
    let gazetteer = try Gazetteer(cities)
    let remote = CityMatches(cities.reversed(), for: "spring")
    return [
      CityIndex(gazetteer).ownNames(beginningWith: "spring", limit: limit),
      LinearScan(gazetteer).ownNames(beginningWith: "spring", limit: limit),
      remote.ordered(by: .name, limit: limit),
      CityIndex(gazetteer).ownNames(beginningWith: "spring").ordered(by: .population, limit: limit),
    ]
  }

  @Test(arguments: [
    (nil, 5), (0, 0), (-1, 0), (Int.min, 0), (1, 1), (4, 4), (5, 5), (6, 5), (Int.max, 5),
  ])
  func `a limit cuts the matches but not their number`(limit: Int?, count: Int) throws {
    for matches in try Self.matches(limit: limit) {
      #expect(matches.count == count)
      #expect(matches.asTyped == .exactly(5))
      #expect(matches.isEmpty == (count == 0))
      #expect(matches.ids == Array([104, 103, 102, 101, 100][..<count]))
      #expect(matches.map(\.id) == matches.ids)
      #expect(matches.indices == 0..<count)
      #expect(Array(matches.reversed().reversed()) == Array(matches))
    }
  }

  @Test(arguments: [nil, 0, 1, 3, 5, 400] as [Int?])
  func `a page, an iteration and single positions give equal matches`(limit: Int?) throws {
    let names = (0..<300).map { "Spring\($0) \(String(repeating: "é", count: $0 % 23))" }
    let gazetteer = try Gazetteer(
      names.enumerated().map { number, name in
        City(
          id: City.ID(number), name: name, countryCode: "US",
          coordinate: Coordinate(latitude: 0, longitude: 0), population: number * 7)
      })
    let query = SearchQuery("spr", limit: limit)
    let found = [
      CityIndex(gazetteer).ownNames(beginningWith: "spr", limit: limit),
      CityIndex(gazetteer).ownNames(beginningWith: "spr").ordered(by: .population, limit: limit),
      CityIndex(gazetteer).search(query),
      CityMatches(CityIndex(gazetteer).search(query).page()),
    ]
    for matches in found {
      #expect(matches.count == min(limit ?? 300, 300))
      let page = matches.page()
      #expect(page == matches.indices.map { matches[$0] })
      #expect(page == matches.map(\.self))
      #expect(page.map(\.id) == matches.ids)
      #expect(page.allSatisfy { $0.highlight == HighlightRange(location: 0, length: 3) })
    }
  }

  @Test func `a match has its city and the marked part of the name`() throws {
    for matches in try Self.matches(limit: 1) {
      let match = try #require(matches.first)
      #expect(match.city == Self.cities[4])
      #expect(match.highlight == HighlightRange(location: 0, length: 6))
    }
  }

  @Test func `a match is described by what a person needs to know of it`() throws {
    for matches in try Self.matches(limit: 1) {
      #expect(matches.map { "\($0)" } == ["Springfield, US (104)"])
    }
    let region = MatchedRegion(name: "Texas", countryCode: "US", divisionCode: "TX")
    let match = CityMatch(
      city: Self.cities[0], matchedName: MatchedName("Springfeld", isOwn: false, edits: 1),
      regions: [region])
    #expect("\(match)" == "Springfield, US (100), as Springfeld, in Texas, corrected")
  }

  @Test func `an empty query marks nothing`() throws {
    let matches = CityIndex(try Gazetteer(Self.cities)).ownNames(beginningWith: " ")
    #expect(matches.count == 5)
    #expect(matches.allSatisfy { $0.highlight.length == 0 })
  }

  @Test func `a remote source may have more matches than it returns`() {
    for total in [MatchTotal.exactly(1_000), .atLeast(1_000), .atLeast(5)] {
      #expect(CityMatches(Self.cities, for: "s", asTyped: total).asTyped == total)
      #expect(CityMatches(Self.cities, for: "s", asTyped: total).count == 5)
    }
    // The total cannot be less than the number of returned matches.
    for total in [MatchTotal.exactly(2), .atLeast(4), .exactly(-1)] {
      #expect(CityMatches(Self.cities, for: "s", asTyped: total).asTyped == .exactly(5))
    }
    #expect(CityMatches([City](), for: "s").isEmpty)
  }

  @Test func `a city of a remote source that does not match is shown without a mark`() throws {
    let matches = CityMatches(Self.cities, for: "winter")
    #expect(try #require(matches.first).highlight == HighlightRange(location: 0, length: 0))
  }

  @Test func `a position beyond the limit ends the program`() async {
    await #expect(processExitsWith: .failure) {
      _ =
        CityIndex(try Gazetteer(CityMatchesTests.cities))
        .ownNames(beginningWith: "s", limit: 2)[2]
    }
    await #expect(processExitsWith: .failure) {
      _ = CityIndex(try Gazetteer(CityMatchesTests.cities)).ownNames(beginningWith: "s")[-1]
    }
    await #expect(processExitsWith: .failure) { _ = CityMatches([City](), for: "s")[0] }
  }

  @Test func `an index for another gazetteer ends the program`() async {
    await #expect(processExitsWith: .failure) {
      let index = RadixTree(try Gazetteer(CityMatchesTests.cities).sortedNameKeys())
      _ = CityIndex(try Gazetteer([City]()), index: index)
    }
  }

  @Test func `ordering again takes all matches, and the smaller limit counts`() throws {
    let matches = CityIndex(try Gazetteer(Self.cities))
      .ownNames(beginningWith: "s", limit: 2)
    #expect(matches.ordered(by: .population, limit: 5).ids == [104, 103])
    #expect(matches.ordered(by: .population, limit: 1).ids == [104])
    let farthest = Coordinate(latitude: -90, longitude: 0)
    let nearby = matches.ordered(by: .distance(from: farthest))
    #expect(nearby.ids == [100, 101])
    #expect(nearby.ordered(by: .name, limit: 3).ids == [104, 103])
    #expect(nearby.ordered(by: .name, limit: 3).asTyped == .exactly(5))
  }
}
