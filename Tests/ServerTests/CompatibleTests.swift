#if Server
import CitySearch
import Foundation
import HTTPTypes
import RemoteSearch
import TestSupport
import Testing

@testable import CityExplorerServer

/// The interfaces of Photon and Pelias.
///
/// Their clients are in Tests/Clients.
@Suite("Compatible interfaces", .againstHanging) struct CompatibleTests {
  private func names(_ path: String) async throws -> [String] {
    let answer = try await ServerFixture.server().client().answer(path)
    #expect(answer.status == .ok, "\(path): \(answer.text)")
    let object = try JSONSerialization.jsonObject(with: Data(answer.text.utf8))
    let features = try #require((object as? [String: Any])?["features"] as? [[String: Any]])
    return features.compactMap { ($0["properties"] as? [String: Any])?["name"] as? String }
  }

  @Test func `Photon's answer has its properties`() async throws {
    let client = try ServerFixture.server().client()
    let expected = """
      {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point",\
      "coordinates":[11.57549,48.13743]},"properties":{"osm_type":"N","osm_id":2867714,\
      "osm_key":"place","osm_value":"city","type":"city","name":"Munich","country":"Germany",\
      "countrycode":"DE","county":"Upper Bavaria","state":"Bavaria"}}]}
      """
    for path in [
      "/api?q=munich&limit=1", "/api/?q=munich&limit=1", "/reverse?lat=48.137&lon=11.575",
    ] {
      let answer = try await client.answer(path)
      #expect(answer.headers[.contentType] == "application/json")
      #expect(answer.text == expected)
    }
    #expect(try await client.answer("/status/").text == #"{"status":"Ok"}"#)
    #expect(try await client.answer("/api").status == .badRequest)
    #expect(try await client.answer("/reverse?lat=1").status == .badRequest)
  }

  // The type is stated, because the compiler takes many seconds to find it.
  private static let parameters: [(String, [String])] = [
    // Parameters for other places, of later versions of Photon, and malformed ones.
    (
      "/api?q=munich&limit=1&zoom=12&location_bias_scale=0.5&dedupe=0&suggest_addresses=1",
      ["Munich"]
    ),
    ("/api?q=munich&limit=0", ["Munich"]),
    ("/api?q=munich&limit=1&layer=city&layer=street", ["Munich"]),
    ("/api?q=munich&layer=street", []),
    ("/api?q=munich&limit=1&countrycode=us", []),
    ("/api?q=munich&limit=1&countrycode=us&countrycode=de", ["Munich"]),
    ("/api?q=birmingham&limit=1", ["Birmingham"]),
    ("/api?q=paris&limit=1&bbox=-100,30,-90,40", []),
    ("/api?q=munich&osm_tag=place:city&limit=1", ["Munich"]),
    ("/api?q=munich&osm_tag=place&limit=1", ["Munich"]),
    ("/api?q=munich&osm_tag=:!town&limit=1", ["Munich"]),
    ("/api?q=munich&osm_tag=!highway&limit=1", ["Munich"]),
    ("/api?q=munich&osm_tag=:town", []), ("/api?q=munich&osm_tag=place:!city", []),
    ("/api?q=munich&osm_tag=!place:city", []), ("/api?q=munich&osm_tag=!place", []),
    ("/api?q=munich&osm_tag=tourism", []),
    ("/api?q=munich&osm_tag=tourism&osm_tag=place:city&limit=1", ["Munich"]),
    ("/reverse?lat=48.58&lon=7.75&countrycode=DE", ["Freiburg"]),
    ("/reverse?lat=48.58&lon=7.75&countrycode=DE&radius=20", []),
    ("/reverse?lat=48.58&lon=367.75", ["Strasbourg"]),
    (
      "/reverse?lat=48.58&lon=-352.25&limit=3&distance_sort=false&radius=120&countrycode=DE",
      ["Karlsruhe", "Freiburg", "Pforzheim"]
    ),
    ("/pelias/v1/search?text=munich&size=1&layers=venue,locality&api_key=x", ["Munich"]),
    ("/pelias/v1/search?text=munich&layers=venue", []),
    ("/pelias/v1/search?text=munich&sources=openstreetmap", []),
    ("/pelias/v1/autocomplete?text=munich&boundary.country=USA", []),
    ("/pelias/v1/autocomplete?text=munich&size=1&boundary.country=USA,deu", ["Munich"]),
    (
      "/pelias/v1/search?text=munich&size=1&boundary.rect.min_lon=10&boundary.rect.min_lat=47"
        + "&boundary.rect.max_lon=12&boundary.rect.max_lat=49", ["Munich"]
    ),
    (
      "/pelias/v1/search?text=munich&boundary.rect.min_lon=0&boundary.rect.min_lat=0"
        + "&boundary.rect.max_lon=1&boundary.rect.max_lat=1", []
    ),
    (
      "/pelias/v1/reverse?point.lat=48.58&point.lon=7.75&size=1&boundary.country=DE",
      ["Freiburg"]
    ),
    (
      "/pelias/v1/reverse?point.lat=48.58&point.lon=7.75&boundary.circle.radius=30",
      ["Strasbourg"]
    ),
    ("/pelias/v1/search?text=munich&size=1&layers=-venue,-address", ["Munich"]),
    ("/pelias/v1/search?text=munich&layers=-coarse", []),
    ("/pelias/v1/search?text=munich&size=1&sources=GN,%20osm", ["Munich"]),
    ("/pelias/v1/search?text=munich&sources=-geonames", []),
    ("/pelias/v1/search?text=munich&size=1&lang=de-CH,de;q%3D0.9", ["München"]),
    // Köln is 21 km from Leverkusen, Bonn 39 km; a circle without a radius has 50 km.
    (
      "/pelias/v1/search?text=bonn&boundary.circle.lat=51.03&boundary.circle.lon=6.98"
        + "&boundary.circle.radius=30", []
    ),
    (
      "/pelias/v1/search?text=bonn&boundary.circle.lat=51.03&boundary.circle.lon=366.98",
      ["Bonn"]
    ),
    // The corners of the rectangle around a circle are not in it.
    (
      "/pelias/v1/autocomplete?text=stuttgart&boundary.circle.lat=49.4&boundary.circle.lon=8.5"
        + "&boundary.circle.radius=75", []
    ),
    (
      "/pelias/v1/autocomplete?text=stuttgart&boundary.circle.lat=49.4&boundary.circle.lon=8.5"
        + "&boundary.circle.radius=95", ["Stuttgart"]
    ),
    // Across 180 degrees, and around a pole.
    (
      "/pelias/v1/search?text=petropavlovsk&size=1&boundary.circle.lat=53&boundary.circle.lon=-178"
        + "&boundary.circle.radius=2000", ["Petropavlovsk-Kamchatsky"]
    ),
    (
      "/pelias/v1/search?text=murmansk&size=1&boundary.circle.lat=89&boundary.circle.lon=-100"
        + "&boundary.circle.radius=2600", ["Murmansk"]
    ),
    (
      "/pelias/v1/search?text=munich&boundary.circle.lat=48&boundary.circle.lon=11"
        + "&boundary.circle.radius=100&boundary.rect.min_lon=0&boundary.rect.min_lat=0"
        + "&boundary.rect.max_lon=1&boundary.rect.max_lat=1", []
    ),
    (
      "/pelias/v1/place?ids=geonames:locality:2867714,gn:locality:2643743",
      ["Munich", "London"]
    ),
    (
      "/pelias/v1/place?ids=geonames:locality:2867714&ids=geonames:locality:2867714&lang=de",
      ["München"]
    ),
    (
      "/pelias/v1/place?ids=geonames:venue:2867714,whosonfirst:locality:2867714,"
        + "openstreetmap:venue:way/1,geonames:locality:1", []
    ),
  ]

