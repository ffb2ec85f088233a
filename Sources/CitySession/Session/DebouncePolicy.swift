/// How long a session waits for a pause in typing before it asks its source.
public struct DebouncePolicy: Sendable, Hashable {
  let rule: Rule

  enum Rule: Sendable, Hashable {
    case automatic
    case none
    case fixed(Duration)
    case adaptive(frame: Duration, maximum: Duration)
  }

  /// ``none`` for a source in memory, 300 ms for all others.
  public static let automatic = DebouncePolicy(rule: .automatic)

  /// No debounce: every call asks the source at once.
  public static let none = DebouncePolicy(rule: .none)

  /// The source is asked after a fixed time without another call.
  ///
  /// - Parameter duration: The time; it must be positive.
  /// - Returns: The policy.
  public static func fixed(_ duration: Duration) -> DebouncePolicy {
    precondition(
      duration > .zero, "duration must be positive, got \(duration); use none to ask at once")
    return DebouncePolicy(rule: .fixed(duration))
  }

  /// The latency of the source, at most 300 ms, and no debounce while answers arrive within a frame
  /// of a 60 Hz display.
  public static let adaptive = adaptive(
    frame: .nanoseconds(16_666_667), maximum: .milliseconds(300))

  /// The latency of the source, and no debounce while answers arrive within a frame.
  ///
  /// The latency is the median of the last five searches, so that a single slow search changes nothing
  /// and three do. A search that failed, timed out or was cancelled counts if it took longer than the
  /// median and than `frame`.
  ///
  /// - Parameters:
  ///   - frame: The latency that needs no debounce.
  ///   - maximum: The longest time to wait; it must not be shorter than `frame`.
  /// - Returns: The policy.
  static func adaptive(frame: Duration, maximum: Duration) -> DebouncePolicy {
    precondition(
      frame >= .zero && maximum >= frame,
      "maximum must be at least frame, and frame at least 0, got \(maximum) and \(frame)")
    return DebouncePolicy(rule: .adaptive(frame: frame, maximum: maximum))
  }

  /// The policy that `automatic` stands for.
  func resolved(forSourceInMemory isInMemory: Bool) -> DebouncePolicy {
    guard rule == .automatic else { return self }
    return isInMemory ? .none : .fixed(.milliseconds(300))
  }
}

/// A debounce policy, and the latencies measured so far.
struct Debouncer: Sendable, Equatable {
  /// The number of measurements in the median: few enough that three slow or fast answers change
  /// it, many enough that two outliers in a row do not.
  private static let windowLength = 5

  private let policy: DebouncePolicy
  /// The latest measurements, the oldest first.
  private var window: [Duration] = []

  init(_ policy: DebouncePolicy) { self.policy = policy }

  /// The lower median of the window; `nil` before the second measurement, because the first may be
  /// an outlier.
  var latency: Duration? {
    window.count < 2 ? nil : window.sorted()[(window.count - 1) / 2]
  }

  /// The time to wait before the next search.
  var delay: Duration {
    switch policy.rule {
    case .automatic, .none: return .zero
    case .fixed(let duration): return duration
    case .adaptive(let frame, let maximum):
      guard let latency, latency > frame else { return .zero }
      return min(latency, maximum)
    }
  }

  /// Records the latency of an answer.
  mutating func recordAnswer(after duration: Duration) {
    guard case .adaptive = policy.rule else { return }
    if window.count == Self.windowLength { window.removeFirst() }
    window.append(duration)
  }

  /// Records the time of a search that failed or was cancelled.
  ///
  /// The answer would have taken at least as long, so the time counts only if it is slow already.
  /// Without this, a source that times out, or that is slower than typing, would have no latency at
  /// all.
  mutating func recordUnanswered(after duration: Duration) {
    guard case .adaptive(let frame, _) = policy.rule else { return }
    if duration > max(frame, latency ?? .zero) { recordAnswer(after: duration) }
  }
}
