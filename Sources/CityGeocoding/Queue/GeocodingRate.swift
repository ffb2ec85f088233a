/// The rate limit of a queue: the pauses between requests, and the number of concurrent requests.
public struct GeocodingRate: Sendable, Hashable {
  /// The least time from the start of a request to the start of the next.
  public let interval: Duration
  /// The least time from a failure to the start of the next request.
  public let intervalAfterFailure: Duration
  /// The greatest number of concurrent requests.
  public let concurrency: Int

  /// Creates a rate limit.
  ///
  /// - Parameters:
  ///   - interval: The least time from the start of a request to the start of the next; at least 0.
  ///   - intervalAfterFailure: The least time from a failure to the start of the next request; at least
  ///     0.
  ///   - concurrency: The greatest number of concurrent requests; at least 1.
  public init(interval: Duration, intervalAfterFailure: Duration, concurrency: Int = 1) {
    precondition(interval >= .zero, "interval must be at least 0, got \(interval).")
    precondition(
      intervalAfterFailure >= .zero,
      "intervalAfterFailure must be at least 0, got \(intervalAfterFailure).")
    precondition(concurrency >= 1, "concurrency must be at least 1, got \(concurrency).")
    self.interval = interval
    self.intervalAfterFailure = intervalAfterFailure
    self.concurrency = concurrency
  }

  /// One request a second, two seconds after a failure, one at a time: what public services allow.
  public static let standard = GeocodingRate(
    interval: .seconds(1), intervalAfterFailure: .seconds(2))

  /// No pauses, and sixteen concurrent requests, for geocoders that answer offline.
  public static let unlimited = unlimited(concurrency: 16)

  /// No pauses.
  ///
  /// - Parameter concurrency: The greatest number of concurrent requests; at least 1.
  /// - Returns: The rate limit.
  public static func unlimited(concurrency: Int) -> GeocodingRate {
    GeocodingRate(interval: .zero, intervalAfterFailure: .zero, concurrency: concurrency)
  }
}
