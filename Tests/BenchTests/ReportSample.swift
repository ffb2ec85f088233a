@testable import PrefixBenchmark

/// Records of the size of real runs, for the page.
enum ReportSample {
  typealias Subject = (name: String, role: SubjectRole, latency: Double, bytes: Double)

  static let subjects: [Subject] = [
    ("RadixTree", .engine, 50, 8_000), ("SortedArray", .engine, 80, 21_000),
    ("PointerTrie", .engine, 140, 490_000), ("baseline", .baseline, 240, 15_000),
    ("PrefixHash", .rival, 35, 86_000), ("SortedStrings", .rival, 470, 23_000),
    ("LinearScan", .rival, 30_000_000, 0),
  ]

  static let workloads = [
    "typed", "typed-uniform", "prefix-1", "prefix-2", "prefix-3", "prefix-4", "prefix-5-8",
    "whole-name", "miss", "typo", "non-ascii", "non-latin", "worst",
  ]

  /// A standard run over cities: every stage, order, list of queries and counter; with a subject that
  /// answers another question, if one is given.
  static func standard(other: Subject? = nil) -> RunRecord {
    let others = other.map { [$0] } ?? []
    var record = RunRecord(header: header(others), figures: FigureList())
    for subject in subjects + others {
      let isRival = subject.role == .rival
      for measure in isRival ? Array(measures.prefix(4)) : measures {
        record.add(latency(subject.name, measure, subject.latency * cost(measure)))
        record.add([.init(.init(subject.name, .samples, measure), .count, [60_000])])
      }
      record.add(counters(subject))
    }
    record.add(shared)
    return record
  }

  /// What a run over keys has: locating and ids, building and memory.
  static var keys: RunRecord {
    var record = standard()
    record.header.data.isOfKeys = true
    record.header.data.file = "words"
    let ids = Measure(workload: "typed", stage: .rows, limit: 10)
    let wanted: Set<Figure.Quantity> = [.structure, .build, .allocator, .samples, .latency, .start]
    record.figures = FigureList(
      record.figures.rows.filter { figure in
        wanted.contains(figure.key.quantity) && figure.key.statistic != "cities"
          && subjects.map(\.name).contains(figure.key.subject)
          && figure.key.measure.map { $0.stage == .locate || $0 == ids } ?? true
      })
    return record
  }

  /// The stages of the main list of queries, the first four of which rivals have, too.
  private static var measures: [Measure] {
    let locate = Measure(workload: "typed", stage: .locate)
    let stages = [
      locate, .tenCities("typed", .unread), .tenCities("typed"),
      Measure.tenCities("typed", caches: .cold),
      Measure(workload: "typed", stage: .locate, caches: .cold),
      Measure(workload: "typed", stage: .rows, limit: 10),
      Measure(workload: "typed", stage: .rows, order: .population, limit: 10),
      .tenMostPopulous("typed", .unread), .tenMostPopulous("typed"),
      Measure(workload: "typed", stage: .decorated, limit: 10),
      Measure(workload: "typed", stage: .existential, limit: 10),
      Measure(workload: "typed", stage: .cities, limit: 50),
      Measure(workload: "typed", stage: .cities),
    ]
    return stages
      + workloads.dropFirst().flatMap {
        [Measure(workload: $0, stage: .locate), .tenCities($0)]
      }
  }

  /// How many times as long as locating a prefix a measure takes.
  private static func cost(_ measure: Measure) -> Double {
    (measure.stage == .locate ? 1 : 4) * (measure.caches == .cold ? 30 : 1)
  }

  static func latency(_ subject: String, _ measure: Measure, _ median: Double) -> [Figure] {
    let batches =
      measure.stage == .locate && measure.caches == .warm && median < 1e6 ? [1, 16] : [1]
    return batches.flatMap { batch in
      Percentile.all.enumerated().map { place, percentile in
        let value = median * (0.6 + 0.1 * Double(place))
        return Figure(
          Figure.Key(subject, .latency, measure, statistic: percentile.name, batch: batch),
          .nanoseconds, [value, value * 1.04, value * 0.98])
      }
    }
  }

