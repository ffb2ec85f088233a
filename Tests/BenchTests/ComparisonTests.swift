import Testing

@testable import bench

@Suite struct ComparisonTests {
  private func compare(
    _ current: BenchmarkResult, with baseline: BenchmarkResult = SampleResult.make(),
    tolerance: Double = 0
  ) throws -> Comparison {
    try Comparison(current, with: baseline, limits: .init(tolerance: tolerance))
  }

  @Test func `equal results are equal`() throws {
    let comparison = try compare(SampleResult.make())
    #expect(!comparison.isWorse)
    #expect(comparison.figures.allSatisfy { $0.verdict == .equal })
    #expect(comparison.figures.contains { $0.kind == .exact })
    #expect(comparison.figures.contains { $0.kind == .latencyRatio })
  }

  @Test func `one byte more is worse, unless it is tolerated`() throws {
    let larger = SampleResult.make(bytes: 1_001)
    #expect(try compare(larger).isWorse)
    #expect(try !compare(larger, tolerance: 0.01).isWorse)
  }

  @Test func `a gazetteer file that is larger by a byte is worse`() throws {
    var current = SampleResult.make()
    current.file?.byteCount += 1
    let comparison = try compare(current)
    let worse = comparison.figures.filter { $0.verdict == .worse }
    #expect(worse.map(\.name) == ["file bytes"])
    #expect(try !compare(current, tolerance: 0.01).isWorse)
    // A baseline of a program that knew no such file is no reason to refuse one that does.
    current.file = nil
    #expect(try !compare(SampleResult.make(), with: current).isWorse)
  }

  @Test func `an exact figure that is gone is a fault`() throws {
    var noFile = SampleResult.make()
    noFile.file = nil
    #expect(
      try compare(noFile).faults == ["gazetteer file: file bytes were measured, and now are not."])
    var noCounts = SampleResult.make()
    noCounts.subjects[0].memory = nil
    #expect(try compare(noCounts).faults.count == 3)
    var noStructure = SampleResult.make()
    noStructure.subjects[0].structure = nil
    #expect(try compare(noStructure).isWorse)
  }

  @Test func `the search over all names is compared in its own baselines`() throws {
    var current = SampleResult.make()
    current.names = SampleResult.names(cities: 2_000 * 3.1)
    let worse = try compare(current).figures.filter { $0.verdict == .worse }
    #expect(
      worse.map(\.name) == [
        "latency against baseline (typed, cities, first 10, unread, by relevance, as typed)",
        "latency against baseline (typed, cities, first 10, read, by relevance, as typed)",
        "latency against baseline (typos, cities, first 10, unread, by relevance)",
        "latency against baseline (typos, cities, first 10, read, by relevance)",
      ])
    #expect(worse.allSatisfy { $0.subject == "RadixTree over all names" && $0.ratio > 3 })
    // A machine that is slower as a whole.
    current.names?.unit = [SampleResult.series(SampleResult.locate, medians: [600])]
    #expect(try !compare(current).isWorse)
    current = SampleResult.make()
    current.names?.checksums[1].value = "10"
    #expect(
      try compare(current).faults
        == ["The answers differ (typed, cities, first 10, unread, by relevance, as typed)."])
    current.names = nil
    #expect(
      try compare(current).faults == ["The search over all names was measured, and now is not."])
    #expect(try !compare(SampleResult.make(), with: current).isWorse)
    current.names = SampleResult.names()
    current.names?.workloads[1].checksum = "11"
    #expect(throws: BenchFailure.self) { try compare(current) }
  }

  @Test func `what was interrupted is compared with nothing`() throws {
    var interrupted = SampleResult.make()
    interrupted.method.isComplete = false
    #expect(throws: BenchFailure.self) { try compare(interrupted) }
    #expect(throws: BenchFailure.self) { try compare(SampleResult.make(), with: interrupted) }
  }

  @Test func `what engine and baseline share may not become slow together`() throws {
    var current = SampleResult.make()
    for index in current.subjects.indices {
      let slow = current.subjects[index].latencies.map { series in
        series.measure == SampleResult.cities
          ? SampleResult.series(series.measure, medians: series.p50.processes.map { $0 * 20 })
          : series
      }
      current.subjects[index].latencies = slow
    }
    let worse = try compare(current).figures.filter { $0.verdict == .worse }
    #expect(worse.map(\.name) == ["latency against baseline (typed, cities, first 10, read)"])
    current = SampleResult.make()
    current.shared = current.shared.map { SampleResult.series($0.measure, medians: [180]) }
    #expect(
      try compare(current).figures.filter { $0.verdict == .worse }.map(\.subject)
        == ["all engines"])
  }

  @Test func `one byte less is better`() throws {
    let comparison = try compare(SampleResult.make(bytes: 999))
    #expect(!comparison.isWorse)
    #expect(comparison.figures.contains { $0.name == "structure bytes" && $0.verdict == .better })
  }

  @Test func `one allocation more in a thousand queries is worse`() throws {
    #expect(try compare(SampleResult.make(allocations: 0.501)).isWorse)
  }

  @Test func `an allocation for a name that needs none is worse`() throws {
    var current = SampleResult.make()
    current.subjects[0].memory?.shortNames?.count = 1.01
    let worse = try compare(current).figures.filter { $0.verdict == .worse }
    #expect(worse.map(\.name) == ["allocations per page of short names"])
  }

  @Test func `other allocators allocate otherwise`() throws {
    var current = SampleResult.make(allocations: 0.7)
    current.build.allocator = "jemalloc"
    #expect(try !compare(current).isWorse)
  }

  @Test(arguments: [(50.0, false), (149, false), (151, true), (20, false)])
  func `a latency is worse beyond the factor`(latency: Double, isWorse: Bool) throws {
    #expect(try compare(SampleResult.make(latency: latency)).isWorse == isWorse)
  }

  @Test func `a machine that is slower as a whole is not worse`() throws {
    var current = SampleResult.make(latency: 500)
    current.subjects[1] = SampleResult.subject(
      "baseline", role: .baseline, latency: 2_000, bytes: 3_000)
    #expect(try !compare(current).isWorse)
  }

  @Test func `other answers are a fault`() throws {
    var current = SampleResult.make()
    current.checksums[1].value = "0d"
    let comparison = try compare(current)
    #expect(comparison.isWorse)
    #expect(comparison.faults == ["The answers differ (typed, cities, first 10, read)."])
  }

  @Test func `an engine that is gone is a fault`() throws {
    var current = SampleResult.make()
    current.subjects.removeFirst()
    #expect(try compare(current).faults == ["RadixTree was measured, and now is not."])
  }

  @Test func `other data or queries cannot be compared`() throws {
    var otherData = SampleResult.make()
    otherData.data.sha256 = "01"
    var otherQueries = SampleResult.make()
    otherQueries.workloads[0].checksum = "0b"
    var noWorkload = SampleResult.make()
    noWorkload.workloads = []
    for other in [otherData, otherQueries, noWorkload] {
      #expect(throws: BenchFailure.self) { try compare(other) }
    }
  }

  @Test func `the report says what changed`() throws {
    let quiet = ComparisonReport(try compare(SampleResult.make()), showsAll: false).text
    #expect(quiet.hasSuffix("Nothing is worse."))
    #expect(quiet.split(separator: "\n").count == 4)
    let report = ComparisonReport(try compare(SampleResult.make(bytes: 1_500)), showsAll: false)
    #expect(report.text.contains("  structure bytes     1,100    1,600   1.45    worse"))
    #expect(report.text.hasSuffix("Something is worse."))
  }
}
