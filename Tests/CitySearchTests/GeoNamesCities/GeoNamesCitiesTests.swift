import CitySearch
import Fixtures
import GeoNamesCities
import Testing

/// The gazetteer that travels with the package.
@Suite struct GeoNamesCitiesTests {
  @Test func `it has the cities and the names of places of the shipped text`() throws {
    let gazetteer = try Gazetteer.geoNames()
    #expect(gazetteer.elementsEqual(try ShippedCities.shared.gazetteer))
    let city = try #require(gazetteer.city(withID: 3_413_829))
    #expect(city.name == "Reykjavík")
    #expect(gazetteer.countryName(of: city) == "Iceland")
    #expect(gazetteer.admin1Name(of: city) == "Capital Region")
    #expect(gazetteer.timeZone(ofCityWithID: city.id) == "Atlantic/Reykjavik")
  }

  @Test func `it is whole, and has its radix tree with it`() throws {
    let gazetteer = try Gazetteer.geoNames()
    try gazetteer.verify()
    let names = CityIndex(gazetteer).search(for: "reykj").map(\.city.name)
    #expect(names.first == "Reykjahlíð" || names.contains("Reykjavík"))
  }
}
