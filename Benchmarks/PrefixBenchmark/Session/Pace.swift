/// How fast somebody types.
struct Pace {
  let name: String
  /// The time between two keystrokes.
  let interval: Duration
  /// Keystrokes that come all at once, at the time of the first.
  let burst: Int

  static let all =
    [5, 10, 20].map { rate in
      Pace(name: "\(rate) a second", interval: .seconds(1) / rate, burst: 1)
    } + [Pace(name: "bursts of 8", interval: .milliseconds(20), burst: 8)]

  /// When a keystroke is to be struck, counted from the first.
  func time(ofKeystroke number: Int) -> Duration { interval * (number / burst * burst) }

  /// How many keystrokes fit into a time.
  func keystrokeCount(in duration: Duration) -> Int {
    max(1, Int(duration / (interval * burst))) * burst
  }
}
