import PrefixBenchmark
import PrefixMeasuring
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

  @Test func `percentiles of batches are per query`() {
    var samples = Samples()
    for sample in 1...100 { samples.append(UInt64(sample) * 16) }
    let figures = samples.figures("A", SampleRecord.locate, batch: 16)
    #expect(figures.allSatisfy { $0.key.batch == 16 && $0.key.measure == SampleRecord.locate })
    #expect(figures[0].key.quantity == .samples && figures[0].value == 100)
    #expect(
      figures.dropFirst().map { "\($0.key.statistic) \(Int($0.value))" } == [
        "p50 50", "p99 99", "max 100",
      ])
    #expect(Samples().figures("A", SampleRecord.locate).isEmpty)
  }

  @Test(
    arguments: [
      (1, ["p50", "max"]), (99, ["p50", "max"]), (100, ["p50", "p99", "max"]),
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
    for name in ["total", "mean", "process", "p", "50"] { #expect(Percentile(name) == nil) }
  }

  @Test(arguments: [(499.0, 300.0), (500.0, 500.0), (9_000.0, 9_000.0)])
  func `slow queries stand for themselves, short ones in batches`(
    single: Double, expected: Double
  ) throws {
    let measure = SampleRecord.locate
    var record = SampleRecord.make()
    record.add("Slow", role: .program, latency: 1, bytes: 1)
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
      ResultTables(record).markdown.split(separator: "\n").first {
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
}