  @Test(arguments: parameters.named(by: \.0))
  func `parameters select as theirs do`(example: Named<(String, [String])>) async throws {
    let (path, expected) = example.value
    #expect(try await names(path) == expected)
  }

  @Test(arguments: [
    ("10 Downing Street, London, UK", "London"), ("7 Avenue des Acacias Paris", "Paris"),
    ("Marienplatz 1, 80331 München, Germany", "Munich"),
    ("48.8566, 2.3522", "Paris"),
    ("Europe/Kiev", "Kyiv"), ("5 Rue de Berlin, Bruxelles", "Brussels"),
    ("1600 Pennsylvania Avenue NW, Washington, DC 20500", "Washington"),
  ])
  func `an address has one answer everywhere`(address: String, city: String) async throws {
    let text = try #require(address.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    for path in [
      "/v1/search?q=", "/api?q=", "/pelias/v1/search?text=", "/pelias/v1/autocomplete?text=",
    ] {
      #expect(try await names(path + text).first == city, "\(path)\(address)")
    }
    let answer = try await ServerFixture.server().client()
      .answer("/v1/geocode", .post, headers: [.contentType: "text/plain"], body: address)
    #expect(answer.text.contains("\"name\":\"\(city)\""))
    let own = try await ServerFixture.server().client().answer("/v1/search?q=\(text)").text
    // All of a time zone is understood.
    let isPartial = own.contains(#""grade":"partial""#) && own.contains(#""unmatched":["#)
    #expect(isPartial == !address.hasPrefix("Europe/"))
    #expect(own.contains(#""distance":"#) == address.hasPrefix("48"))
  }

