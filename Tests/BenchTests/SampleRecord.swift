import CitySearch
@testable import PrefixBenchmark
@testable import PrefixMeasuring

/// Results that tests change in one place.
enum SampleRecord {
  static let locate = Measure(workload: "typed", stage: .locate)
  static let cities = Measure.tenCities("typed", .read)

  /// The percentiles of three samples in each process.
  static func latency(
    _ subject: String, _ measure: Measure, _ medians: [Double],
    quantity: Figure.Quantity = .latency,
    batch: Int = 1
  ) -> [Figure] {
    let percentiles = [("p50", 1.0), ("p90", 2), ("p99", 3), ("p99.9", 4), ("max", 5)]
    return percentiles.map { name, factor in
      Figure(
        Figure.Key(subject, quantity, measure, statistic: name, batch: batch), .nanoseconds,
        medians.map { $0 * factor })
    } + [
      Figure(
        Figure.Key(subject, .samples, measure, batch: batch), .count, medians.map { _ in 3 })
    ]
  }

  static func subject(
    _ name: String, latency: Double, bytes: Int, allocations: Double = 0.5
  ) -> [Figure] {
    func figure(
      _ quantity: Figure.Quantity, _ unit: Figure.Unit, _ values: [Double],
      _ measure: Measure? = nil,
      _ statistic: String = "total"
    ) -> Figure {
      Figure(Figure.Key(name, quantity, measure, statistic: statistic), unit, values)
    }
    let medians = [latency, latency * 1.1, latency * 0.9]
    return [
      figure(.structure, .bytes, [Double(bytes)], nil, "nodes"),
      figure(.structure, .bytes, [100], nil, "text"),
      figure(.structure, .bytes, [Double(bytes) + 100]),
      figure(.nodes, .count, [7]),
      figure(.build, .nanoseconds, [2_000_000, 2_100_000, 2_200_000]),
      figure(.allocations, .count, [allocations], cities, "mean"),
      figure(.allocated, .bytes, [32 * allocations], cities, "mean"),
      figure(
        .shortNameAllocations, .count, [1], .tenCities("typed", .unread), "mean"),
    ] + Self.latency(name, locate, medians, batch: 16) + Self.latency(name, locate, medians)
      + Self.latency(name, cities, [latency * 5, latency * 5, latency * 5])
  }

  /// What a run finds out about a gazetteer file of a size.
  static func file(bytes: Int) -> [Figure] {
    let subject = FileBuildJob.subject
    func figure(_ quantity: Figure.Quantity, _ unit: Figure.Unit, _ values: [Double]) -> Figure {
      Figure(Figure.Key(subject, quantity), unit, values)
    }
    return [
      figure(.input, .bytes, [10 * Double(bytes)]), figure(.file, .bytes, [Double(bytes)]),
      figure(.build, .nanoseconds, [6e8, 7e8, 8e8]),
      figure(.peakResident, .bytes, [25 * Double(bytes)]),
      figure(.peakAllocated, .bytes, [15 * Double(bytes)]),
      figure(.firstOpening, .nanoseconds, [90_000, 95_000, 99_000]),
      figure(.openedQueries, .count, [1_000]),
      Figure(Figure.Key(subject, .residentGrowth, statistic: "anonymous"), .bytes, 16_384),
      Figure(Figure.Key(subject, .residentGrowth, statistic: "file-backed"), .bytes, bytes),
    ]
      + latency(
        subject, Measure(workload: "typed", stage: .cities, limit: 10), [30_000, 31_000, 32_000],
        quantity: .opening)
  }

  /// Figures of the search over all names: ids take half as long as the baseline, a page that is read ten
  /// times as long.
  static func names(_ engine: String = "RadixTree") -> [Figure] {
    let base = RunRecord.baselineBesideNames
    return [Figure(Figure.Key("all names", .names), .count, 400)]
      + latency(base, locate, [200], batch: 16) + latency(base, locate, [190])
      + ["typed", "typos"].map { NamesMeasures($0) }.flatMap { measures in
        latency(engine, measures.ids, [100]) + latency(engine, measures.unread, [1_000])
          + latency(engine, measures.read, [2_000])
          + measures.all.map { Figure(checksum: 15, of: Figure.Key("all", .answers, $0)) }
      }
  }

  /// What an emulator counts of two stages.
  static func instructions(locate perQuery: Double = 800) -> [Figure] {
    [(locate, perQuery), (cities, 17_000)].flatMap { measure, mean in
      [("queries", 400), ("mean", mean)].map { statistic, value in
        Figure(
          Figure.Key(FileBuildJob.subject, .instructions, measure, statistic: statistic), .count,
          [value])
      }
    }
  }

