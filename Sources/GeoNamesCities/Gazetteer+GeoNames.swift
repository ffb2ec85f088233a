public import CitySearch
package import Foundation
internal import SystemFiles

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
  /// The file is in the resource bundle of this module, which an app contains. A program that is copied
  /// to another folder or machine needs the bundle beside it, a folder whose name the error says. For a
  /// server, a file beside its other data is better: open it with `Gazetteer(mapping:)`.
  ///
  /// - Returns: The gazetteer.
  /// - Throws: ``CitySearch/GazetteerError`` if the bundle or its file are missing, or the file is damaged.
  /// - Complexity: O(*c*), where *c* is the number of countries and divisions: 0.2 ms at the first call of
  ///   a process, and 15 µs after that.
  public static func geoNames() throws(GazetteerError) -> Gazetteer {
    try Gazetteer(mapping: geoNamesFile())
  }

  /// The file of the shipped cities.
  ///
  /// - Throws: `GazetteerError` if the bundle of the module is missing.
  package static func geoNamesFile() throws(GazetteerError) -> URL {
    do throws(MissingResources) { return try resources.url(named: "cities.gazetteer") } catch {
      throw .unreadable(
        file: "cities.gazetteer",
        reason: "\(error.reason), or another file opened with Gazetteer(mapping:)")
    }
  }
}

/// The bundle with the file, which is looked for once.
private let resources = ResourceBundle(ofTarget: "GeoNamesCities")
