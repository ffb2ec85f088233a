import Foundation
import GazetteerBuilding
import PrefixSearch
import TestSupport
import Testing

@testable import CitySearch

/// Tables of postal codes, from GeoNames' file to an answer.
@Suite("Postal codes") struct PostalCodeTests {
  private static func city(
    _ id: City.ID, _ name: String, _ country: CountryCode, _ latitude: Double, _ longitude: Double,
    _ population: Int
  ) -> City {
    City(
      id: id, name: name, countryCode: country, divisionCode: "01",
      coordinate: Coordinate(latitude: latitude, longitude: longitude), population: population)
  }

  private static let cities = [
    city(1, "Vasto", "IT", 42.11, 14.71, 35_000), city(2, "Cupello", "IT", 42.07, 14.67, 4_800),
    city(3, "Independence", "US", 39.09, -94.42, 117_000),
    city(4, "Sugar Creek", "US", 39.11, -94.44, 3_300),
    city(5, "London", "GB", 51.51, -0.13, 8_900_000),
    city(6, "Berlin", "DE", 52.52, 13.41, 3_400_000),
    city(7, "Los Angeles", "US", 34.05, -118.24, 3_900_000),
    city(8, "La Roche-sur-Yon", "FR", 46.67, -1.43, 54_000),
  ]

  /// Lines as GeoNames writes them.
  private static func line(
    _ country: String, _ code: String, _ name: String, _ latitude: String, _ longitude: String
  ) -> String {
    "\(country)\t\(code)\t\(name)\t\t\t\t\t\t\t\(latitude)\t\(longitude)\t4"
  }

  private static let lines = [
    line("IT", "66054", "Vasto", "42.1", "14.7"),
    line("IT", "64048", "Monteodorisio", "42.08", "14.66"),
    line("US", "64048", "Holt", "39.09", "-94.43"), line("GB", "SW1A", "London", "51.50", "-0.13"),
    line("DE", "10115", "Berlin", "52.53", "13.38"),
    line("US", "90001", "Los Angeles", "33.97", "-118.25"),
    line("FR", "85100", "Les Sables", "46.5", "-1.78"),
    line("FR", "85000", "La Roche-sur-Yon", "46.67", "-1.43"),
    // A code of two places is that of the one that is a city.
    line("IT", "66051", "Nowhere", "42.07", "14.67"), line("IT", "66051", "Vasto", "42.1", "14.7"),
    // No city lies in this country.
    line("AQ", "1000", "Base", "-75", "0"),
  ]

  private static func gazetteer(_ lines: [String] = lines) throws -> Gazetteer {
    let data = Data(lines.map { $0 + "\n" }.joined().utf8)
    return try GazetteerLoader().adding(
      postalCodes: .data(data, name: "codes.txt"), to: Gazetteer(cities)
    ).gazetteer
  }

