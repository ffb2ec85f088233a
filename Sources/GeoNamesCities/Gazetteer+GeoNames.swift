public import CitySearch
internal import Foundation

extension Gazetteer {
  /// Opens the shipped gazetteer: the cities of the world by GeoNames, with their names in many
  /// languages, the names of countries and divisions, and the indexes.
  ///
  /// It has the places with a population of at least 500, and the seats of divisions, whose population
  /// is 0 if it is unknown. Cities with a population of at least 5,000 have their alternate names.
  ///
  /// ```swift
  /// let cities = CityIndex(try Gazetteer.geoNames())
  /// cities.search(for: "reykj").first?.city.name  // "Reykjavík"
  /// ```
  ///
  /// The file is memory-mapped, not read. Every call maps it again, so call this once and keep the
  /// gazetteer. The data is licensed under Creative Commons Attribution 4.0: an app that ships it must
  /// credit GeoNames and name the license.
  ///
  /// If the resource bundle of this module is missing from the app, the code that Swift Package Manager
  /// generates to find it terminates the process.
  ///
  /// - Returns: The gazetteer.
  /// - Throws: ``CitySearch/GazetteerError`` if the file is missing from that bundle, or is damaged.
  /// - Complexity: O(*c*), where *c* is the number of countries and divisions: 0.2 ms at the first call of
  ///   a process, and 15 µs after that.
  public static func geoNames() throws(GazetteerError) -> Gazetteer {
    // Not a path below the URL of the bundle: on macOS resources lie in a subfolder.
    guard let file = Bundle.module.url(forResource: "cities", withExtension: "gazetteer") else {
      throw .unreadable(file: "cities.gazetteer", reason: "it is missing from the resource bundle")
    }
    return try Gazetteer(mapping: file)
  }
}
