import CitySearch
import PrefixBenchmark
import PrefixMeasuring
import Testing

/// Comparisons of stored results, which decide what is exact.
@Suite("Comparisons of results") struct ComparisonTests {
  private func compare(
    _ now: RunRecord, with before: RunRecord = SampleRecord.make(),
    needsInstructions: Bool = true
  ) throws -> Comparison {
    Comparison(
      [Comparison.Pair(before: before, now: now)],
      rules: Comparison.Rules(
        limits: try .shipped(), onlyExact: true, needsInstructions: needsInstructions))
  }

  private func obstacle(_ now: RunRecord, _ before: RunRecord = SampleRecord.make()) -> String? {
    Comparison.obstacle(Comparison.Pair(before: before, now: now))
  }

  /// The names of the figures that are worse.
  private func worse(_ comparison: Comparison) -> [String] {
    comparison.figures.filter { $0.verdict == .worse }.map(\.key.description)
  }

  private func text(_ comparison: Comparison) -> String {
    let header = SampleRecord.make().header
    return ComparisonReport(
      comparison: comparison, before: header, now: header, showsAll: false, isOfPairs: false
    ).text(.table)
  }

  @Test(arguments: [0.0, -1])
  func `a build whose figures are 0 or less measured nothing`(factor: Double) throws {
    var none = SampleRecord.make()
    none.multiply(by: factor)
    for (before, now) in [(SampleRecord.make(), none), (none, SampleRecord.make()), (none, none)] {
      let comparison = try compare(now, with: before)
      #expect(comparison.isWorse)
      let sentence =
        factor == 0 ? "are 0: nothing was measured." : "is less than 0, so it was not measured."
      #expect(comparison.faults.contains { $0.hasSuffix(sentence) })
    }
  }

  @Test func `equal results are equal`() throws {
    let comparison = try compare(SampleRecord.make())
    #expect(!comparison.isWorse && comparison.remarks.isEmpty)
    #expect(comparison.figures.allSatisfy { $0.verdict == .equal && $0.limit.isExact })
    #expect(comparison.figures.count > 15)
  }

  @Test func `one byte more is worse`() throws {
    let larger = SampleRecord.make(bytes: 1_001)
    #expect(
      worse(try compare(larger)).contains("RadixTree: structure, nodes"))
  }

  @Test func `a gazetteer file that is larger by a byte is worse`() throws {
    var current = SampleRecord.make()
    current.change(Figure.Key(FileBuildJob.subject, .file)) { $0 + 1 }
    #expect(worse(try compare(current)) == ["gazetteer file: file"])
    // A baseline of an older program, which made no such file, is no fault.
    var none = SampleRecord.make()
    none.remove { $0.subject == FileBuildJob.subject }
    #expect(try !compare(SampleRecord.make(), with: none).isWorse)
    #expect(try compare(none).faults == ["gazetteer file was measured, and now is not."])
  }

  @Test func `an exact figure that is gone is a fault`() throws {
    var noFile = SampleRecord.make()
    noFile.remove { $0 == Figure.Key(FileBuildJob.subject, .file) }
    #expect(try compare(noFile).faults == ["gazetteer file: file was measured, and now is not."])
    var noCounts = SampleRecord.make()
    noCounts.remove {
      $0.subject == "RadixTree"
        && [.allocations, .allocated, .shortNameAllocations].contains($0.quantity)
    }
    #expect(try compare(noCounts).faults.count == 3)
  }

  @Test func `times of another day decide nothing`() throws {
    var current = SampleRecord.make(latency: 5_000)
    current.change(Figure.Key("RadixTree", .build)) { $0 * 20 }
    #expect(try compare(current).figures.allSatisfy { $0.verdict == .equal })
  }

  @Test func `a query that does not find its city any more is worse`() throws {
    func record(_ first: Int) -> RunRecord {
      let items = (0..<3).map {
        QualityCase(query: "\($0)", name: "", country: "", ids: [1], kind: .exact, source: "")
      }
      let subject = QualitySubject(name: "search by relevance") { _, _ in [] }
      var record = SampleRecord.make()
      // Right at once, or in the second place.
      record.set(subject.figures(of: items.enumerated().map { ($1, $0 < first ? [1] : [2, 1]) }))
      return record
    }
    #expect(
      worse(try compare(record(1), with: record(2))) == ["search by relevance: not first, all"])
    #expect(try !compare(record(3), with: record(2)).isWorse)
    var none = record(2)
    none.remove { $0.subject.hasPrefix("search") }
    #expect(
      try compare(none, with: record(2)).faults == [
        "search by name was measured, and now is not.",
        "search by relevance was measured, and now is not.",
      ])
    var other = record(0)
    other.header.data.cases?.sha256 = "02"
    let comparison = try compare(other, with: record(2))
    #expect(!comparison.isWorse && comparison.remarks.count == 1)
    #expect(comparison.remarks.first?.contains("not first, not among 5, not among 10") == true)
  }

  @Test func `what was interrupted is compared with nothing`() {
    var interrupted = SampleRecord.make()
    interrupted.header.method.isComplete = false
    #expect(obstacle(interrupted)?.hasPrefix("The current result is of a run") == true)
    #expect(
      obstacle(SampleRecord.make(), interrupted)?.hasPrefix("The baseline is of a run") == true)
    #expect(obstacle(SampleRecord.make()) == nil)
  }

  @Test func `other data or queries cannot be compared`() {
    var otherData = SampleRecord.make()
    otherData.header.data.sha256 = "01"
    var otherQueries = SampleRecord.make()
    otherQueries.header.workloads[1].checksum = "0b"
    var noWorkload = SampleRecord.make()
    noWorkload.header.workloads = []
    #expect(
      [otherData, otherQueries, noWorkload].map { obstacle($0) } == [
        "The results are not about the same data: their digests differ.",
        "The queries of the workload \"typos\" differ; both runs need the same --seed.",
        "The results have no workload in common.",
      ])
  }

  @Test func `one byte less is better`() throws {
    let comparison = try compare(SampleRecord.make(bytes: 999))
    #expect(!comparison.isWorse)
    #expect(
      comparison.figures.contains {
        $0.key == Figure.Key("RadixTree", .structure, statistic: "nodes") && $0.verdict == .better
      })
  }

  @Test func `one allocation more in a thousand queries is worse`() throws {
    #expect(try compare(SampleRecord.make(allocations: 0.501)).isWorse)
  }

  @Test func `an allocation for a name that needs none is worse`() throws {
    var current = SampleRecord.make()
    let key = Figure.Key(
      "RadixTree", .shortNameAllocations, .tenCities("typed", .unread), statistic: "mean")
    current.change(key) { $0 + 0.01 }
    #expect(worse(try compare(current)) == [key.description])
  }

  @Test func `other allocators allocate otherwise`() throws {
    var current = SampleRecord.make(allocations: 0.7)
    current.header.build.allocator = "libmalloc"
    let comparison = try compare(current)
    #expect(!comparison.isWorse)
    #expect(comparison.remarks.first?.contains("Those before are of glibc malloc") == true)
  }

  @Test func `other answers are a fault`() throws {
    var current = SampleRecord.make()
    current.change(Figure.Key("all", .answers, SampleRecord.cities)) { $0 + 1 }
    let comparison = try compare(current)
    #expect(comparison.isWorse)
    #expect(comparison.faults == ["The answers differ (typed, 10 cities, read)."])
  }

  @Test func `an engine that is gone is a fault, a program is not`() throws {
    var before = SampleRecord.make()
    before.add("Program", role: .program, latency: 10, bytes: 1)
    #expect(try !compare(SampleRecord.make(), with: before).isWorse)
    var current = SampleRecord.make()
    current.remove { $0.subject == "RadixTree" }
    #expect(try compare(current).faults == ["RadixTree was measured, and now is not."])
  }

  @Test func `the report says what changed`() throws {
    let quiet = try text(compare(SampleRecord.make()))
    #expect(quiet.hasSuffix(" equal. Nothing is worse."))
    #expect(quiet.contains("Commit 0123456789ab against 0123456789ab"))
    let report = try text(compare(SampleRecord.make(bytes: 1_500)))
    #expect(report.contains("  structure          1,100  1,600   1.45  1.010    worse"))
    #expect(!report.contains("pairs"))
    #expect(report.hasSuffix("Something is worse."))
  }
}

