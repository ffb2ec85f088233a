package import CitySearch
internal import GeoNamesCities

/// The cities of the world, mapped, so that no test waits for them.
package enum World {
  package static let cities = Result { CityIndex(try Gazetteer.geoNames()) }
}
