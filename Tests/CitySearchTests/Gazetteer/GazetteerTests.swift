import PrefixSearch
import TestSupport
import Testing

@testable import CitySearch
@testable import GazetteerBuilding

/// A gazetteer of any cities: its order, its laws as a collection, its lookups.
@Suite("Gazetteers") struct GazetteerTests {
  static func city(
    _ id: City.ID, _ name: String, _ countryCode: CountryCode = "US", population: Int = 0,
    divisionCode: DivisionCode = .none
  ) -> City {
    City(
      id: id, name: name, countryCode: countryCode, divisionCode: divisionCode,
      coordinate: Coordinate(latitude: Double(id.rawValue % 90), longitude: 0),
      population: population)
  }

  /// In canonical order; each differs from the one before in the next criterion.
  static let ordered = [
    city(40, "—"), city(41, "’"),
    city(20, "A"), city(3, "a"), city(1, "a", "CA"), city(9, "a", "DE", population: 7),
    city(2, "a", "DE", population: 5), city(8, "a", "DE", population: 5), city(5, "a b"),
    city(4, "a-b"), city(6, "ab"), city(12, "abcdefg"), city(11, "abcdefgh"),
    city(10, "abcdefghi"), city(31, "E\u{301}a"), city(30, "Éa"),
  ]

  @Test(arguments: [1, 2, 3, 4, 5])
  func `cities of any order come in canonical order`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let gazetteer = try Gazetteer(Self.ordered.shuffled(using: &generator))
    let expected = Self.ordered.sorted { CanonicalKey($0) < CanonicalKey($1) }
    #expect(gazetteer.map(\.id) == expected.map(\.id), "seed \(seed)")
    #expect(Array(gazetteer) == expected)
  }

  @Test func `names without letters are in the table and found by an empty query`() throws {
    for engine in Engine.allCases {
      let index = CityIndex(try Gazetteer(Self.ordered), engine: engine)
      #expect(index.ownNames(beginningWith: "").count == Self.ordered.count)
      #expect(index.ownNames(beginningWith: "—").count == Self.ordered.count)
      #expect(index.gazetteer.prefix(2).map(\.id) == [40, 41])
    }
  }

  @Test func `it conforms to the rules of a collection`() throws {
    let gazetteer = try Gazetteer(Self.ordered)
    #expect(gazetteer.count == Self.ordered.count)
    #expect(gazetteer.startIndex == 0 && gazetteer.endIndex == CityRow(gazetteer.count))
    #expect(gazetteer.indices.map { gazetteer[$0] } == Array(gazetteer))
    #expect(Array(gazetteer.reversed()) == Array(gazetteer).reversed())
    #expect(gazetteer[2..<5].map(\.id) == Array(gazetteer)[2..<5].map(\.id))
    #expect(gazetteer.first == gazetteer[0])
    #expect(gazetteer.last == gazetteer[CityRow(gazetteer.count - 1)])
    for row in gazetteer.indices {
      #expect(gazetteer.id(atRow: row) == gazetteer[row].id)
      #expect(gazetteer.population(atRow: row) == gazetteer[row].population)
    }
  }

  @Test func `a row that does not exist ends the program`() async {
    await #expect(processExitsWith: .failure) {
      let gazetteer = try Gazetteer(GazetteerTests.ordered)
      _ = gazetteer[CityRow(gazetteer.count)]
    }
    await #expect(processExitsWith: .failure) { _ = try Gazetteer(GazetteerTests.ordered)[-1] }
    await #expect(processExitsWith: .failure) {
      let gazetteer = try Gazetteer(GazetteerTests.ordered)
      _ = gazetteer.id(atRow: gazetteer.endIndex)
    }
    await #expect(processExitsWith: .failure) {
      _ = try Gazetteer([City]()).population(atRow: 0)
    }
  }

  @Test func `every id is found, and no other`() throws {
    let gazetteer = try SampleCities.gazetteer()
    for (row, city) in zip(gazetteer.indices, gazetteer) {
      #expect(gazetteer.row(ofID: city.id) == row)
      #expect(gazetteer.city(withID: city.id) == city)
    }
    let numbers = [
      -1, 0, .min, .max, Int64(UInt32.max), 1 << 32, 1 << 32 | gazetteer[0].id.rawValue,
    ]
    for id in numbers.map({ City.ID($0) }) {
      #expect(gazetteer.row(ofID: id) == nil)
      #expect(gazetteer.city(withID: id) == nil)
      #expect(gazetteer.timeZone(ofCityWithID: id) == nil)
    }
  }

  @Test func `without cities everything is empty`() throws {
    let gazetteer = try Gazetteer([City]())
    #expect(gazetteer.isEmpty && gazetteer.first == nil && Array(gazetteer) == [])
    #expect(gazetteer.row(ofID: 0) == nil)
    #expect(gazetteer.sortedKeys().count == 0)
  }
}

