import Testing

@testable import CitySearch

/// Coordinates and time zones as texts.
@Suite("Coordinates and time zones that are typed") struct CoordinateTextTests {
  @Test(arguments: [
    ("48.8566, 2.3522", 48.8566, 2.3522), ("48.8566 2.3522", 48.8566, 2.3522),
    (" -33.86,151.2 ", -33.86, 151.2), ("\u{2212}33.86; +151.2", -33.86, 151.2),
    ("48°51'24\"N 2°21'8\"E", 48.856667, 2.352222),
    ("48° 51′ 24″ N, 2° 21′ 8″ E", 48.856667, 2.352222),
    ("2.35E 48.85N", 48.85, 2.35), ("N 48.85 W 2.35", 48.85, -2.35), ("S48.5°, E2.5°", -48.5, 2.5),
    ("geo:48.85,2.35", 48.85, 2.35), ("geo:48.85,-2.35,120;u=35", 48.85, -2.35),
    ("GEO:0.5,0.25?z=3", 0.5, 0.25), ("90, 180", 90, 180), ("0,0", 0, 0),
    ("-0.5, -0.25", -0.5, -0.25), ("48,8566; 2,3522", 48.8566, 2.3522),
    ("48,8566 2,3522", 48.8566, 2.3522), ("48,8566, -2,3522", 48.8566, -2.3522),
    ("lat 48.8566 lon 2.3522", 48.8566, 2.3522), ("lat=48.85&lng=-2.35", 48.85, -2.35),
    ("Longitude: 2.3522, Latitude: 48.8566", 48.8566, 2.3522),
  ])
  func `a coordinate is read as people and programs write it`(
    text: String, latitude: Double, longitude: Double
  ) throws {
    let coordinate = try #require(Coordinate(text: text))
    #expect(abs(coordinate.latitude - latitude) < 1e-5)
    #expect(abs(coordinate.longitude - longitude) < 1e-5)
  }

  @Test(arguments: [
    "", "Paris", "48.8566", "12 5", "48.85, 2.35, 7", "91.0, 0", "0, 180.1", "48.85N 2.35N",
    "2.35E 3.5E",
    "48°61'N 2°E", "48.85N, 2.35", "-48.85N 2.35E", "geo:48.85", "48.85, 2.35 Paris", "1.2.3, 4.5",
    "75001, 10", ",", "48.85,", "12 rue de Lille, 5", "°N, °E", "N.S, E.W",
    "lat 48.85 lat 2.35", "lat lon", "lat 48.85 lon 2.35 Paris", "1,2,3", "48,8566",
    String(repeating: "9.", count: 200),
  ])
  func `anything else is no coordinate`(text: String) {
    #expect(Coordinate(text: text) == nil)
  }

  @Test(arguments: [
    ("Europe/Kiev", "Kiev"), ("America/New_York", "New York"),
    ("America/Argentina/Buenos_Aires", "Buenos Aires"),
  ])
  func `a time zone has a city`(text: String, city: String) {
    #expect(TimeZoneText(text)?.city == city)
  }

  @Test(arguments: [
    "Europe", "Europe/", "/Paris", "Paris/Europe", "Europe/Paris/1/2", "Europe/New York",
    "europe/paris",
  ])
  func `another text with a slash is none`(text: String) {
    #expect(TimeZoneText(text) == nil)
  }
}
