import CitySearch
import Foundation
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

  @Test(arguments: [
    (0.0, 0.0), (90, -180), (44.549999, 34.283333), (-0.0000001, 179.9999999),
  ])
  func `it survives encoding`(latitude: Double, longitude: Double) throws {
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    let data = try JSONEncoder().encode(coordinate)
    #expect(try JSONDecoder().decode(Coordinate.self, from: data) == coordinate)
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

  @Test func `it survives encoding`() throws {
    let data = try JSONEncoder().encode(Self.city)
    #expect(try JSONDecoder().decode(City.self, from: data) == Self.city)
  }

  @Test func `it is encoded under the names of its properties`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(
      String(decoding: try encoder.encode(Self.city), as: UTF8.self)
        == #"{"coordinate":{"latitude":45.43389,"longitude":4.39},"countryCode":"FR","#
        + #""divisionCode":"84","id":5,"name":"Saint-Étienne","population":176280}"#)
  }

  @Test func `unknown fields are empty or zero`() {
    let city = City(
      id: 1, name: "x", countryCode: "", coordinate: Coordinate(latitude: 0, longitude: 0))
    #expect(city.divisionCode.isEmpty && city.population == 0)
  }
}
