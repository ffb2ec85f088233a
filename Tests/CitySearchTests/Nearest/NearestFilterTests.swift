import GeoNamesCities
import TestSupport
import Testing

@testable import CitySearch
@testable import GazetteerBuilding

@Suite("Nearest cities that pass a filter, within a distance") struct NearestFilterTests {
  private static let distances = [
    0, 0.02, 1, 1_000, 300_000, 5e6, 1.9e7, 2.1e7, .infinity, -1, -.infinity, .nan,
  ]

  /// The rows of a scan.
  private static func rows(
    of gazetteer: Gazetteer, _ reference: NearestReference, nearestTo point: Coordinate,
    _ filter: CityFilter, within meters: Double
  ) -> [CityRow] {
    reference.rows(nearestTo: point).filter {
      filter.contains(gazetteer[$0]) && point.distance(to: gazetteer[$0].coordinate) <= meters
    }
  }

  private static func filter(
    of gazetteer: Gazetteer, using generator: inout SeededGenerator
  ) -> CityFilter {
    var filter = CityFilter()
    func isLikely() -> Bool { Int.random(in: 0..<3, using: &generator) == 0 }
    if isLikely() { filter.minimumPopulation = Int.random(in: 0...9, using: &generator) * 1_000 }
    if isLikely() { filter.countries = ["FR", "NO"] }
    if isLikely() {
      filter.ids = Set((0..<20).map { _ in City.ID(Int.random(in: 0...300, using: &generator)) })
    }
    if isLikely() { filter.rectangles = [generator.rectangle(), generator.rectangle()] }
    return filter
  }

  @Test(arguments: Spread.allCases, Spread.allCases)
  func `are those of a scan`(cities: Spread, points: Spread) throws {
    var generator = SeededGenerator(seed: 11)
    for count in [0, 1, 2, 9, 17, 300] {
      let gazetteer = try Gazetteer(
        (0..<count).map { number in
          City(
            id: City.ID(number), name: "\(9_999 - number)",
            countryCode: ["FR", "NO", "DE", ""][number % 4],
            coordinate: cities.coordinate(using: &generator), population: number % 10 * 1_000)
        })
      let (places, reference) = (NearestCities(gazetteer), NearestReference(gazetteer))
      for _ in 0..<40 {
        let point = points.coordinate(using: &generator)
        let filter = Self.filter(of: gazetteer, using: &generator)
        let meters = Self.distances.randomElement(using: &generator) ?? 0
        let expected = Self.rows(
          of: gazetteer, reference, nearestTo: point, filter, within: meters)
        let label = "\(count) cities, \(point), \(filter), \(meters)"
        #expect(
          places.row(nearestTo: point, filter: filter, maximumDistance: meters) == expected.first,
          "\(label)")
        for limit in [-1, 0, 2, 5, count + 1] {
          let rows = places.rows(
            nearestTo: point, limit: limit, filter: filter, maximumDistance: meters)
          #expect(rows == Array(expected.prefix(max(0, limit))), "\(label), \(limit)")
        }
      }
    }
  }

  @Test func `a city at exactly the greatest distance is found`() throws {
    let gazetteer = try SampleCities.gazetteer()
    let places = NearestCities(gazetteer)
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<200 {
      let point = Spread.sphere.coordinate(using: &generator)
      for answer in places.nearest(to: point, limit: 3) {
        let found = places.nearest(to: point, limit: 999, maximumDistance: answer.distance)
        #expect(found.contains(answer))
        let less = places.nearest(to: point, limit: 999, maximumDistance: answer.distance.nextDown)
        #expect(!less.contains(answer))
        #expect(less.allSatisfy { $0.distance < answer.distance })
      }
    }
  }

  @Test func `many cities at one place are filtered one by one`() throws {
    let crowd = Coordinate(latitude: 10, longitude: 20)
    let gazetteer = try Gazetteer(
      (0..<5_000).map {
        City(id: City.ID($0), name: "x", countryCode: "", coordinate: crowd, population: $0)
      })
    let places = NearestCities(gazetteer)
    for least in [0, 1, 2_500, 4_999, 5_000] {
      let answers = places.nearest(
        to: .init(latitude: 0, longitude: 0), limit: 9_999,
        filter: CityFilter(minimumPopulation: least))
      #expect(answers.map(\.city.population) == Array((least..<5_000).reversed()))
    }
  }

  /// Filters that few cities pass, so that the search of the tree is given up, and that many pass which are
  /// far away.
  @Test func `all cities of the world`() throws {
    let gazetteer = try ShippedCities.gazetteer()
    let (places, reference) = (NearestCities(gazetteer), NearestReference(gazetteer))
    let filters = [
      CityFilter(minimumPopulation: 100_000), CityFilter(minimumPopulation: 20_000_000),
      CityFilter(countries: ["US", "BR", "MX", "AR", "CA", "CO", "PE"]),
      CityFilter(countries: ["VA"]), CityFilter(countries: ["CN", "RU", "FR", "DE", "PL", "IT"]),
      CityFilter(rectangles: [.init(south: -50, west: 160, north: 0, east: -140)]),
    ]
    let points = [(39.9, 116.4), (0, -160), (90, 0), (-90, 12), (-17, 180), (48.85, 2.35)]
    for (latitude, longitude) in points {
      let point = Coordinate(latitude: latitude, longitude: longitude)
      let sorted = reference.rows(nearestTo: point)
      for filter in filters {
        for meters in [2e6, .infinity] {
          let expected = sorted.lazy.filter {
            filter.contains(gazetteer[$0])
              && point.distance(to: gazetteer[$0].coordinate) <= meters
          }
          let rows = places.rows(
            nearestTo: point, limit: 12, filter: filter, maximumDistance: meters)
          #expect(rows == Array(expected.prefix(12)), "\(point), \(filter), \(meters)")
        }
      }
    }
  }

  @Test func `in the center of Tokyo, Tokyo is the nearest large city`() throws {
    let places = NearestCities(try Gazetteer.geoNames())
    let center = Coordinate(latitude: 35.6812, longitude: 139.7671)
    #expect(places.nearest(to: center)?.city.name != "Tokyo")
    let large = CityFilter(minimumPopulation: 1_000_000)
    #expect(places.nearest(to: center, filter: large)?.city.name == "Tokyo")
    #expect(places.nearest(to: center, filter: large, maximumDistance: 100) == nil)
  }
}
