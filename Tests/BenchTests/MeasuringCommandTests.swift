import ArgumentParser
import TestSupport
import Testing

@testable import PrefixBenchmark

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
        ["compare", "a.json", "--tolerance", "-1"],
        "--tolerance must be from 0.0 to 1000.0, got -1.0"
      ),
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
  ) {
    let (arguments, words) = example.value
    do {
      _ = try Bench.parseAsRoot(arguments)
      Issue.record("\(arguments) were accepted.")
    } catch {
      #expect(Bench.fullMessage(for: error).contains(words))
      #expect(Bench.exitCode(for: error) == .validationFailure)
    }
  }

  @Test func `the extents have their numbers of processes`() throws {
    for (arguments, count) in [([], 3), (["--quick"], 1), (["--full"], 10)] {
      let command = try #require(try Bench.parseAsRoot(["run"] + arguments) as? RunCommand)
      #expect(command.plan.processCount == count)
    }
  }

  @Test func `what is chosen for pairs is passed on to both builds`() throws {
    let arguments = [
      "--keys", "words", "--workload", "typed", "--subject", "RadixTree", "--program",
      "True=/bin/true",
    ]
    let command = try #require(
      try Bench.parseAsRoot(["compare", "--against", "bench"] + arguments) as? CompareCommand)
    #expect(command.choices.arguments == arguments)
  }

  @Test func `a chosen subject brings the baseline`() throws {
    let command = try #require(
      try Bench.parseAsRoot(["run", "--subject", "sortedarray"]) as? RunCommand)
    let plan = command.plan
    #expect(plan.subjects.map(\.name) == ["SortedArray", "baseline"])
  }

  @Test(
    arguments: [
      ([], 0, ["typed", "names", "regions", "typos", "two-typos"]), (["typos"], 1, ["typos"]),
      (["typed", "miss"], 2, ["typed"]), (["miss"], 1, []),
    ].named(by: \.0))
  func `chosen workloads are those of own names and of all`(
    example: Named<([String], Int, [String])>
  ) throws {
    let (chosen, count, names) = example.value
    let options = chosen.flatMap { ["--workload", $0] }
    let command = try #require(try Bench.parseAsRoot(["run"] + options) as? RunCommand)
    let plan = command.plan
    #expect(plan.workloads.count == (chosen.isEmpty ? WorkloadEntry.all.count : count))
    #expect(plan.nameWorkloads.map(\.name) == names)
    #expect(plan.allWorkloads.map(\.name).count == Set(plan.allWorkloads.map(\.name)).count)
  }

  @Test func `data of one's own leave out what is about other data`() throws {
    func plan(_ arguments: [String]) throws -> RunPlan {
      let command = try #require(try Bench.parseAsRoot(["run"] + arguments) as? RunCommand)
      return command.plan
    }
    let keys = try plan(["--keys", "words"])
    #expect(keys.dataset == Dataset(.keys, path: "words"))
    #expect(keys.subjects.allSatisfy { !$0.needsCities })
    #expect(keys.unsuitable.contains("SortedStrings"))
    #expect(keys.nameWorkloads.isEmpty && keys.workloads.allSatisfy { !$0.needsCities })
    #expect(keys.workloads.map(\.name).contains("typed"))
    let cities = try plan(["--cities", "-"])
    #expect(cities.dataset.name == "standard input" && cities.unsuitable.isEmpty)
    #expect(try plan([]).dataset == .shipped)
  }

  @Test(
    arguments: [
      (["--keys", "a", "--cities", "b"], "--cities and --keys exclude each other."),
      (
        ["--keys", "a", "--subject", "SortedStrings"],
        "SortedStrings searches names of cities, and no other keys."
      ),
      (
        ["--keys", "a", "--workload", "non-latin"],
        "The workload non-latin is made of names of cities, not of keys."
      ),
      (["--keys", "a", "--scale"], "--scale is about the cities shipped"),
    ].named(by: { $0.0.joined(separator: " ") }))
  func `what does not go together says why`(example: Named<([String], String)>) {
    let (arguments, reason) = example.value
    let error = #expect(throws: (any Error).self) {
      try Bench.parseAsRoot(["run"] + arguments)
    }
    #expect(error.map { Bench.message(for: $0).contains(reason) } == true)
  }

  @Test func `every help has an overview and no option without help`() {
    let commands: [any ParsableCommand.Type] = [
      RunCommand.self, CompareCommand.self, ReportCommand.self, ListCommand.self,
      GeocodeCommand.self,
    ]
    for command in commands {
      let help = command.helpMessage(columns: 80)
      #expect(help.hasPrefix("OVERVIEW: "))
      for line in help.split(separator: "\n") { #expect(line.count <= 100) }
    }
  }
}
