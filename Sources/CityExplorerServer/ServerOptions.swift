#if Server
public import ArgumentParser
internal import CitySearch
internal import Foundation
internal import GeoNamesCities
public import Logging

/// The options of a server: address, data and trust.
struct ServerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The address to listen on; by default 127.0.0.1, for this machine only.",
      discussion: "0.0.0.0 for all interfaces, :: with those of IPv6."),
    // An address of IPv6 may be in brackets, as in a URL.
    transform: { $0.hasPrefix("[") && $0.hasSuffix("]") ? String($0.dropFirst().dropLast()) : $0 })
  var host = "127.0.0.1"

  @Option(help: "The port to listen on; 0 for any free port.")
  var port = 8080

  @OptionGroup var site: SiteOptions

  @Option(
    name: .customLong("cors"),
    help: ArgumentHelp(
      "An origin whose scripts may call the service, or * for any; may be repeated.",
      valueName: "origin"))
  var allowedOrigins: [String] = []

  @Flag(
    help: ArgumentHelp(
      """
      The server is behind a balancer, which must set X-Forwarded-For: the last address is that of the client.
      """))
  var behindBalancer = false

  @Flag(help: "Log a line for each request, without its query.")
  var accessLog = false

  @Option(help: "The log level: trace, debug, info, notice, warning, error, critical.")
  var logLevel = Logger.Level.info

  /// Rejects options that a server cannot start with.
  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port must be from 0 to 65535, got \(port).")
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
}

/// The options of the page: its cities and its map.
struct SiteOptions: ParsableArguments {
  @Option(
    name: .customLong("cities"),
    help: ArgumentHelp("A gazetteer file in place of the shipped one.", valueName: "file"))
  var citiesPath: String?

  @Option(
    help: ArgumentHelp(
      """
      A server of map tiles whose pictures of 256 pixels are the ground of the map, with {z}, {x} and {y} \
      for zoom, column and row: https://tiles.example.org/{z}/{x}/{y}.png
      """, valueName: "url"))
  var tiles: String?

  /// Rejects a server of tiles that no page can ask.
  func validate() throws {
    if let tiles, SiteHeaders.origin(ofTiles: tiles) == nil {
      throw ValidationError(
        "--tiles must be an http or https URL with {z}, {x} and {y}, got '\(tiles)'.")
    }
  }

  /// The gazetteer file; `nil` for the shipped one.
  var citiesFile: URL? { citiesPath.map { URL(filePath: $0, directoryHint: .notDirectory) } }

  /// Opens the cities.
  func openCities() throws(GazetteerError) -> Gazetteer {
    guard let citiesFile else { return try .geoNames() }
    return try Gazetteer(mapping: citiesFile)
  }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
#endif
