import CitySearch
import CitySession

/// Types texts into a session at a constant rate, and times the resulting phases.
struct TypingMeasurement {
  private let texts: [String]
  private let pace: Pace
  private let session: LocationSearch

  /// The result.
  struct Outcome {
    let keystrokeCount: Int
    /// From the planned keystroke to the phase; keystrokes that a newer one replaced have none.
    var latencies: Samples

    func row(named name: String) -> [String] {
      var latencies = latencies
      let microseconds = [50, 99, 100].map {
        (Double(latencies.percentile($0)) / 1_000).rounded(decimals: 1)
      }
      return [name, keystrokeCount.grouped, latencies.count.grouped] + microseconds
    }
  }

  init(texts: [String], pace: Pace, duration: Duration, cities: CityIndex) {
    self.texts = Array(texts.prefix(pace.keystrokeCount(in: duration)))
    self.pace = pace
    session = LocationSearch(source: cities, minimumCharacters: 1)
  }

  func run() async -> Outcome {
    let (queries, field) = AsyncStream.makeStream(of: String.self)
    let phases = session.updates(for: queries)
    let clock = ContinuousClock()
    // A little later, so that everything is set up at the first keystroke.
    let start = clock.now + .milliseconds(50)
    let typist = Task.detached { [texts, pace] in
      for (number, text) in texts.enumerated() {
        let time = start + pace.time(ofKeystroke: number)
        // The system wakes sleeping threads late. The session is not responsible for that, so the last
        // millisecond is a busy wait.
        try? await clock.sleep(until: time - .milliseconds(1), tolerance: .zero)
        while clock.now < time {}
        field.yield(text)
      }
      field.finish()
    }
    var latencies = Samples()
    var number = 0
    for await phase in phases where !phase.isSearching {
      // Phases come in the order of typing; the texts in between were replaced by newer ones.
      while number < texts.count, texts[number] != phase.query { number += 1 }
      let elapsed = (start + pace.time(ofKeystroke: number)).duration(to: clock.now)
      latencies.append(UInt64(max(0, elapsed / .nanoseconds(1))))
      number += 1
    }
    await typist.value
    return Outcome(keystrokeCount: texts.count, latencies: latencies)
  }
}

/// The rate of typing.
struct Pace {
  let name: String
  /// The time between two keystrokes.
  let interval: Duration
  /// The number of simultaneous keystrokes.
  let burst: Int

  static let all =
    [5, 10, 20].map { rate in
      Pace(name: "\(rate) a second", interval: .seconds(1) / rate, burst: 1)
    } + [Pace(name: "bursts of 8", interval: .milliseconds(20), burst: 8)]

  /// The planned time of a keystroke, counted from the first one.
  func time(ofKeystroke number: Int) -> Duration { interval * (number / burst * burst) }

  /// The number of keystrokes within a duration.
  func keystrokeCount(in duration: Duration) -> Int {
    max(1, Int(duration / (interval * burst))) * burst
  }
}
