import CitySearch
import Fixtures
import GeoNamesCities
import PrefixSearch
import Testing

/// The gazetteer that travels with the package.
@Suite struct GeoNamesCitiesTests {
  @Test func `it has the cities and the names of places of the shipped text`() throws {
    let gazetteer = try Gazetteer.geoNames()
    #expect(gazetteer.elementsEqual(try ShippedCities.gazetteer()))
    let city = try #require(gazetteer.city(withID: 3_413_829))
    #expect(city.name == "Reykjavík")
    #expect(gazetteer.countryName(of: city) == "Iceland")
    #expect(gazetteer.admin1Name(of: city) == "Capital Region")
    #expect(gazetteer.timeZone(ofCityWithID: city.id) == "Atlantic/Reykjavik")
  }

  @Test func `it is whole, and needs no index to be built`() throws {
    let gazetteer = try Gazetteer.geoNames()
    try gazetteer.verify()
    let cities = CityIndex(gazetteer)
    #expect(cities.index is RadixTree)
    let matches = cities.search(for: "reykj")
    #expect(matches.ordered(by: .population, limit: 1).map(\.city.name) == ["Reykjavík"])
  }
}
