/// A debounce policy with what was measured so far.
struct Debouncer: Sendable, Equatable {
  private let policy: DebouncePolicy
  /// The moving average of the source's latency; `nil` before the first answer.
  private(set) var latency: Duration?

  init(_ policy: DebouncePolicy) { self.policy = policy }

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

  /// Takes the latency of an answer into the average, by a quarter: four slow answers are a trend, a
  /// single one is an accident.
  mutating func recordAnswer(after duration: Duration) {
    latency = latency.map { $0 + (duration - $0) / 4 } ?? duration
  }

  /// Takes note of a search that was given up unanswered.
  ///
  /// Without this, a slow source would never be found out while somebody types faster than it
  /// answers.
  mutating func recordAbandoned(after duration: Duration) {
    latency = max(latency ?? .zero, duration)
  }
}
