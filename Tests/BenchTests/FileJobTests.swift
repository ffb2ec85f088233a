import CBenchSupport
import CitySearch
import Fixtures
import Foundation
import GazetteerBuilding
import PrefixBenchmark
import PrefixMeasuring
import PrefixSearch
import TestSupport
import Testing

/// The jobs about the gazetteer file, on few cities.
@Suite("Measuring a gazetteer file") struct FileJobTests {
  private static let texts = (["san", "", "köln", "zzz"] + ["a", "b", "ch", "d"]).flatMap {
    [$0, "\($0)a", "\($0)e"]
  }

  /// Makes a file and calls the closure with what was found and the job that opens it.
  private static func build<Value>(
    counting: Bool = false, _ body: (FigureList, FileOpenJob) throws -> Value
  ) throws -> Value {
    try withTemporaryFile("", named: "cities.gazetteer") { file in
      let job = FileBuildJob(
        dataset: Dataset(.cities, path: Fixtures.sample.path), output: file,
        countsAllocations: counting)
      return try body(
        FigureList(try job.run()),
        FileOpenJob(file: file, workloads: URL(filePath: "/"), workload: "typed"))
    }
  }

  private static func value(_ list: FigureList, _ quantity: Figure.Quantity) -> Double? {
    list[Figure.Key(FileBuildJob.subject, quantity)]?.value
  }

  @Test func `a file is made, with its size and that of the input`() throws {
    try Self.build { built, open in
      let (input, file) = (try Data(contentsOf: Fixtures.sample), try Data(contentsOf: open.file))
      #expect(Self.value(built, .input) == Double(input.count))
      #expect(Self.value(built, .file) == Double(file.count))
      #expect(try #require(Self.value(built, .build)) > 0)
      #expect(Self.value(built, .peakAllocated) == nil)
    }
  }

  @Test(.enabled(if: cbench_can_count(), "this build cannot count allocations"))
  func `what is allocated is counted if that is asked for, and then nothing is timed`() async {
    // In this process, others allocate and release at the same time.
    await #expect(processExitsWith: .success) {
      try Self.build(counting: true) { built, open in
        // At least the bytes of the file are in memory before they are written.
        let peak = try #require(Self.value(built, .peakAllocated))
        #expect(peak > Double(try Data(contentsOf: open.file).count))
        #expect(built.rows.count == 1)
      }
    }
  }

  @Test func `an opened file answers as the engines do, and a run compares both`() async throws {
    let gazetteer = try Gazetteer(contentsOf: Fixtures.sample)
    var sets = QuerySets(
      workloads: [Workload(name: "typed", summary: "for a test", texts: Self.texts)],
      records: .cities(gazetteer),
      reference: IndexSubject(BinarySearch(gazetteer.sortedKeys()), over: gazetteer))
    let opened = try Self.build { _, job in FigureList(try job.run(asking: Self.texts)) }
    let sum = try #require(opened.rows.first { $0.unit == .checksum })
    let answered = try #require(sum.key.measure)
    // Checksums are compared if they have the same key.
    #expect(Extent.quick.plan(for: ["typed"]).measures.contains(answered))
    #expect(try await sets.set(for: answered).checksum(of: answered) == sum)

    let measure = Measure(workload: "typed", stage: .cities, limit: 10)
    #expect(Self.value(opened, .openedQueries) == Double(Self.texts.count))
    let samples = opened[Figure.Key(FileBuildJob.subject, .samples, measure)]
    #expect(samples?.value == Double(Self.texts.count))
    let median = Figure.Key(FileBuildJob.subject, .opening, measure, statistic: "p50")
    #expect(try #require(opened[median]).value > 0)
  }

  @Test func `a file that is gone ends the job`() throws {
    let job = FileOpenJob(
      file: URL(filePath: "/nowhere.gazetteer"), workloads: URL(filePath: "/"), workload: "typed")
    #expect(throws: GazetteerError.self) { try job.run(asking: ["a"]) }
  }
}
