import CitySearch
import Fixtures
import Foundation
import GazetteerBuilding
import PrefixSearch
import TestSupport

/// Calls every function of a gazetteer, and checks that the answers are well formed.
struct GazetteerExercise {
  let gazetteer: Gazetteer
  /// The faults of the answers, in the order in which they were found.
  private(set) var problems: [String] = []

  static let queries = ["", "s", "san", "saint e", "zzzz", "köln", "a b", "\u{10FFFF}"]
  static let orders = [
    CityOrder.name, .population, .distance(from: Coordinate(latitude: -90, longitude: 180)),
  ]

  init(_ gazetteer: Gazetteer, engines: [Engine] = Engine.allCases) {
    self.gazetteer = gazetteer
    readCities()
    for engine in engines {
      let index = CityIndex(gazetteer, engine: engine)
      readOwnNames(of: index)
      search(index)
    }
    // Either is right in a damaged gazetteer; neither may end the program.
    _ = try? gazetteer.verify()
  }

  private mutating func expect(_ condition: Bool, _ problem: @autoclosure () -> String) {
    if !condition { problems.append(problem()) }
  }

  private mutating func check(_ city: City, at row: Int) {
    let fits =
      (-90...90).contains(city.coordinate.latitude)
      && (-180...180).contains(city.coordinate.longitude) && city.population >= 0 && city.id >= 0
    expect(fits, "row \(row): \(city)")
  }

  private mutating func readCities() {
    let gazetteer = gazetteer
    var count = 0
    for (row, city) in zip(gazetteer.indices, gazetteer) {
      check(city, at: row.rawValue)
      count += 1
      let found = gazetteer.row(ofID: city.id)
      expect(found.map { gazetteer.id(atRow: $0) == city.id } ?? true, "id \(city.id)")
      expect(gazetteer.population(atRow: row) == city.population, "population at \(row)")
      _ = gazetteer.timeZone(ofCityWithID: city.id)
      _ = gazetteer.countryName(of: city)
      _ = gazetteer.divisionName(of: city)
      _ = gazetteer.subdivisionName(of: city)
      for number in gazetteer.table.subdivisionPath(atRow: row) {
        expect(gazetteer.table.subdivisions.level(of: number) < 10, "level of \(number)")
        _ = gazetteer.table.name(of: .subdivision(number))
      }
    }
    readDivisions()
    expect(count == gazetteer.count, "\(count) of \(gazetteer.count) cities")
    let populous = gazetteer.cities(in: .world, limit: 20)
    expect(populous.count == min(20, gazetteer.count), "\(populous.count) cities of the world")
    for id in [Int64.min, -1, 0, 1, Int64(UInt32.max), Int64.max].map({ City.ID($0) }) {
      _ = gazetteer.city(withID: id)
    }
  }

  private mutating func readDivisions() {
    let table = gazetteer.table
    let tree = table.subdivisions
    let count = min(tree.count, 200)
    for number in 0..<count {
      _ = (tree.code(of: number), tree.isoCode(of: number), tree.path(to: number))
      expect(tree.subtree(of: number).contains(number), "subtree of \(number)")
      expect(
        table.rows(in: .subdivision(number)).count <= gazetteer.count, "cities of \(number)")
    }
    for text in ["s", "sangamon ", "us il ", "it mi"] {
      let regions = gazetteer.regions(withKey: Array(text.utf8)[...])
      for row in gazetteer.indices.prefix(10) { _ = gazetteer.level(of: regions, containing: row) }
    }
    for code in ["US.IL", "US.IL.167", "IT-MI", "ID-JW", "FR.44.6AE"] {
      let division = Gazetteer.Division(code)
      _ = division.map { gazetteer.hasDivision($0) }
    }
  }

