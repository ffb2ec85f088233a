internal import Foundation

/// When a queue asks again for an address that it got no answer for.
///
/// Errors that may pass are met by asking again, after a delay that doubles. Others are remembered, so
/// that the next start of the program does not ask again; but not for ever, since maps grow.
public struct GeocodingRetryPolicy: Sendable, Hashable {
  /// How often to ask for an address in all, before it is given up until the queue is resumed.
  public let attempts: Int
  /// The time from the first failure to the second attempt.
  public let firstDelay: Duration
  /// The longest time from a failure to the next attempt, unless the geocoder names a longer one.
  public let maximumDelay: Duration
  /// How long an address is remembered for which there is no place.
  public let memory: Duration
  /// How long it is remembered that the geocoder refused to answer.
  public let memoryOfRefusals: Duration

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - attempts: How often to ask for an address in all; at least 1.
  ///   - firstDelay: The time from the first failure to the second attempt; not negative.
  ///   - maximumDelay: The longest time from a failure to the next attempt.
  ///   - memory: How long an address is remembered for which there is no place.
  ///   - memoryOfRefusals: How long it is remembered that the geocoder refused to answer.
  public init(
    attempts: Int = 5, firstDelay: Duration = .seconds(5), maximumDelay: Duration = .seconds(300),
    memory: Duration = .seconds(30 * 86_400), memoryOfRefusals: Duration = .seconds(86_400)
  ) {
    precondition(attempts >= 1, "A queue must ask once at least, not \(attempts) times.")
    precondition(
      firstDelay >= .zero && maximumDelay >= firstDelay,
      "A delay cannot grow from \(firstDelay) to \(maximumDelay).")
    precondition(
      memory >= .zero && memoryOfRefusals >= .zero,
      "A queue cannot remember for \(memory) or \(memoryOfRefusals).")
    self.attempts = attempts
    self.firstDelay = firstDelay
    self.maximumDelay = maximumDelay
    self.memory = memory
    self.memoryOfRefusals = memoryOfRefusals
  }

  /// Five attempts in little more than a minute; 30 days for addresses without a place, one for
  /// refusals.
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

  /// Until when an error is remembered that was met at `date`.
  func expiry(of error: GeocodingError, at date: Date) -> Date {
    let duration = if case .denied = error { memoryOfRefusals } else { memory }
    return date.addingTimeInterval(duration / .seconds(1))
  }
}
