import Foundation
import TestSupport
import Testing

@testable import CitySearch

@Suite("Rectangles of coordinates") struct CoordinateRectangleTests {
  /// Latitudes and longitudes in units, among which are all special ones.
  private static let latitudes: [Int32] = [
    -900_000_000, -899_999_999, -1, 0, 300_000_000, 900_000_000,
  ]
  private static let longitudes: [Int32] = [
    -1_800_000_000, -1_799_999_999, -900_000_000, 0, 1, 900_000_000, 1_799_999_999, 1_800_000_000,
  ]

  /// All rectangles with these edges.
  static let rectangles = latitudes.flatMap { south in
    latitudes.filter { $0 >= south }.flatMap { north in
      longitudes.flatMap { west in
        longitudes.map { east in
          CoordinateRectangle(fixedSouth: south, west: west, north: north, east: east)
        }
      }
    }
  }

  private static let points = latitudes.flatMap { latitude in
    (longitudes + [450_000_000]).map {
      Coordinate(fixedLatitude: latitude, fixedLongitude: $0)
    }
  }

  /// Whether a point lies in a rectangle, by how far it lies to the east of the western edge.
  static func contains(_ rectangle: CoordinateRectangle, _ point: Coordinate) -> Bool {
    let turn = 3_600_000_000
    guard rectangle.fixedSouth <= point.fixedLatitude, point.fixedLatitude <= rectangle.fixedNorth
    else { return false }
    let width = Int(rectangle.fixedEast) - Int(rectangle.fixedWest)
    let distance = Int(point.fixedLongitude) - Int(rectangle.fixedWest)
    let isAtPole = abs(Int(point.fixedLatitude)) == 900_000_000
    return isAtPole || width == turn
      || (distance + turn) % turn <= (width < 0 ? width + turn : width)
  }

  @Test func `a point lies in a rectangle, across 180 degrees and at the poles, too`() {
    for rectangle in Self.rectangles {
      for point in Self.points {
        let isInside = Self.contains(rectangle, point)
        #expect(rectangle.contains(point) == isInside, "\(rectangle), \(point)")
        let count = rectangle.boxes.count {
          $0.contains(latitude: point.fixedLatitude, longitude: point.fixedLongitude)
        }
        #expect(count == (isInside ? 1 : 0), "\(rectangle), \(point)")
      }
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `an intersection has the points of both rectangles`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<3_000 {
      let one = Self.rectangles[Int.random(in: Self.rectangles.indices, using: &generator)]
      let two = Self.rectangles[Int.random(in: Self.rectangles.indices, using: &generator)]
      let parts = one.intersection(two)
      #expect(parts.count <= 2)
      for point in Self.points {
        let isInBoth = Self.contains(one, point) && Self.contains(two, point)
        #expect(
          parts.contains { Self.contains($0, point) } == isInBoth, "\(one), \(two), \(point)")
      }
    }
  }

  @Test func `intersections of usual rectangles are single ones`() {
    func rectangle(_ south: Double, _ west: Double, _ north: Double, _ east: Double)
      -> CoordinateRectangle
    {
      CoordinateRectangle(south: south, west: west, north: north, east: east)
    }
    let alps = rectangle(45.5, 5.9, 47.8, 16)
    #expect(alps.intersection(alps) == [alps])
    #expect(
      alps.intersection(.world) == [alps] && CoordinateRectangle.world.intersection(alps) == [alps])
    #expect(alps.intersection(rectangle(40, 10, 46, 20)) == [rectangle(45.5, 10, 46, 16)])
    #expect(alps.intersection(rectangle(-40, 10, -46.5 + 10, 20)).isEmpty)
    let pacific = rectangle(-50, 150, 50, -120)
    #expect(pacific.intersection(rectangle(0, 170, 60, -170)) == [rectangle(0, 170, 50, -170)])
    #expect(
      pacific.intersection(rectangle(0, -140, 60, 160))
        == [rectangle(0, -140, 50, -120), rectangle(0, 150, 50, 160)])
  }

  @Test(
    arguments: [
      [91.0, 0, 91, 0], [-91, 0, 0, 0], [0, -181, 0, 0], [0, 0, 0, 181], [1, 0, 0, 0],
      [.nan, 0, 0, 0], [0, .nan, 0, 0], [0, 0, .nan, 0], [0, 0, 0, .nan], [-.infinity, 0, 0, 0],
    ] as [[Double]])
  func `numbers out of range are no rectangle`(edges: [Double]) {
    #expect(
      CoordinateRectangle(
        validatingSouth: edges[0], west: edges[1], north: edges[2], east: edges[3]) == nil)
  }

  @Test func `numbers that must be valid and are not end the program`() async {
    await #expect(processExitsWith: .failure) {
      _ = CoordinateRectangle(south: 1, west: 0, north: 0, east: 0)
    }
  }
}

extension SeededGenerator {
  /// A rectangle of any size, across 180 degrees in two of five cases.
  mutating func rectangle() -> CoordinateRectangle {
    let size = ([0, 0.01, 1, 10, 60] as [Double]).randomElement(using: &self) ?? 0
    let south = Double.random(in: -90...90, using: &self)
    let (west, east) = (
      Double.random(in: -180...180, using: &self), Double.random(in: -180...180, using: &self)
    )
    let north = min(90, south + size)
    switch Int.random(in: 0..<5, using: &self) {
    case 0: return CoordinateRectangle(south: south, west: west, north: north, east: east)
    case 1:
      return CoordinateRectangle(
        south: south, west: 180 - size, north: north, east: size - 180)
    case 2: return .world
    default:
      return CoordinateRectangle(
        south: south, west: west, north: north, east: min(180, west + size))
    }
  }
}
