import CitySearch

/// Times calls in rounds, each of which makes every call of a kind once, in a new random order.
struct CallTiming {
  let calls: [Call]
  let cities: CityIndex
  private(set) var samples: [Samples]

  init(_ calls: [Call], of cities: CityIndex) {
    (self.calls, self.cities) = (calls, cities)
    samples = calls.map { _ in Samples() }
  }

  /// Makes every call once, uncounted, since the first call of a kind also makes what all later ones use.
  func warmUp() async throws {
    for call in calls { _ = try await call.time(0, of: cities) }
  }

  /// Makes rounds of each kind of calls until its time is up, at least one.
  ///
  /// A call with several texts asks for the next one in each round; the calls begin with different texts.
  mutating func run(
    for time: (Call.Kind) -> UInt64, using generator: inout some RandomNumberGenerator
  ) async throws {
    let first = calls.map { _ in Int.random(in: 0..<CallText.typedCount, using: &generator) }
    for kind in Call.Kind.allCases {
      let numbers = calls.indices.filter { calls[$0].kind == kind }
      let deadline = MonotonicClock.now + time(kind)
      repeat {
        for number in numbers.shuffled(using: &generator) {
          let text = first[number] + samples[number].count
          samples[number].append(try await calls[number].time(text, of: cities))
        }
      } while MonotonicClock.now < deadline
    }
  }

  /// The sum of all right answers, in which order counts.
  var checksum: UInt64 {
    var digest = AnswerDigest()
    for answer in calls.flatMap(\.answers) { digest.add(number: Int(truncatingIfNeeded: answer)) }
    return digest.value
  }
}

extension Call.Kind {
  /// How long calls of this kind are made in each process, in nanoseconds.
  var time: UInt64 {
    switch self {
    case .plain: 1_500_000_000
    case .filtered: 1_000_000_000
    case .far: 600_000_000
    }
  }
}
