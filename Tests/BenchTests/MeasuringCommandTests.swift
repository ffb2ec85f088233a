import PrefixBenchmark
import PrefixMeasuring
import TestSupport
import Testing

@testable import bench

@Suite("Commands that measure") struct MeasuringCommandTests {
  @Test(
    arguments: [
      (["run", "--processes", "0"], "--processes must be from 1 to 1000, got 0"),
      (["run", "--workload", "typing"], "typed-uniform"),
      (["run", "--workload", "miss", "--workload", "miss"], "miss is given twice."),
      (["run", "--subject", "Fast"], "SortedArray"),
      (["run", "--format", "xml"], "markdown"),
      (["run", "--seed", "-1"], "--seed"),
      (["compare"], "give either a stored result, or --against a program"),
      (["compare", "a.json", "--against", "b"], "give either a stored result"),
      (
        ["compare", "--against", "bench", "--pairs", "0"], "--pairs must be from 1 to 100, got 0"
      ),
      (
        ["compare", "--against", "bench", "--keys", "-"],
        "standard input cannot be read by both builds"
      ),
      (["compare", "a.json", "--subject", "RadixTree"], "a stored result names its own"),
      (["report"], "<result>"),
    ].named(by: { $0.0.joined(separator: " ") }))
  func `a wrong argument gets a sentence that says what is allowed`(
    example: Named<([String], String)>
  ) throws {
    let (arguments, words) = example.value
    let run = try BenchProcess(arguments)
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.errors.contains(words), "\(run.errors)")
  }

  @Test(
    arguments: [
      (["--keys", "a", "--cities", "b"], "--cities and --keys exclude each other."),
      (
        ["--keys", "a", "--workload", "non-latin"],
        "The workload non-latin is made of names of cities, not of keys."
      ),
      (["--workload", "typos"], "The workload typos is for the search over all names"),
    ].named(by: { $0.0.joined(separator: " ") }))
  func `what does not go together says why`(example: Named<([String], String)>) throws {
    let (arguments, reason) = example.value
    let run = try BenchProcess(["run"] + arguments)
    #expect(run.status == 64)
    #expect(run.errors.contains(reason), "\(run.errors)")
  }

  @Test(arguments: [
    "run", "compare", "report", "list", "search", "geocode", "verify", "quality", "build", "update",
  ])
  func `every help has an overview, and fits a terminal`(command: String) throws {
    let run = try BenchProcess([command, "--help"])
    #expect(run.status == 0)
    #expect(run.text.hasPrefix("OVERVIEW: "))
    // The line of usage is not wrapped.
    for line in run.text.split(separator: "\n") where !line.hasPrefix("USAGE: ") {
      #expect(line.count <= 80)
    }
  }
}
