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
    // A result of a program that knew no such file is compared all the same.
    current.file = nil
    #expect(try !compare(current).isWorse)
    #expect(try !compare(SampleResult.make(), with: current).isWorse)
  }

  @Test func `one byte less is better`() throws {
    let comparison = try compare(SampleResult.make(bytes: 999))
    #expect(!comparison.isWorse)
    #expect(comparison.figures.contains { $0.name == "structure bytes" && $0.verdict == .better })
  }

  @Test func `one allocation more in a thousand queries is worse`() throws {
    #expect(try compare(SampleResult.make(allocations: 0.501)).isWorse)
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
    #expect(comparison.faults == ["The answers differ (typed, cities, first 10)."])
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
    #expect(quiet.split(separator: "\n").count == 3)
    let report = ComparisonReport(try compare(SampleResult.make(bytes: 1_500)), showsAll: false)
    #expect(report.text.contains("  structure bytes     1,100    1,600   1.45    worse"))
    #expect(report.text.hasSuffix("Something is worse."))
  }
}
