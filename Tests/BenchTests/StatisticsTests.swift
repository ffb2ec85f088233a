import Testing

@testable import PrefixBenchmark

@Suite struct StatisticsTests {
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
    #expect(estimate.processes.first == 10)
    #expect(Estimate(processes: [7]) == Estimate(median: 7, low: 7, high: 7, processes: [7]))
  }

  @Test(arguments: [0.0, 0.5, 1, 2])
  func `a power is found again`(exponent: Double) throws {
    let points = [10.0, 100, 1_000, 50_000].map { x in
      (x: x, y: 3 * (0..<4).reduce(1.0) { power, _ in power * fourthRoot(x, exponent) })
    }
    let law = try #require(PowerLaw(points))
    #expect(abs(law.exponent - exponent) < 1e-9)
  }

  @Test func `two points are no law, nor are points without spread`() {
    #expect(PowerLaw([(x: 1, y: 1), (x: 2, y: 2)]) == nil)
    #expect(PowerLaw([(x: 5, y: 1), (x: 5, y: 2), (x: 5, y: 3)]) == nil)
    #expect(PowerLaw([(x: 1, y: 0), (x: 2, y: 2), (x: 3, y: 3)]) == nil)
  }

  @Test func `a histogram is exact below 64 and within a 32nd above`() {
    for sample in UInt64(0)..<64 { #expect(Histogram.bound(of: sample) == sample) }
    for sample in [64, 65, 66, 127, 128, 1_000, 123_456_789, UInt64.max] {
      let bound = Histogram.bound(of: sample)
      #expect(bound <= sample)
      #expect(Double(sample - bound) <= Double(sample) / 32)
      #expect(Histogram.bound(of: bound) == bound)
    }
  }

  @Test func `histograms add up`() {
    var histogram = Histogram([3, 3, 1_000])
    histogram.merge(Histogram([3, 7]))
    #expect(histogram.bounds == [3, 7, Histogram.bound(of: 1_000)])
    #expect(histogram.counts == [3, 1, 1])
    #expect(histogram.isWellFormed)
  }

  @Test func `percentiles of batches are per query`() throws {
    var samples = Samples()
    for sample in 1...100 { samples.append(UInt64(sample) * 16) }
    let latency = try #require(
      ProcessLatency(SampleResult.locate, batch: 16, samples: samples))
    #expect(latency.p50 == 50)
    #expect(latency.p90 == 90)
    #expect(latency.p99 == 99)
    #expect(latency.p999 == 100)
    #expect(latency.max == 100)
    #expect(latency.histogram.count == 100)
    #expect(ProcessLatency(SampleResult.locate, batch: 1, samples: Samples()) == nil)
  }

  @Test(arguments: [(499.0, 300.0), (500.0, 500.0), (9_000.0, 9_000.0)])
  func `slow queries stand for themselves, short ones in batches`(
    single: Double, expected: Double
  ) throws {
    let measure = SampleResult.locate
    var subject = SampleResult.subject("Slow", role: .rival, latency: 1, bytes: 1)
    subject.latencies = [
      SampleResult.series(measure, medians: [300], batch: 16),
      SampleResult.series(measure, medians: [single]),
    ]
    #expect(subject.median(measure) == expected)
    // And a ratio is that of like and like.
    var result = SampleResult.make()
    result.subjects.append(subject)
    result.subjects[1].latencies = [
      SampleResult.series(measure, medians: [100], batch: 16),
      SampleResult.series(measure, medians: [125]),
    ]
    let ratio = single < 500 ? 3 : single / 125
    #expect(result.ratio(of: subject, at: measure) == ratio)
    let table = MainTable(result).table(of: [subject])
    #expect(table.rows[0].contains(expected.rounded(decimals: 0)))
  }

  @Test func `the time left follows the finished steps`() {
    var estimate = TimeEstimate(weights: [1, 1, 2], start: 0)
    #expect(estimate.secondsLeft(at: 0) == 4)
    estimate.finishStep()
    #expect(estimate.secondsLeft(at: 5_000_000_000) == 15)
    estimate.finishStep()
    estimate.finishStep()
    #expect(estimate.secondsLeft(at: 9_000_000_000) == 0)
  }

  /// `x` to the power of a quarter of `exponent`, which is a multiple of one half, by square roots.
  private func fourthRoot(_ x: Double, _ exponent: Double) -> Double {
    let eighth = x.squareRoot().squareRoot().squareRoot()
    return (0..<Int(exponent * 2)).reduce(1.0) { power, _ in power * eighth }
  }
}
