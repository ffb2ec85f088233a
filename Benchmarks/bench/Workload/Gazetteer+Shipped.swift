import CitySearch
import Fixtures

extension Gazetteer {
  /// The cities shipped with all their names, and with those of countries and divisions.
  ///
  /// - Parameter population: The least population of cities whose other names are taken.
  /// - Returns: The cities.
  /// - Throws: What is wrong with the files.
  static func shipped(otherNamesFromPopulation population: Int = 0) throws -> Gazetteer {
    try Gazetteer(
      contentsOf: Fixtures.cities, admin1Codes: Fixtures.admin1Codes,
      countryInfo: Fixtures.countryInfo, regions: Fixtures.regions,
      otherNamesFromPopulation: population)
  }

  /// The cities shipped without their other names, which engines over own names do not need.
  ///
  /// - Parameter withRegions: Whether to join in the names of countries and divisions.
  /// - Returns: The cities, in the same order with regions and without.
  /// - Throws: What is wrong with the files.
  static func shippedOwnNames(withRegions: Bool = false) throws -> Gazetteer {
    guard withRegions else {
      return try Gazetteer(contentsOf: Fixtures.cities, otherNamesFromPopulation: .max)
    }
    return try shipped(otherNamesFromPopulation: .max)
  }
}
