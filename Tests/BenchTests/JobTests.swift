import CBenchSupport
import CitySearch
import Fixtures
import Foundation
import GazetteerBuilding
import PrefixSearch
import TestSupport
import Testing

@testable import PrefixBenchmark
@testable import PrefixMeasuring

/// A process of a run in small, without the refusal to measure debug builds.
@Suite("Measuring latencies") struct LatencyJobTests {
  @Test func `every subject has every stage`() async throws {
    let gazetteer = try Gazetteer(contentsOf: Fixtures.sample)
    let source = QueryMaker(gazetteer, otherNames: Fixtures.sample, count: 100)
    let workloads = try ["typed", "worst"].map { name in
      try #require(WorkloadEntry.all.first { $0.name == name }).workload(from: source, seed: 1)
    }
    var plan = Extent.full.plan(for: workloads.map(\.name))
    plan.rounds = 1
    plan.coldQueryCount = 2
    let job = LatencyJob(
      dataset: .shipped, subjects: SubjectEntry.all.map(\.name),
      workloads: URL(filePath: "/"), plan: plan, seed: 1, checksAgainstScan: true)
    let figures = try await job.run(over: .cities(gazetteer), workloads: workloads)
    func keys(_ subject: String, _ quantity: Figure.Quantity) -> [Figure.Key] {
      figures.map(\.key).filter { $0.subject == subject && $0.quantity == quantity }
    }
    func measures(_ subject: String, _ quantity: Figure.Quantity = .latency) -> Set<Measure> {
      Set(keys(subject, quantity).compactMap(\.measure))
    }

    // No figure is there twice, and each is that of one process.
    #expect(Set(figures.map(\.key)).count == figures.count)
    #expect(figures.allSatisfy { $0.processes.count == 1 })
    let asked = Set(plan.measures)
    #expect(measures("all", .answers) == asked)
    let all = FigureList(figures)
    for subject in ["RadixTree", "SortedArray", "PointerTrie", "baseline"] {
      #expect(measures(subject) == asked)
      #expect(try #require(all[Figure.Key(subject, .build)]).value > 0)
    }
    // Only stages as short as the clock are timed in batches, and never so few queries together.
    let batched = Set(keys("RadixTree", .latency).filter { $0.batch > 1 }.compactMap(\.measure))
    #expect(batched.allSatisfy { [.locate, .rows].contains($0.stage) && $0.workload == "typed" })
    // Locate, and rows by name and by population.
    #expect(batched.count == 3)
  }

