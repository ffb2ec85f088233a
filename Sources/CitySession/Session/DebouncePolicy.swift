/// How long a session waits for the end of typing before it asks its source.
public struct DebouncePolicy: Sendable, Hashable {
  let rule: Rule

  enum Rule: Sendable, Hashable {
    case automatic
    case none
    case fixed(Duration)
    case adaptive(frame: Duration, maximum: Duration)
  }

  /// None for sources that answer from memory, 300 ms for all others.
  public static let automatic = DebouncePolicy(rule: .automatic)

  /// Every call goes to the source at once.
  public static let none = DebouncePolicy(rule: .none)

  /// The source is asked when no other call came for a while.
  ///
  /// - Parameter duration: The while; it must be positive.
  /// - Returns: The policy.
  public static func fixed(_ duration: Duration) -> DebouncePolicy {
    precondition(
      duration > .zero, "duration must be positive, got \(duration); to wait for nothing, use none")
    return DebouncePolicy(rule: .fixed(duration))
  }

  /// As long as an answer takes, but nothing while answers come within a frame of a display with
  /// 60 Hz, and never more than 300 ms.
  public static let adaptive = adaptive(
    frame: .nanoseconds(16_666_667), maximum: .milliseconds(300))

  /// As long as an answer takes, but nothing while answers come within a frame.
  ///
  /// What counts is the median time between question and answer of the last five searches, so one that
  /// hangs changes nothing, and three that are slow do. A search that failed, timed out or was given up
  /// counts if it took longer than the median already.
  ///
  /// - Parameters:
  ///   - frame: The time that nobody notices.
  ///   - maximum: The longest time to wait; it must not be shorter than `frame`.
  /// - Returns: The policy.
  public static func adaptive(frame: Duration, maximum: Duration) -> DebouncePolicy {
    precondition(
      frame >= .zero && maximum >= frame,
      "maximum must be at least frame, and frame at least 0, got \(maximum) and \(frame)")
    return DebouncePolicy(rule: .adaptive(frame: frame, maximum: maximum))
  }

  /// The policy that `automatic` stands for.
  func resolved(answersImmediately: Bool) -> DebouncePolicy {
    guard rule == .automatic else { return self }
    return answersImmediately ? .none : .fixed(.milliseconds(300))
  }
}
