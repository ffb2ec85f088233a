#if Server
import CitySearch
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import CityExplorerServer

/// Addresses in fields, as Photon and Pelias take them.
@Suite("Structured search", .againstHanging) struct StructuredSearchTests {
  private struct Found: Equatable, CustomStringConvertible {
    var name: String
    var region: String?
    var confidence: Double?
    var matchType: String?
    var description: String { "\(name), \(region ?? "-")" }
  }

  private func found(_ path: String) async throws -> [Found] {
    let answer = try await ServerFixture.server().client().answer(path)
    #expect(answer.status == .ok, "\(path): \(answer.text)")
    let object = try JSONSerialization.jsonObject(with: Data(answer.text.utf8))
    let features = try #require((object as? [String: Any])?["features"] as? [[String: Any]])
    return features.compactMap { feature in
      guard let properties = feature["properties"] as? [String: Any],
        let name = properties["name"] as? String
      else { return nil }
      return Found(
        name: name, region: (properties["region"] ?? properties["state"]) as? String,
        confidence: properties["confidence"] as? Double,
        matchType: properties["match_type"] as? String)
    }
  }

  private static let springfields = [
    "Springfield, Missouri", "Springfield, Massachusetts", "Springfield, Illinois",
  ]

  /// The fields by Pelias' and by Photon's names, and the cities.
  @Test(
    arguments: [
      ("locality=Springfield", "city=Springfield", springfields),
      ("locality=springfeild&size=1", "city=springfeild&limit=1", ["Springfield, Missouri"]),
      (
        "locality=Springfield&region=IL&country=USA", "city=Springfield&state=IL&countrycode=US",
        ["Springfield, Illinois"]
      ),
      // A country in the field of the state, and the other way round.
      ("locality=Springfield&region=USA", "city=Springfield&state=USA", springfields),
      (
        "locality=Glasgow&country=Scotland", "city=Glasgow&country=Scotland",
        ["Glasgow, Scotland"]
      ),
      // What is not understood restricts nothing.
      ("locality=Springfield&region=Xyzzy", "city=Springfield&state=Xyzzy", springfields),
      // The city of a street, without its houses.
      (
        "address=10+Downing+Street&locality=London&postalcode=SW1A+2AA&country=GB",
        "housenumber=10&street=Downing+Street&city=London&postcode=SW1A+2AA&countrycode=GB",
        ["London, England"]
      ),
      // Other cities of the name in the same country only, if that was given.
      ("locality=London", "city=London", ["London, England", "London, Ontario"]),
      ("locality=M%C3%BCnchen&country=DEU", "city=M%C3%BCnchen&country=DEU", ["Munich, Bavaria"]),
      // A country has only its own cities.
      ("locality=Munich&country=France", "city=Munich&country=France", []),
      ("locality=Munich&boundary.country=FR", "city=Munich&countrycode=FR", []),
      (
        "locality=London&boundary.country=FR,CA", "city=London&countrycode=FR&countrycode=CA",
        ["London, Ontario"]
      ),
      (
        "locality=London&boundary.rect.min_lon=-90&boundary.rect.min_lat=30"
          + "&boundary.rect.max_lon=-70&boundary.rect.max_lat=50",
        "city=London&bbox=-90,30,-70,50", ["London, Ontario"]
      ),
      // Where the person is.
      (
        "locality=London&focus.point.lat=43&focus.point.lon=-81", "city=London&lat=43&lon=-81",
        ["London, Ontario", "London, England"]
      ),
      ("locality=London&layers=address", "city=London&layer=house", []),
      // There are no other places than cities.
      ("address=Downing+Street", "street=Downing+Street", []),
      ("region=Bavaria&country=DE", "state=Bavaria&countrycode=DE", []),
      ("county=Kent&postalcode=CT1", "county=Kent&postcode=CT1", []),
      ("locality=!!!", "city=!!!", []),
    ].named(by: \.0))
  func `the city of an address is found`(example: Named<(String, String, [String])>) async throws {
    let (pelias, photon, expected) = example.value
    let places = try await found("/pelias/v1/search/structured?\(pelias)")
    #expect(places.map(\.description) == expected)
    #expect(try await found("/structured?\(photon)").map(\.description) == expected)
  }

