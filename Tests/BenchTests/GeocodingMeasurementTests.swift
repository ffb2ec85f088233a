import CityGeocoding
import CitySearch
import Fixtures
import GazetteerBuilding
import PrefixBenchmark
import Testing
import bench

/// What `bench geocode` measures, on the difficult cities.
@Suite("Geocoding measurements") struct GeocodingMeasurementTests {
  private static let cities = Result {
    CityIndex(
      try Gazetteer(
        contentsOf: Fixtures.sample, admin1Codes: Fixtures.admin1Codes,
        countryInfo: Fixtures.countryInfo))
  }

  private static let saoPaulo: City.ID = 3_448_439

  @Test(arguments: [
    (AddressClass.asWritten, saoPaulo, "São Paulo, São Paulo, Brazil"),
    (.lowercased, saoPaulo, "são paulo, são paulo, brazil"),
    (.withoutDiacritics, saoPaulo, "Sao Paulo, Sao Paulo, Brazil"),
    (.stateCode, saoPaulo, "São Paulo, 27, Brazil"),
    (.countryCode, saoPaulo, "São Paulo, São Paulo, BR"),
    (.oneText, saoPaulo, "São Paulo, São Paulo, Brazil"),
    (.cityAndState, saoPaulo, "São Paulo, São Paulo"),
    (.cityAndCountry, saoPaulo, "São Paulo, Brazil"),
    (.cityOnly, saoPaulo, "São Paulo"),
  ])
  func `a class writes an address`(style: AddressClass, id: City.ID, text: String) throws {
    let gazetteer = try Self.cities.get().gazetteer
    let city = try #require(gazetteer.city(withID: id))
    var generator = SplitMix64(seed: 1)
    let address = AddressWriter(gazetteer: gazetteer, otherNames: [:]).address(
      of: city, as: style, using: &generator)
    #expect(address?.description == text)
  }

  @Test(arguments: [1, 2, 3])
  func `a slip changes one field`(seed: UInt64) throws {
    let gazetteer = try Self.cities.get().gazetteer
    let writer = AddressWriter(gazetteer: gazetteer, otherNames: [:])
    let city = try #require(gazetteer.city(withID: Self.saoPaulo))
    let whole = writer.plainAddress(of: city, as: .asWritten)
    var generator = SplitMix64(seed: seed)
    for style in [AddressClass.misspelledCountry, .misspelledState] {
      let address = try #require(writer.address(of: city, as: style, using: &generator))
      #expect((address.country == whole.country) == (style == .misspelledState))
      #expect((address.state == whole.state) == (style == .misspelledCountry))
      #expect(address.city == whole.city)
    }
  }

  @Test func `another name stands for the city`() throws {
    let gazetteer = try Self.cities.get().gazetteer
    let city = try #require(gazetteer.city(withID: Self.saoPaulo))
    var generator = SplitMix64(seed: 1)
    func address(_ names: [City.ID: [String]]) -> PostalAddress? {
      AddressWriter(gazetteer: gazetteer, otherNames: names)
        .address(of: city, as: .otherName, using: &generator)
    }
    #expect(address([city.id: ["San Paolo"]])?.description == "San Paolo, São Paulo, Brazil")
    #expect(address([1: ["San Paolo"]]) == nil)
  }

  @Test func `addresses of every class lead back to their cities`() throws {
    let measurement = try GeocodingMeasurement(cities: Self.cities.get(), file: Fixtures.sample)
    let (table, note) = measurement.measured(count: 2_400, seed: 1)
    #expect(table.rows.map(\.first) == AddressClass.allCases.map(\.rawValue))
    for row in table.rows {
      #expect(row[1] == "200")
      let percents = try row[2...5].map { try #require(Double($0)) }
      #expect(abs(percents.reduce(0, +) - 100) < 0.03)
      #expect(percents[0] > 80, "\(row)")
      // Addresses lead elsewhere if a slip makes another name, or, without a region, if a larger city has the
      // same name beside its own.
      let limit = row[0] == AddressClass.cityOnly.rawValue ? 8.0 : 3
      #expect(percents[2] + percents[3] < limit, "\(row)")
    }
    #expect(note.hasPrefix("2,400 addresses of cities drawn uniformly, "))
    for line in table.text.split(separator: "\n") { #expect(line.count <= 100) }
    for line in note.split(separator: "\n") { #expect(line.count <= 100) }
  }

  @Test func `a scan finds no city that is nearer than that of the tree`() throws {
    let measurement = ReverseMeasurement(try Self.cities.get().gazetteer, count: 300, seed: 1)
    let (table, note) = try measurement.measured()
    #expect(table.rows.map(\.first) == PointSet.allCases.map(\.rawValue))
    #expect(table.rows.allSatisfy { $0[1] == "300" })
    #expect(note.contains("A scan over all coordinates found none nearer for the first 200 points"))
    for line in table.text.split(separator: "\n") { #expect(line.count <= 100) }
    for line in note.split(separator: "\n") { #expect(line.count <= 100) }
  }

  @Test(arguments: PointSet.allCases, [1, 2])
  func `points are the same for the same seed`(set: PointSet, seed: UInt64) throws {
    let gazetteer = try Self.cities.get().gazetteer
    func points(_ seed: UInt64) -> [Coordinate] {
      var generator = SplitMix64(seed: seed)
      return set.points(50, in: gazetteer, using: &generator)
    }
    #expect(points(seed) == points(seed))
    #expect(points(seed) != points(seed + 1))
  }
}
