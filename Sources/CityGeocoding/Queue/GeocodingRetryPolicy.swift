internal import Foundation

/// When a queue asks again for an address that it got no answer for.
///
/// Errors that may pass are met by asking again, after a delay that doubles. Those that concern an address
/// are remembered, so that the next start of the program does not ask again; but not for ever, since maps
/// grow. One that concerns the geocoder stops the queue, and is not remembered.
public struct GeocodingRetryPolicy: Sendable, Hashable {
  /// How often to ask for an address in all, before it is given up until the queue is resumed.
  public let attempts: Int
  /// The time from the first failure to the second attempt.
  public let firstDelay: Duration
  /// The longest time from a failure to the next attempt, unless the geocoder names a longer one.
  public let maximumDelay: Duration
  /// How long an address is remembered for which there is no place.
  public let memory: Duration

  /// The longest pause that a geocoder can demand, and the longest time that it is waited for: a day.
  ///
  /// Longer times are cut to this, and negative ones are taken for none.
  public static let longestPause = Duration.seconds(86_400)

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - attempts: How often to ask for an address in all; at least 1.
  ///   - firstDelay: The time from the first failure to the second attempt; not negative.
  ///   - maximumDelay: The longest time from a failure to the next attempt.
  ///   - memory: How long an address is remembered for which there is no place; not negative.
  public init(
    attempts: Int = 5, firstDelay: Duration = .seconds(5), maximumDelay: Duration = .seconds(300),
    memory: Duration = .seconds(30 * 86_400)
  ) {
    precondition(attempts >= 1, "attempts must be at least 1, got \(attempts).")
    precondition(firstDelay >= .zero, "firstDelay must be at least 0, got \(firstDelay).")
    precondition(
      maximumDelay >= firstDelay,
      "maximumDelay must be at least firstDelay, which is \(firstDelay), got \(maximumDelay).")
    precondition(memory >= .zero, "memory must be at least 0, got \(memory).")
    self.attempts = attempts
    self.firstDelay = firstDelay
    self.maximumDelay = maximumDelay
    self.memory = memory
  }

  /// Five attempts in little more than a minute; 30 days for addresses without a place.
  public static let standard = GeocodingRetryPolicy()

  /// The time to wait after so many failures of an address.
  func delay(afterFailures count: Int) -> Duration {
    var delay = firstDelay
    for _ in 1..<max(count, 1) {
      // Before it doubles, so that no number of failures is too much for a duration.
      guard delay < maximumDelay else { break }
      delay *= 2
    }
    return min(delay, maximumDelay)
  }

  /// The pause that a geocoder gets that demands `pause`.
  static func pause(demanded pause: Duration) -> Duration { min(max(pause, .zero), longestPause) }

  /// Whether an address has to be asked for at a date, by what became of it so far.
  ///
  /// A failure of the future was noted while the clock was wrong, and does not count.
  func isOpen(_ outcome: GeocodingRecord.Outcome, at date: Date) -> Bool {
    switch outcome {
    case .pending: return true
    case .found: return false
    case .failed(let error, let failureDate, _):
      let age = date.timeIntervalSince(failureDate)
      return error.isTransient || error.concernsService || !(0..<memory / .seconds(1) ~= age)
    }
  }
}
