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

    let geocoder = GazetteerGeocoder(CityIndex(gazetteer))
    let address = PostalAddress(city: "Springfield", state: "IL", country: "USA")
    let result = try geocoder.geocode(address)
    print(result.match.name, result.coordinate)

    let guess = try geocoder.geocode(PostalAddress(city: "Springfield"))
    if guess.confidence.score < 0.5 {
      print("Which one?", guess.confidence.reason)
    }
    #expect(
      printed == [
        "Springfield 39.80172,-89.64371",
        "Which one? It is the largest of 24 cities of this name, with 25 % of their people.",
      ])
  }

  @Test(
    arguments: [
      ("Springfield, IL", "Springfield", 1.00, "the only city of this name in Illinois"),
      (
        "Paris", "Paris", 0.87,
        "the largest of 11 cities of this name spelled so, with 97 % of their people"
      ),
      ("Paris, TX", "Paris", 1.00, "the only city of this name in Texas"),
      ("Munich, Bayern, Germany", "Munich", 0.50, "\"Bayern\" is not known and was ignored"),
      ("Munich, Bavaria, Germny", "Munich", 0.80, "\"Germny\" was read as \"Germany\""),
      (
        "Frankfurt, Germany", "Frankfurt am Main", 0.83,
        "This is another name of \"Frankfurt am Main\""
      ),
      ("Kingston upon, UK", "Kingston upon Hull", 0.68, "Its name was completed"),
    ].named(by: \.0))
  func `the table of addresses`(example: Named<(String, String, Double, String)>) throws {
    let (text, name, score, reason) = example.value
    let result = try GazetteerGeocoder(World.cities.get()).geocode(PostalAddress(city: text))
    #expect(result.match.name == name)
    #expect((result.confidence.score * 100).rounded() == (score * 100).rounded())
    #expect(result.confidence.reason.contains(reason), "\(result.confidence.reason)")
  }

  @Test func `find cities by their names in other languages`() throws {
    let gazetteer = try World.cities.get().gazetteer
    let geocoder = GazetteerGeocoder(CityIndex(gazetteer))
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }

    let munich = try geocoder.geocode(
      PostalAddress(city: "München", state: "Bayern", country: "Germany"))
    print(munich.match.name, munich.confidence.reason)
    #expect(printed.first?.hasPrefix("Munich It is the only city of this name in Germany.") == true)
  }

  @Test func `find the nearest city`() throws {
    let gazetteer = try World.cities.get().gazetteer
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }

    let places = NearestCities(gazetteer)
    let here = Coordinate(validLatitude: 48.8583, longitude: 2.2945)
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
