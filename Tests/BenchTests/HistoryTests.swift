import PrefixBenchmark
import TestSupport
import Testing
import maintain

/// Figures over stored results, and the program that shows them.
@Suite("The history of results") struct HistoryTests {
  private static let key = Figure.Key(
    "RadixTree", .latency, SampleRecord.locate, statistic: "p50")

  private static func history(_ values: [Double], group: (Int) -> String = { _ in "one" }) throws
    -> ResultHistory
  {
    let runs = values.enumerated().map { number, value in
      var run = SampleRecord.make()
      run.header.method.date = "2026-01-\(10 + number)"
      run.header.build.commit = "c\(number)"
      run.header.machine.processor = group(number)
      run.figures = FigureList([Figure(key, .nanoseconds, [value])])
      return run
    }
    // Files come in any order.
    return ResultHistory(
      runs.reversed(), limits: try Limits("latency\tp50\t*\t1.1\t0.8\t-", name: "limits"))
  }

  @Test(
    arguments: [
      ([100, 100, 100, 150, 150, 150], [3]), ([100, 150, 150], [1]), ([150, 150, 100], [2]),
      // One run on a busy machine is no step.
      ([100, 100, 100, 300, 100, 100, 100], []), ([100, 105, 98, 104], []), ([100], []), ([], []),
      ([100, 100, 100, 150, 150, 150, 100, 100, 100], [3, 6]),
    ] as [([Double], [Int])])
  func `a step is a change that stays`(values: [Double], steps: [Int]) throws {
    let history = try Self.history(values)
    #expect(history.series.flatMap(\.steps).map(\.run) == steps)
  }

  @Test func `results of other machines are no steps`() throws {
    let history = try Self.history([100, 900, 100, 900]) { $0 % 2 == 0 ? "one" : "other" }
    #expect(history.series.count == 2)
    #expect(history.series.allSatisfy { $0.steps.isEmpty && $0.points.count == 2 })
  }

  @Test func `bars go from the smallest figure to the largest`() throws {
    #expect(try Self.history([1, 8, 4]).series.map(\.bars) == ["▁█▄"])
    #expect(try Self.history([5, 5]).series.map(\.bars) == ["▄▄"])
  }

  @Test func `the text has runs by date, and the figures asked for`() throws {
    let history = try Self.history([100, 100, 100, 150, 150, 150])
    #expect(history.runs.map(\.header.build.commit) == ["c0", "c1", "c2", "c3", "c4", "c5"])
    let text = history.text(words: ["radix", "P50"], onlySteps: true)
    #expect(text.contains("4: ×1.50") && text.contains("▁▁▁███"))
    #expect(history.text(words: ["trie"], onlySteps: false).hasSuffix("two of these results."))
    let still = try Self.history([1, 1]).text(words: [], onlySteps: true)
    #expect(still.hasSuffix("No figure has a step."))
  }

  @Test func `a stored result is a run`() throws {
    let run = SampleRecord.make()
    let history = ResultHistory([run, run], limits: try .shipped())
    #expect(history.series.count > 10)
    #expect(history.series.allSatisfy { $0.points.count == 2 && $0.steps.isEmpty })
  }

  @Test func `a folder without results is an error`() throws {
    let run = try BenchProcess(
      ["history", "/nowhere"], program: BuiltProgram.url(named: "maintain"))
    #expect(run.status == 1 && run.errors.hasPrefix("Error: /nowhere cannot be read"))
  }

  @Test(arguments: ["folding-tables", "public-api", "history", "sensitivity"])
  func `each subcommand of maintain explains itself`(name: String) throws {
    let run = try BenchProcess(
      [name, "--help"], program: BuiltProgram.url(named: "maintain"))
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.text.contains("maintain \(name)"))
  }
}
