import ArgumentParser
import CitySearch
import Foundation
import PrefixSearch
import TestSupport
import Testing

@testable import PrefixBenchmark
@testable import PrefixMeasuring

/// What a run does with the subjects that it is given, and what it leaves out.
@Suite("Plans of runs") struct RunPlanTests {
  private func plan(_ names: [String], _ extent: Extent = .quick) throws -> RunPlan {
    RunPlan(
      extent: extent, processCount: 2, seed: 1, subjects: try names.map { try .named($0) },
      workloads: extent.workloads,
      nameWorkloads: extent == .engines ? [] : Array(Extent.nameWorkloads))
  }

  private func steps(_ plan: RunPlan) throws -> [RunPlan.Step] {
    let folder = try RunFolder()
    defer { folder.remove() }
    return plan.steps(in: folder)
  }

  private func jobs<Kind: Job>(_ kind: Kind.Type, _ plan: RunPlan) throws -> [Kind] {
    try steps(plan).compactMap { $0.job as? Kind }
  }

  @Test func `the file is made and opened in every process, and once more to count`() throws {
    let kinds = try steps(plan(["RadixTree", "baseline"])).compactMap { step -> String? in
      switch step.job {
      case let job as FileBuildJob: job.countsAllocations ? "count" : "make"
      case is FileOpenJob: "open"
      default: nil
      }
    }
    #expect(kinds == ["make", "open", "make", "open", "count"])
  }

  @Test func `without the tree that is stored in it there is no file`() throws {
    let plan = try plan(["SortedArray", "baseline"])
    #expect(try jobs(FileBuildJob.self, plan).isEmpty && jobs(FileOpenJob.self, plan).isEmpty)
    #expect(try jobs(CallgrindJob.self, plan).isEmpty)
  }

  @Test func `all names are searched in every process, and answers judged once`() throws {
    let plan = try plan(["RadixTree", "SortedArray", "baseline"])
    let names = try jobs(NamesJob.self, plan)
    #expect(names.map(\.engines) == [["RadixTree"], ["RadixTree"]])
    for job in names {
      #expect(job.gazetteer != nil && job.unitWorkload == "typed")
      #expect(
        job.plan.measures.map(\.workload).uniqued()
          == ["typed", "names", "regions", "lines", "typos", "two-typos"])
      #expect(
        job.plan.measures.allSatisfy {
          ($0.typos == .never) == ($0.workload == "typed" && $0.stage != .loop)
        })
    }
    #expect(try jobs(QualityJob.self, plan).count == 1)
  }

  @Test func `over keys only their ids are measured, and where queries start from bytes`() throws {
    var plan = try plan(["RadixTree", "PointerTrie", "baseline"])
    plan.dataset = Dataset(.keys, path: "/nowhere")
    #expect(!plan.measuresFile)
    var kinds: Set<String> = []
    for job in try steps(plan).map(\.job) {
      kinds.insert("\(type(of: job))")
      switch job {
      case let job as LatencyJob:
        #expect(job.dataset == plan.dataset)
        #expect(Set(job.plan.measures).count == job.plan.measures.count)
        #expect(job.plan.measures.contains(Measure(workload: "typed", stage: .locate)))
        #expect(
          job.plan.measures.contains(
            Measure(workload: "typed", stage: .rows, limit: 10, caches: .cold)))
        #expect(
          job.plan.measures.allSatisfy {
            [.locate, .rows].contains($0.stage) && $0.order == .name && $0.reading == nil
          })
      case let job as MemoryJob: #expect(job.measures.map(\.stage) == [.locate, .rows])
      default: break
      }
    }
    #expect(kinds == ["LatencyJob", "MemoryJob"])
  }

  @Test func `a program has processes of its own, and is left out alone`() throws {
    var plan = try plan(["RadixTree", "baseline"])
    plan.subjects.append(SubjectEntry(program: URL(filePath: "/bin/true"), named: "True"))
    for job in try jobs(LatencyJob.self, plan) {
      #expect(job.subjects == ["RadixTree", "baseline"])
    }
    let steps = try steps(plan)
    #expect(steps.count { $0.job is ProgramJob } == 2)
    for step in steps { #expect(step.program == (step.job is ProgramJob ? "True" : nil)) }
  }

  @Test func `answers are judged where it is known which are right`() throws {
    var plan = try plan(["RadixTree", "baseline"])
    #expect(try jobs(QualityJob.self, plan).count == 1)
    plan.dataset = Dataset(.cities, path: "/nowhere")
    #expect(try jobs(QualityJob.self, plan).isEmpty && !jobs(NamesJob.self, plan).isEmpty)
  }

  @Test func `every job is read by the process that does it`() throws {
    var plan = try plan(["RadixTree", "baseline"])
    plan.subjects.append(SubjectEntry(program: URL(filePath: "/bin/true"), named: "True"))
    for job in try steps(plan).map(\.job) {
      let arguments = try JobArguments.arguments(of: job)
      let read = try JobArguments.job(arguments[0], arguments[1])
      #expect(type(of: read) == type(of: job))
    }
    for (kind, parameters) in [("", ""), ("RunPlan", "{}"), ("MemoryJob", "{}"), ("MemoryJob", "")]
    {
      #expect(throws: BenchFailure.self) { try JobArguments.job(kind, parameters) }
    }
  }

  @Test func `an engine that memory does not suffice for is left out`() throws {
    let keys = try SortedKeys(["a", "ab", "ab", "abc", "b"].map { Array($0.utf8) })
    #expect(keys.byteTrieNodeCount == 5)
    var plan = try plan(["RadixTree", "PointerTrie", "baseline"])
    #expect(plan.leaveOut(tooLargeOver: keys, memory: 2_800).isEmpty)
    #expect(
      plan.leaveOut(tooLargeOver: keys, memory: 2_799)
        == ["Left out: PointerTrie, which takes about 0.0 GB over these keys."])
    #expect(plan.subjects.map(\.name) == ["RadixTree", "baseline"])
  }

  @Test func `workloads without queries are left out`() throws {
    var plan = try plan(["RadixTree"])
    let known = Set(plan.allWorkloads.map(\.name)).subtracting(["non-latin", "names"])
    #expect(plan.leaveOut(workloadsBeside: known) == ["non-latin", "names"])
    #expect(Set(plan.allWorkloads.map(\.name)) == known)
  }

  @Test func `the table of engines takes the size and the times of engines, and no more`() throws {
    let plan = try plan(["RadixTree", "baseline"], .engines)
    let steps = try steps(plan)
    #expect(steps.count == 4 && steps.allSatisfy { $0.program == nil })
    for job in try jobs(MemoryJob.self, plan) { #expect(job.measures.isEmpty) }
    for job in try jobs(LatencyJob.self, plan) {
      #expect(job.subjects == ["RadixTree", "baseline"])
      #expect(job.plan.measures == [SampleRecord.locate, SampleRecord.cities])
    }
  }
}

