import CitySearch
import Fixtures
import Foundation
import Testing

@testable import PrefixBenchmark

/// A process of a run in small, without the refusal to measure debug builds.
@Suite struct LatencyJobTests {
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
    let outcome = try await job.run(over: .cities(gazetteer), workloads: workloads)

    #expect(Set(outcome.shared.map(\.measure)) == Set(plan.measures.filter { $0.stage == .fold }))
    let measures = Set(plan.measures.filter { $0.stage != .fold })
    #expect(Set(outcome.checksums.map(\.measure)) == measures)
    #expect(
      outcome.subjects.map(\.name) == ["RadixTree", "SortedArray", "PointerTrie", "baseline"])
    for subject in outcome.subjects {
      #expect(Set(subject.latencies.map(\.measure)) == measures)
      #expect(subject.throughput.map(\.threadCount) == [1, 2, 1])
      #expect(subject.throughput.map { $0.citiesPerSecond != nil } == [false, false, true])
      #expect(subject.structure != nil && subject.buildTime > 0)
      let sweep = try #require(subject.sweep)
      #expect(sweep.time > 0 && sweep.queryCount == Set(workloads[0].foldedTexts).count)
      #expect(sweep.idCount == outcome.subjects[0].sweep?.idCount)
    }
    // Only stages as short as the clock are timed in batches, and never so few queries together.
    let batched = outcome.subjects[0].latencies.filter { $0.batch > 1 }.map(\.measure)
    #expect(batched.allSatisfy { [.locate, .rows].contains($0.stage) && $0.workload == "typed" })
    // Locate, and rows by name and by population.
    #expect(batched.count == 3)
  }

  @Test func `engines and scans have the same answers over data of one size`() throws {
    let gazetteer = try Gazetteer(contentsOf: Fixtures.sample)
    let input = SubjectInput(gazetteer: gazetteer, keys: gazetteer.sortedKeys())
    let queries = gazetteer.prefix(100).map { PreparedQuery(String($0.name.prefix(3))) }
    func outcomes(_ name: String) throws -> [ScaleTiming.Outcome] {
      let timing = ScaleTiming(of: try BuiltSubject(.named(name), from: input), queries: queries)
      return [try timing.locate(), try timing.topTen()]
    }
    let (tree, scan) = (try outcomes("RadixTree"), try outcomes("LinearScan"))
    for (tree, scan) in zip(tree, scan) {
      #expect(tree.checksums.map(\.queryCount) == [64, 100])
      #expect(scan.checksums.map(\.queryCount) == [64])
      #expect(tree.checksums.first == scan.checksums.first)
      #expect(tree.checksums[0].value != tree.checksums[1].value)
    }
  }
}

extension Workload {
  fileprivate var foldedTexts: [FoldedQuery] { texts.map { FoldedQuery($0) } }
}
