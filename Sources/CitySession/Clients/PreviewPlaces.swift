package import CitySearch

/// A gazetteer of twelve cities, and the names of their regions.
package struct PreviewPlaces: PlaceResolving {
  package init() {}

  package static let gazetteer: Gazetteer = {
    do {
      return try Gazetteer(cities)
    } catch {
      preconditionFailure("the cities of the preview must form a gazetteer: \(error)")
    }
  }()

  package func mapItems(withIDs ids: [City.ID]) -> [MapItem] {
    ids.compactMap { id in
      Self.gazetteer.city(withID: id).map { city in
        MapItem(
          id: id,
          placemark: Placemark(
            city, administrativeArea: admin1Name(of: city), countryName: countryName(of: city)))
      }
    }
  }

  package func admin1Name(of city: City) -> String? {
    Self.divisions["\(city.countryCode).\(city.admin1Code)"]
  }

  package func countryName(of city: City) -> String? { Self.countries[city.countryCode] }

  package func namesakes(of city: City) -> [City] { Self.gazetteer.namesakes(of: city) }

  private static let countries: [CountryCode: String] = [
    "BR": "Brazil", "DE": "Germany", "FR": "France", "JP": "Japan", "US": "United States",
  ]

  private static let divisions = [
    "BR.27": "São Paulo", "DE.02": "Bavaria", "DE.16": "State of Berlin", "FR.11": "Île-de-France",
    "JP.40": "Tokyo", "US.IL": "Illinois", "US.MA": "Massachusetts", "US.MO": "Missouri",
    "US.NY": "New York", "US.OH": "Ohio", "US.OR": "Oregon", "US.TX": "Texas",
  ]

  private static let cities = [
    city(2_867_714, "Munich", "DE", "02", 48.13743, 11.57549, 1_260_391),
    city(2_950_159, "Berlin", "DE", "16", 52.52437, 13.41053, 3_426_354),
    city(2_988_507, "Paris", "FR", "11", 48.85341, 2.3488, 2_138_551),
    city(4_717_560, "Paris", "US", "TX", 33.66094, -95.55551, 24_782),
    city(3_448_439, "São Paulo", "BR", "27", -23.5475, -46.63611, 10_021_295),
    city(1_850_147, "Tokyo", "JP", "40", 35.6895, 139.69171, 8_336_599),
    city(5_128_581, "New York City", "US", "NY", 40.71427, -74.00597, 8_804_190),
    city(4_250_542, "Springfield", "US", "IL", 39.80172, -89.64371, 116_565),
    city(4_951_788, "Springfield", "US", "MA", 42.10148, -72.58981, 155_929),
    city(4_409_896, "Springfield", "US", "MO", 37.21533, -93.29824, 169_176),
    city(4_525_353, "Springfield", "US", "OH", 39.92423, -83.80882, 59_357),
    city(5_754_005, "Springfield", "US", "OR", 44.04624, -123.02203, 61_893),
  ]

  private static func city(
    _ id: Int, _ name: String, _ countryCode: CountryCode, _ admin1Code: DivisionCode,
    _ latitude: Double,
    _ longitude: Double, _ population: Int
  ) -> City {
    City(
      id: id, name: name, countryCode: countryCode, admin1Code: admin1Code,
      coordinate: Coordinate(latitude: latitude, longitude: longitude), population: population)
  }
}
