import CitySearch

/// The figures of timed calls, and their keys.
struct CallFigures {
  private let calls: [Call]
  private let samples: [Samples]
  private let byName: [String: Samples]
  private let texts: [CallText]

  /// The figures of calls with these texts, and the samples of each call.
  init(_ calls: [Call], _ samples: [Samples], _ texts: [CallText]) {
    (self.calls, self.samples, self.texts) = (calls, samples, texts)
    byName = Dictionary(uniqueKeysWithValues: zip(calls.map(\.name), samples))
  }

  /// All figures of the tables.
  var all: [Figure] {
    CallRow.all(texts: texts.map(\.name)).flatMap(figures)
      + DocumentedCall.all.flatMap(figures) + slowest
      + [Figure(Self.count, .count, calls.count)]
  }
}

// MARK: - Keys

extension CallFigures {
  /// The subject of figures that are of no single row.
  static let subject = "calls"
  /// The number of calls.
  static let count = Figure.Key(subject, .callCount)
}

// MARK: - Rows

extension CallFigures {
  private func figures(of row: CallRow) -> [Figure] {
    func samples(_ variant: CallVariant) -> Samples { byName[Call.name(row, variant)] ?? Samples() }
    let slowest = CallVariant.filtered.map(samples).max { $0.percentile(50) < $1.percentile(50) }
    // Calls with a filter are made less often, and would not count in a percentile of all.
    let kinds = [true, false].map { isFiltered in
      Samples(joining: CallVariant.all.filter { ($0.filter != .none) == isFiltered }.map(samples))
    }
    return CallVariant.ofTable.flatMap { quantity, variant in
      samples(variant).figures(
        row.name, quantity, quantity == .callTenRead ? ["p50", "p99"] : ["p50"])
    }
      + (slowest?.figures(row.name, .callSlowestFilter, ["p50"]) ?? [])
      + Self.greatest(kinds, row.name)
  }

  private func figures(of call: DocumentedCall) -> [Figure] {
    func samples(_ text: CallText) -> Samples { byName[call.name(with: text.name)] ?? Samples() }
    let typed = texts.first { $0.name == CallText.typedName }.map(samples)
    let slowest = texts.map(samples).max { $0.percentile(50) < $1.percentile(50) }
    return (typed?.figures(call.name, .documentedCall, ["p50", "p99"]) ?? [])
      + (slowest?.figures(call.name, .documentedCallSlowestText, ["p50"]) ?? [])
      + Self.greatest([Samples(joining: texts.map(samples))], call.name)
  }

  /// The greatest of the 99th percentiles of several lists of samples, and the greatest sample of all.
  private static func greatest(_ samples: [Samples], _ subject: String) -> [Figure] {
    let slowest = samples.max { $0.percentile(99) < $1.percentile(99) }
    return (slowest?.figures(subject, .callAny, ["p99"]) ?? [])
      + Samples(joining: samples).figures(subject, .callAny, ["max"])
  }

  /// The slowest calls of all, by their medians and by single times.
  private var slowest: [Figure] {
    [(Figure.Quantity.greatestMedian, 50.0), (.greatestTime, 100)].compactMap { quantity, percent in
      let times = zip(calls, samples).map { (call: $0, time: $1.percentile(percent)) }
      return times.max { $0.time < $1.time }.map {
        Figure(Figure.Key($0.call.name, quantity), .nanoseconds, [Double($0.time)])
      }
    }
  }
}

extension Samples {
  /// All samples of several.
  init(joining all: [Samples]) {
    self.init()
    for value in all.lazy.flatMap(\.values) { append(value) }
  }

  /// Figures of percentiles by their names, as far as the samples suffice for them.
  func figures(_ subject: String, _ quantity: Figure.Quantity, _ statistics: [String]) -> [Figure] {
    figures(subject, quantity, of: statistics.compactMap { Percentile($0) })
  }
}