  /// Of two queries, one has a right answer by name, and both have by relevance.
  static var quality: [Figure] {
    let cases = ["a", "b"].map {
      QualityCase(
        query: $0, name: "A", country: "", ids: [1], kind: .exact, source: "made for a test")
    }
    return ["name", "relevance"].flatMap { name in
      QualitySubject(name: "search by \(name)") { _, _ in [] }.figures(
        of: cases.map { ($0, $0.query == "a" || name == "relevance" ? [1] : []) })
    }
  }

  /// What a run of an engine and the baseline was about.
  static let header = RunHeader(
    machine: .init(
      processor: "Example 9000", coreCount: 2, memoryByteCount: 8 << 30, system: "Example 1.0",
      architecture: "x86_64"),
    build: .init(swiftVersion: "6.3.1", commit: "0123456789ab", allocator: "glibc"),
    data: .init(
      file: "cities500.txt", sha256: "00", count: 100, distinctKeyCount: 90,
      cases: .init(file: "own.tsv", sha256: "01", count: 2)),
    method: .init(
      date: "2026-01-01T00:00:00Z", extent: "full", seed: 1, processCount: 3,
      coldBufferByteCount: 64 << 20, emulator: "valgrind-3.19.0", isComplete: true),
    workloads: [
      .init(name: "typed", summary: "as typed", queryCount: 4_000, checksum: "0a"),
      .init(name: "typos", summary: "with a slip", queryCount: 3_000, checksum: "0e"),
    ],
    subjects: [
      .init(name: "RadixTree", role: .engine, summary: "made for a test"),
      .init(name: "baseline", role: .baseline, summary: "made for a test"),
    ])

  /// An engine at a quarter of the baseline's latency.
  static func make(
    latency: Double = 50, bytes: Int = 1_000, allocations: Double = 0.5,
    instructions: Double = 800
  ) -> RunRecord {
    let shared = [
      Figure(Figure.Key("clock", .clockCost), .nanoseconds, [20, 20, 20]),
      Figure(Figure.Key("clock", .clockStep), .nanoseconds, [1, 1, 1]),
      Figure(checksum: 11, of: Figure.Key("all", .answers, locate)),
      Figure(checksum: 12, of: Figure.Key("all", .answers, cities)),
    ]
    return RunRecord(
      header: header,
      figures: FigureList(
        shared + subject("RadixTree", latency: latency, bytes: bytes, allocations: allocations)
          + subject("baseline", latency: 200, bytes: 3_000) + file(bytes: 3 * bytes)
          + Self.instructions(locate: instructions) + names() + quality))
  }

  /// A result as a run over keys has it.
  static var ofKeys: RunRecord {
    var record = make()
    record.header.data = .init(
      file: "words", sha256: "00", count: 1_234, isOfKeys: true, distinctKeyCount: 1_200,
      emptyLineCount: 3)
    let subjects = Set(record.header.subjects.map(\.name))
    let gone: Set<Figure.Quantity> = [.shortNameAllocations, .allocations, .allocated]
    let figures = record.figures.rows.filter { figure in
      subjects.contains(figure.key.subject) && figure.key.measure?.order != .relevance
        && !gone.contains(figure.key.quantity)
    }
    record.figures = FigureList(
      figures.map { figure in
        var key = figure.key
        key.measure = key.measure?.overKeys
        return Figure(key, figure.unit, figure.processes)
      })
    return record
  }
}

extension RunRecord {
  /// The rows that are not of some kind.
  mutating func remove(_ isGone: (Figure.Key) -> Bool) {
    figures = FigureList(figures.rows.filter { !isGone($0.key) })
  }

  /// Rows in the place of those with the same keys, or behind all.
  mutating func set(_ new: [Figure]) {
    let keys = Set(new.map(\.key))
    remove { keys.contains($0) }
    figures = FigureList(figures.rows + new)
  }

  /// Another value of a row, which must be there.
  mutating func change(_ key: Figure.Key, _ change: (Double) -> Double) {
    figures = FigureList(
      figures.rows.map {
        $0.key == key ? Figure(key, $0.unit, $0.processes.map(change)) : $0
      })
  }

  /// All figures times a factor, but for checksums.
  mutating func multiply(by factor: Double) {
    figures = FigureList(
      figures.rows.map { figure in
        figure.unit == .checksum
          ? figure : Figure(figure.key, figure.unit, figure.processes.map { $0 * factor })
      })
  }

  /// One subject more.
  mutating func add(_ name: String, role: SubjectRole, latency: Double, bytes: Int) {
    header.subjects.append(.init(name: name, role: role, summary: "made for a test"))
    set(SampleRecord.subject(name, latency: latency, bytes: bytes))
  }
}
