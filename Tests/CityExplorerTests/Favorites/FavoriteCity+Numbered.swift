import CityExplorer
import CitySearch

extension FavoriteCity {
  /// A city with a name and a place that follow from its id.
  static func numbered(_ id: Int) -> FavoriteCity {
    FavoriteCity(
      id: id,
      placemark: Placemark(
        coordinate: Coordinate(latitude: Double(id % 90), longitude: Double(id % 180)),
        name: "City \(id)", countryCode: "FR", countryName: "France"))
  }
}