/// Cities that a gazetteer refuses.
@Suite("Gazetteers of cities in memory") struct GazetteerFromCitiesTests {
  static func city(
    id: City.ID = 2, divisionCode: DivisionCode = .none, population: Int = 0
  ) -> City { GazetteerTests.city(id, "x", population: population, divisionCode: divisionCode) }

  @Test(
    arguments: [
      (city(id: 1), "element 2: id: 1 is the id of an earlier city, too"),
      (city(id: -1), "element 2: id: must be between 0 and 4294967295, got -1"),
      (city(id: 4_294_967_296), "element 2: id: must be between 0 and 4294967295, got 4294967296"),
      (
        city(id: City.ID(Int64.max)),
        "element 2: id: must be between 0 and 4294967295, got 9223372036854775807"
      ),
      (city(population: -1), "element 2: population: must be between 0 and 4294967295, got -1"),
      (
        city(population: 1 << 32),
        "element 2: population: must be between 0 and 4294967295, got 4294967296"
      ),
    ].named(by: \.1))
  func `a city that breaks a rule is refused by its number and reason`(
    example: Named<(City, String)>
  ) {
    let (city, message) = example.value
    let error = #expect(throws: GazetteerError.self) { try Gazetteer([Self.city(id: 1), city]) }
    #expect(error?.description == message)
  }

  @Test func `more divisions than can be numbered are refused`() throws {
    let cities = (0..<70_000).map {
      Self.city(id: City.ID($0), divisionCode: DivisionCode("\($0)") ?? .none)
    }
    #expect(try Gazetteer(cities.prefix(65_536)).count == 65_536)
    let error = #expect(throws: GazetteerError.self) { try Gazetteer(cities) }
    #expect(
      error?.description == "element 65537: admin1 code: there must be at most 65536 different ones"
    )
  }

  @Test func `a city that is refused for its time zone adds no division`() throws {
    func attributes(_ id: City.ID, _ divisionCode: DivisionCode, _ zone: String)
      -> GazetteerBuilder.Attributes
    {
      var attributes = GazetteerBuilder.Attributes(Self.city(id: id, divisionCode: divisionCode))
      attributes.timeZone = zone
      return attributes
    }
    var builder = GazetteerBuilder()
    let name = "x"
    for id in 0..<65_536 {
      try builder.append(name: name.utf8.span, attributes(City.ID(id), "1", "\(id)"))
    }
    let refused = attributes(65_536, "2", "one too many")
    let error = #expect(throws: GazetteerBuilder.ValidationError.self) {
      try builder.append(name: name.utf8.span, refused)
    }
    #expect(
      error?.field == .timeZone && error?.reason == "there must be at most 65536 different ones")
    try builder.append(name: name.utf8.span, attributes(65_536, "1", "0"))
    let gazetteer = try builder.finish(places: PlaceNames())
    #expect(gazetteer.count == 65_537)
    #expect(gazetteer.divisions.map(\.codes.divisionCode) == ["1"])
  }
}
