import CitySearch
import Fixtures
import Foundation
import PrefixSearch
import Testing

@testable import PrefixBenchmark

/// A process that measures the search over all names, on few cities.
@Suite struct NamesJobTests {
  private let gazetteer: Gazetteer
  private let workloads: [Workload]

  init() throws {
    gazetteer = try Gazetteer(contentsOf: Fixtures.sample)
    let source = QueryMaker(gazetteer, otherNames: Fixtures.sample, count: 100)
    workloads = try Extent.nameWorkloads.map { try $0.workload(from: source, seed: 1) }
  }

  private func job(_ engines: [Engine]) -> NamesJob {
    var plan = Extent.quick.planForNames(workloads.map(\.name))
    plan.rounds = 1
    return NamesJob(
      dataset: .shipped, engines: engines.map(\.rawValue), gazetteer: nil,
      workloads: URL(filePath: "/"),
      unitWorkload: "typed", plan: plan, seed: 1)
  }

  @Test func `every engine gives the answers of another one`() async throws {
    let outcome = try await job(Engine.allCases).run(over: gazetteer, workloads: workloads)
    let measures = workloads.flatMap { NamesMeasures($0.name).all }
    #expect(outcome.checksums.map(\.measure) == measures)
    #expect(outcome.nameCount == gazetteer.nameCount && outcome.nameCount > gazetteer.count)
    #expect(outcome.unit.map(\.batch) == [16, 1])
    #expect(outcome.engines.map(\.name) == Engine.allCases.map(\.rawValue))
    for engine in outcome.engines {
      // Only the gazetteer's own tree knows where its lists are.
      let expected = engine.name == "RadixTree" ? measures : measures.filter { $0.stage == .cities }
      #expect(engine.latencies.map(\.measure) == expected)
      #expect(engine.latencies.allSatisfy { $0.batch == 1 && $0.sampleCount > 0 })
    }
    let result = try #require(
      NamesResult([outcome, outcome], workloads: workloads.map(\.description)))
    #expect(result.workloads.map(\.name) == workloads.map(\.name))
    #expect(result.engines[0].latencies.allSatisfy { $0.p50.processes.count == 2 })
    #expect(result.engines[0].latencies.allSatisfy { result.timeInBaselines($0) != nil })
    #expect(NamesResult([], workloads: []) == nil)
  }

  @Test func `ids are those that a search finds`() {
    let completer = CityCompleter(gazetteer)
    for typos in [TypoTolerance.never, .automatic] {
      let call = RelevantIDsCall(search: completer, limit: 10, typos: typos)
      for text in workloads.flatMap(\.texts) + ["", " ", "san f", "zzzz"] {
        var digest = AnswerDigest()
        for id in completer.search(SearchQuery(text, typos: typos, limit: 10)).ids {
          digest.add(id: id)
        }
        #expect(call.answer(to: PreparedQuery(text)) == digest.value, "\(text)")
      }
    }
  }

  @Test func `processes that differ in an answer end the run`() async throws {
    let outcome = try await job([.radixTree]).run(over: gazetteer, workloads: workloads)
    let plan = RunPlan(
      extent: .quick, processCount: 2, seed: 1, subjects: [], workloads: [], measuresScale: false)
    var assembly = ResultAssembly(
      plan: plan, data: SampleResult.make().data, workloads: workloads, date: .now)
    try assembly.add(.names(outcome))
    try assembly.add(.names(outcome))
    var other = outcome
    other.checksums[0].value = "0"
    #expect(throws: BenchFailure.self) { try assembly.add(.names(other)) }
  }
}
