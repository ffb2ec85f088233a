import CitySearch
import Fixtures
import Foundation
import PrefixBenchmark

extension Gazetteer {
  /// The cities shipped with all their names, from a file that is mapped in some microseconds.
  ///
  /// The gazetteer in the library has the other names of large cities only, and indexing all names takes
  /// seconds. So the first command that needs them writes them beside the program, into the folder of its
  /// build, for later commands. If that folder is not writable, they are loaded every time.
  static func mappedWithAllNames() throws -> Gazetteer {
    guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath() else {
      return try Dataset.shipped.gazetteer()
    }
    let file = program.deletingLastPathComponent().appending(path: "all-names.gazetteer")
    let sources = [
      program, Fixtures.cities, Fixtures.admin1Codes, Fixtures.countryInfo, Fixtures.regions,
      Fixtures.languages,
    ]
    // As in a build system: a file older than one of its sources is made again.
    let isNewer = file.modificationDate.map { written in
      sources.allSatisfy { $0.modificationDate.map { $0 < written } ?? false }
    }
    if isNewer == true, let gazetteer = try? Gazetteer(mapping: file) {
      return gazetteer
    }
    let gazetteer = try Dataset.shipped.gazetteer()
    // The program works without the file, only slower.
    try? gazetteer.write(to: file)
    return gazetteer
  }
}
