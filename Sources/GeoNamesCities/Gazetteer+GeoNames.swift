public import CitySearch
internal import Foundation

extension Gazetteer {
  /// The cities of the world by GeoNames, with their names in many languages, and what people call
  /// countries and divisions: ready to be searched.
  ///
  /// These are the places of 500 people or more, and the seats of divisions; the population is 0 where
  /// it is unknown. Other names are those of cities of 5,000 people or more.
  ///
  /// ```swift
  /// let cities = CityCompleter(try Gazetteer.geoNames())
  /// cities.search(for: "reykj").first?.city.name  // "Reykjavík"
  /// ```
  ///
  /// The file is mapped, not read, and every call maps it anew; keep what the first one gives. The data
  /// is licensed under Creative Commons Attribution 4.0: an app that ships it must say so, and name
  /// GeoNames.
  ///
  /// If the whole resource bundle of this module is missing from the app, the code that Swift Package
  /// Manager generates to find it stops the process.
  ///
  /// - Throws: ``CitySearch/GazetteerError`` if the file is missing from that bundle, or damaged.
  /// - Complexity: O(*c*), where *c* is the number of countries and divisions: some microseconds.
  public static func geoNames() throws(GazetteerError) -> Gazetteer {
    // Not beside the bundle's URL: on macOS resources lie deeper in it.
    guard let file = Bundle.module.url(forResource: "cities", withExtension: "gazetteer") else {
      throw .unreadable(file: "cities.gazetteer", reason: "it is missing from the resource bundle")
    }
    return try Gazetteer(mapping: file)
  }
}
