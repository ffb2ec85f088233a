import PrefixBenchmark
import PrefixMeasuring
import TestSupport
import Testing

/// Comparisons of two builds by pairs of runs.
@Suite("Comparisons of pairs") struct PairTests {
  private static let key = Figure.Key("A", .latency, SampleRecord.locate, statistic: "p50")

  /// A result with one figure.
  private static func record(_ key: Figure.Key, _ value: Double) -> RunRecord {
    RunRecord(
      header: SampleRecord.make().header,
      figures: FigureList([Figure(key, .nanoseconds, [value])]))
  }

  /// One figure in pairs of (before, now).
  private static func comparison(
    _ pairs: [(Double, Double)], _ line: String = latency, key: Figure.Key = key
  ) throws -> Comparison {
    Comparison(
      pairs.map { Comparison.Pair(before: record(key, $0), now: record(key, $1)) },
      rules: Comparison.Rules(limits: try Limits(line + "\n", name: "limits.tsv")))
  }

  private static let latency = "latency\tp50\t*\t1.1\t0.8\t-"

  @Test(arguments: [
    ([1.2, 1.2, 1.2, 1.2, 1.2], ComparedFigure.Verdict.worse),
    // One pair of five may disagree, two may not.
    ([1.2, 1.2, 1.2, 1.2, 0.5], .worse), ([1.2, 1.2, 1.2, 1.0, 0.9], .equal),
    // The median decides, not the mean.
    ([1.0, 1.0, 1.0, 9.0, 9.0], .equal), ([1.09, 1.09, 1.09, 1.09, 1.09], .equal),
    ([0.8, 0.8, 0.8, 0.8, 0.8], .better), ([1.0], .equal), ([1.3], .worse),
    ([1.11, 1.11, 1.11, 1.06, 0.9], .worse), ([1.11, 1.11, 1.11, 1.04, 0.9], .equal),
  ])
  func `the median of the ratios decides, if most pairs agree`(
    ratios: [Double], verdict: ComparedFigure.Verdict
  ) throws {
    // The figures themselves may differ from pair to pair as the machine does.
    let pairs = ratios.enumerated().map { (Double($0 + 1) * 100, Double($0 + 1) * 100 * $1) }
    let comparison = try Self.comparison(pairs)
    #expect(comparison.figures.map(\.verdict) == [verdict])
    #expect(comparison.isWorse == (verdict == .worse))
  }

  @Test(arguments: [
    // How often longer the engine and the baseline take in each pair.
    ([1.3, 1.3, 1.3], [1.0, 1.0, 1.0], ComparedFigure.Verdict.worse),
    ([1.3, 1.3, 1.3], [1.3, 1.3, 1.3], .equal), ([1.0, 1.0, 1.0], [0.7, 0.7, 0.7], .equal),
    ([1.5, 1.5, 1.5], [1.2, 1.2, 1.2], .worse), ([0.7, 0.7, 0.7], [0.7, 0.7, 0.7], .equal),
    ([0.7, 0.7, 0.7], [1.0, 1.0, 1.0], .better),
  ])
  func `what the baseline does as well is the machine`(
    engine: [Double], baseline: [Double], verdict: ComparedFigure.Verdict
  ) throws {
    func record(_ engine: Double, _ baseline: Double) -> RunRecord {
      let figures = [("RadixTree", engine), ("baseline", baseline)].map { subject, time in
        Figure(
          Figure.Key(subject, .latency, SampleRecord.locate, statistic: "p50"), .nanoseconds, [time]
        )
      }
      return RunRecord(header: SampleRecord.header, figures: FigureList(figures))
    }
    let pairs = zip(engine, baseline).map {
      Comparison.Pair(before: record(1_000, 1_000), now: record(1_000 * $0, 1_000 * $1))
    }
    let comparison = Comparison(
      pairs, rules: Comparison.Rules(limits: try Limits(Self.latency + "\n", name: "limits.tsv")))
    #expect(comparison.figures.map(\.verdict) == [verdict])
    #expect(comparison.figures.map(\.key.subject) == ["RadixTree"])
  }

