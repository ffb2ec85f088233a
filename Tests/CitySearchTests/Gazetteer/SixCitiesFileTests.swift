import Foundation
import PrefixSearch
import Testing

@testable import CitySearch
@testable import GazetteerBuilding

/// The file that the article "A gazetteer as one file" draws.
@Suite("The file of six cities") struct SixCitiesFileTests {
  private static func city(
    _ id: City.ID, _ name: String, _ countryCode: CountryCode, _ divisionCode: DivisionCode,
    _ latitude: Double,
    _ longitude: Double, _ population: Int
  ) -> City {
    City(
      id: id, name: name, countryCode: countryCode, divisionCode: divisionCode,
      coordinate: Coordinate(latitude: latitude, longitude: longitude), population: population)
  }

  private static let gazetteer = Result {
    try Gazetteer([
      city(456_172, "Riga", "LV", "25", 56.946, 24.10589, 742_572),
      city(2_661_552, "Bern", "CH", "BE", 46.94809, 7.44744, 134_591),
      city(2_950_159, "Berlin", "DE", "16", 52.52437, 13.41053, 3_426_354),
      city(2_988_507, "Paris", "FR", "11", 48.85341, 2.3488, 2_138_551),
      city(3_161_732, "Bergen", "NO", "46", 60.39299, 5.32415, 294_029),
      city(4_717_560, "Paris", "US", "TX", 33.66094, -95.55551, 24_782),
    ])
  }

  /// The bytes of the drawing, and their offsets.
  private static let drawing: [(offset: Int, bytes: String)] = [
    (0x0000, "89 47 41 5a 0d 0a 1a 0a 0c 00 00 00 04 03 02 01"),
    (0x0010, "54 71 00 00 00 00 00 00 06 00 00 00 1e 00 00 00 00 00 0f 00"),
    (0x0048, "43 49 54 59"),
    (0x0050, "20 03 00 00 00 00 00 00 60 00 00 00 00 00 00 00"),
    (0x0320, "84 3e 30 c2 d2 d2 00 00 08 e0 07 59 a3 46 3e 02"),
    (0x0390, "42 65 72 67 65 6e 42 65 72 6c 69 6e 42 65 72 6e"),
    (0x03c0, "00 00 00 00 15 00 00 00 1e 00 00 00"),
    (0x03e0, "00 00 48 43 00 00 45 44 00 00 52 46 00 00 56 4c 00 00 4f 4e 00 00 53 55"),
    (0x0470, "00 00 00 00 00 00 36 34 00 00 4f 4e 04 00 00 00"),
    (0x04f0, "05 02 01 03 00 04"),
    (0x05f0, "00 00 00 00 3f 00 00 00 00 00 00 00"),
  ]

  @Test func `the file of the article has the bytes that the article shows`() throws {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "six-\(UUID().uuidString).gazetteer")
    defer { try? FileManager.default.removeItem(at: file) }
    try Self.gazetteer.get().write(to: file)
    let data = [UInt8](try Data(contentsOf: file))
    #expect(data.count == 29_012)
    for (offset, bytes) in Self.drawing {
      let expected = bytes.split(separator: " ").map { UInt8($0, radix: 16) }
      #expect(
        data[offset...].prefix(expected.count).elementsEqual(expected.compactMap(\.self)),
        "At \(offset): \(data[offset...].prefix(expected.count).map { String($0, radix: 16) })")
    }
  }

  @Test func `the numbers of the first record are those of the table`() throws {
    let records = try Self.gazetteer.get().table.part(.records)
    let content = try #require(records).content
    let numbers = [0..<24, 24..<48, 48..<56, 56..<65, 65..<77, 77..<103, 103..<128].map { bits in
      bits.reversed().reduce(0) { $0 << 1 | Int(content[$1 / 8] >> UInt8($1 % 8) & 1) }
    }
    #expect(numbers == [3_161_732, 13_816_514, 0, 0, 4, 18_532_415, 294_029])
  }
}
