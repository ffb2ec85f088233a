internal import Foundation

/// The retry rule of a queue.
///
/// Transient errors are retried with exponential backoff. Errors of an address are cached, so that the
/// next start of the program does not request it again; the cache expires, because maps grow. Errors of
/// the service are not cached: ``GeocodingError/refused(reason:)`` stops the queue, and
/// ``GeocodingError/tooManyRequests(retryAfter:)`` makes it pause with the same backoff. It pauses, too, when
/// the service cannot be reached three times in a row. After a pause, one request at a time tries the
/// service, and the next pause is longer, until the service answers.
///
/// Pauses have jitter, so that several programs do not come back at once. The retries of an address have
/// none: a queue sends its requests one after another at its ``GeocodingRate``.
public struct GeocodingRetryPolicy: Sendable, Hashable {
  /// The largest number of attempts for an address, after which it fails until the queue is resumed.
  ///
  /// Requests that the service rejects as too many do not count.
  public let maximumAttempts: Int
  /// The delay between the first failure and the second attempt.
  ///
  /// It doubles after each failure.
  public let firstDelay: Duration
  /// The longest delay, unless the geocoder asks for a longer one.
  public let maximumDelay: Duration
  /// The time for which an address without a result is not requested again.
  public let failureLifetime: Duration
  /// The greatest share by which a pause of the service is longer than its delay or than what the service
  /// asked for; the actual share is random.
  public let jitter: Double

  /// The longest pause that a geocoder can ask for, and the longest time limit of a request: a day.
  ///
  /// Longer durations are clamped to this one, and negative ones to 0.
  public static let longestPause = Duration.seconds(86_400)

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - maximumAttempts: The largest number of attempts for an address; at least 1.
  ///   - firstDelay: The delay between the first failure and the second attempt; at least 0.
  ///   - maximumDelay: The longest delay; at least `firstDelay`.
  ///   - failureLifetime: The time for which an address without a result is not requested again; at
  ///     least 0.
  ///   - jitter: The greatest share by which a pause of the service is longer than its delay, from 0
  ///     through 1.
  public init(
    maximumAttempts: Int = 5, firstDelay: Duration = .seconds(5),
    maximumDelay: Duration = .seconds(300), failureLifetime: Duration = .seconds(30 * 86_400),
    jitter: Double = 0.2
  ) {
    precondition(
      maximumAttempts >= 1, "maximumAttempts must be at least 1, got \(maximumAttempts).")
    precondition(firstDelay >= .zero, "firstDelay must be at least 0, got \(firstDelay).")
    precondition(
      maximumDelay >= firstDelay,
      "maximumDelay must be at least firstDelay, which is \(firstDelay), got \(maximumDelay).")
    precondition(
      failureLifetime >= .zero, "failureLifetime must be at least 0, got \(failureLifetime).")
    precondition(0...1 ~= jitter, "jitter must be from 0 to 1, got \(jitter).")
    self.maximumAttempts = maximumAttempts
    self.firstDelay = firstDelay
    self.maximumDelay = maximumDelay
    self.failureLifetime = failureLifetime
    self.jitter = jitter
  }

  /// Five attempts in little more than a minute; 30 days for addresses without a result.
  public static let standard = GeocodingRetryPolicy()

  /// The delay after a number of failures of an address.
  func delay(afterFailures count: Int) -> Duration {
    var delay = firstDelay
    for _ in 1..<max(count, 1) {
      // Checked before each doubling, so that no number of failures overflows.
      guard delay < maximumDelay else { break }
      delay *= 2
    }
    return min(delay, maximumDelay)
  }

  /// A pause that a geocoder asked for, clamped.
  static func pause(demanded pause: Duration) -> Duration { min(max(pause, .zero), longestPause) }

  /// Whether an address has to be requested at a date.
  func isOpen(_ record: GeocodingRecord, at date: Date) -> Bool {
    record.isRetried || isOpen(record.outcome, at: date)
  }

  /// Whether an address with an outcome has to be requested at a date.
  ///
  /// A failure with a date in the future is ignored: the clock was wrong.
  func isOpen(_ outcome: GeocodingRecord.Outcome, at date: Date) -> Bool {
    switch outcome {
    case .pending: return true
    case .found: return false
    case .failed(let error, let failureDate, _):
      let age = date.timeIntervalSince(failureDate)
      return error.isTransient || error.concernsService
        || !(0..<failureLifetime / .seconds(1) ~= age)
    }
  }
}