  @Test func `a coordinate is a bias`() async throws {
    #expect(try await names("/api?q=birmingham&limit=1&lat=33.5&lon=-86.8") == ["Birmingham"])
    let client = try ServerFixture.server().client()
    for (path, country) in [
      ("/api?q=birmingham&limit=1", "GB"), ("/api?q=birmingham&limit=1&lat=33.5&lon=-86.8", "US"),
      ("/pelias/v1/search?text=birmingham&focus.point.lat=33.5&focus.point.lon=-86.8", "USA"),
    ] {
      let text = try await client.answer(path).text
      let first = try #require(text.firstRange(of: "\"\(country)\""))
      let other = country == "GB" ? "\"US\"" : "\"GBR\""
      if let second = text.firstRange(of: other) {
        #expect(first.lowerBound < second.lowerBound, "\(path)")
      }
    }
  }

  @Test func `Pelias' answer has its properties`() async throws {
    let client = try ServerFixture.server().client()
    let answer = try await client.answer("/pelias/v1/search?text=munich&size=1")
    #expect(
      answer.text == """
        {"geocoding":{"version":"0.2","attribution":"Data by GeoNames, https://www.geonames.org, \
        CC BY 4.0","query":{"text":"munich","size":1}},"type":"FeatureCollection","features":[\
        {"type":"Feature","geometry":{"type":"Point","coordinates":[11.57549,48.13743]},\
        "properties":{"id":"2867714","gid":"geonames:locality:2867714","layer":"locality",\
        "source":"geonames","source_id":"2867714","name":"Munich","confidence":1.0,\
        "match_type":"exact","accuracy":"centroid","country":"Germany","country_a":"DEU",\
        "country_code":"DE","region":"Bavaria","county":"Upper Bavaria","locality":"Munich",\
        "label":"Munich, Bavaria, Germany"}}],"bbox":[11.57549,48.13743,11.57549,48.13743]}
        """)
    // The edges of all places.
    let both = try await client.answer(
      "/pelias/v1/place?ids=geonames:locality:2643743,geonames:locality:2988507")
    #expect(both.text.hasSuffix(#"],"bbox":[-0.12574,48.85341,2.3488,51.50853]}"#))
    let none = try await client.answer("/pelias/v1/search?text=zzzzqqqq")
    #expect(none.text.hasSuffix(#""type":"FeatureCollection","features":[]}"#))
  }

  @Test(
    arguments: [
      (
        "search?text=munich&boundary.country=XYZ",
        "'boundary.country' must be codes of countries such as DE or DEU, got 'XYZ'."
      ),
      (
        "autocomplete?text=a&boundary.rect.min_lon=0",
        "'boundary.rect' needs min_lon, min_lat, max_lon and max_lat, the latter above the former."
      ),
      ("autocomplete", "'text' is missing: what to search for, such as text=london."),
      (
        "search?text=a&boundary.circle.radius=5",
        "'boundary.circle' needs lat, lon and radius."
      ),
      (
        "search/structured?size=1",
        "At least one of these parameters is needed: venue, address, neighbourhood, borough, "
          + "locality, county, region, postalcode, country."
      ),
      (
        "reverse?point.lat=1", "'point.lat' and 'point.lon' need each other."
      ),
      ("place", "'ids' is missing: ids=geonames:locality:2643743, several with commas."),
      (
        "place?ids=2643743", "'ids' must be ids such as geonames:locality:2643743, got '2643743'."
      ),
      (
        "place?ids=geonames:locality:",
        "'ids' must be ids such as geonames:locality:2643743, got 'geonames:locality:'."
      ),
    ].named(by: \.0))
  func `Pelias' errors are where its clients read them`(example: Named<(String, String)>)
    async throws
  {
    let (path, message) = example.value
    let answer = try await ServerFixture.server().client().answer("/pelias/v1/\(path)")
    #expect(answer.status == .badRequest)
    let object = try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any]
    let geocoding = try #require(object?["geocoding"] as? [String: Any])
    #expect(geocoding["errors"] as? [String] == [message])
    #expect(geocoding["version"] as? String == "0.2")
    #expect((object?["features"] as? [Any])?.isEmpty == true)
  }

  @Test func `countries have codes of three letters`() throws {
    #expect(CountryCode("DE").alpha3 == "DEU")
    #expect(CountryCode.none.alpha3 == nil)
    // All countries that have a city have one.
    let without = try ServerFixture.search().gazetteer.map(\.countryCode)
      .filter { !$0.isEmpty && $0.alpha3 == nil }
    #expect(Set(without).isEmpty)
  }

  @Test func `the size of a settlement follows from its population`() {
    func size(_ population: Int) -> SettlementSize {
      SettlementSize(
        of: City(
          id: 1, name: "A", countryCode: .none, divisionCode: .none,
          coordinate: Coordinate(latitude: 0, longitude: 0), population: population))
    }
    #expect(
      [0, 9_999, 10_000, 99_999, 100_000].map(size) == [.village, .village, .town, .town, .city])
  }
}
#endif
