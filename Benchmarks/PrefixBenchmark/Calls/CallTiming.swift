import CitySearch

/// Times calls in rounds, each of which makes every call of a kind once, in a new random order.
struct CallTiming {
  let calls: [Call]
  let cities: CityIndex
  private(set) var samples: [Samples]

  init(_ calls: [Call], of cities: CityIndex, samples: [Samples]? = nil) {
    (self.calls, self.cities) = (calls, cities)
    self.samples = samples ?? calls.map { _ in Samples() }
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

// MARK: - Figures

extension CallTiming {
  /// The figures of each documented call, with all texts together and with typed ones.
  var figures: [Figure] {
    let byName = Dictionary(uniqueKeysWithValues: zip(calls.map(\.name), samples))
    let texts = calls.map(\.text.name).uniqued()
    return DocumentedCall.all.flatMap { call -> [Figure] in
      let all = texts.compactMap { byName[call.name(with: $0)] }
      let slowest = all.max { $0.percentile(50) < $1.percentile(50) }
      return figures(byName[call.name(with: CallText.typedName)], of: call, .documentedCall, "p50")
        + figures(slowest, of: call, .documentedCallSlowestText, "p50")
        + figures(Samples(joining: all), of: call, .callAny, "p99", "max")
    } + [Figure(checksum: checksum, of: Figure.Key("documented calls", .answers))]
  }

  private func figures(
    _ samples: Samples?, of call: DocumentedCall, _ quantity: Figure.Quantity,
    _ statistics: String...
  ) -> [Figure] {
    samples?.figures(call.name, quantity, of: statistics.compactMap { Percentile($0) }) ?? []
  }
}

extension Samples {
  /// All samples of several.
  init(joining all: [Samples]) {
    self.init()
    for value in all.lazy.flatMap(\.values) { append(value) }
  }
}
