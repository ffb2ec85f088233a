import CitySearch
import Fixtures
import Foundation

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

  /// The cities shipped with all their names, from a file that is mapped in some microseconds.
  ///
  /// The gazetteer that the library ships has the other names of large cities only, and to index all of
  /// them takes seconds. So whoever needs them first writes them beside the program, into the folder of
  /// its build, where others find them. Where that folder is not writable, they are loaded every time.
  ///
  /// - Returns: The cities, as ``shipped(otherNamesFromPopulation:)`` has them.
  /// - Throws: What is wrong with the files that are shipped.
  static func mappedWithAllNames() throws -> Gazetteer {
    guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath() else {
      return try shipped()
    }
    let file = program.deletingLastPathComponent().appending(path: "all-names.gazetteer")
    let sources = [
      program, Fixtures.cities, Fixtures.admin1Codes, Fixtures.countryInfo, Fixtures.regions,
    ]
    // As a build system has it: what is older than something that it was made from is made anew.
    if file.isNewer(than: sources), let gazetteer = try? Gazetteer(mapping: file) {
      return gazetteer
    }
    let gazetteer = try shipped()
    // The program works without the file, only slower.
    try? gazetteer.write(to: file)
    return gazetteer
  }
}

extension URL {
  /// Whether this file was written after all others.
  fileprivate func isNewer(than others: [URL]) -> Bool {
    func date(_ file: URL) -> Date? {
      try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
    }
    guard let own = date(self) else { return false }
    return others.allSatisfy { other in date(other).map { $0 < own } ?? false }
  }
}
