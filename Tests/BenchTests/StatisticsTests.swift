import PrefixBenchmark
import TestSupport
import Testing

@Suite("Statistics") struct StatisticsTests {
  @Test(arguments: [
    // Sample count, samples outside the interval on each side, coverage: from tables of the
    // binomial distribution.
    (1, 0, 0.0), (2, 0, 0.5), (3, 0, 0.75), (5, 0, 0.9375), (6, 0, 0.96875), (9, 1, 0.9609375),
    (10, 1, 0.978515625), (20, 5, 0.95861053),
  ])
  func `the interval of the median is that of the sign test`(
    count: Int, excluded: Int, coverage: Double
  ) {
    let interval = MedianInterval(sampleCount: count)
    #expect(interval.excluded == excluded)
    #expect(abs(interval.coverage - coverage) < 1e-8)
  }

  @Test func `an estimate is the median between order statistics`() {
    let estimate = Estimate(processes: [10, 1, 3, 2, 5, 4, 6, 8, 7, 9])
    #expect(estimate.median == 5.5)
    #expect(estimate.low == 2)
    #expect(estimate.high == 9)
    #expect(estimate.count == 10)
    let one = Estimate(processes: [7])
    #expect(one.median == 7 && one.low == 7 && one.high == 7)
  }

  @Test(arguments: [0.0, 0.5, 1, 2])
  func `a power is found again`(exponent: Double) throws {
    let points = [10.0, 100, 1_000, 50_000].map { x in
      (x: x, y: 3 * (0..<4).reduce(1.0) { power, _ in power * fourthRoot(x, exponent) })
    }
    let found = try #require(growthExponent(points))
    #expect(abs(found - exponent) < 1e-9)
  }

  @Test func `two points are no law, nor are points without spread`() {
    #expect(growthExponent([(x: 1, y: 1), (x: 2, y: 2)]) == nil)
    #expect(growthExponent([(x: 5, y: 1), (x: 5, y: 2), (x: 5, y: 3)]) == nil)
    #expect(growthExponent([(x: 1, y: 0), (x: 2, y: 2), (x: 3, y: 3)]) == nil)
  }

  @Test func `percentiles of batches are per query`() {
    var samples = Samples()
    for sample in 1...100 { samples.append(UInt64(sample) * 16) }
    let figures = samples.figures("A", SampleRecord.locate, batch: 16)
    #expect(figures.allSatisfy { $0.key.batch == 16 && $0.key.measure == SampleRecord.locate })
    #expect(figures[0].key.quantity == .samples && figures[0].value == 100)
    #expect(
      figures.dropFirst().map { "\($0.key.statistic) \(Int($0.value))" } == [
        "p1 1", "p10 10", "p25 25", "p50 50", "p75 75", "p90 90", "p95 95", "p99 99", "max 100",
      ])
    #expect(Samples().figures("A", SampleRecord.locate).isEmpty)
  }

  @Test(
    arguments: [
      (1, ["p50", "max"]), (3, ["p50", "max"]), (4, ["p25", "p50", "p75", "max"]),
      (99, ["p10", "p25", "p50", "p75", "p90", "p95", "max"]),
      (1_000, Percentile.all.map(\.name)),
    ].named(by: \.0))
  func `a percentile is taken of samples enough to have one`(example: Named<(Int, [String])>) {
    let (count, names) = example.value
    var samples = Samples()
    for sample in 1...count { samples.append(UInt64(sample)) }
    let figures = samples.figures("A", SampleRecord.locate).dropFirst()
    #expect(figures.map(\.key.statistic) == names)
  }

  @Test func `a percentile has the name that rows give it`() {
    for percentile in Percentile.all { #expect(Percentile(percentile.name) == percentile) }
    #expect(Percentile.all.map(\.name).contains("p99.9"))
    for name in ["total", "mean", "process", "p", "50"] { #expect(Percentile(name) == nil) }
  }

  @Test(arguments: [(499.0, 300.0), (500.0, 500.0), (9_000.0, 9_000.0)])
  func `slow queries stand for themselves, short ones in batches`(
    single: Double, expected: Double
  ) throws {
    let measure = SampleRecord.locate
    var record = SampleRecord.make()
    record.add("Slow", role: .rival, latency: 1, bytes: 1)
    record.set(
      SampleRecord.latency("Slow", measure, [300], batch: 16)
        + SampleRecord.latency("Slow", measure, [single])
        + SampleRecord.latency("baseline", measure, [100], batch: 16)
        + SampleRecord.latency("baseline", measure, [125]))
    #expect(record.typical("Slow", measure)?.value == expected)
    // A ratio compares batches with batches, and single queries with single ones.
    let subject = try #require(record.header.subjects.last)
    #expect(record.ratio(of: subject, at: measure) == (single < 500 ? 3 : single / 125))
    let row = try #require(
      ResultTables(record).markdown(wide: true).split(separator: "\n").first {
        $0.hasPrefix("| Slow")
      })
    #expect(row.contains(" \(expected.rounded(decimals: 0)) "))
  }

  @Test func `the time left follows the finished steps`() {
    var estimate = TimeEstimate(weights: [1, 1, 2], start: 0)
    #expect(estimate.secondsLeft(at: 0) == 4)
    estimate.finished += 1
    #expect(estimate.secondsLeft(at: 5_000_000_000) == 15)
    estimate.finished += 1
    estimate.finished += 1
    #expect(estimate.secondsLeft(at: 9_000_000_000) == 0)
  }

  /// `x` to the power of a quarter of `exponent`, which is a multiple of one half, by square roots.
  private func fourthRoot(_ x: Double, _ exponent: Double) -> Double {
    let eighth = x.squareRoot().squareRoot().squareRoot()
    return (0..<Int(exponent * 2)).reduce(1.0) { power, _ in power * eighth }
  }
}
