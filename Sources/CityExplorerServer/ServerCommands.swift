#if Server
package import ArgumentParser
import CMalloc
import Foundation
import Hummingbird
import Logging
import NIOCore

/// `city-explorer serve`: City Explorer in a browser, and the search as a service.
package struct ServeCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serves City Explorer in a browser, and the search as a service.",
    discussion: """
      Each option has a variable of the environment, which the command line overrides: \
      CITY_EXPLORER_PORT=80 is --port 80, and CITY_EXPLORER_BEHIND_BALANCER=true is --behind-balancer.
      """)

  @OptionGroup(title: "Server") var options: ServerOptions
  @OptionGroup(title: "Limits") var limits: ServerLimits

  package init() {}

  /// Adds the options of the environment to the arguments of this command.
  package static func arguments(_ arguments: [String]) throws -> [String] {
    try EnvironmentOptions.arguments(arguments, with: ProcessInfo.processInfo.environment)
  }

  /// Serves until the process gets a signal to stop, then finishes the requests in flight.
  package func run() async throws {
    // With an arena for each thread, four lists of streets at once left up to 47 MB; with two, 8.
    limit_arenas(2)
    var logger = Logger(label: "city-explorer")
    logger.logLevel = options.logLevel
    let server = try CityServer(options: options, limits: limits, logger: logger)
    do {
      try await server.run()
    } catch let error as IOError {
      throw ListeningError(host: options.urlHost, port: options.port, code: error.errnoCode)
    }
    logger.info("The server has stopped.")
  }
}

/// `city-explorer export`: the page as static files.
package struct ExportCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes City Explorer for browsers into a folder, as files for any server.",
    discussion: """
      The page needs no service then, and works in a subfolder, too. Compressing all cities takes some minutes.
      """)

  @Argument(help: "The folder, which is made if there is none.")
  var folder: String

  @OptionGroup var site: SiteOptions

  package init() {}

  package func run() throws {
    let site = try Site(
      cities: site.openCities(), areShipped: site.citiesFile == nil, tiles: site.tiles,
      hasService: false)
    try site.export(to: URL(filePath: folder, directoryHint: .isDirectory)) { name, number, count in
      let line = "\(number) of \(count): \(name)\n"
      try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }
    let count = site.files.keys.count { $0 != Site.allCities }
    print("Wrote \(count) files into \(folder), each with .gz and .br beside it.")
  }
}

/// The server cannot listen on its address.
struct ListeningError: Error, CustomStringConvertible {
  let host: String
  let port: Int
  /// The number of the system's error.
  let code: CInt

  var description: String {
    let reason = POSIXErrorCode(rawValue: code).map { POSIXError($0).localizedDescription }
    return "The server cannot listen on \(host):\(port): \(reason ?? "error \(code)")"
  }
}
#endif