// MARK: - Instructions

extension ComparisonTests {
  @Test(arguments: [(800.0, false), (808, false), (808.1, true), (700, false), (8_000, true)])
  func `more than a percent more instructions is worse`(perQuery: Double, isWorse: Bool) throws {
    let comparison = try compare(SampleRecord.make(instructions: perQuery))
    #expect(comparison.isWorse == isWorse)
    #expect(worse(comparison) == (isWorse ? ["gazetteer file: instructions, typed, locate"] : []))
  }

  @Test(arguments: [(795.0, "equal", false), (780, "better", false), (750, "better", true)])
  func `a gain is good, and a large one asks for another baseline`(
    perQuery: Double, verdict: String, asks: Bool
  ) throws {
    let comparison = try compare(SampleRecord.make(instructions: perQuery))
    let figure = comparison.figures.first { $0.key.quantity == .instructions }
    #expect(figure?.verdict.rawValue == verdict)
    let text = text(comparison)
    #expect(text.replacing("\n", with: " ").contains("store a new baseline") == asks)
    #expect(text.hasSuffix("Nothing is worse."))
  }

  @Test func `counts that are gone fail, unless one does without`() throws {
    var none = SampleRecord.make()
    none.remove { $0.quantity == .instructions }
    let sentence = "Instructions a query were counted, and now are not"
    let failed = try compare(none)
    #expect(
      failed.faults == ["\(sentence): install valgrind, or pass --without-instructions."])
    let passed = try compare(none, needsInstructions: false)
    #expect(!passed.isWorse && passed.remarks == ["\(sentence)."])
    #expect(text(passed).contains(sentence))
    // A baseline of a machine without valgrind has nothing to compare with.
    #expect(try !compare(SampleRecord.make(), with: none).isWorse)

    var fewer = SampleRecord.make()
    fewer.remove { $0.quantity == .instructions && $0.measure == SampleRecord.locate }
    #expect(
      try compare(fewer).faults
        == ["gazetteer file: instructions, typed, locate was measured, and now is not."])
  }

  @Test func `another compiler makes other instructions`() throws {
    var current = SampleRecord.make(instructions: 8_000)
    current.header.build.swiftVersion = "6.4"
    let comparison = try compare(current)
    #expect(!comparison.isWorse)
    #expect(
      comparison.remarks == [
        "Not compared: instructions. Those before are of x86_64, Swift 6.3.1, glibc malloc, these of "
          + "x86_64, Swift 6.4, glibc malloc."
      ])
  }
}
