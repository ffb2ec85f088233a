import CityGeocoding
import CitySearch
import Foundation
import GazetteerBuilding
import TestSupport
import Testing

/// Confidence and ties, on tables of a few cities without names of countries and divisions.
@Suite("Reasons of geocoding results") struct MatchEvidenceTests {
  private static func geocoder(_ cities: [City]) throws -> LineGeocoder {
    LineGeocoder(try Gazetteer(cities))
  }

  private static func city(
    _ id: City.ID, _ name: String, _ country: CountryCode, _ division: DivisionCode = .none,
    population: Int = 0
  ) -> City {
    City(
      id: id, name: name, countryCode: country, divisionCode: division,
      coordinate: Coordinate(latitude: Double(id.rawValue), longitude: 0), population: population)
  }

  private static let springfields = [
    city(1, "Springfield", "US", "IL", population: 100),
    city(2, "Springfield", "US", "MO", population: 300),
    city(3, "Springfield", "NZ", population: 600),
    city(4, "Springfield Lakes", "AU", population: 9_000),
  ]

  @Test func `without a table of names, codes of countries and divisions are understood`() throws {
    let geocoder = try Self.geocoder(Self.springfields)
    func id(_ state: String, _ country: String) -> City.ID? {
      try? geocoder.geocode(
        PostalAddress(city: "springfield", state: state, country: country)
      ).match.cityID
    }
    #expect(id("IL", "") == 1)
    #expect(id("il", "US") == 1)
    #expect(id("", "US") == 2)
    #expect(id("", "nz") == 3)
    // The table has no name of Illinois, so the largest city in the country is taken.
    #expect(id("Illinois", "US") == 2)
    #expect(id("TX", "US") == 2)
    #expect(id("", "AU") == 4)
  }

  @Test(
    arguments: [
      (
        PostalAddress(city: "Springfield", state: "IL"), 1.0,
        "It is the only city of this name in IL."
      ),
      (
        // 400 of 600 people, with 100 for each city: a third is another one.
        PostalAddress(city: "Springfield", country: "US"), 0.93,
        "It is the largest of 2 cities of this name in US, with 75 % of their people."
      ),
      (
        // 700 of 1,300; without a region.
        PostalAddress(city: "Springfield"), 0.48,
        "It is the largest of 3 cities of this name, with 60 % of their people."
      ),
      (
        PostalAddress(city: "Springfield", state: " Illinois\n", country: "US"), 0.48,
        "It is the largest of 2 cities of this name in US, with 75 % of their people. "
          + "\"Illinois\" is not known and was ignored."
      ),
      (
        PostalAddress(city: "Springfield", country: "AU"), 0.94,
        "It is the only city of this name in AU. \"Springfield\" was completed to \"Springfield Lakes\"."
      ),
      (
        PostalAddress(city: "Springfeild Laks", country: "AU"), 0.9,
        "It is the only city of this name in AU. \"Springfeild Laks\" was read as \"Springfield Lakes\"."
      ),
      (
        PostalAddress(city: "Lakes", country: "AU"), 0.9,
        "It is the only city of this name in AU. \"Lakes\" is the end of \"Springfield Lakes\"."
      ),
    ].named(by: \.0))
  func `confidence has a reason`(example: Named<(PostalAddress, Double, String)>) throws {
    let (address, score, reason) = example.value
    let result = try Self.geocoder(Self.springfields).geocode(address)
    #expect(abs(result.confidence.score - score) < 1e-9, "\(result.confidence)")
    #expect(result.confidence.reason == reason)
    #expect(result.isUncertain == (score < 0.5))
  }

  @Test func `of equally populous cities the first in canonical order is taken`() throws {
    let cities = [
      Self.city(7, "San José", "US"), Self.city(5, "San Jose", "US"),
      Self.city(6, "San Jose", "US"), Self.city(4, "San José", "AR"),
    ]
    for order in [cities, cities.reversed()] {
      let geocoder = try Self.geocoder(order)
      #expect(try geocoder.geocode("san jose, US").match.cityID == 5)
      // The spelling decides among the cities of one division.
      #expect(try geocoder.geocode("San José, US").match.cityID == 7)
      #expect(try geocoder.geocode("San Jose").isUncertain)
    }
  }

  @Test func `other names are tried where no city has the name itself`() throws {
    let cities = [
      (Self.city(1, "Munich", "DE", "02", population: 1_500), "München"),
      (Self.city(2, "München", "CH"), ""),
      (Self.city(3, "Munchen Gladbach", "DE", "07"), "Mönchengladbach"),
    ]
    let multilingual = try Self.gazetteer(cities)
    func result(_ country: String, in gazetteer: Gazetteer) throws -> GeocodingResult {
      let geocoder = LineGeocoder(gazetteer)
      return try geocoder.geocode(PostalAddress(city: "München", country: country))
    }
    let munich = try result("DE", in: multilingual)
    #expect(munich.match.cityID == 1)
    #expect(munich.confidence.score == 1)
    #expect(
      munich.confidence.reason
        == "It is the only city of this name in DE. \"München\" is another name of \"Munich\".")
    #expect(try result("CH", in: multilingual).match.cityID == 2)
    // Munich has 1,500 people, and München none.
    #expect(try result("", in: multilingual).match.cityID == 1)
    // Without alternate names, the text is completed to a longer name.
    #expect(try result("DE", in: Gazetteer(cities.map(\.0))).match.cityID == 3)
  }

  /// A gazetteer of cities with alternate names, separated by commas, from a file of GeoNames' form.
  private static func gazetteer(_ cities: [(City, String)]) throws -> Gazetteer {
    let lines = cities.map { city, otherNames in
      var columns = Array(repeating: "", count: 19)
      columns[0] = "\(city.id)"
      columns[1] = city.name
      columns[3] = otherNames
      columns[4] = "\(city.coordinate.latitude)"
      columns[5] = "\(city.coordinate.longitude)"
      columns[6] = "P"
      columns[8] = "\(city.countryCode)"
      columns[10] = "\(city.divisionCode)"
      columns[14] = "\(city.population)"
      return columns.joined(separator: "\t")
    }
    return try withTemporaryFolder { folder in
      let file = folder.appending(path: "cities.txt")
      try Data(lines.joined(separator: "\n").utf8).write(to: file)
      return try Gazetteer(contentsOf: file)
    }
  }

  @Test func `there may be no cities`() throws {
    let geocoder = try Self.geocoder([])
    #expect(throws: GeocodingError.noResult) {
      try geocoder.geocode(PostalAddress(city: "Springfield"))
    }
  }

  @Test func `a name that folds to nothing is no key to anything`() throws {
    let geocoder = try Self.geocoder([Self.city(1, "—", "US"), Self.city(2, "A", "US")])
    #expect(throws: GeocodingError.invalidAddress(reason: "it names no city")) {
      try geocoder.geocode(PostalAddress(city: "—", country: "US"))
    }
  }
}
