#if Server
public import ArgumentParser
import Foundation
public import Logging

/// What the server serves, and where.
struct ServerOptions: ParsableArguments {
  @Option(help: "The address to listen at; 0.0.0.0 for all of this computer.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen at; 0 for any that is free.")
  var port = 8080

  @Option(
    name: .customLong("data"),
    help: ArgumentHelp(
      "Where to keep the favorites of visitors; without it they are gone when the server stops.",
      valueName: "folder"))
  var dataPath: String?

  @Option(
    name: .customLong("cities"),
    help: ArgumentHelp("Another gazetteer than the one that is shipped.", valueName: "file"))
  var citiesPath: String?

  @Option(
    name: .customLong("cors"),
    help: ArgumentHelp(
      "A web page's origin whose scripts may call the service, or * for any; may be repeated.",
      valueName: "origin"))
  var allowedOrigins: [String] = []

  @Flag(
    help: ArgumentHelp(
      """
      A balancer stands in front: the address of a client is the last one in X-Forwarded-For, which \
      the balancer must set.
      """))
  var behindBalancer = false

  @Option(help: "The least important messages to log: trace, debug, info, notice, warning, error.")
  var logLevel = Logger.Level.info

  /// Refuses what no server can be started with.
  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("The port must be between 0 and 65535, got \(port).")
    }
    for origin in allowedOrigins where origin != "*" && URL(string: origin)?.host() == nil {
      throw ValidationError(
        "--cors takes an origin such as https://example.org, or *, got '\(origin)'.")
    }
  }
}

extension ServerOptions {
  /// The folder for what visitors keep; `nil` for memory only.
  var dataFolder: URL? { dataPath.map { URL(filePath: $0, directoryHint: .isDirectory) } }

  /// The gazetteer to serve; `nil` for the shipped one.
  var citiesFile: URL? { citiesPath.map { URL(filePath: $0, directoryHint: .notDirectory) } }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

/// How much of everything one server does.
struct ServerLimits: ParsableArguments {
  @Option(help: "The most bytes of a request's body.")
  var bodySize = 1_048_576

  @Option(help: "The most addresses in one request for geocoding.")
  var addresses = 10_000

  @Option(help: "Seconds that one request for geocoding may take.")
  var geocodingTime = 30

  @Option(help: "Requests for geocoding that are answered at the same time.")
  var geocodings = 8

  @Option(help: "Requests a second that one client may make for long.")
  var rate = 50.0

  @Option(help: "Requests that one client may make at once, after a pause.")
  var burst = 200

  @Option(help: "Requests that are answered at the same time.")
  var concurrentRequests = 1_000

  @Option(help: "Pages that may be open at the same time.")
  var openPages = 1_000

  @Option(help: "Connections that may be open at the same time.")
  var connections = 20_000

  @Option(help: "Seconds that a request may take to come, and a connection may be without one.")
  var idleTimeout = 30

  /// Refuses limits under which nothing could be served.
  func validate() throws {
    for (name, value) in [
      ("body-size", bodySize), ("addresses", addresses), ("geocoding-time", geocodingTime),
      ("geocodings", geocodings), ("burst", burst), ("concurrent-requests", concurrentRequests),
      ("open-pages", openPages), ("connections", connections), ("idle-timeout", idleTimeout),
    ] where value < 1 {
      throw ValidationError("--\(name) must be at least 1, got \(value).")
    }
    guard rate > 0, rate.isFinite else {
      throw ValidationError("--rate must be greater than 0, got \(rate).")
    }
  }
}
#endif