  @Test func `a part of a city stands for it`() async throws {
    for path in [
      "/pelias/v1/search/structured?borough=Brooklyn&region=NY",
      "/pelias/v1/search/structured?neighbourhood=Brooklyn&region=NY",
      "/structured?district=Brooklyn&state=NY",
    ] {
      #expect(try await found(path).map(\.name) == ["Brooklyn"])
    }
    let both = try await found(
      "/pelias/v1/search/structured?borough=Brooklyn&locality=New+York&region=NY")
    #expect(both.first?.name == "New York City")
  }

  @Test func `the confidence says how much of the address was found`() async throws {
    let path = "/pelias/v1/search/structured?locality=Springfield&region=IL"
    let city = try #require(try await found(path).first)
    #expect(city.confidence == 1)
    #expect(city.matchType == "exact")
    let street = try #require(try await found("\(path)&address=1+Main+Street").first)
    #expect(street.matchType == "fallback")
    let unknown = try #require(
      try await found("/pelias/v1/search/structured?locality=Springfield&region=Xyzzy").first)
    #expect(unknown.matchType == "fallback")
    #expect(try #require(unknown.confidence) < 0.5)
    let misspelled = try #require(
      try await found("/pelias/v1/search/structured?locality=Springfeild&region=IL").first)
    #expect(misspelled.matchType == "fallback")
    // None is more certain than the one before.
    for path in ["locality=Springfield", "locality=London", "locality=San+Jose"] {
      let confidences = try await found("/pelias/v1/search/structured?\(path)")
        .compactMap(\.confidence)
      #expect(confidences == confidences.sorted(by: >))
    }
  }

  @Test func `a field is needed, and nothing is found for an address that is too long`()
    async throws
  {
    let client = try ServerFixture.server().client()
    #expect(
      try await client.answer("/structured?lang=de&limit=3").message()
        == "A field of the address is needed: city, district, state, country, postcode, street, "
        + "housenumber, county or countrycode.")
    let long = try await client.answer("/structured?city=rome\(String(repeating: ",", count: 997))")
    #expect(long.status == .ok && long.text.contains("\"features\":[]"))
  }

  @Test func `divisions have their abbreviations`() throws {
    let gazetteer = try ServerFixture.search().gazetteer
    var abbreviations: [CountryCode: Set<String>] = [:]
    for city in gazetteer {
      guard let abbreviation = city.divisionAbbreviation else { continue }
      abbreviations[city.countryCode, default: []].insert(abbreviation)
      // Belgium and the United Kingdom have no abbreviations in addresses, which the search knows.
      guard !["BE", "GB"].contains(city.countryCode.description) else { continue }
      let row = try #require(gazetteer.row(ofID: city.id))
      let named = gazetteer.regions(withKey: FoldedQuery(abbreviation).bytes[...])
      #expect(gazetteer.level(of: named, containing: row) == .division, "\(city)")
    }
    func all(_ country: String) -> Set<String>? {
      CountryCode(country).flatMap { abbreviations[$0] }
    }
    #expect(all("GB") == ["ENG", "NIR", "SCT", "WLS"])
    #expect(all("AU")?.isSuperset(of: ["NSW", "VIC", "WA"]) == true)
    #expect(all("CA")?.isSuperset(of: ["ON", "QC", "BC"]) == true)
    #expect(all("BR")?.contains("SP") == true)
    #expect(all("CH")?.contains("ZH") == true)
    #expect(all("US")?.contains("IL") == true)
    #expect(all("DE") == nil)
  }
}
#endif
