import Foundation

/// Guesses how long a run will still take, from the weights of its steps and the time so far.
struct TimeEstimate {
  private let weights: [Double]
  private let start: UInt64
  private var finished = 0

  init(weights: [Double], start: UInt64 = MonotonicClock.now) {
    self.weights = weights
    self.start = start
  }

  mutating func finishStep() { finished += 1 }

  /// The seconds left by `now`, as if all remaining steps went as the finished ones did; before the
  /// first is finished, as on the machine the weights come from.
  func secondsLeft(at now: UInt64) -> Double {
    let done = weights.prefix(finished).reduce(0, +)
    let left = weights.dropFirst(finished).reduce(0, +)
    guard done > 0 else { return left }
    return Double(now - start) / 1e9 / done * left
  }

  /// Words for a line of progress: ", about 40 s left".
  var remark: String {
    let seconds = Int(secondsLeft(at: MonotonicClock.now).rounded(.up))
    return seconds < 100 ? ", about \(seconds) s left" : ", about \((seconds + 59) / 60) min left"
  }
}
