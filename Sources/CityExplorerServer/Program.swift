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

  /// Serves until the process is asked to stop, and then finishes what it has begun.
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

/// The address cannot be listened at.
struct ListeningError: Error, CustomStringConvertible {
  let host: String
  let port: Int
  /// The number of the system's error.
  let code: CInt

  var description: String {
    let reason = POSIXErrorCode(rawValue: code).map { POSIXError($0).localizedDescription }
    return "The server cannot listen at \(host):\(port): \(reason ?? "error \(code)")"
  }
}
#else
import Foundation

/// What is built in place of the server without the trait that it needs.
@main
enum Program {
  static func main() {
    let advice = """
      This build of city-explorer has no server in it. Run it with the trait Server:
      swift run -c release --traits Server city-explorer

      """
    FileHandle.standardError.write(Data(advice.utf8))
    exit(EXIT_FAILURE)
  }
}
#endif
