import PrefixSearch
import TestSupport
import Testing

@testable import CitySearch
@testable import GazetteerBuilding

/// Round trips of cities at the limits of a gazetteer.
@Suite("Extreme gazetteers") struct ExtremeGazetteerTests {
  /// The cities after a round trip, in canonical order.
  private static func reopened(_ cities: [City]) throws -> [City] {
    let gazetteer = try Gazetteer(cities)
    return try GazetteerRoundTripTests.withReopened(gazetteer) { opened in
      try opened.verify()
      for city in cities { #expect(opened.city(withID: city.id) == city) }
      #expect(opened.elementsEqual(gazetteer))
      #expect(GazetteerExercise(opened).problems == [])
      return Array(opened)
    }
  }

  private static func city(
    _ id: City.ID, _ name: String = "x", latitude: Double = 0, longitude: Double = 0,
    population: Int = 0, divisionCode: DivisionCode = .none
  ) -> City {
    City(
      id: id, name: name, countryCode: "US", divisionCode: divisionCode,
      coordinate: Coordinate(latitude: latitude, longitude: longitude), population: population)
  }

  @Test func `the least and the greatest of every number`() throws {
    var cities: [City] = []
    for latitude in [-90, -0.000_000_1, 0, 0.000_000_1, 90] {
      for longitude in [-180, -179.999_999_9, 0, 179.999_999_9, 180] {
        cities.append(
          Self.city(City.ID(cities.count + 1), latitude: latitude, longitude: longitude))
      }
    }
    cities.append(Self.city(0, population: Int(UInt32.max)))
    cities.append(Self.city(City.ID(UInt32.max), population: 0))
    #expect(Set(try Self.reopened(cities)) == Set(cities))
    let largest = CityIndex(try Gazetteer(cities)).ownNames(beginningWith: "").ordered(
      by: .population, limit: 1)
    #expect(largest.ids == [0])
  }

  @Test func `names of one byte and of thousands`() throws {
    let names = ["—", "a", "é", String(repeating: "a", count: 1_000)]
    let long = names + [String(repeating: "ñ", count: 70_000), "👩‍👩‍👧", "\u{301}"]
    let cities = long.enumerated().map { Self.city(City.ID($0.offset), $0.element) }
    #expect(try Self.reopened(cities).map(\.name.utf8.count).max() == 140_000)
  }

  @Test(arguments: [1, 7, 8, 9, 15, 16, 17, 255, 256, 257])
  func `numbers of cities around the steps of the layout`(count: Int) throws {
    let cities = (0..<count).map { number in
      Self.city(
        City.ID(number * number), "c\(number)", population: number << 20,
        divisionCode: .init("\(number % 7)") ?? .none)
    }
    #expect(try Self.reopened(cities).count == count)
  }

  @Test func `codes that are equal as text but not as bytes`() throws {
    var cities = [Self.city(1, divisionCode: "\u{C9}"), Self.city(2, divisionCode: "E\u{301}")]
    cities += [Self.city(3, divisionCode: "A"), Self.city(4, divisionCode: "Z")]
    cities[1].countryCode = "CA"
    #expect(Set(try Self.reopened(cities)) == Set(cities))
  }

  @Test(arguments: 1...4)
  func `random cities of a narrow and of a wide range`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var ids: Set<Int> = []
    let wide = seed % 2 == 0
    let cities: [City] = (0..<300).compactMap { _ in
      let id = Int.random(in: 0...(wide ? Int(UInt32.max) : 2_000), using: &generator)
      guard ids.insert(id).inserted else { return nil }
      let name = String(UInt32.random(in: 0...99_999, using: &generator), radix: 26)
      return Self.city(
        City.ID(id), name, latitude: Double.random(in: -90...90, using: &generator),
        longitude: wide ? Double.random(in: -180...180, using: &generator) : 1.5,
        population: Int.random(in: 0...(wide ? Int(UInt32.max) : 3), using: &generator),
        divisionCode: .init("\(Int.random(in: 0...30, using: &generator))") ?? .none)
    }
    #expect(Set(try Self.reopened(cities)) == Set(cities), "seed \(seed)")
  }
}
