import CitySearch
import GazetteerBuilding
import PrefixSearch
import TestSupport
import Testing

@Suite("Nearest cities") struct NearestCitiesTests {
  private static func gazetteer(_ coordinates: [Coordinate]) throws -> Gazetteer {
    try Gazetteer(
      coordinates.enumerated().map { number, coordinate in
        // Names that descend, so that rows and places are in different orders.
        City(
          id: City.ID(number), name: "\(9_999 - number)", countryCode: "", coordinate: coordinate)
      })
  }

  private static func gazetteer(
    _ count: Int, _ spread: Spread, using generator: inout SeededGenerator
  ) throws -> Gazetteer {
    try gazetteer((0..<count).map { _ in spread.coordinate(using: &generator) })
  }

  @Test(arguments: Spread.allCases, Spread.allCases)
  func `it finds the same as a scan`(cities: Spread, points: Spread) throws {
    var generator = SeededGenerator(seed: 7)
    for count in [1, 2, 3, 7, 8, 9, 16, 17, 100, 300] {
      let gazetteer = try Self.gazetteer(count, cities, using: &generator)
      let (places, reference) = (NearestCities(gazetteer), NearestReference(gazetteer))
      for _ in 0..<80 {
        let point = points.coordinate(using: &generator)
        #expect(
          places.row(nearestTo: point) == reference.row(nearestTo: point),
          "\(count) cities, \(point)")
      }
      for limit in [0, 1, 2, 5, count, count + 1] {
        let point = points.coordinate(using: &generator)
        #expect(
          places.rows(nearestTo: point, limit: limit)
            == Array(reference.rows(nearestTo: point).prefix(limit)),
          "\(count) cities, the first \(limit), \(point)")
      }
    }
  }

  @Test func `a city is nearest to its own place`() throws {
    let gazetteer = try SampleCities.gazetteer()
    let (places, reference) = (NearestCities(gazetteer), NearestReference(gazetteer))
    for row in gazetteer.indices {
      let point = gazetteer[row].coordinate
      let answer = try #require(places.nearest(to: point))
      #expect(answer.distance == 0)
      #expect(answer.city.coordinate == point)
      #expect(gazetteer.row(ofID: answer.city.id) == reference.row(nearestTo: point))
    }
  }

  @Test(.tags(.long)) func `all cities of the world`() throws {
    let gazetteer = try ShippedCities.gazetteer()
    let (places, reference) = (NearestCities(gazetteer), NearestReference(gazetteer))
    let count = TestExtent.share(of: 1_000)
    var generator = SeededGenerator(seed: 1)
    for spread in [Spread.sphere, .poles, .antimeridian] {
      for _ in 0..<count {
        let point = spread.coordinate(using: &generator)
        let expected = try #require(reference.row(nearestTo: point))
        #expect(places.row(nearestTo: point) == expected, "\(spread), \(point)")
        let answer = try #require(places.nearest(to: point))
        #expect(answer.city == gazetteer[expected])
        #expect(answer.distance == point.distance(to: gazetteer[expected].coordinate))
      }
    }
  }

  @Test func `of equally near cities the first in canonical order is nearest`() throws {
    let (east, west) = (
      Coordinate(latitude: 0, longitude: 10), Coordinate(latitude: 0, longitude: -10)
    )
    let between = Coordinate(latitude: 0, longitude: 0)
    for coordinates in [[east, west], [west, east]] {
      let places = NearestCities(try Self.gazetteer(coordinates))
      #expect(places.nearest(to: between)?.city.coordinate == coordinates[1])
      #expect(places.rows(nearestTo: between, limit: 2) == [0, 1])
    }
  }

  @Test func `many cities at one place are one place to the tree`() throws {
    let (crowd, alone) = (
      Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 0, longitude: 1)
    )
    var coordinates = Array(repeating: crowd, count: 5_000)
    coordinates[2_500] = alone
    let gazetteer = try Self.gazetteer(coordinates)
    let places = NearestCities(gazetteer)
    #expect(places.row(nearestTo: crowd) == 0)
    #expect(places.nearest(to: alone)?.city.coordinate == alone)
    let reference = NearestReference(gazetteer)
    for limit in [1, 2, 4_999, 5_000] {
      for point in [crowd, alone, Coordinate(latitude: 80, longitude: 90)] {
        #expect(
          places.rows(nearestTo: point, limit: limit)
            == Array(reference.rows(nearestTo: point).prefix(limit)))
      }
    }
    let leaves = places.memoryFootprint.parts.first { $0.name == "leaves" }
    #expect(try #require(leaves).byteCount < 1_000)
  }

  @Test func `the size is exact, and some 17 bytes for each city`() throws {
    let gazetteer = try SampleCities.gazetteer()
    let footprint = NearestCities(gazetteer).memoryFootprint
    #expect(footprint.parts.map(\.name) == ["leaves", "splits", "shared places"])
    #expect((16..<19).contains(Double(footprint.byteCount) / Double(gazetteer.count)))
  }
}
