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

  @Option(
    help: ArgumentHelp(
      """
      The largest number of lists of addresses, and of searches that take as long, at once. A client has a quarter of \
      it at most.
      """))
  var geocodings = 8

  @Option(
    help: ArgumentHelp(
      """
      The sustained rate limit of a client, in requests per second. A request that takes more than 10 ms of \
      processor time, such as a list of addresses, counts as several.
      """))
  var rate = 50.0

  @Option(help: "The burst limit of a client, in requests.")
  var burst = 200

  @Option(
    help: "The largest number of concurrent requests. A client has a sixteenth of it at most.")
  var concurrentRequests = 1_000

  @Option(
    help: "The largest number of open connections; less if the process may have fewer open files.")
  var connections = 20_000

  @Option(
    help: ArgumentHelp(
      """
      The largest number of open connections of a client, and at most a quarter of all. Behind a balancer there is no \
      such limit.
      """))
  var clientConnections = 256

  @Option(
    help: ArgumentHelp(
      """
      The longest time for a connection to be idle and to send a head, in seconds. A body and the reader of an answer \
      have as much, and a second more for each 1,000 bytes.
      """))
  var idleTimeout = 30

  /// The largest number of bytes, requests and connections.
  private static let largestSize = 1_000_000_000
  /// A day, in seconds.
  private static let longestTime = 86_400

  /// Rejects limits under which the server could not answer.
  func validate() throws {
    for (name, value, most) in [
      ("body-size", bodySize, Self.largestSize), ("addresses", addresses, Self.largestSize),
      ("geocoding-time", geocodingTime, Self.longestTime),
      ("geocodings", geocodings, Self.largestSize), ("burst", burst, Self.largestSize),
      ("concurrent-requests", concurrentRequests, Self.largestSize),
      ("connections", connections, Self.largestSize),
      ("client-connections", clientConnections, Self.largestSize),
      ("idle-timeout", idleTimeout, Self.longestTime),
    ] where !(1...most).contains(value) {
      throw ValidationError("--\(name) must be from 1 to \(most), got \(value).")
    }
    guard rate > 0, rate.isFinite else {
      throw ValidationError("--rate must be greater than 0, got \(rate).")
    }
  }
}
#endif
