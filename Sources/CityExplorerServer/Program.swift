#if Server
import ArgumentParser
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
    version: "0.1.0, not released yet")

  @OptionGroup(title: "Server") var options: ServerOptions
  @OptionGroup(title: "Limits") var limits: ServerLimits

  /// Serves until the process gets a signal to stop, then finishes the requests in flight.
  func run() async throws {
    var logger = Logger(label: "city-explorer")
    logger.logLevel = options.logLevel
    let server = try CityServer(options: options, limits: limits, logger: logger)
    do {
      try await server.application().runService()
    } catch let error as IOError {
      throw ListeningError(host: options.host, port: options.port, code: error.errnoCode)
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
