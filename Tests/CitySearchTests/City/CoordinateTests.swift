import CitySearch
import Foundation
import TestSupport
import Testing

@Suite("Coordinates") struct CoordinateTests {
  @Test(arguments: [
    (0.0, 0.0), (90, 180), (-90, -180), (44.549999, 34.283333), (0.0000001, -0.0000001),
    (-33.8678500, 151.2073200), (59.3325799, 18.0648990), (1.1, 179.9999999),
  ])
  func `numbers of up to seven decimals are preserved`(
    latitude: Double, longitude: Double
  ) {
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    #expect(coordinate.latitude == latitude)
    #expect(coordinate.longitude == longitude)
  }

  @Test func `further decimals are rounded to the nearest`() {
    let coordinate = Coordinate(latitude: 1.00000014, longitude: -1.00000016)
    #expect(coordinate == Coordinate(latitude: 1.0000001, longitude: -1.0000002))
    #expect(
      Coordinate(latitude: -0.0, longitude: 0) == Coordinate(latitude: 0, longitude: -0.0)
    )
    #expect(Coordinate(latitude: 0.00000004, longitude: 0).latitude == 0)
  }

  @Test(arguments: [
    (90.0000001, 0), (-90.0000001, 0), (0, 180.0000001), (0, -180.0000001), (91, 181),
    (.nan, 0), (0, .nan), (.infinity, 0), (0, -.infinity), (1e300, 0), (0, -1e300),
    (90.00000001, 0),
  ])
  func `numbers out of range are no coordinate`(latitude: Double, longitude: Double) {
    #expect(Coordinate(validatingLatitude: latitude, longitude: longitude) == nil)
  }

  @Test func `numbers that must be valid and are not end the program`() async {
    await #expect(processExitsWith: .failure) { _ = Coordinate(latitude: 90.1, longitude: 0) }
    await #expect(processExitsWith: .failure) { _ = Coordinate(latitude: 0, longitude: .nan) }
  }

  @Test func `a coordinate takes eight bytes`() {
    #expect(MemoryLayout<Coordinate>.size == 8)
  }

  @Test func `it is described by latitude and longitude`() {
    #expect(
      "\(Coordinate(latitude: -33.86785, longitude: 151.20732))" == "-33.86785,151.20732")
  }

  @Test func `it is encoded in degrees`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(Coordinate(latitude: 44.5, longitude: -34.25))
    #expect(String(decoding: data, as: UTF8.self) == #"{"latitude":44.5,"longitude":-34.25}"#)
  }

  @Test(arguments: [
    #"{"latitude":91,"longitude":0}"#, #"{"latitude":0,"longitude":-180.1}"#, #"{"latitude":1}"#,
    #"{"latitude":"1","longitude":0}"#, "[1,2]", #"{"latitude":"nan","longitude":0}"#,
  ])
  func `numbers that are not a coordinate are not decoded`(text: String) {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    #expect(throws: DecodingError.self) {
      try decoder.decode(Coordinate.self, from: Data(text.utf8))
    }
  }
}

@Suite("Cities") struct CityTests {
  static let city = City(
    id: 5, name: "Saint-Étienne", countryCode: "FR", divisionCode: "84",
    coordinate: Coordinate(latitude: 45.43389, longitude: 4.39), population: 176_280)

  @Test func `unknown fields are empty or zero`() {
    let city = City(
      id: 1, name: "x", countryCode: "", coordinate: Coordinate(latitude: 0, longitude: 0))
    #expect(city.divisionCode.isEmpty && city.population == 0)
  }
}

@Suite("Distances") struct DistanceTests {
  static func point(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  static let quarter = Coordinate.earthRadius * .pi / 2

  @Test(arguments: [
    // Published great-circle distances, in kilometers.
    (point(51.5074, -0.1278), point(48.8566, 2.3522), 343.6),
    (point(40.6413, -73.7781), point(51.4700, -0.4543), 5_540.0),
    (point(36.12, -86.67), point(33.94, -118.40), 2_886.4),
    (point(-33.8688, 151.2093), point(39.7392, -104.9903), 13_410.0),
    (point(-17.7134, 178.065), point(-13.8333, -171.75), 1_171.8),
  ])
  func `known pairs are as far apart as published`(
    first: Coordinate, second: Coordinate, kilometers: Double
  ) {
    let distance = first.distance(to: second) / 1_000
    #expect(abs(distance - kilometers) < 0.005 * kilometers, "\(distance)")
  }

  @Test(arguments: [
    (point(0, 0), point(0, 90), quarter), (point(0, 0), point(90, 123), quarter),
    (point(90, 0), point(-90, 0), 2 * quarter), (point(0, 0), point(0, 180), 2 * quarter),
    (point(0, 0), point(0, -180), 2 * quarter), (point(45, 30), point(-45, -150), 2 * quarter),
    (point(0, 179.5), point(0, -179.5), quarter / 90), (point(0, 0), point(1, 0), quarter / 90),
  ])
  func `arcs of the sphere have their length`(
    first: Coordinate, second: Coordinate, meters: Double
  ) {
    #expect(abs(first.distance(to: second) - meters) < 0.001)
  }

  @Test(arguments: [-180.0, -77.7, 0, 1e-7, 90, 180], [-180.0, -0.1, 0, 45, 179.9999999, 180])
  func `at a pole all longitudes are one point`(first: Double, second: Double) {
    #expect(Self.point(90, first).distance(to: Self.point(90, second)) == 0)
    #expect(Self.point(-90, first).distance(to: Self.point(-90, second)) == 0)
    let city = Self.point(60, 10)
    #expect(
      city.distance(to: Self.point(90, first)) == city.distance(to: Self.point(90, second)))
  }

  @Test func `neighbors of a centimeter are apart`() {
    let distance = Self.point(10, 10).distance(to: Self.point(10.0000001, 10))
    #expect(abs(distance - 0.01112) < 0.0001)
  }

  @Test(arguments: [1, 2, 3])
  func `it is symmetric, never negative, and that of vectors`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func random() -> Coordinate {
      Self.point(
        .random(in: -90...90, using: &generator), .random(in: -180...180, using: &generator))
    }
    func vector(_ point: Coordinate) -> [Double] {
      let (latitude, longitude) = (point.latitude * .pi / 180, point.longitude * .pi / 180)
      return [cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude)]
    }
    for _ in 0..<1_000 {
      let (first, second) = (random(), random())
      let distance = first.distance(to: second)
      #expect(distance == second.distance(to: first))
      #expect(first.distance(to: first) == 0)
      #expect(distance >= 0 && distance <= 2 * Self.quarter)
      let (one, two) = (vector(first), vector(second))
      let chord = zip(one, two).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
      let expected = 2 * Coordinate.earthRadius * asin(min(1, chord / 2))
      #expect(abs(distance - expected) < 1, "seed \(seed): \(first) to \(second)")
    }
  }
}
