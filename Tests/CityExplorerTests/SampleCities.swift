import CitySearch
import CitySession
import CityTestSupport
import GazetteerBuilding

/// A few cities of the world: seven large ones, and five called Springfield.
enum SampleCities {
  private static let ids: Set<City.ID> = [
    2_867_714, 2_950_159, 2_988_507, 4_717_560, 3_448_439, 1_850_147, 5_128_581, 4_250_542,
    4_951_788, 4_409_896, 4_525_353, 5_754_005,
  ]

  static let gazetteer: Gazetteer = {
    do {
      return try World.cities.get().gazetteer.filtered { ids.contains($0.id) }
    } catch {
      preconditionFailure("The sample must be a gazetteer: \(error)")
    }
  }()
}

extension SearchClient {
  /// A client of the sample, whose cities have their own names only.
  static let preview = live(SampleCities.gazetteer)
}
