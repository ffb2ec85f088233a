#if Server
import ArgumentParser
import CitySearch
import Foundation
import GazetteerBuilding
import GeoNamesCities
import Logging

@testable import CityExplorerServer

/// A server for tests, over the shipped cities of 100,000 people or more, which are fast to open.
enum ServerFixture {
  private static let file = FileManager.default.temporaryDirectory
    .appending(path: "city-search-tests-\(UUID().uuidString).gazetteer")

  private static let cities = Result {
    try Gazetteer.geoNames().filtered { $0.population >= 100_000 }.write(to: file)
    // All tests use it, so it goes with the process.
    atexit { try? FileManager.default.removeItem(at: file) }
    return file
  }

  /// The file of the cities.
  static func citiesFile() throws -> URL { try cities.get() }

  /// A server with some options, whose limits of rates and times are out of the way unless they are given:
  /// a request may wait for the tests that run beside it.
  static func server(_ options: String..., limits: String...) throws -> CityServer {
    try server(options: options, limits: limits)
  }

  static func server(options: [String], limits: [String]) throws -> CityServer {
    var logger = Logger(label: "tests")
    logger.logLevel = .error
    return try CityServer(
      options: .parse(["--port", "0", "--cities", citiesFile().path] + options),
      limits: .parse(
        [
          "--rate", "1000000", "--burst", "1000000", "--geocoding-time", "600",
          "--idle-timeout", "600",
        ] + limits), logger: logger)
  }

  /// The cities of the server.
  static func search() throws -> CityIndex {
    CityIndex(try Gazetteer(mapping: citiesFile()))
  }
}
#endif
