import CitySearch
import Foundation
import PrefixSearch
import Testing

@testable import PrefixBenchmark

/// What a run does with the subjects that it is given, and what it leaves out.
@Suite struct RunPlanTests {
  private func plan(_ names: [String], scale: Bool = false) throws -> RunPlan {
    RunPlan(
      extent: .quick, processCount: 2, seed: 1, subjects: try names.map { try .named($0) },
      workloads: Extent.quick.workloads, nameWorkloads: Array(Extent.nameWorkloads),
      measuresScale: scale)
  }

  private func assembly(_ names: [String]) throws -> ResultAssembly {
    ResultAssembly(
      plan: try plan(names), data: SampleResult.make().data, workloads: [], date: .now)
  }

  private func jobs(_ plan: RunPlan) throws -> [Job] {
    let folder = try RunFolder()
    defer { folder.remove() }
    return plan.steps(in: folder).map(\.job)
  }

  @Test func `the file is made and opened in every process, and once more to count`() throws {
    let kinds = try jobs(plan(["RadixTree", "baseline"])).compactMap { job -> String? in
      switch job {
      case .fileBuild(let job): job.countsAllocations ? "count" : "make"
      case .fileOpen: "open"
      default: nil
      }
    }
    #expect(kinds == ["make", "open", "make", "open", "count"])
  }

  @Test func `without the tree that is stored in it there is no file`() throws {
    for job in try jobs(plan(["SortedArray", "baseline"])) {
      switch job {
      case .fileBuild, .fileOpen: Issue.record("There is a job about the file.")
      default: break
      }
    }
  }

