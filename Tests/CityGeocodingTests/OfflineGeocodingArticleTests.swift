import CityGeocoding
import CitySearch
import CitySession
import CityTestSupport
import Foundation
import TestSupport
import Testing

/// The examples of the article "Offline geocoding and the nearest city", compiled and run.
@Suite("The article on offline geocoding", .againstHanging)
struct OfflineGeocodingArticleTests {
  @Test func `find the city of an address, and know how sure it is`() throws {
    let gazetteer = try World.cities.get().gazetteer
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }

    let geocoder = LineGeocoder(gazetteer)
    let result = try geocoder.geocode("10 Downing Street, London SW1A 2AA, UK")
    print(result.match.name, result.coordinate)

    let guess = try geocoder.geocode("Springfield")
    if guess.isUncertain {
      print("Which one?", guess.confidence.reason)
    }
    #expect(
      printed == [
        "London 51.50853,-0.12574",
        "Which one? It is the largest of 31 cities of this name, with 21 % of their people.",
      ])
  }

  /// The rows of the table: address, city, score, and reason, without quotation marks.
  @Test func `the table of addresses`() throws {
    let geocoder = try LineGeocoder(World.cities.get().gazetteer)
    let text = try Example.text(of: "CityGeocoding.docc/OfflineGeocoding.md")
    let rows = text.split(separator: "\n").drop { $0 != "| address | city | score | reason |" }
      .dropFirst(2).prefix { $0.hasPrefix("|") }
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
    #expect(rows.count == 10)
    for row in rows {
      guard row[1] != "none" else {
        #expect(throws: GeocodingError.noResult) { try geocoder.geocode(row[0]) }
        continue
      }
      let result = try geocoder.geocode(row[0])
      #expect(row[1].hasPrefix(result.match.name))
      #expect(abs(result.confidence.score - (Double(row[2]) ?? -1)) < 0.011, "\(row) \(result)")
      #expect(result.confidence.reason.contains(row[3]), "\(row) \(result.confidence.reason)")
    }
  }

  @Test func `find cities by their names in other languages`() throws {
    let gazetteer = try World.cities.get().gazetteer
    let geocoder = LineGeocoder(gazetteer)
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }

    let munich = try geocoder.geocode(
      PostalAddress(city: "München", state: "Bayern", country: "Germany"))
    print(munich.match.name, munich.confidence.reason)
    #expect(
      printed.first?.contains("in Bavaria, Germany, with 97 % of their people.")
        == true)
  }

  @Test func `find the nearest city`() throws {
    let gazetteer = try World.cities.get().gazetteer
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }

    let places = NearestCities(gazetteer)
    let here = Coordinate(latitude: 48.8583, longitude: 2.2945)
    if let nearest = places.nearest(to: here) {
      let place = gazetteer.placemark(of: nearest.city)
      print(place.name, place.administrativeArea ?? "", Int(nearest.distance), "meters")
    }
    let around = places.nearest(to: here, limit: 10)
    #expect(printed == ["Paris 16 Passy Île-de-France 1420 meters"])
    #expect(around.count == 10)
  }

  @Test func `every example of the article is in this file`() throws {
    try Example.expectAll(of: "CityGeocoding.docc/OfflineGeocoding.md", in: #filePath, count: 4)
  }
}
