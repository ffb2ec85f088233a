import CitySearch
import Fixtures
import Foundation

extension Gazetteer {
  /// The cities shipped with all their names, from a file that is mapped in some microseconds.
  ///
  /// The gazetteer in the library has the other names of large cities only, and indexing all names takes
  /// seconds. So the first command that needs them writes them beside the program, into the folder of its
  /// build, for later commands. If that folder is not writable, they are loaded every time.
  ///
  /// - Returns: The cities, as ``Dataset/gazetteer(otherNamesFromPopulation:)`` has them.
  /// - Throws: `GazetteerError`.
  static func mappedWithAllNames() throws -> Gazetteer {
    guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath() else {
      return try Dataset.shipped.gazetteer()
    }
    let file = program.deletingLastPathComponent().appending(path: "all-names.gazetteer")
    let sources = [
      program, Fixtures.cities, Fixtures.admin1Codes, Fixtures.countryInfo, Fixtures.regions,
    ]
    // As in a build system: a file older than one of its sources is made again.
    if file.isNewer(than: sources), let gazetteer = try? Gazetteer(mapping: file) {
      return gazetteer
    }
    let gazetteer = try Dataset.shipped.gazetteer()
    // The program works without the file, only slower.
    try? gazetteer.write(to: file)
    return gazetteer
  }
}

extension URL {
  /// Whether this file was written after all others.
  fileprivate func isNewer(than others: [URL]) -> Bool {
    guard let own = modificationDate else { return false }
    return others.allSatisfy { other in other.modificationDate.map { $0 < own } ?? false }
  }

  /// When this file was last written; `nil` if there is none.
  var modificationDate: Date? {
    try? resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
  }
}
