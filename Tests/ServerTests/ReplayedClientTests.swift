#if Server
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import CityExplorerServer

/// Requests as known clients send them, letter by letter, and what these read of the answers.
///
/// The clients themselves run in Tests/Clients, as far as they are packages of Python.
@Suite("Requests of known clients", .againstHanging) struct ReplayedClientTests {
  private typealias Object = [String: Any]

  private func features(
    _ path: String, acceptedLanguages: String? = nil
  ) async throws -> [[String: Any]] {
    let headers: HTTPFields = acceptedLanguages.map { [.acceptLanguage: $0] } ?? [:]
    let answer = try await ServerFixture.server().client().answer(path, headers: headers)
    #expect(answer.status == .ok, "\(path): \(answer.text)")
    let object = try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? Object
    return try #require(object?["features"] as? [Object])
  }

  private func properties(_ feature: [String: Any]) throws -> [String: Any] {
    try #require(feature["properties"] as? Object)
  }

  /// Latitude and longitude, as all of them read these.
  private func coordinates(_ feature: [String: Any]) throws -> [Double] {
    try #require((feature["geometry"] as? Object)?["coordinates"] as? [Double])
  }

  /// geopy's Photon joins these properties.
  private func addressInGeopy(_ feature: [String: Any]) throws -> String {
    let properties = try properties(feature)
    return ["name", "housenumber", "street", "postcode", "street", "city", "state", "country"]
      .compactMap { properties[$0] as? String }.joined(separator: ", ")
  }

  @Test(
    arguments: [
      ("/api?q=Munich%2C+Germany&limit=1", "Munich, Bavaria, Germany"),
      ("/api?q=munich&limit=1&lang=de", "München, Bavaria, Deutschland"),
      ("/api?q=london&limit=1&lon=-81.0&lat=43.0", "London, Ontario, Canada"),
      ("/api?q=london&limit=1&bbox=-90.0%2C30.0%2C-70.0%2C50.0", "London, Ontario, Canada"),
      (
        "/api?q=london&limit=1&osm_tag=place%3Acity&osm_tag=%21highway",
        "London, England, United Kingdom"
      ),
      ("/reverse?lat=48.137&lon=11.575&limit=1&lang=it", "Monaco di Baviera, Bavaria, Germania"),
    ].named(by: \.0))
  func `geopy's Photon reads an address`(example: Named<(String, String)>) async throws {
    let (path, address) = example.value
    let features = try await features(path)
    #expect(features.count == 1)
    #expect(try addressInGeopy(try #require(features.first)) == address)
  }

  @Test(
    arguments: [
      ("/search?text=Munich%2C+Germany&api_key=unused", "Munich"),
      ("/search?text=munich&lang=de-CH%2Cde%3Bq%3D0.9", "München"),
      ("/search?text=london&api_key=x&boundary.country=USA%2CCAN", "London"),
      (
        "/search?text=london&boundary.rect.min_lon=-90.0&boundary.rect.min_lat=30.0"
          + "&boundary.rect.max_lon=-70.0&boundary.rect.max_lat=50.0", "London"
      ),
      ("/reverse?point.lat=48.137&point.lon=11.575&lang=it&api_key=x", "Monaco di Baviera"),
    ].named(by: \.0))
  func `geopy's Pelias reads a name and a coordinate`(example: Named<(String, String)>)
    async throws
  {
    let (path, name) = example.value
    let feature = try #require(try await features("/pelias/v1\(path)").first)
    #expect(try properties(feature)["name"] as? String == name)
    #expect(try coordinates(feature).count == 2)
  }

  @Test func `leaflet-control-geocoder reads names and areas`() async throws {
    let browser = "it-IT,it;q=0.9,en;q=0.8"
    for path in [
      "/api/?q=munich&lat=48.1&lon=371.5&zoom=10", "/api/?q=munich",
      "/reverse/?lat=48.137&lon=371.575",
    ] {
      let feature = try #require(try await features(path, acceptedLanguages: browser).first)
      let properties = try properties(feature)
      let names = ["name", "street", "suburb", "hamlet", "town", "city", "state", "country"]
        .compactMap { properties[$0] as? String }
      #expect(names == ["Monaco di Baviera", "Bavaria", "Germania"])
      // Without an extent, it shows the point.
      #expect(properties["extent"] == nil)
    }
    for path in [
      "search?api_key=undefined&text=munich", "autocomplete?api_key=undefined&text=munich",
      "reverse?api_key=undefined&point.lat=48.137&point.lon=371.575",
    ] {
      let feature = try #require(
        try await features("/pelias/v1/\(path)", acceptedLanguages: browser).first)
      #expect(
        try properties(feature)["label"] as? String == "Monaco di Baviera, Bavaria, Germania")
      #expect(feature["bbox"] == nil)
    }
  }

  /// The function of a page that MapLibre's geocoder calls, as the documentation has it.
  @Test func `MapLibre's geocoder reads what a page makes of the properties`() async throws {
    let found = try await features(
      "/api?q=springfield&limit=5&lang=de%2Cen&bbox=-95%2C36%2C-85%2C43&countrycode=us"
        + "&countrycode=ca&lon=-89.65&lat=39.8")
    let feature = try #require(found.first)
    let properties = try properties(feature)
    let label = ["name", "state", "country"].compactMap { properties[$0] as? String }
    #expect(label == ["Springfield", "Illinois", "Vereinigte Staaten"])
    for feature in found {
      let place = try coordinates(feature)
      #expect((-95...(-85)).contains(place[0]) && (36...43).contains(place[1]))
    }
  }

  @Test func `pelias-js searches with all that it can set`() async throws {
    let rectangle =
      "&boundary.rect.min_lat=36&boundary.rect.max_lat=43&boundary.rect.min_lon=-95"
      + "&boundary.rect.max_lon=-85"
    let lists = "&sources=osm%2Cwof%2Cgn&layers=venue%2Clocality"
    let found = try await features(
      "/pelias/v1/search?text=springfield&api_key=x&focus.point.lat=39.8&focus.point.lon=-89.65"
        + "&size=5&boundary.country=USA\(rectangle)&boundary.circle.lat=39.8"
        + "&boundary.circle.lon=-89.65&boundary.circle.radius=35"
        + "&boundary.gid=whosonfirst%3Aregion%3A85688697\(lists)")
    let properties = try properties(try #require(found.first))
    #expect(found.count == 1)
    #expect(properties["label"] as? String == "Springfield, Illinois, United States")
    #expect(properties["region_a"] as? String == "IL")
    #expect(properties["country_a"] as? String == "USA")
    let suggested = try await features(
      "/pelias/v1/autocomplete?text=springf&focus.point.lat=39.8&focus.point.lon=-89.65"
        + "&boundary.country=USA\(rectangle)\(lists)")
    #expect(try self.properties(try #require(suggested.first))["region_a"] as? String == "IL")
  }

  @Test func `pelias-js looks up the gids of an answer`() async throws {
    let found = try await features("/pelias/v1/search?text=london&size=2")
    let gids = try found.map { try #require(try properties($0)["gid"] as? String) }
    let list = gids.joined(separator: "%2C").replacing(":", with: "%3A")
    let places = try await features("/pelias/v1/place?ids=\(list)")
    #expect(try places.map { try properties($0)["gid"] as? String } == gids)
    #expect(try places.map(coordinates) == found.map(coordinates))
    #expect(try places.map { try properties($0)["confidence"] == nil } == [true, true])
  }
}
#endif
