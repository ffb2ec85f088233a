/// How often and how much at once a queue asks its geocoder.
public struct GeocodingRate: Sendable, Hashable {
  /// The time from the start of a request to the start of the next.
  public let interval: Duration
  /// The time from a failure to the start of the next request, if that is longer.
  public let intervalAfterFailure: Duration
  /// The most requests to wait for at once.
  public let concurrency: Int

  /// Creates a rate.
  ///
  /// - Parameters:
  ///   - interval: The time from the start of a request to the start of the next; not negative.
  ///   - intervalAfterFailure: The time from a failure to the start of the next request; not
  ///     negative.
  ///   - concurrency: The most requests to wait for at once; at least 1.
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

  /// One request a second, two seconds after a failure, one at once: what public servers bear.
  public static let standard = GeocodingRate(
    interval: .seconds(1), intervalAfterFailure: .seconds(2))

  /// No waiting, and sixteen requests at once: for geocoders that answer offline.
  public static let unlimited = unlimited(concurrency: 16)

  /// No waiting.
  ///
  /// - Parameter concurrency: The most requests to wait for at once; at least 1.
  /// - Returns: The rate.
  public static func unlimited(concurrency: Int) -> GeocodingRate {
    GeocodingRate(interval: .zero, intervalAfterFailure: .zero, concurrency: concurrency)
  }
}
