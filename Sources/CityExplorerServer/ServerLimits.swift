#if Server
import ArgumentParser

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
      ("connections", connections), ("idle-timeout", idleTimeout),
    ] where value < 1 {
      throw ValidationError("--\(name) must be at least 1, got \(value).")
    }
    guard rate > 0, rate.isFinite else {
      throw ValidationError("--rate must be greater than 0, got \(rate).")
    }
  }
}
#endif
