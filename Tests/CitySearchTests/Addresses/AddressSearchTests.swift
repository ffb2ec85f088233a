import GazetteerBuilding
import GeoNamesCities
import TestSupport
import Testing

@testable import CitySearch

/// Texts that the search reads as addresses.
@Suite("Addresses in the search") struct AddressSearchTests {
  private static let world = Result { CityIndex(try Gazetteer.geoNames()) }

  @Test(
    arguments: [
      ("10 Downing Street, London, UK", 2_643_743), ("7 Avenue des Acacias Royan", 2_982_343),
      ("Plaza de Culiacán 169 Consuegra", 2_519_277),
      ("1600 Pennsylvania Avenue NW, Washington, DC 20500", 4_140_963),
      ("〒100-0001 東京都千代田区千代田1-1", 11_749_713),
      // A district that is a city of the data.
      ("Av. Paulista, 1578 - Bela Vista, São Paulo - SP, 01310-200", 11_962_425),
      ("Av. Paulista, 1578, São Paulo - SP, 01310-200", 3_448_439),
      ("Europe/Kiev", 703_448), ("America/Argentina/Buenos_Aires", 3_435_910),
      ("18, MG Road, Jaipur 821941", 1_269_515),
    ] as [(String, City.ID)])
  func `an address finds its city by a part`(text: String, id: City.ID) throws {
    let match = try #require(Self.world.get().search(for: text).first)
    #expect(match.id == id, "\(match.city.name)")
    #expect(match.grade == .exact || match.grade == .partial && match.address != nil)
  }

  @Test(
    arguments: [
      // Abbreviations of divisions, and codes that are no beginnings of longer names.
      ("León, Gto.", 3_998_655), ("Derry, NI", 2_643_736), ("Belfast, NI", 2_655_984),
      ("Köln, NRW", 2_886_242),
      // A name that is all of a part of a line, in capital letters.
      ("NYC / Brooklyn", 5_110_302),
      // What follows is a kind of place.
      ("서울 강남구", 1_835_848),
    ] as [(String, City.ID)])
  func `a line finds its city`(text: String, id: City.ID) throws {
    let match = try #require(Self.world.get().search(for: text).first)
    #expect(match.id == id, "\(match.city.name)")
  }

  @Test(arguments: [
    "Xyzzyville, California", "Blahtown, Nevada", "Hazlet, New Jersey", "Walling, Tennessee",
    "Qwertz, Bayern", "UTC+5:30",
  ])
  func `a town that the data lack is no other one`(text: String) throws {
    let matches = try Self.world.get().search(for: text)
    #expect(matches.isEmpty, "\(matches.first?.city.name ?? "")")
  }

  @Test func `the name and the regions are those in the line`() throws {
    let match = try #require(
      Self.world.get().search(for: "10 Downing Street, London, Wakanda, UK").first)
    #expect(match.matchedName.text == "London" && match.highlight.length == 6)
    #expect(match.regions.map { $0.name } == ["United Kingdom"])
    #expect(match.address?.unmatchedParts == ["Wakanda"] && match.address?.distance == nil)
    let other = try #require(
      Self.world.get().search(for: "Mariahilfer Straße 100, 1070 Wien").first)
    #expect(other.city.name == "Vienna" && other.matchedName.text == "Wien" && other.edits == 0)
  }

  @Test func `several places are listed, in any order, and filtered`() throws {
    let cities = try Self.world.get()
    let text = "12 Oak Road Springfield"
    let matches = cities.search(for: text, limit: 200)
    #expect(matches.count > 9 && matches.prefix(10).allSatisfy { $0.city.name == "Springfield" })
    #expect(Set(matches.map { $0.city.divisionCode }).isSuperset(of: ["MO", "MA", "IL"]))
    for order in [
      CityOrder.name, .population, .distance(from: Coordinate(latitude: 40, longitude: -90)),
    ] {
      let others = cities.search(SearchQuery(text, order: order, limit: 200))
      #expect(Set(others.ids) == Set(matches.ids))
    }
    let large = cities.search(
      SearchQuery(text, filter: CityFilter(minimumPopulation: 150_000)))
    #expect(large.count >= 2 && large.allSatisfy { $0.city.population >= 150_000 })
    #expect(cities.search(SearchQuery(text, filter: CityFilter(countries: ["FR"]))).isEmpty)
    // Whoever is in Illinois means the Springfield there.
    let near = cities.search(
      SearchQuery(text, bias: SearchBias(coordinate: Coordinate(latitude: 39.8, longitude: -89.6))))
    #expect(near.first?.city.divisionCode == "IL")
  }

  @Test(arguments: ["12 Bahnhofstraße", "0 xyzzy qqq 1", "1 2 3 4 5 6"])
  func `a street alone, or nothing, finds nothing`(text: String) throws {
    #expect(try Self.world.get().search(for: text).isEmpty)
  }

  @Test func `typos and names of four words are found as before`() throws {
    let cities = try Self.world.get()
    for (text, name) in [
      ("San Fransisco", "San Francisco"), ("santa cruz de tenerfe", "Santa Cruz de Tenerife"),
      ("villefranche de rouerge", "Villefranche-de-Rouergue"),
      ("rio de janero brazil", "Rio de Janeiro"),
    ] {
      let match = try #require(cities.search(for: text).first)
      #expect(match.city.name == name && match.address == nil, "\(text): \(match.city.name)")
    }
  }

  @Test func `without typos, and among own names, an address is no query`() throws {
    let cities = try Self.world.get()
    let text = "10 Downing Street, London, UK"
    #expect(cities.search(SearchQuery(text, typos: .never)).isEmpty)
    #expect(cities.search(SearchQuery(text, names: .own)).isEmpty)
  }

  @Test(arguments: Engine.allCases)
  func `every engine reads the same`(engine: Engine) throws {
    let cities = try Self.world.get()
    let other = CityIndex(cities.gazetteer, engine: engine)
    for text in ["10 Downing Street, London, UK", "7 avenue des acacias royan", "48.8566, 2.3522"] {
      #expect(Array(other.search(for: text)) == Array(cities.search(for: text)))
    }
  }

  @Test func `long and odd lines are read in bounded time`() throws {
    let cities = try Self.world.get()
    for text in [
      String(repeating: "rue de Paris ", count: 2_000), String(repeating: "1 ", count: 5_000),
      "12 " + String(repeating: "e\u{301}\u{302}", count: 5_000),
      String(repeating: ",", count: 10_000) + "1",
      "1 " + String(repeating: "d ", count: 5_000), String(repeating: "/", count: 10_000),
      "12 \u{0}\u{FFFD} rue",
      String(repeating: "東京都1", count: 2_000), String(repeating: "San ", count: 3_000) + "1 street",
    ] {
      _ = cities.search(for: text).prefix(20).map { ($0.matchedName, $0.regions, $0.address) }
    }
  }
}