  @Test func `all names are searched in every process, and answers judged once`() throws {
    var engines: [[String]] = []
    var judgements = 0
    for job in try jobs(plan(["RadixTree", "SortedArray", "baseline"])) {
      switch job {
      case .names(let job):
        engines.append(job.engines)
        #expect(job.gazetteer != nil && job.unitWorkload == "typed")
        #expect(
          job.plan.measures.map(\.workload).uniqued()
            == ["typed", "names", "regions", "typos", "two-typos"])
        #expect(
          job.plan.measures.allSatisfy { ($0.typos == .never) == ($0.workload == "typed") })
      case .quality: judgements += 1
      default: break
      }
    }
    #expect(engines == [["RadixTree"], ["RadixTree"]])
    #expect(judgements == 1)
  }

  @Test func `over keys only their ids are measured, and where queries start from bytes`() throws {
    var plan = try plan(["RadixTree", "PrefixHash", "baseline"])
    plan.dataset = Dataset(.keys, path: "/nowhere")
    #expect(!plan.measuresFile)
    var kinds: Set<String> = []
    for job in try jobs(plan) {
      switch job {
      case .latency(let job):
        kinds.insert("latency")
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
      case .memory(let job):
        kinds.insert("memory")
        #expect(job.measures.map(\.stage) == [.locate, .rows])
      case .start(let job):
        kinds.insert("start")
        #expect(job.dataset == plan.dataset && job.query.isEmpty)
      default: Issue.record("There is a job that needs cities.")
      }
    }
    #expect(kinds == ["latency", "memory", "start"])
  }

  @Test func `answers are judged where it is known which are right`() throws {
    var plan = try plan(["RadixTree", "baseline"])
    #expect(try jobs(plan).contains { if case .quality = $0 { true } else { false } })
    plan.dataset = Dataset(.cities, path: "/nowhere")
    #expect(try !jobs(plan).contains { if case .quality = $0 { true } else { false } })
    #expect(try jobs(plan).contains { if case .names = $0 { true } else { false } })
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

  @Test func `a rival that cannot be built is not tried again`() throws {
    var assembly = try assembly(["RadixTree", "SortedStrings"])
    func memory(_ subject: String) -> Job {
      .memory(
        MemoryJob(
          dataset: .shipped, subject: subject, workloads: URL(filePath: "/"), measures: []))
    }
    #expect(assembly.canRun(memory("SortedStrings")))
    try assembly.add(.leftOut(Unbuildable(subject: "SortedStrings", reason: "out of order")))
    #expect(!assembly.canRun(memory("SortedStrings")) && assembly.canRun(memory("RadixTree")))
    #expect(memory("RadixTree").rival == nil)
  }

  @Test func `rivals grow as far as it is worth waiting`() throws {
    let names = ["RadixTree", "SortedStrings", "LinearScan", "FoundationScan"]
    var sizes: [String: [ScaleSize]] = [:]
    for case .scale(let job) in try jobs(plan(names, scale: true)) {
      sizes[job.subject, default: []].append(job.size)
    }
    #expect(sizes["RadixTree"] == ScaleSize.allCases)
    #expect(sizes["SortedStrings"] == ScaleSize.allCases.dropLast())
    #expect(sizes["LinearScan"] == [.tenThousand, .fiftyThousand, .allCities])
    #expect(sizes["FoundationScan"] == nil)
  }

  @Test(arguments: [
    // Build time in seconds and bytes at a tenth of the size of the next.
    (1.0, 1_000, true), (20, 1_000, false), (1, 1 << 50, false),
  ])
  func `what would take too long or too much is left out`(
    seconds: Double, bytes: Int, canRun: Bool
  ) throws {
    var assembly = try assembly(["RadixTree"])
    let job = Job.scale(ScaleJob(subject: "RadixTree", size: .allCities, seed: 1))
    #expect(assembly.canRun(job))
    let point = SubjectResult.ScalePoint(
      name: "50k", keyCount: 23_500, distinctKeyCount: 1, keyByteCount: 1,
      structureByteCount: bytes, buildTime: seconds * 1e9, locate: 1, topTen: 1)
    try assembly.add(.scale(ScaleOutcome(subject: "RadixTree", point: point)))
    #expect(assembly.canRun(job) == canRun)
  }

  @Test func `subjects have to agree over data of every size`() throws {
    var assembly = try assembly(["RadixTree"])
    func outcome(_ subject: String, _ size: String, _ sums: [(Int, String)]) -> JobOutcome {
      let point = SubjectResult.ScalePoint(
        name: size, keyCount: 9, distinctKeyCount: 9, keyByteCount: 9, structureByteCount: 9,
        buildTime: 1, locate: 1, topTen: 1,
        checksums: sums.map {
          SubjectResult.ScaleChecksum(stage: .locate, queryCount: $0.0, value: $0.1)
        })
      return .scale(ScaleOutcome(subject: subject, point: point))
    }
    try assembly.add(outcome("RadixTree", "10k", [(64, "0a"), (5_000, "0b")]))
    try assembly.add(outcome("PointerTrie", "10k", [(64, "0a"), (5_000, "0b")]))
    try assembly.add(outcome("LinearScan", "10k", [(64, "0a")]))
    try assembly.add(outcome("RadixTree", "50k", [(64, "0c"), (5_000, "0d")]))
    let failure = try #require(throws: BenchFailure.self) {
      try assembly.add(outcome("SortedArray", "10k", [(64, "0a"), (5_000, "0c")]))
    }
    #expect(
      failure.description
        == "SortedArray and RadixTree had different answers over 10k (locate).")
  }

  @Test func `the first result is the same for all`() throws {
    var assembly = try assembly(["RadixTree"])
    func outcome(_ subject: String, _ checksum: String?) -> JobOutcome {
      .start(StartOutcome(subject: subject, total: 1, phases: [], checksum: checksum))
    }
    try assembly.add(outcome("RadixTree", "0a"))
    try assembly.add(outcome("SQLiteFTS5AnyWord", nil))
    try assembly.add(outcome("PointerTrie", "0a"))
    #expect(throws: BenchFailure.self) { try assembly.add(outcome("SortedArray", "0b")) }
  }

  @Test func `what could not be built is not tried with more`() throws {
    var assembly = try assembly(["SortedStrings"])
    try assembly.add(.scale(ScaleOutcome(subject: "SortedStrings")))
    let job = Job.scale(ScaleJob(subject: "SortedStrings", size: .alternateNames, seed: 1))
    #expect(!assembly.canRun(job))
  }
}
