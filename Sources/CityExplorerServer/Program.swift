#if Server
import ArgumentParser
import CMalloc
import Foundation
import Hummingbird
import Logging
import NIOCore

/// The command line of `city-explorer`.
@main
struct Program: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "city-explorer",
    abstract: "City Explorer in a browser, and search for cities as a service.",
    discussion: """
      Each option has a variable of the environment, which the command line overrides: \
      CITY_EXPLORER_PORT=80 is --port 80, and CITY_EXPLORER_BEHIND_BALANCER=true is --behind-balancer.
      """,
    version: "0.1.0, not released yet")

  @OptionGroup(title: "Server") var options: ServerOptions
  @OptionGroup(title: "Limits") var limits: ServerLimits

  /// Runs the command line, with the options of the environment.
  static func main() async {
    // With an arena for each thread, four lists of streets at once left up to 47 MB; with two, 8.
    limit_arenas(2)
    do {
      let arguments = try EnvironmentOptions.arguments(
        Array(CommandLine.arguments.dropFirst()), with: ProcessInfo.processInfo.environment)
      await main(arguments)
    } catch {
      exit(withError: error)
    }
  }

  /// Serves until the process gets a signal to stop, then finishes the requests in flight.
  func run() async throws {
    var logger = Logger(label: "city-explorer")
    logger.logLevel = options.logLevel
    if let folder = options.exportPath {
      let site = try Site(cities: options.citiesFile, tiles: options.tiles, hasService: false)
      try site.export(to: URL(filePath: folder, directoryHint: .isDirectory))
      logger.info(
        "Wrote \(site.files.count) files into \(folder), each with .gz and .br beside it.")
      return
    }
    let server = try CityServer(options: options, limits: limits, logger: logger)
    do {
      try await server.run()
    } catch let error as IOError {
      throw ListeningError(host: options.urlHost, port: options.port, code: error.errnoCode)
    }
    logger.info("The server has stopped.")
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
#else
import Foundation

/// The program without the trait `Server`: it says how to build the server.
@main
enum Program {
  static func main() {
    let advice = """
      city-explorer was built without the trait Server. Run it with the trait:
      swift run -c release --traits Server city-explorer

      """
    FileHandle.standardError.write(Data(advice.utf8))
    exit(EXIT_FAILURE)
  }
}
#endif
