import Algorithms
import CitySearch
import Fixtures
import Foundation
import PrefixSearch
import Testing

@testable import PrefixBenchmark

/// A process that measures the search over all names, on few cities.
@Suite("Measuring all names") struct NamesJobTests {
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
    let figures = try await job(Engine.allCases).run(over: gazetteer, workloads: workloads)
    func measures(_ subject: String, _ quantity: String) -> [Measure] {
      Array(
        figures.filter { $0.key.subject == subject && $0.key.quantity == quantity }
          .compactMap(\.key.measure).uniqued())
    }
    let asked = workloads.flatMap { NamesMeasures($0.name).all }
    // The unit comes first.
    #expect(measures("all", "answers") == [SampleRecord.locate] + asked)
    let list = FigureList(figures)
    #expect(list[Figure.Key("all names", "names")]?.value == Double(gazetteer.nameCount))
    #expect(gazetteer.nameCount > gazetteer.count)
    #expect(
      figures.filter {
        $0.key.subject == RunRecord.baselineBesideNames && $0.key.statistic == "p50"
      }.map(\.key.batch) == [16, 1])
    for engine in Engine.allCases.map(\.rawValue) {
      // Only the gazetteer's own tree knows where its lists are.
      let expected = engine == "RadixTree" ? asked : asked.filter { $0.stage == .cities }
      #expect(measures(engine, "latency") == expected)
      #expect(figures.allSatisfy { $0.key.subject != engine || $0.key.batch == 1 })
    }
  }

  @Test func `two processes become one result, with ratios to the baseline beside them`()
    async throws
  {
    var record = SampleRecord.make()
    record.figures = FigureList()
    for _ in 0..<2 {
      try record.figures.merge(
        try await job([.radixTree]).run(over: gazetteer, workloads: workloads))
    }
    record.header.workloads = workloads.map(\.description)
    #expect(record.nameWorkloads.map(\.name) == workloads.map(\.name))
    #expect(record.nameEngines == ["RadixTree"])
    for workload in workloads.map(\.name) {
      let figure = try #require(record.single("RadixTree", NamesMeasures(workload).read))
      #expect(figure.processes.count == 2 && record.timeInBaselines(figure) != nil)
    }
  }

  @Test func `ids are those that a search finds`() throws {
    let cities = CityIndex(gazetteer)
    for typos in [TypoTolerance.never, .automatic] {
      let ids = Measure(
        workload: "typed", stage: .rows, order: .relevance, limit: 10, typos: typos)
      let call = try #require(Stage(ids, of: NamesSubject(cities))?.call)
      for text in workloads.flatMap(\.texts) + ["", " ", "san f", "zzzz"] {
        var digest = AnswerDigest()
        for id in cities.search(SearchQuery(text, typos: typos, limit: 10)).ids {
          digest.add(id: id)
        }
        #expect(call(PreparedQuery(text)) == digest.value, "\(text)")
      }
    }
  }
}
