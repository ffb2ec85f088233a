import Fixtures
import GeoNamesCities
import PrefixSearch
import TestSupport
import Testing

@testable import CitySearch
@testable import GazetteerBuilding

/// The gazetteer that travels with the package.
@Suite("The shipped cities") struct GeoNamesCitiesTests {
  @Test func `it has the cities and the names of places of the shipped text`() throws {
    let gazetteer = try Gazetteer.geoNames()
    #expect(gazetteer.elementsEqual(try ShippedCities.gazetteer()))
    let city = try #require(gazetteer.city(withID: 3_413_829))
    #expect(city.name == "Reykjavík")
    #expect(gazetteer.countryName(of: city) == "Iceland")
    #expect(gazetteer.divisionName(of: city) == "Capital Region")
    #expect(gazetteer.timeZone(ofCityWithID: city.id) == "Atlantic/Reykjavik")
  }

  @Test func `it is whole, and needs no index to be built`() throws {
    let gazetteer = try Gazetteer.geoNames()
    #if !DEBUG
    // Rebuilds a million names: half a minute without optimization.
    try gazetteer.verify()
    #endif
    let cities = CityIndex(gazetteer)
    #expect(cities.searchesStoredTree)
    let matches = cities.ownNames(beginningWith: "reykj")
    #expect(matches.ordered(by: .population, limit: 1).map(\.city.name) == ["Reykjavík"])
  }

  @Test func `its records are compact`() throws {
    #expect(try Gazetteer.geoNames().table.records.layout == .compact)
  }

  @Test(.disabled(if: Sanitizer.isWatchingThreads, "one thread does all of it"))
  func `its names stay short when all of their offsets are wrong`() throws {
    let original = try Gazetteer.geoNames()
    var bytes = original.table.region.content
    let records = try #require(
      original.table.header.sections.first { $0.code == Section.records.code })
    for record in stride(from: records.offset, to: records.offset + records.length, by: 16) {
      bytes[record + 6] = 0
    }
    let table = try Gazetteer.Table(ByteRegion(copying: bytes), file: "damaged")
    // Each name has become the four names of its block.
    let byteCount = Gazetteer(table).lazy.map(\.name.utf8.count).reduce(0, +)
    #expect(byteCount > 3 * table.names.count && byteCount <= 4 * table.names.count)
  }
}
