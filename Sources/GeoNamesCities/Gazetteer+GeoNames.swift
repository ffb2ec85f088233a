public import CitySearch
internal import Foundation

extension Gazetteer {
  /// The cities of the world with 500 people or more, by GeoNames, with the names of their countries
  /// and divisions and a radix tree over their names: ready to be searched.
  ///
  /// ```swift
  /// let cities = CityIndex(try Gazetteer.geoNames())
  /// cities.search(for: "reykj").first?.city.name  // "Reykjavík"
  /// ```
  ///
  /// The file is mapped, not read, and every call maps it anew; keep what the first one gives. The data
  /// is licensed under Creative Commons Attribution 4.0: an app that ships it must say so, and name
  /// GeoNames.
  ///
  /// - Throws: ``CitySearch/GazetteerError`` if the file that comes with this module is missing from the
  ///   app, or damaged.
  /// - Complexity: O(*c*), where *c* is the number of countries and divisions: some microseconds.
  public static func geoNames() throws(GazetteerError) -> Gazetteer {
    try Gazetteer(mapping: Bundle.module.bundleURL.appending(path: "cities.gazetteer"))
  }
}
