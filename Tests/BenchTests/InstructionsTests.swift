import CitySearch
import Fixtures
import Foundation
import TestSupport
import Testing

@testable import PrefixBenchmark

/// Instructions a query: counted by an emulator, and a gate.
@Suite struct InstructionsTests {
  private func compare(
    _ current: BenchmarkResult, with baseline: BenchmarkResult = SampleResult.make(),
    limits: Comparison.Limits = .init()
  ) throws -> Comparison {
    try Comparison(current, with: baseline, limits: limits)
  }

  private func result(locate: Double) -> BenchmarkResult {
    var result = SampleResult.make()
    result.instructions = SampleResult.instructions(locate: locate)
    return result
  }

  @Test(arguments: [(800.0, false), (808, false), (808.1, true), (700, false), (8_000, true)])
  func `more than a percent more is worse`(perQuery: Double, isWorse: Bool) throws {
    let comparison = try compare(result(locate: perQuery))
    #expect(comparison.isWorse == isWorse)
    let worse = comparison.figures.filter { $0.verdict == .worse }
    #expect(worse.map(\.name) == (isWorse ? ["instructions per query (typed, locate)"] : []))
    #expect(worse.allSatisfy { $0.kind == .instructions })
  }

  @Test func `a wider tolerance is for instructions, too`() throws {
    #expect(try !compare(result(locate: 830), limits: .init(tolerance: 0.05)).isWorse)
  }

  @Test(arguments: [(795.0, "equal", false), (780, "better", false), (750, "better", true)])
  func `a gain is good, and a large one asks for another baseline`(
    perQuery: Double, verdict: String, asks: Bool
  ) throws {
    let comparison = try compare(result(locate: perQuery))
    #expect(comparison.figures.first { $0.kind == .instructions }?.verdict.rawValue == verdict)
    let text = ComparisonReport(comparison, showsAll: false).text
    #expect(text.contains("store the baseline anew") == asks)
    #expect(text.hasSuffix("Nothing is worse."))
  }

  @Test func `counts that are gone fail, unless one does without`() throws {
    var none = SampleResult.make()
    none.instructions = nil
    let sentence = "Instructions a query were counted, and now are not"
    let failed = try compare(none)
    #expect(failed.isWorse)
    #expect(
      failed.faults == ["\(sentence): install valgrind, or do without by --without-instructions."])
    let passed = try compare(none, limits: .init(needsInstructions: false))
    #expect(!passed.isWorse && passed.remarks == ["\(sentence)."])
    #expect(ComparisonReport(passed, showsAll: false).text.contains(sentence))
    // A baseline of a machine without valgrind has nothing to compare with.
    #expect(try !compare(SampleResult.make(), with: none).isWorse)

    var fewer = SampleResult.make()
    fewer.instructions?.counts.removeFirst()
    #expect(
      try compare(fewer).faults == ["Instructions were counted, and now are not (typed, locate)."])
  }

  @Test func `another compiler makes other instructions`() throws {
    var current = result(locate: 8_000)
    current.build.swiftVersion = "6.4"
    let comparison = try compare(current)
    #expect(!comparison.isWorse && !comparison.figures.contains { $0.kind == .instructions })
    #expect(
      comparison.remarks == [
        "Instructions a query are not compared: those of the baseline are of x86_64, Swift 6.3.1, "
          + "glibc malloc, these of x86_64, Swift 6.4, glibc malloc."
      ])
  }

  @Test func `two counts of one stage are refused`() throws {
    var result = SampleResult.make()
    result.instructions?.counts[1].measure = SampleResult.locate
    let json = try result.json
    #expect(throws: BenchFailure.self) { try BenchmarkResult(json: json, file: "a.json") }
  }

  @Test func `every format has the counts, or says that there are none`() throws {
    var result = SampleResult.make()
    for format in [OutputFormat.table, .markdown] {
      let text = try format.text(of: result, wide: false)
      #expect(text.contains("10 cities, read") && text.contains("17,000"))
    }
    let lines = try OutputFormat.csv.text(of: result, wide: false).split(separator: "\n")
    #expect(
      lines.contains(
        "gazetteer file,file,instructions per query,typed,locate,name,,,warm,,mean,800,,"))
    let page = ReportPage([(file: "a.json", result: result)]).html
    #expect(page.contains("counted by callgrind-3.19.0"))
    result.instructions = nil
    let words = try OutputFormat.table.text(of: result, wide: false).replacing("\n", with: " ")
    #expect(words.contains(InstructionsTable.absence))
  }
}

