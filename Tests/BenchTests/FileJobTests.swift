import CBenchSupport
import CitySearch
import Fixtures
import Foundation
import PrefixSearch
import Testing

@testable import PrefixBenchmark

/// The jobs about the gazetteer file, on few cities.
@Suite struct FileJobTests {
  private static let texts = (["san", "", "köln", "zzz"] + ["a", "b", "ch", "d"]).flatMap {
    [$0, "\($0)a", "\($0)e"]
  }

  /// Makes a file and calls the closure with the outcome and the job that opens it.
  private func build(
    counting: Bool = false, _ body: (FileBuildOutcome, FileOpenJob) throws -> Void
  ) throws {
    try withTemporaryFile("", named: "cities.gazetteer") { file in
      let job = FileBuildJob(
        dataset: Dataset(.cities, path: Fixtures.sample.path), output: file,
        countsAllocations: counting)
      try body(
        try job.run(),
        FileOpenJob(file: file, workloads: URL(filePath: "/"), workload: "typed"))
    }
  }

  @Test func `a file is made, with its size and that of the input`() throws {
    try build { built, open in
      let (input, file) = (try Data(contentsOf: Fixtures.sample), try Data(contentsOf: open.file))
      #expect(built.inputByteCount == input.count && built.byteCount == file.count)
      #expect(built.time > 0)
      #expect(built.peakAllocated == nil)
    }
  }

  @Test(.enabled(if: cbench_can_count(), "this build cannot count allocations"))
  func `what is allocated is counted if that is asked for`() throws {
    try build(counting: true) { built, _ in
      // At least the bytes of the file are in memory before they are written.
      let peak = try #require(built.peakAllocated)
      #expect(peak > built.byteCount)
    }
  }

  @Test func `an opened file answers as the engines do`() throws {
    let gazetteer = try Gazetteer(contentsOf: Fixtures.sample)
    let subject = IndexSubject(BinarySearch(gazetteer.sortedKeys()), over: gazetteer)
    let call = CitiesCall(subject: subject, limit: 10)
    let queries = Self.texts.map { PreparedQuery($0) }
    let set = QuerySet(queries: queries, answers: queries.map { call.answer(to: $0) })
    try build { _, job in
      let opened = try job.run(asking: Self.texts, firstOpening: 5)
      #expect(opened.checksum.value == set.checksum)
      #expect(opened.checksum.measure == Measure(workload: "typed", stage: .cities, limit: 10))
      #expect(opened.queryCount == Self.texts.count)
      #expect(opened.openings.sampleCount == Self.texts.count)
      #expect(opened.firstOpening == 5)
    }
  }

  @Test func `a file that is gone ends the job`() throws {
    let job = FileOpenJob(
      file: URL(filePath: "/nowhere.gazetteer"), workloads: URL(filePath: "/"), workload: "typed")
    #expect(throws: GazetteerError.self) { try job.run(asking: ["a"], firstOpening: 0) }
  }

  @Test func `outcomes of several processes become one result`() throws {
    try build { built, job in
      let opened = try job.run(asking: Self.texts, firstOpening: 7)
      var counted = built
      counted.peakAllocated = 123
      counted.time = 1e12
      let result = try #require(
        FileResult(built: [built, counted, built], opened: [opened, opened]))
      #expect(result.byteCount == built.byteCount)
      #expect(result.buildTime.processes == [built.time, built.time])
      #expect(result.peakAllocated == 123)
      #expect(result.firstOpening.processes == [7, 7])
      #expect(result.openings.sampleCount == 2 * Self.texts.count)
      #expect(FileResult(built: [built], opened: []) == nil)
      #expect(FileResult(built: [counted], opened: [opened]) == nil)
    }
  }
}
