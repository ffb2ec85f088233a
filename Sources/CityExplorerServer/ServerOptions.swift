#if Server
public import ArgumentParser
internal import Foundation
public import Logging

/// The options of a server: address, data and trust.
struct ServerOptions: ParsableArguments {
  @Option(
    help: "The address to listen on; 0.0.0.0 for all interfaces, :: with those of IPv6.",
    // An address of IPv6 may be in brackets, as in a URL.
    transform: { $0.hasPrefix("[") && $0.hasSuffix("]") ? String($0.dropFirst().dropLast()) : $0 })
  var host = "127.0.0.1"

  @Option(help: "The port to listen on; 0 for any free port.")
  var port = 8080

  @Option(
    name: .customLong("data"),
    help: ArgumentHelp(
      "The folder for favorites and addresses of visitors; without it, they are in memory only.",
      valueName: "folder"))
  var dataPath: String?

  @Option(
    name: .customLong("cities"),
    help: ArgumentHelp("A gazetteer file in place of the shipped one.", valueName: "file"))
  var citiesPath: String?

  @Flag(
    help: ArgumentHelp(
      """
      Let pages choose among all engines, for developers. Each is built at its first use, and takes up to \
      hundreds of megabytes.
      """))
  var engines = false

  @Option(
    name: .customLong("cors"),
    help: ArgumentHelp(
      "An origin whose scripts may call the service, or * for any; may be repeated.",
      valueName: "origin"))
  var allowedOrigins: [String] = []

  @Flag(
    help: ArgumentHelp(
      """
      The server is behind a balancer, which must set X-Forwarded-For and X-Forwarded-Proto: the \
      last address is that of the client, and https makes the cookies Secure.
      """))
  var behindBalancer = false

  @Flag(help: "Log a line for each request, without its query.")
  var accessLog = false

  @Option(
    help: ArgumentHelp(
      """
      A server of map tiles whose pictures of 256 pixels are the ground of the map, with {z}, {x} and {y} \
      for zoom, column and row: https://tiles.example.org/{z}/{x}/{y}.png
      """, valueName: "url"))
  var tiles: String?

  @Option(help: "The log level: trace, debug, info, notice, warning, error.")
  var logLevel = Logger.Level.info

  /// Rejects options that a server cannot start with.
  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port must be from 0 to 65535, got \(port).")
    }
    if let tiles, PageHeaders.origin(ofTiles: tiles) == nil {
      throw ValidationError(
        "--tiles must be an http or https URL with {z}, {x} and {y}, got '\(tiles)'.")
    }
    for origin in allowedOrigins where origin != "*" && URL(string: origin)?.host() == nil {
      throw ValidationError(
        "--cors must be an origin such as https://example.org, or *, got '\(origin)'.")
    }
  }
}

extension ServerOptions {
  /// The address to listen on as URLs have it, where IPv6 is in brackets.
  var urlHost: String { host.contains(":") ? "[\(host)]" : host }

  /// The folder for favorites and addresses of visitors; `nil` for memory only.
  var dataFolder: URL? { dataPath.map { URL(filePath: $0, directoryHint: .isDirectory) } }

  /// The gazetteer file; `nil` for the shipped one.
  var citiesFile: URL? { citiesPath.map { URL(filePath: $0, directoryHint: .notDirectory) } }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

/// The limits of a server: rate, concurrency, sizes and times.
struct ServerLimits: ParsableArguments {
  @Option(help: "The largest body of a request, in bytes.")
  var bodySize = 1_048_576

  @Option(help: "The largest number of addresses in a geocoding request.")
  var addresses = 10_000

  @Option(help: "The longest time for a geocoding request, in seconds.")
  var geocodingTime = 30

  @Option(help: "The largest number of concurrent geocoding requests.")
  var geocodings = 8

  @Option(
    help: ArgumentHelp(
      """
      The sustained rate limit of a client, in requests per second. A request that takes more than 10 ms, \
      such as a list of addresses, counts as several.
      """))
  var rate = 50.0

  @Option(help: "The burst limit of a client, in requests.")
  var burst = 200

  @Option(help: "The largest number of concurrent requests.")
  var concurrentRequests = 1_000

  @Option(help: "The largest number of open pages.")
  var openPages = 1_000

  @Option(help: "The largest number of open pages of an address.")
  var clientPages = 100

  @Option(help: "The largest number of open pages of a visitor.")
  var visitorPages = 8

  @Option(help: "The largest number of visitors in the folder of --data.")
  var visitors = 100_000

  @Option(help: "The largest size of the folder of --data, in megabytes.")
  var dataSize = 1_000

  @Option(help: "The days after which the data of visitors who did not come back are removed.")
  var visitorDays = 400

  @Option(help: "The largest number of open connections.")
  var connections = 20_000

  @Option(
    help: "The longest time to receive a request, and for a connection to be idle, in seconds.")
  var idleTimeout = 30

  /// Rejects limits under which the server could not answer.
  func validate() throws {
    for (name, value) in [
      ("body-size", bodySize), ("addresses", addresses), ("geocoding-time", geocodingTime),
      ("geocodings", geocodings), ("burst", burst), ("concurrent-requests", concurrentRequests),
      ("open-pages", openPages), ("client-pages", clientPages), ("visitor-pages", visitorPages),
      ("visitors", visitors), ("data-size", dataSize), ("visitor-days", visitorDays),
      ("connections", connections), ("idle-timeout", idleTimeout),
    ] where value < 1 {
      throw ValidationError("--\(name) must be at least 1, got \(value).")
    }
    guard rate > 0, rate.isFinite else {
      throw ValidationError("--rate must be greater than 0, got \(rate).")
    }
  }
}

extension ServerLimits {
  /// The limits of the folder of visitors.
  var folder: VisitorFolder.Limits {
    VisitorFolder.Limits(
      size: dataSize * 1_000_000, visitors: visitors, age: Double(visitorDays) * 86_400)
  }
}
#endif
