package import CityFavorites
package import CitySearch
internal import CitySession
internal import GeoNamesCities

extension FavoriteCity {
  /// A city with a name and a place that follow from its id.
  package static func numbered(_ id: City.ID) -> FavoriteCity { numbered(Int(id.rawValue)) }

  /// A city with a name and a place that follow from its id.
  package static func numbered(_ id: Int) -> FavoriteCity {
    FavoriteCity(
      id: City.ID(id),
      placemark: Placemark(
        coordinate: Coordinate(latitude: Double(id % 90), longitude: Double(id % 180)),
        name: "City \(id)", countryCode: "FR", countryName: "France"))
  }
}

extension City {
  /// A city with a name that follows from its id.
  package static func testCity(_ id: City.ID) -> City {
    City(id: id, name: "City \(id)", countryCode: "XX", coordinate: .zero)
  }
}

/// Tests number their cities.
extension City.ID: Strideable {
  package func distance(to other: City.ID) -> Int { Int(other.rawValue - rawValue) }

  package func advanced(by count: Int) -> City.ID { City.ID(rawValue + Int64(count)) }
}

extension Coordinate {
  /// Where the equator meets the prime meridian.
  package static let zero = Coordinate(latitude: 0, longitude: 0)
}

/// The cities of the world, mapped, so that no test waits for them.
package enum World {
  package static let cities = Result { CityIndex(try Gazetteer.geoNames()) }
}