  @Test func `an exact figure may not grow at all`() throws {
    func isWorse(_ pair: (Double, Double)) throws -> Bool {
      try Self.comparison(
        [pair], "structure\t*\t*\t1\texact\t-", key: Figure.Key("A", .structure)
      ).isWorse
    }
    #expect(try isWorse((1_000, 1_001)) && isWorse((0, 1)))
    #expect(try !isWorse((1_000, 1_000)) && !isWorse((1_000, 999)))
    #expect(try isWorse((0, 0)), "nothing was measured")
  }

  @Test func `a figure without a limit is not judged`() throws {
    let comparison = try Self.comparison([(1, 9)], key: Figure.Key("A", .opening))
    #expect(comparison.figures.isEmpty)
    #expect(comparison.faults == ["The two builds have no figure in common."])
  }

  @Test func `a query that is too short for the clock is judged by batches`() throws {
    var before = SampleRecord.make(latency: 50)
    let rules = Comparison.Rules(limits: try .shipped())
    func batches() -> [Int] {
      Comparison([Comparison.Pair(before: before, now: before)], rules: rules).figures
        .filter { $0.key.measure == SampleRecord.locate && $0.key.statistic == "p50" }
        .filter { $0.key.subject == "RadixTree" }.map(\.key.batch)
    }
    #expect(batches() == [16])
    before = SampleRecord.make(latency: 500)
    #expect(batches() == [16, 1])
  }

  @Test func `pairs judge times and what is exact`() throws {
    let record = SampleRecord.make()
    let comparison = Comparison(
      [Comparison.Pair(before: record, now: record)],
      rules: Comparison.Rules(limits: try .shipped()))
    #expect(!comparison.isWorse)
    let quantities = Set(comparison.figures.map(\.key.quantity))
    #expect(
      quantities.isSuperset(of: [
        .latency, .build, .firstOpening, .peakResident, .structure, .instructions, .notFirst,
      ]))
    #expect(!comparison.figures.contains { $0.key.subject == RunRecord.baselineBesideNames })
  }

  @Test(
    arguments: [
      ("a\tb", "limits.tsv:1: a line must have 6 columns, got 2"),
      ("# x\n\nbuild\t*\t*\t0.5\t1\t-", "limits.tsv:3: growth must be from 1 to 1000, got 0.5"),
      (
        "build\t*\t*\t2\tmost\t-", "limits.tsv:1: agreement must be exact, or from 0 to 1, got most"
      ),
      ("build\t*\t*\t2\t1.5\t-", "limits.tsv:1: agreement must be exact, or from 0 to 1, got 1.5"),
      ("build\t*\t*\t2\t1\tday", "limits.tsv:1: same must be -, allocator, code or cases, got day"),
      ("speed\t*\t*\t2\t1\t-", "limits.tsv:1: no quantity is called speed"),
      ("# nothing", "limits.tsv has no limits"),
    ].named(by: \.1))
  func `limits that are wrong are refused with their line`(example: Named<(String, String)>) {
    let (text, reason) = example.value
    let error = #expect(throws: BenchFailure.self) { try Limits(text, name: "limits.tsv") }
    #expect(error?.description == reason)
  }

  @Test func `the first limit that fits decides`() throws {
    let limits = try Limits(
      "latency\tp50\tcold\t2\t0.8\t-\nlatency\tp50\t*\t3\t0.8\t-", name: "limits.tsv")
    func growth(_ caches: Measure.Caches) -> Double? {
      var key = Self.key
      key.measure?.caches = caches
      return limits.limit(for: key)?.growth
    }
    #expect(growth(.cold) == 2 && growth(.warm) == 3)
  }

  @Test(arguments: ComparisonReport.Format.allCases)
  func `a report has commits, figures and a verdict`(format: ComparisonReport.Format) throws {
    let now = SampleRecord.make().header
    var before = now
    before.build.commit = "fedcba987654"
    before.build.swiftVersion = "6.2"
    let report = ComparisonReport(
      comparison: try Self.comparison([(100, 150), (100, 140), (100, 160)]), before: before,
      now: now, showsAll: false, isOfPairs: true)
    let text = report.text(format)
    for part in ["fedcba987654", now.build.commit, now.machine.processor, "worse", "150", "6.2"] {
      #expect(text.contains(part))
    }
    if format == .table {
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= Table.width })
      #expect(text.hasSuffix("1 worse, 0 better, 0 equal. Something is worse."))
    }
  }
}
