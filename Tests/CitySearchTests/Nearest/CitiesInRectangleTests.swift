import GeoNamesCities
import TestSupport
import Testing

@testable import CitySearch
@testable import GazetteerBuilding

@Suite("The most populous cities of a rectangle") struct CitiesInRectangleTests {
  /// All cities of a rectangle, the largest first.
  private static func rows(
    of gazetteer: Gazetteer, in rectangle: CoordinateRectangle
  ) -> [CityRow] {
    gazetteer.indices
      .filter { CoordinateRectangleTests.contains(rectangle, gazetteer[$0].coordinate) }
      .map { (-gazetteer[$0].population, $0) }
      .sorted(by: <).map(\.1)
  }

  private static func check(
    _ gazetteer: Gazetteer, _ rectangle: CoordinateRectangle, limits: [Int]
  ) {
    let expected = rows(of: gazetteer, in: rectangle)
    for limit in limits {
      #expect(
        gazetteer.rows(in: rectangle, limit: limit) == Array(expected.prefix(max(0, limit))),
        "\(gazetteer.count) cities, the first \(limit), \(rectangle)")
    }
  }

  @Test(arguments: Spread.allCases)
  func `they are those of a scan`(spread: Spread) throws {
    var generator = SeededGenerator(seed: 5)
    for count in [0, 1, 2, 3, 4, 5, 8, 9, 100, 300] {
      let cities = (0..<count).map { number in
        // Many equal populations, and names in an order of their own.
        City(
          id: City.ID(number), name: "\(9_999 - number)", countryCode: "",
          coordinate: spread.coordinate(using: &generator),
          population: Int.random(in: 0...9, using: &generator) * 1_000)
      }
      let gazetteer = try Gazetteer(cities)
      for number in 0..<60 {
        let (one, two) = (
          spread.coordinate(using: &generator), spread.coordinate(using: &generator)
        )
        // Between two such points, which many cities have on their edges; or any.
        let rectangle =
          number % 3 == 0
          ? generator.rectangle()
          : CoordinateRectangle(
            fixedSouth: min(one.fixedLatitude, two.fixedLatitude), west: one.fixedLongitude,
            north: max(one.fixedLatitude, two.fixedLatitude), east: two.fixedLongitude)
        Self.check(gazetteer, rectangle, limits: [0, 1, 2, 10, count, count + 1])
      }
    }
  }

  @Test func `rectangles with special edges, and cities in their corners`() throws {
    let corners = Set(
      CoordinateRectangleTests.rectangles.map {
        Coordinate(fixedLatitude: $0.fixedSouth, fixedLongitude: $0.fixedEast)
      })
    let gazetteer = try Gazetteer(
      corners.enumerated().map { number, corner in
        City(
          id: City.ID(number), name: "x", countryCode: "", coordinate: corner,
          population: number % 5)
      })
    for rectangle in CoordinateRectangleTests.rectangles {
      Self.check(gazetteer, rectangle, limits: [5, 100])
    }
  }

  @Test(.tags(.long)) func `all cities of the world`() throws {
    let gazetteer = try ShippedCities.gazetteer()
    var generator = SeededGenerator(seed: 1)
    let coordinates = gazetteer.map(\.coordinate)
    let order = gazetteer.table.populationOrder.rows.map(Int.init)
    for _ in 0..<TestExtent.share(of: 200) {
      let rectangle = generator.rectangle()
      let expected = order.lazy
        .filter { CoordinateRectangleTests.contains(rectangle, coordinates[$0]) }.prefix(50)
      #expect(
        gazetteer.rows(in: rectangle, limit: 50).map(\.rawValue) == Array(expected),
        "\(rectangle)")
    }
    #expect(gazetteer.rows(in: .world, limit: .max).map(\.rawValue) == order)
  }

  @Test func `the largest cities of the Alps, and of Fiji across 180 degrees`() throws {
    let gazetteer = try Gazetteer.geoNames()
    let alps = CoordinateRectangle(south: 45.5, west: 5.9, north: 47.8, east: 13.5)
    #expect(gazetteer.cities(in: alps, limit: 20).first?.name == "Zürich")
    let fiji = CoordinateRectangle(south: -21, west: 176.9, north: -12.4, east: -178.2)
    #expect(gazetteer.cities(in: fiji, limit: 3).first?.name == "Nasinu")
    #expect(
      gazetteer.cities(in: fiji, limit: 3).allSatisfy {
        ["FJ", "TV", "WF"].contains($0.countryCode)
      })
  }
}
