import CitySearch
import Foundation
import TestSupport
import Testing

@testable import CityExplorer

@Suite("Regions")
struct CoordinateRegionTests {
  private static func point(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  private static func region(
    _ latitude: Double, _ longitude: Double, _ height: Double, _ width: Double
  ) -> CoordinateRegion {
    CoordinateRegion(
      center: point(latitude, longitude),
      span: CoordinateRegion.Span(latitudeDelta: height, longitudeDelta: width))
  }

  private static let cases: [(points: [Coordinate], region: CoordinateRegion?)] = [
    ([], nil),
    ([point(12.5, 99)], region(12.5, 99, 0, 0)),
    ([point(1, 180)], region(1, 180, 0, 0)),
    ([point(10, 20), point(20, 40)], region(15, 30, 10, 20)),
    // Fiji and Samoa: across the antimeridian, in either order.
    ([point(-18, 178), point(-14, -172)], region(-16, -177, 4, 10)),
    ([point(-14, -172), point(-18, 178)], region(-16, -177, 4, 10)),
    // The antimeridian has two names.
    ([point(0, 180), point(0, -180)], region(0, 180, 0, 0)),
    ([point(0, -180), point(0, -170)], region(0, -175, 0, 10)),
    // A pole is on every meridian.
    ([point(90, 0), point(80, 100)], region(85, 100, 10, 0)),
    ([point(-90, 170)], region(-90, 170, 0, 0)),
    ([point(90, 5), point(-90, 60)], region(0, 5, 180, 0)),
    // All around: what is left without the widest gap.
    ([point(0, 0), point(0, 120), point(0, -110)], region(0, 5, 0, 230)),
  ]

  @Test(arguments: cases)
  func bounding(_ points: [Coordinate], _ expected: CoordinateRegion?) {
    #expect(CoordinateRegion(bounding: points) == expected)
  }

  @Test(arguments: UInt64(0)..<2_000)
  func `every point is inside, and no smaller region would do`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let width = [0.000_000_1, 1, 30, 180][Int.random(in: 0..<4, using: &generator)]
    let points = (0..<Int.random(in: 1...6, using: &generator)).map { _ -> Coordinate in
      let longitude = 180 + Double.random(in: -width...width, using: &generator)
      return Self.point(
        Double.random(in: -90...90, using: &generator),
        longitude > 180 ? longitude - 360 : longitude)
    }
    let region = try #require(CoordinateRegion(bounding: points))
    for point in points { #expect(region.contains(point), "\(points)") }

    // The reference: from each point eastwards until all others are passed.
    let smallest =
      points.map { start in
        points.map { point in
          let east = Int(point.fixedLongitude) - Int(start.fixedLongitude)
          return east < 0 ? east + 360 * Coordinate.unitsPerDegree : east
        }.max() ?? 0
      }.min() ?? 0
    let unit = 1 / Double(Coordinate.unitsPerDegree)
    #expect(region.span.longitudeDelta <= Double(smallest) * unit + 1.5 * unit, "\(points)")
  }

  @Test func `regions survive coding, and nonsense does not decode`() throws {
    let region = Self.region(1, 179, 20, 30)
    let data = try JSONEncoder().encode(region)
    #expect(try JSONDecoder().decode(CoordinateRegion.self, from: data) == region)
    let nonsense = Data(#"{"latitudeDelta":181,"longitudeDelta":0}"#.utf8)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(CoordinateRegion.Span.self, from: nonsense)
    }
  }
}
