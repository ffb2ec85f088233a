import Foundation
import PrefixBenchmark
import PrefixMeasuring
import TestSupport
import Testing

/// `bench compare` from outside: what CI decides by is its status.
@Suite("The command compare") struct CompareProcessTests {
  private func compare(
    _ current: RunRecord, with baseline: RunRecord = SampleRecord.make()
  ) throws -> BenchProcess {
    try withTemporaryFolder { folder in
      let files = [folder.appending(path: "a.json"), folder.appending(path: "b.json")]
      for (file, result) in zip(files, [baseline, current]) { try result.json.write(to: file) }
      return try BenchProcess(["compare"] + files.map(\.path))
    }
  }

  @Test func `nothing worse is status 0`() throws {
    let run = try compare(SampleRecord.make())
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.text.hasSuffix("Nothing is worse.\n"))
  }

  @Test func `something worse is status 1`() throws {
    let run = try compare(SampleRecord.make(bytes: 1_001))
    #expect(run.status == 1)
    #expect(run.text.hasSuffix("Something is worse.\n"))
  }

  @Test func `an interrupted run is status 2`() throws {
    var interrupted = SampleRecord.make()
    interrupted.header.method.isComplete = false
    let run = try compare(SampleRecord.make(), with: interrupted)
    #expect(run.status == 2 && run.text.isEmpty)
    #expect(
      run.errors == "Error: The baseline is of a run that was interrupted; measure it again.\n")
  }

  @Test(arguments: ["", "{}", "not JSON"])
  func `a damaged file is status 2`(text: String) throws {
    try withTemporaryFile(text, named: "baseline.json") { file in
      let run = try BenchProcess(["compare", file.path, file.path])
      #expect(run.status == 2)
      #expect(run.errors.hasPrefix("Error: \(file.path) "))
    }
  }

  @Test func `a missing file is status 2, and a missing argument 64`() throws {
    let run = try BenchProcess(["compare", "/nowhere/baseline.json"])
    #expect(run.status == 2)
    #expect(run.errors.contains("baseline.json cannot be read"))
    #expect(try BenchProcess(["compare"]).status == 64)
  }
}
