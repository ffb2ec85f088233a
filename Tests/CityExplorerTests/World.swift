import CitySearch
import Fixtures

/// The cities of the world, read once for all tests, since it takes a while.
enum World {
  static let cities = Result {
    CityIndex(
      try Gazetteer(
        contentsOf: Fixtures.cities, admin1Codes: Fixtures.admin1Codes,
        countryInfo: Fixtures.countryInfo))
  }

  /// The same, read elsewhere than on the main actor, where screens wait for it.
  @concurrent static func gazetteer() async throws -> Gazetteer { try cities.get().gazetteer }
}