  private mutating func readOwnNames(of index: CityIndex) {
    let gazetteer = gazetteer
    expect(index.memoryFootprint.parts.count > 0, "no footprint")
    for query in Self.queries {
      let matches = index.ownNames(beginningWith: query)
      expect((0...gazetteer.count).contains(matches.asTyped.count), "\(query): \(matches.asTyped)")
      for order in Self.orders {
        for limit in [10, 20] {
          let ordered = matches.ordered(by: order, limit: limit)
          // A damaged list may be too short, and is never too long.
          expect(ordered.count <= min(limit, matches.count), "\(query): \(ordered.count) in order")
          expect(ordered.ids.count == ordered.count, "\(query): ids")
          for match in ordered { check(match, of: query) }
        }
      }
      for (position, match) in matches.enumerated() where position < 50 {
        check(match, of: query)
        check(matches[position], of: query)
        // Names may differ: one is found by its neighbors, and one by an offset.
        expect(match.id == matches[position].id, "\(query): \(position) by position")
      }
    }
  }

  /// Typed texts: names of all kinds, regions, typos.
  static let relevanceQueries = [
    "", "s", "san", "saint e", "köln", "koeln", "st ", "mount", "san, us", "san us", "a, texas usa",
    "s, u", "san fr", "sant", "santaigo", "saintt, fr", "muc", "\u{10FFFF}", "東", ",,",
  ]
  static let filters = [
    CityFilter(), CityFilter(countries: ["US", "FR"]), CityFilter(minimumPopulation: 10_000),
    CityFilter(rectangles: [.init(south: -10, west: 170, north: 60, east: 10)]),
    CityFilter(
      divisions: [.init(countryCode: "US", divisionCode: "TX")], ids: [1, 4_717_560, 2_988_507]),
    CityFilter(
      divisions: [
        .init(countryCode: "US", divisionCode: "TX", subdivisionCode: "113"),
        .init(countryCode: "IT", divisionCode: "-MI"),
      ]),
  ]

  private mutating func search(_ cities: CityIndex) {
    let count = gazetteer.count
    for text in Self.relevanceQueries {
      for limit in [nil, 10] {
        for filter in Self.filters {
          let matches = cities.search(SearchQuery(text, limit: limit, filter: filter))
          expect(matches.count <= min(limit ?? count, count), "\(text): \(matches.count) matches")
          expect((0...gazetteer.nameCount).contains(matches.asTyped.count), "\(text): total")
          expect(matches.ids.count == matches.count, "\(text): ids")
          for match in matches.prefix(12) { check(match, of: text) }
        }
      }
      let nearest = cities.search(SearchQuery(text, order: Self.orders[2], limit: 3))
      for match in nearest { check(match, of: text) }
      for city in gazetteer.cities(named: text) { check(city, at: -1) }
    }
  }

  private mutating func check(_ match: CityMatch, of query: String) {
    check(match.city, at: -1)
    let name = match.matchedName
    expect(name.highlight.range(in: name.text) != nil, "\(query): \(match)")
    for region in match.regions {
      expect(region.highlight.range(in: region.name) != nil, "\(query): \(match)")
    }
  }
}

extension Gazetteer {
  /// About `count` cities of the sample, spread over it, with names of places and time zones.
  static func sample(of count: Int) throws -> Gazetteer {
    let sample = try SampleCities.gazetteer()
    let data = try Data(contentsOf: Fixtures.sample)
    let step = Swift.max(1, sample.count / count)
    let lines = data.split(separator: UInt8(ascii: "\n")).enumerated()
      .filter { $0.offset % step == 0 }.map(\.element)
    return try withTemporaryFile(Data(lines: lines)) {
      try Gazetteer(
        contentsOf: $0, admin1Codes: Fixtures.admin1Codes, countryInfo: Fixtures.countryInfo,
        regions: Fixtures.regions, divisions: Fixtures.divisions,
        cityDivisions: Fixtures.cityDivisions,
        countryNames: Fixtures.countryNames, languages: Fixtures.languages,
        airportCodes: Fixtures.airportCodes)
    }
  }
}
