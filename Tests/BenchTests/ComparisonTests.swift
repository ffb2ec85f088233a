import Testing

@testable import PrefixBenchmark

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

  @Test func `the answers of the search over all names are compared`() throws {
    var current = SampleResult.make()
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

  @Test func `times of another day decide nothing`() throws {
    var current = SampleResult.make()
    for index in current.subjects.indices {
      current.subjects[index].latencies = current.subjects[index].latencies.map { series in
        SampleResult.series(series.measure, medians: series.p50.processes.map { $0 * 20 })
      }
    }
    #expect(try compare(current).figures.allSatisfy { $0.verdict == .equal })
  }

  @Test func `a query that does not find its city any more is worse`() throws {
    func result(_ first: Int, cases: Int = 3) -> BenchmarkResult {
      let items = (0..<cases).map {
        QualityCase(query: "\($0)", name: "", country: "", ids: [1], kind: .exact, source: "")
      }
      // Right at once, or in the second place.
      let subject = QualitySubject(name: "relevance") { query, _ in
        Int(query) ?? 0 < first ? [1] : [2, 1]
      }
      var result = SampleResult.make()
      result.quality = QualityReport(
        cases: "own.tsv", scores: [QualityScores(of: subject, on: items)], keystrokes: [])
      return result
    }
    let worse = try compare(result(1), with: result(2)).figures.filter { $0.verdict == .worse }
    #expect(worse.map(\.name) == ["queries without a right city as the first answer"])
    #expect(try !compare(result(3), with: result(2)).isWorse)
    var none = result(2)
    none.quality = nil
    #expect(
      try compare(none, with: result(2)).faults
        == ["The quality of answers was measured, and now is not."])
    #expect(try compare(result(2, cases: 4), with: result(2)).remarks.count == 1)
  }

  @Test func `what was interrupted is compared with nothing`() throws {
    var interrupted = SampleResult.make()
    interrupted.method.isComplete = false
    #expect(throws: BenchFailure.self) { try compare(interrupted) }
    #expect(throws: BenchFailure.self) { try compare(SampleResult.make(), with: interrupted) }
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
    #expect(quiet.split(separator: "\n").count == 3)
    let report = ComparisonReport(try compare(SampleResult.make(bytes: 1_500)), showsAll: false)
    #expect(report.text.contains("  structure bytes     1,100    1,600   1.45    worse"))
    #expect(report.text.hasSuffix("Something is worse."))
  }
}
