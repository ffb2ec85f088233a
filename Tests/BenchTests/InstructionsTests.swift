import CitySearch
import Fixtures
import Foundation
import TestSupport
import Testing

@testable import PrefixBenchmark

/// Instructions a query: counted by an emulator and by the processor.
@Suite("Counting by callgrind") struct CallgrindTests {
  @Test func `a profile is read, and what is none is not`() {
    let text = """
      # callgrind format
      creator: callgrind-3.19.0
      events: Ir
      fn=(1) main
      0 7
      totals: 4711

      """
    #expect(Callgrind.total(in: text) == 4_711)
    for (old, new) in [("totals: 4711", ""), ("4711", "x"), ("4711", "0"), ("Ir", "Ir I1mr")] {
      #expect(Callgrind.total(in: text.replacing(old, with: new)) == nil)
    }
    #expect(Callgrind.total(in: "") == nil)
  }

  @Test func `a count that was not written down is a failure`() {
    #expect(throws: BenchFailure.self) {
      try Callgrind.read(1, from: URL(filePath: "/nowhere/instructions"))
    }
  }

  @Test func `only the names of debug sections are changed`() throws {
    let program = [UInt8](try Data(contentsOf: BuiltProgram.url(named: "bench")))
    let copy = Callgrind.hidingDebugSections(of: program)
    #expect(copy.count == program.count)
    let changed = program.indices.filter { program[$0] != copy[$0] }
    #if os(Linux)
    #expect((1..<64).contains(changed.count))
    #endif
    #expect(
      changed.allSatisfy { program[$0...].starts(with: ".debug".utf8) && copy[$0] == 0x5F })
    for length in [0, 4, 63, 64, 1_000] {
      let cut = Array(program.prefix(length))
      #expect(Callgrind.hidingDebugSections(of: cut) == cut)
    }
  }

  @Test func `every stage that is counted can be answered`() throws {
    let gazetteer = try Gazetteer(contentsOf: Fixtures.sample)
    let source = QueryMaker(gazetteer, otherNames: Fixtures.sample, count: 50)
    let workloads = try Extent.nameWorkloads.map { try $0.workload(from: source, seed: 1) }
    let job = CallgrindJob(
      gazetteer: URL(filePath: "/"), workloads: URL(filePath: "/"),
      measures: Measure.countedInstructions(of: "typed", names: workloads.map(\.name)),
      counts: URL(filePath: "/"))
    let figures = try job.run(over: gazetteer, workloads: workloads)
    #expect(figures.map(\.key.measure) == job.measures && job.measures.count == 12)
    #expect(figures.allSatisfy { $0.value > 0 && $0.key.statistic == "queries" })
    // Outside of callgrind there is nothing to add.
    #expect(throws: BenchFailure.self) { try job.complete(figures) }
  }

  @Test func `the processor's counter counts what each subject does, or nothing`() throws {
    let gazetteer = try Gazetteer(contentsOf: Fixtures.sample)
    let source = QueryMaker(gazetteer, otherNames: Fixtures.sample, count: 50)
    let workload = try #require(WorkloadEntry.all.first).workload(from: source, seed: 1)
    let job = CounterJob(
      dataset: .shipped, subjects: ["RadixTree", "baseline"], workloads: URL(filePath: "/"),
      measures: [SampleRecord.locate, SampleRecord.cities])
    let isAllowed = CounterJob.isAllowed
    let figures = try job.run(over: .cities(gazetteer), workloads: [workload])
    guard isAllowed else {
      #expect(figures.isEmpty)
      return
    }
    #expect(figures.map(\.key.subject) == ["RadixTree", "RadixTree", "baseline", "baseline"])
    // To make ten cities takes more than to find them.
    #expect(figures[0].value > 10 && figures[0].value < figures[1].value)
    #expect(figures[2].value > 10 && figures[2].value < figures[3].value)
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
    func count(_ measures: [Measure]) throws -> [Double] {
      let job = CallgrindJob(
        gazetteer: folder.gazetteer, workloads: folder.workloads, measures: measures,
        counts: folder.instructions)
      let (process, output) = (Process(), Pipe())
      process.executableURL = try BuiltProgram.url(named: "bench")
      process.arguments = ["worker"] + (try JobArguments.arguments(of: job))
      process.standardOutput = output
      try job.prepare(process)
      try process.run()
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      let outcome = try JSONDecoder().decode(JobOutcome.self, from: data)
      return try job.complete(outcome.figures).filter { $0.key.statistic == "mean" }.map(\.value)
    }
    #expect(try #require(Callgrind()?.version).hasPrefix("valgrind-"))
    let all = try count([SampleRecord.locate, .tenCities("typed", .unread), SampleRecord.cities])
    let one = try count([SampleRecord.cities])
    #expect(all[0] < all[1] && all[1] < all[2])
    #expect(abs(one[0] / all[2] - 1) < 0.002)
  }
  #endif
}
