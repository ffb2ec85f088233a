import CitySearch
import Foundation
import TestSupport
import Testing

@testable import CitySession

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
      latitudeDelta: height, longitudeDelta: width)
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
    // All around the globe: the region is all but the widest gap.
    ([point(0, 0), point(0, 120), point(0, -110)], region(0, 5, 0, 230)),
  ]

  @Test(arguments: cases.named(by: \.points))
  func bounding(_ example: Named<(points: [Coordinate], region: CoordinateRegion?)>) {
    let (points, expected) = example.value
    #expect(CoordinateRegion(bounding: points, smallestExtent: 0) == expected)
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
    let region = try #require(CoordinateRegion(bounding: points, smallestExtent: 0))
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
    #expect(region.longitudeDelta <= Double(smallest) * unit + 1.5 * unit, "\(points)")
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `the rectangle of a region has its points`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func degrees(_ limit: Double) -> Double {
      let special = [-limit, limit, 0, limit - 1e-7, limit - 1e-6].randomElement(using: &generator)
      return Bool.random(using: &generator)
        ? special ?? 0 : Double.random(in: -limit...limit, using: &generator)
    }
    for _ in 0..<500 {
      let region = CoordinateRegion(
        center: Self.point(degrees(90), degrees(180)),
        latitudeDelta: [0, 1e-7, 3e-7, 90, 179.9999999, 180, abs(degrees(180))]
          .randomElement(using: &generator) ?? 0,
        longitudeDelta: [0, 1e-7, 3e-7, 180, 359.9999999, 360, abs(degrees(360))]
          .randomElement(using: &generator) ?? 0)
      for _ in 0..<40 {
        let point = Self.point(degrees(90), degrees(180))
        // Twice the distance from the center is at most the extent.
        let unit = Double(Coordinate.unitsPerDegree)
        let north = Int(point.fixedLatitude) - Int(region.center.fixedLatitude)
        let east = abs(Int(point.fixedLongitude) - Int(region.center.fixedLongitude))
        let isInside =
          Double(abs(north)) * 2 <= (region.latitudeDelta * unit).rounded()
          && (abs(point.latitude) == 90
            || Double(min(east, 3_600_000_000 - east)) * 2
              <= (region.longitudeDelta * unit).rounded())
        #expect(region.contains(point) == isInside, "\(region), \(point)")
        #expect(region.rectangle.contains(point) == isInside, "\(region), \(point)")
      }
    }
  }

  /// 20 km are 0.179864 degrees of a great circle.
  private static let smallest:
    [(points: [Coordinate], south: Double, north: Double, width: Double)] =
      [
        ([point(0, 7)], -0.089932, 0.089932, 0.179864),
        ([point(60, 7)], 59.910068, 60.089932, 0.359729),
        ([point(-60, 180)], -60.089932, -59.910068, 0.359729),
        // Almost at the pole, and so near that the circle goes around it.
        ([point(89, 7)], 88.910068, 89.089932, 10.319916),
        ([point(89.95, 7)], 89.860068, 90, 360),
        ([point(90, 7)], 89.910068, 90, 360),
        ([point(-90, 7)], -90, -89.910068, 360),
        // Points that are far enough apart in one direction.
        ([point(10, 7), point(10, 17)], 9.910068, 10.089932, 10),
        ([point(0, 7), point(10, 7)], 0, 10, 0.180553),
        ([point(90, 0), point(80, 100)], 80, 90, 2.063820),
        // Neighbors.
        ([point(0, 179.99), point(0, -179.99)], -0.089932, 0.089932, 0.179864),
        ([point(10, 7), point(20, 17)], 10, 20, 10),
      ]

  @Test(arguments: smallest.named(by: \.points))
  func `a region is large enough to be looked at`(
    example: Named<(points: [Coordinate], south: Double, north: Double, width: Double)>
  ) throws {
    let (points, south, north, width) = example.value
    let region = try #require(CoordinateRegion(bounding: points))
    #expect(abs(region.latitudeDelta - (north - south)) < 2e-6)
    #expect(abs(region.center.latitude - (north + south) / 2) < 1e-6)
    #expect(abs(region.longitudeDelta - width) < 2e-6)
    // The middle is where it was, except for latitudes at a pole.
    let tight = CoordinateRegion(bounding: points, smallestExtent: 0)
    #expect(region.center.longitude == tight?.center.longitude)
  }

  @Test(arguments: UInt64(0)..<2_000)
  func `every point and the whole circle are inside`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let extent = [1, 100, 20_000, 1_000_000, 15_000_000][Int.random(in: 0..<5, using: &generator)]
    let latitudes: ClosedRange<Double> = Bool.random(using: &generator) ? -90...90 : 89.8...90
    let points = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      Self.point(
        Double.random(in: latitudes, using: &generator),
        Double.random(in: -180...180, using: &generator))
    }
    let region = try #require(
      CoordinateRegion(bounding: points, smallestExtent: Double(extent)))
    for point in points { #expect(region.contains(point), "\(points)") }
    let middle = try #require(CoordinateRegion(bounding: points, smallestExtent: 0)).center
    // Points a little nearer to the middle than the circle is, in all directions.
    for step in 0..<36 {
      let point = middle.point(
        at: Double(extent) / 2 * 0.999 / Coordinate.earthRadius, bearing: Double(step) * .pi / 18)
      #expect(region.contains(point), "\(points), \(extent) m, step \(step)")
    }
  }

  @Test(arguments: [(-0.1, 0.0), (180.1, 0), (0, -0.1), (0, 360.1)])
  func `an extent out of range traps`(latitudeDelta: Double, longitudeDelta: Double) async {
    await #expect(processExitsWith: .failure) {
      [latitudeDelta, longitudeDelta] in
      _ = CoordinateRegion(
        center: Coordinate(latitude: 0, longitude: 0), latitudeDelta: latitudeDelta,
        longitudeDelta: longitudeDelta)
    }
  }
}

extension Coordinate {
  /// The point at an angle from this one, in a direction, both in radians.
  fileprivate func point(at angle: Double, bearing: Double) -> Coordinate {
    let north = latitude * .pi / 180
    let target = asin(sin(north) * cos(angle) + cos(north) * sin(angle) * cos(bearing))
    let east = atan2(
      sin(bearing) * sin(angle) * cos(north), cos(angle) - sin(north) * sin(target))
    let longitude = self.longitude + east * 180 / .pi
    return Coordinate(
      latitude: min(max(target * 180 / .pi, -90), 90),
      longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude)
  }
}