@Suite struct CallgrindTests {
  @Test func `a profile is read, and what is none is not`() {
    let text = """
      # callgrind format
      creator: callgrind-3.19.0
      events: Ir
      fn=(1) main
      0 7
      totals: 4711

      """
    let profile = Callgrind.Profile(text)
    #expect(profile?.creator == "callgrind-3.19.0" && profile?.total == 4_711)
    for (old, new) in [("totals: 4711", ""), ("4711", "x"), ("4711", "0"), ("Ir", "Ir I1mr")] {
      #expect(Callgrind.Profile(text.replacing(old, with: new)) == nil)
    }
    #expect(Callgrind.Profile("") == nil)
  }

  @Test func `a count that was not written down is a failure`() {
    #expect(throws: BenchFailure.self) {
      try Callgrind.read(1, from: URL(filePath: "/nowhere/instructions"))
    }
  }

  @Test func `only the names of debug sections are changed`() throws {
    let program = [UInt8](try Data(contentsOf: BuiltProgram.url(named: "bench")))
    let copy = CallgrindWorker.hidingDebugSections(of: program)
    #expect(copy.count == program.count)
    let changed = program.indices.filter { program[$0] != copy[$0] }
    #if os(Linux)
    #expect((1..<64).contains(changed.count))
    #endif
    #expect(
      changed.allSatisfy { program[$0...].starts(with: ".debug".utf8) && copy[$0] == 0x5F })
    for length in [0, 4, 63, 64, 1_000] {
      let cut = Array(program.prefix(length))
      #expect(CallgrindWorker.hidingDebugSections(of: cut) == cut)
    }
  }

  @Test func `every stage that is counted can be answered`() throws {
    let gazetteer = try Gazetteer(contentsOf: Fixtures.sample)
    let source = QueryMaker(gazetteer, otherNames: Fixtures.sample, count: 50)
    let workloads = try Extent.nameWorkloads.map { try $0.workload(from: source, seed: 1) }
    let job = InstructionsJob(
      gazetteer: URL(filePath: "/"), workloads: URL(filePath: "/"),
      measures: Measure.countedInstructions(of: "typed", names: workloads.map(\.name)),
      counts: URL(filePath: "/"))
    let outcome = try job.run(over: gazetteer, workloads: workloads)
    #expect(outcome.stages.map(\.measure) == job.measures && job.measures.count == 11)
    #expect(outcome.stages.allSatisfy { $0.queryCount > 0 && $0.instructionCount == nil })
    // Outside of callgrind there is nothing to tell.
    #expect(InstructionsResult(outcome) == nil)
  }

  #if !DEBUG
  @Test(.enabled(if: Callgrind() != nil))
  func `the same program takes the same instructions`() throws {
    let gazetteer = try Gazetteer(contentsOf: Fixtures.sample)
    let source = QueryMaker(gazetteer, otherNames: Fixtures.sample, count: 50)
    let workload = try #require(WorkloadEntry.all.first).workload(from: source, seed: 1)
    let folder = try RunFolder()
    defer { folder.remove() }
    try folder.write([workload])
    try gazetteer.write(to: folder.gazetteer)
    func count(_ measures: [Measure]) throws -> InstructionsResult {
      let job = InstructionsJob(
        gazetteer: folder.gazetteer, workloads: folder.workloads, measures: measures,
        counts: folder.instructions)
      let (process, output) = (Process(), Pipe())
      process.executableURL = try BuiltProgram.url(named: "bench")
      process.standardOutput = output
      let text = String(decoding: try JSONEncoder().encode(Job.instructions(job)), as: UTF8.self)
      try #require(Callgrind()).wrap(process, job: text, writingTo: job.counts)
      try process.run()
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      let outcome = try JSONDecoder().decode(JobOutcome.self, from: data)
      guard case .instructions(let found) = outcome else { throw BenchFailure("another outcome") }
      return try #require(InstructionsResult(found.counted(in: job.counts)))
    }
    let all = try count([SampleResult.locate, .tenCities("typed", .unread), SampleResult.cities])
    let one = try count([SampleResult.cities])
    #expect(all.tool.hasPrefix("callgrind-"))
    #expect(all.counts[0].perQuery < all.counts[1].perQuery)
    #expect(all.counts[1].perQuery < all.counts[2].perQuery)
    #expect(abs(one.counts[0].perQuery / all.counts[2].perQuery - 1) < 0.002)
  }
  #endif
}