  @Test(
    arguments: [
      ("66054", 1, true), ("85100", 8, true), ("SW1A", 5, true), ("SW1A 1AA", 5, true),
      ("10115 de", 6, true), ("90001, US", 7, true), ("64048, Italy", 2, true), ("66051", 1, true),
      // Italy or the United States.
      ("64048", 3, false), ("12 Rue de l'Ancienne Comédie 85100", 8, true), ("sw1a1aa", nil, false),
      ("99999", nil, false),
      ("La Roche-sur-Yon 85100", 8, true),
    ] as [(String, City.ID?, Bool)])
  func `a code is answered by its place or the nearest city`(
    text: String, id: City.ID?, isCertain: Bool
  ) throws {
    var loader = GazetteerLoader()
    loader.countryInfo = .data(
      Data(
        ["IT\tItaly", "US\tUnited States", "GB\tUnited Kingdom", "DE\tGermany", "FR\tFrance"].map {
          line in
          let cells = line.split(separator: "\t")
          return "\(cells[0])\t\t\t\t\(cells[1])" + String(repeating: "\t", count: 14) + "\n"
        }.joined().utf8), name: "countries")
    let named = try loader.load(
      .data(
        Data(
          Self.cities.map { city in
            "\(city.id)\t\(city.name)\t\t\t\(city.coordinate.latitude)\t\(city.coordinate.longitude)\tP\tPPL\t\(city.countryCode)\t\t01\t\t\t\t\(city.population)\t\t\t\t\n"
          }.joined().utf8), name: "cities")
    ).gazetteer
    let gazetteer = try GazetteerLoader().adding(
      postalCodes: .data(
        Data(Self.lines.map { $0 + "\n" }.joined().utf8), name: "codes.txt"), to: named
    ).gazetteer
    let reading = gazetteer.reading(of: AddressFields(line: text))
    #expect(
      reading.map { gazetteer[$0.city].id } == id, "\(reading?.reasons.map(\.sentence) ?? [])")
    #expect(reading?.isUncertain ?? true == !isCertain, "\(reading?.reasons.map(\.sentence) ?? [])")
    let first = CityIndex(gazetteer).search(for: text).first
    #expect(first?.id == id)
    #expect(first?.grade ?? .partial == (text.hasPrefix("La") ? first?.grade : .partial))
  }

  @Test func `what was not the place of a code says so`() throws {
    let gazetteer = try Self.gazetteer()
    let nearest = try #require(gazetteer.reading(of: AddressFields(line: "85100")))
    #expect(
      nearest.reasons.map(\.sentence) == [
        "It is the city nearest to the postal code \"85100\" in FR."
      ])
    #expect(nearest.isByPostalCode)
    let place = try #require(gazetteer.reading(of: AddressFields(line: "10115")))
    #expect(place.reasons.map(\.sentence) == ["It has the postal code \"10115\" in DE."])
  }

  @Test func `a code takes twelve bytes, and the file is checked`() throws {
    let gazetteer = try Self.gazetteer()
    let codes = try #require(gazetteer.table.postalCodes)
    #expect(codes.count == 9 && codes.all.count == 9)
    #expect(gazetteer.table.part(.postalCodes)?.content.count == 8 + 12 * 9)
    try gazetteer.verify()
    try withTemporaryFolder { folder in
      let url = folder.appending(path: "codes.gazetteer")
      try gazetteer.write(to: url)
      let mapped = try Gazetteer(mapping: url)
      #expect(mapped.table.postalCodes?.all.map { $0.key } == codes.all.map { $0.key })
      // Other codes replace them.
      let none = try GazetteerLoader().adding(
        postalCodes: .data(Data(Self.line("IT", "1", "Vasto", "42.1", "14.7").utf8), name: "x"),
        to: mapped
      ).gazetteer
      #expect(none.table.postalCodes?.count == 1)
    }
    #expect(try Gazetteer(Self.cities).table.postalCodes == nil)
  }

  @Test(arguments: [
    (line("IT", "66 054", "Vasto", "42.1", "14.7"), nil),
    (line("it", "1", "Vasto", "42.1", "14.7"), "country code"),
    (line("IT", "", "Vasto", "42.1", "14.7"), "postal code"),
    (line("IT", "12345678901", "Vasto", "42.1", "14.7"), "postal code"),
    (line("IT", "1é", "Vasto", "42.1", "14.7"), "postal code"),
    (line("IT", "1", "", "42.1", "14.7"), "name"),
    (line("IT", "1", "Vasto", "91", "14.7"), "latitude"),
    (line("IT", "1", "Vasto", "42.1", "east"), "longitude"), ("IT\t1\tVasto", "columns"),
  ])
  func `a malformed line is named, or skipped and counted`(line: String, reason: String?) throws {
    let good = Self.line("US", "64048", "Holt", "39.09", "-94.43")
    let source = LoadingSource.data(Data("\(good)\n\(line)\n".utf8), name: "codes.txt")
    let cities = try Gazetteer(Self.cities)
    guard let reason else {
      #expect(
        try GazetteerLoader().adding(postalCodes: source, to: cities).gazetteer.table.postalCodes?
          .count
          == 2)
      return
    }
    let error = #expect(throws: GazetteerError.self) {
      try GazetteerLoader().adding(postalCodes: source, to: cities)
    }
    let message = error.map { "\($0)" } ?? ""
    #expect(message.contains("codes.txt") && message.contains(reason), "\(message)")
    var lenient = GazetteerLoader()
    lenient.isLenient = true
    let (gazetteer, report) = try lenient.adding(postalCodes: source, to: cities)
    #expect(gazetteer.table.postalCodes?.count == 1 && report.skippedCount == 1)
  }

  @Test func `a damaged table is refused, or found by verification, and never crashes`() throws {
    let gazetteer = try Self.gazetteer()
    let codes = try #require(gazetteer.table.part(.postalCodes)).content
    let countries = gazetteer.table.countries
    func table(_ bytes: [UInt8]) -> PostalCodeTable? {
      PostalCodeTable(
        ByteRegion(copying: bytes), cityCount: gazetteer.count, countries: countries,
        countryCount: gazetteer.table.countryCount)
    }
    #expect(table(codes) != nil && table([]) == nil && table(codes.dropLast()) == nil)
    for index in codes.indices {
      for value in [0, 0x7F, 0xFF] as [UInt8] {
        var bytes = codes
        bytes[index] = value
        guard let damaged = table(bytes) else { continue }
        for code in ["66054", "SW1A", "85100"] {
          for (_, place) in damaged.places(of: code.utf8.span) {
            #expect(place.city.rawValue < gazetteer.count)
          }
        }
      }
    }
  }
}
