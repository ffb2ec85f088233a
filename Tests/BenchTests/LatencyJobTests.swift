import CitySearch
import Fixtures
import Foundation
import Testing

@testable import PrefixBenchmark

/// A process of a run in small, without the refusal to measure debug builds.
@Suite("Measuring latencies") struct LatencyJobTests {
  @Test func `every subject has every stage, and folding is shared`() async throws {
    let gazetteer = try Gazetteer(contentsOf: Fixtures.sample)
    let source = QueryMaker(gazetteer, otherNames: Fixtures.sample, count: 100)
    let workloads = try ["typed", "worst"].map { name in
      try #require(WorkloadEntry.all.first { $0.name == name }).workload(from: source, seed: 1)
    }
    var plan = Extent.full.plan(for: workloads.map(\.name))
    plan.rounds = 1
    plan.coldQueryCount = 2
    plan.throughputTime = 1_000_000
    let job = LatencyJob(
      dataset: .shipped, subjects: SubjectEntry.all.filter { $0.role != .rival }.map(\.name),
      workloads: URL(filePath: "/"), plan: plan, seed: 1, checksAgainstScan: true)
    let figures = try await job.run(over: .cities(gazetteer), workloads: workloads)
    func keys(_ subject: String, _ quantity: String) -> [Figure.Key] {
      figures.map(\.key).filter { $0.subject == subject && $0.quantity == quantity }
    }
    func measures(_ subject: String, _ quantity: String = "latency") -> Set<Measure> {
      Set(keys(subject, quantity).compactMap(\.measure))
    }

    // No figure is there twice, and each is that of one process.
    #expect(Set(figures.map(\.key)).count == figures.count)
    #expect(figures.allSatisfy { $0.processes.count == 1 })
    #expect(measures("folding") == Set(plan.measures.filter { $0.stage == .fold }))
    let asked = Set(plan.measures.filter { $0.stage != .fold })
    #expect(measures("all", "answers") == asked)
    let all = FigureList(figures)
    let sweep = Measure(workload: "typed", stage: .rows)
    for subject in ["RadixTree", "SortedArray", "PointerTrie", "baseline"] {
      #expect(measures(subject) == asked)
      #expect(
        keys(subject, "throughput").map(\.statistic) == ["1 thread", "2 threads", "1 thread"])
      #expect(
        keys(subject, "cities a second").map(\.measure) == [
          Measure(workload: "typed", stage: .cities)
        ])
      let build = try #require(all[Figure.Key(subject, "build")])
      let time = try #require(all[Figure.Key(subject, "sweep", sweep)])
      #expect(build.value > 0 && time.value > 0)
    }
    let queries = try #require(all[Figure.Key("all", "sweep queries", sweep)])
    #expect(queries.value == Double(Set(workloads[0].foldedTexts).count))
    // Only stages as short as the clock are timed in batches, and never so few queries together.
    let batched = Set(keys("RadixTree", "latency").filter { $0.batch > 1 }.compactMap(\.measure))
    #expect(batched.allSatisfy { [.locate, .rows].contains($0.stage) && $0.workload == "typed" })
    // Locate, and rows by name and by population.
    #expect(batched.count == 3)
  }

  @Test func `engines and scans have the same answers over data of one size`() async throws {
    let gazetteer = try Gazetteer(contentsOf: Fixtures.sample)
    let input = SubjectInput(gazetteer: gazetteer, keys: gazetteer.sortedKeys())
    let texts = gazetteer.prefix(100).map { String($0.name.prefix(3)) }
    func figures(_ name: String) async throws -> FigureList {
      let built = try BuiltSubject(.named(name), from: input)
      return FigureList(
        try await ScaleJob.times(of: built, over: .cities(gazetteer), texts: texts))
    }
    let (tree, scan) = (try await figures("RadixTree"), try await figures("LinearScan"))
    for measure in [ScaleJob.locate, ScaleJob.topTen] {
      func sum(_ list: FigureList, _ count: Int) -> Double? {
        list[Figure.Key("all", "answers", measure, statistic: "first \(count)")]?.value
      }
      let sums = [sum(tree, 64), sum(tree, 100), sum(scan, 64)]
      #expect(sums.allSatisfy { $0 != nil } && sums[0] == sums[2] && sums[0] != sums[1])
      // A scan is asked fewer.
      #expect(sum(scan, 100) == nil)
    }
    #expect(tree.rows.filter { $0.unit == .nanoseconds }.map(\.key.batch) == [16, 1])
    #expect(scan.rows.filter { $0.unit == .nanoseconds }.map(\.key.batch) == [1, 1])
  }
}

extension Workload {
  fileprivate var foldedTexts: [FoldedQuery] { texts.map { FoldedQuery($0) } }
}