  private static func counters(_ subject: Subject) -> [Figure] {
    func figure(
      _ quantity: Figure.Quantity, _ unit: Figure.Unit, _ values: [Double],
      _ statistic: String = "total",
      _ measure: Measure? = nil
    ) -> Figure {
      Figure(Figure.Key(subject.name, quantity, measure, statistic: statistic), unit, values)
    }
    let build = subject.bytes * 1e3
    let start = ["process", "cities", "keys", "index", "first result", "total"].map {
      figure(.start, .nanoseconds, [9e6, 9.1e6, 8.8e6], $0)
    }
    let queries = measures.prefix(9).flatMap { measure in
      [
        figure(.allocations, .count, [1.5], "mean", measure),
        figure(.allocated, .bytes, [626.5], "mean", measure),
      ]
    }
    let sizes = [10_000, 50_000, 234_908].flatMap { size in
      [
        Figure(.init(subject.name, .structure, size: size), .bytes, [subject.bytes + 1]),
        Figure(.init(subject.name, .build, size: size), .nanoseconds, [Double(size) * 100]),
      ]
    }
    return [
      figure(.structure, .bytes, [subject.bytes]),
      figure(.structure, .bytes, [subject.bytes], "nodes"),
      figure(.build, .nanoseconds, [build, build * 1.1, build * 0.9]),
      figure(.allocator, .bytes, [1_000], "before"),
      figure(.allocator, .bytes, [1_000 + subject.bytes], "after"),
      figure(.allocator, .bytes, [2 * subject.bytes], "peak while building"),
      figure(.residentGrowth, .bytes, [subject.bytes], "anonymous"),
      figure(
        .throughput, .perSecond, [1e9 / subject.latency], "1 thread",
        Measure(workload: "typed", stage: .cities, limit: 10)),
    ] + start + queries + sizes
  }

  /// What belongs to no subject.
  private static var shared: [Figure] {
    let fold = Measure(workload: "typed", stage: .fold)
    let quality = ["name", "population", "relevance"].flatMap { order in
      ["all", "exact", "prefix", "typo", "exonym", "saint"].flatMap { kind in
        [(.cases, 200.0), (.notFirst, 20), (.notAmongFive, 10), (.notAmongTen, 5)].map {
          Figure(.init("search by \(order)", $0, statistic: kind), .count, [$1])
        }
      }
    }
    let names = ["typed", "typo"].flatMap { workload in
      NamesMeasures(workload).all.flatMap { latency("RadixTree", $0, 900) }
    }
    let answers = measures.map { Figure(checksum: 11, of: .init("all", .answers, $0)) }
    let file = [(.input, 3e7), (.file, 2.5e7), (.peakAllocated, 3e8)].map {
      Figure(.init("gazetteer file", $0), .bytes, [$1])
    }
    let instructions = measures.prefix(8).map {
      Figure(.init("gazetteer file", .instructions, $0, statistic: "mean"), .count, [644])
    }
    return [
      Figure(.init("clock", .clockCost), .nanoseconds, [20, 20, 20]),
      Figure(.init("clock", .clockStep), .nanoseconds, [10, 10, 10]),
      Figure(.init("all names", .names), .count, [1_017_428]),
    ] + latency("folding", fold, 32) + quality + names + answers + file + instructions
  }

  private static func header(_ others: [Subject]) -> RunHeader {
    var header = SampleRecord.header
    header.data = .init(
      file: "cities.txt", sha256: "00ff", count: 1_000, distinctKeyCount: 900,
      cases: .init(file: "cases.tsv", sha256: "01", count: 200))
    header.workloads = workloads.map {
      .init(
        name: $0, summary: "names typed letter by letter, with slips taken back",
        queryCount: 4_000, checksum: "0")
    }
    header.subjects =
      subjects.map { .init(name: $0.name, role: $0.role, summary: "made for a test") }
      + others.map {
        .init(
          name: $0.name, role: $0.role, summary: "made for a test",
          anotherQuestion: "it merges twins")
      }
    return header
  }
}

extension RunRecord {
  /// Adds rows behind the others.
  mutating func add(_ new: [Figure]) { figures = FigureList(figures.rows + new) }

  /// The record with other figures in the place of its own.
  func mapped(_ change: (Figure) -> Figure?) -> RunRecord {
    RunRecord(header: header, figures: FigureList(figures.rows.compactMap(change)))
  }
}