  @Test func `a process measures keys as it does cities`() async throws {
    let words = (0..<500).map { "word \($0 % 400) \($0 / 3)" }
    let records = Records.keys(
      try KeyLines(Array(words.joined(separator: "\n").utf8), name: "words"))
    let source = QueryMaker(
      records, keys: try records.sortedKeys(), otherNames: nil, count: 100)
    let workloads = try ["typed", "miss", "whole-name"].map { name in
      try #require(WorkloadEntry.all.first { $0.name == name }).workload(from: source, seed: 1)
    }
    #expect(workloads[0].summary == "keys typed letter by letter, with slips taken back")
    #expect(workloads[2].summary == "whole keys")
    #expect(workloads[2].texts.allSatisfy(Set(words).contains))
    var plan = Extent.full.plan(for: workloads.map(\.name))
    plan.measures = plan.measures.compactMap(\.overKeys).uniqued()
    plan.rounds = 1
    plan.coldQueryCount = 2
    let job = LatencyJob(
      dataset: Dataset(.keys, path: "/nowhere"),
      subjects: ["RadixTree", "PointerTrie", "baseline"],
      workloads: URL(filePath: "/"), plan: plan, seed: 1, checksAgainstScan: true)
    let figures = try await job.run(over: records, workloads: workloads)
    func keys(_ subject: String, _ quantity: Figure.Quantity) -> [Figure.Key] {
      figures.map(\.key).filter { $0.subject == subject && $0.quantity == quantity }
    }
    #expect(Set(keys("all", .answers).compactMap(\.measure)) == Set(plan.measures))
    for subject in ["RadixTree", "PointerTrie", "baseline"] {
      #expect(Set(keys(subject, .latency).compactMap(\.measure)) == Set(plan.measures))
      #expect(keys(subject, .build).count == 1)
    }
  }
}

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
    func measures(_ subject: String, _ quantity: Figure.Quantity) -> [Measure] {
      figures.filter { $0.key.subject == subject && $0.key.quantity == quantity }
        .compactMap(\.key.measure).uniqued()
    }
    let asked = workloads.flatMap { NamesMeasures($0.name).all } + [NamesMeasures("typed").loop]
    // The unit comes first.
    #expect(measures("all", .answers) == [SampleRecord.locate] + asked)
    let list = FigureList(figures)
    #expect(list[Figure.Key("all names", .names)]?.value == Double(gazetteer.nameCount))
    #expect(gazetteer.nameCount > gazetteer.count)
    #expect(
      figures.filter {
        $0.key.subject == RunRecord.baselineBesideNames && $0.key.statistic == "p50"
      }.map(\.key.batch) == [16, 1])
    for engine in Engine.allCases.map(\.rawValue) {
      // Only the gazetteer's own tree knows where its lists are.
      let expected = engine == "RadixTree" ? asked : asked.filter { $0.stage != .rows }
      #expect(measures(engine, .latency) == expected)
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

/// Instructions a query, counted by an emulator.
@Suite("Counting instructions") struct InstructionsJobTests {
  @Test func `every stage that is counted can be answered`() throws {
    let gazetteer = try Gazetteer(contentsOf: Fixtures.sample)
    let source = QueryMaker(gazetteer, otherNames: Fixtures.sample, count: 50)
    let workloads = try Extent.nameWorkloads.map { try $0.workload(from: source, seed: 1) }
    let job = CallgrindJob(
      gazetteer: URL(filePath: "/"), workloads: URL(filePath: "/"),
      measures: Measure.countedInstructions(of: "typed", names: workloads.map(\.name)),
      counts: URL(filePath: "/"))
    let figures = try job.run(over: gazetteer, workloads: workloads)
    #expect(figures.map(\.key.measure) == job.measures && job.measures.count == 12)
    #expect(figures.allSatisfy { $0.value > 0 && $0.key.statistic == "queries" })
    // Outside of callgrind there is nothing to add.
    #expect(throws: BenchFailure.self) { try job.complete(figures) }
  }

  #if !DEBUG
  @Test(.enabled(if: Callgrind() != nil))
  func `the same program takes the same instructions`() throws {
    let gazetteer = try Gazetteer(contentsOf: Fixtures.sample)
    let source = QueryMaker(gazetteer, otherNames: Fixtures.sample, count: 50)
    let workload = try #require(WorkloadEntry.all.first).workload(from: source, seed: 1)
    let folder = try RunFolder()
    defer { folder.remove() }
    try folder.write([workload])
    try gazetteer.write(to: folder.gazetteer)
    func count(_ measures: [Measure]) throws -> [Double] {
      let job = CallgrindJob(
        gazetteer: folder.gazetteer, workloads: folder.workloads, measures: measures,
        counts: folder.instructions)
      let (process, output) = (Process(), Pipe())
      process.executableURL = try BuiltProgram.url(named: "bench")
      process.arguments = ["worker"] + (try JobArguments.arguments(of: job))
      process.standardOutput = output
      try job.prepare(process)
      try process.run()
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      let outcome = try JSONDecoder().decode(JobOutcome.self, from: data)
      return try job.complete(outcome.figures).filter { $0.key.statistic == "mean" }.map(\.value)
    }
    #expect(try #require(Callgrind()?.version).hasPrefix("valgrind-"))
    let all = try count([SampleRecord.locate, .tenCities("typed", .unread), SampleRecord.cities])
    let one = try count([SampleRecord.cities])
    #expect(all[0] < all[1] && all[1] < all[2])
    #expect(abs(one[0] / all[2] - 1) < 0.002)
  }
  #endif
}
