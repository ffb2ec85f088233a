import CitySearch
import GeoNamesCities

/// The cities of the world, mapped, so that no test waits for them.
enum World {
  static let cities = Result { CityIndex(try Gazetteer.geoNames()) }
}
