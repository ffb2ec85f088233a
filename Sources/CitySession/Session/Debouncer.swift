/// A debounce policy with what was measured so far.
struct Debouncer: Sendable, Equatable {
  /// How many measurements count: so few that a source that became slow, or fast again, is noticed after
  /// three of them, and so many that two accidents in a row do not matter to one that is known.
  private static let windowLength = 5

  private let policy: DebouncePolicy
  /// The newest measurements, the oldest first.
  private var window: [Duration] = []

  init(_ policy: DebouncePolicy) { self.policy = policy }

  /// The median of the window, the lower one of two; `nil` before the second measurement, which tells
  /// whether the first was an accident.
  var latency: Duration? {
    window.count < 2 ? nil : window.sorted()[(window.count - 1) / 2]
  }

  /// How long to wait now.
  var delay: Duration {
    switch policy.rule {
    case .automatic, .none: return .zero
    case .fixed(let duration): return duration
    case .adaptive(let frame, let maximum):
      guard let latency, latency > frame else { return .zero }
      return min(latency, maximum)
    }
  }

  /// Takes note of an answer.
  mutating func recordAnswer(after duration: Duration) {
    guard case .adaptive = policy.rule else { return }
    if window.count == Self.windowLength { window.removeFirst() }
    window.append(duration)
  }

  /// Takes note of a search that ended without an answer: it was given up, or failed.
  ///
  /// An answer would have taken at least as long. So it counts if that is slow already, and says nothing
  /// if not. Without this, a source would never be found out that times out, or that is slower than
  /// somebody types.
  mutating func recordUnanswered(after duration: Duration) {
    guard case .adaptive(let frame, _) = policy.rule else { return }
    if duration > max(frame, latency ?? .zero) { recordAnswer(after: duration) }
  }
}