/// What the arguments of a run choose.
@Suite("Chosen measurements") struct ChoiceTests {
  @Test func `the extents have their numbers of processes`() throws {
    for (arguments, count) in [([], 3), (["--quick"], 1), (["--full"], 3)] {
      let command = try RunCommand.parse(arguments)
      #expect(command.plan.processCount == count)
    }
  }

  @Test func `what is chosen for pairs is passed on to both builds`() throws {
    let arguments = [
      "--keys", "words", "--workload", "typed", "--subject", "RadixTree", "--program",
      "True=/bin/true",
    ]
    let command = try CompareCommand.parse(["--against", "bench"] + arguments)
    #expect(command.choices.arguments == arguments)
  }

  @Test func `a chosen subject brings the baseline`() throws {
    let command = try RunCommand.parse(["--subject", "sortedarray"])
    let plan = command.plan
    #expect(plan.subjects.map(\.name) == ["SortedArray", "baseline"])
  }

  @Test(
    arguments: [
      ([], 0, ["typed", "names", "regions", "lines", "typos", "two-typos"]),
      (["typos"], 1, ["typos"]),
      (["typed", "miss"], 2, ["typed"]), (["miss"], 1, []),
    ].named(by: \.0))
  func `chosen workloads are those of own names and of all`(
    example: Named<([String], Int, [String])>
  ) throws {
    let (chosen, count, names) = example.value
    let options = chosen.flatMap { ["--workload", $0] }
    let command = try RunCommand.parse(["--full"] + options)
    let plan = command.plan
    #expect(plan.workloads.count == (chosen.isEmpty ? WorkloadEntry.all.count : count))
    #expect(plan.nameWorkloads.map(\.name) == names)
    #expect(plan.allWorkloads.map(\.name).count == Set(plan.allWorkloads.map(\.name)).count)
  }

  @Test func `data of one's own leave out what is about other data`() throws {
    func plan(_ arguments: [String]) throws -> RunPlan {
      let command = try RunCommand.parse(arguments)
      return command.plan
    }
    let keys = try plan(["--full", "--keys", "words"])
    #expect(keys.dataset == Dataset(.keys, path: "words"))
    #expect(keys.subjects.allSatisfy { !$0.needsCities })
    #expect(keys.nameWorkloads.isEmpty && keys.workloads.allSatisfy { !$0.needsCities })
    #expect(keys.workloads.map(\.name).contains("typed"))
    let cities = try plan(["--full", "--cities", "-"])
    #expect(cities.dataset.name == "standard input" && cities.unsuitable.isEmpty)
    #expect(try plan([]).dataset == .shipped)
  }
}
