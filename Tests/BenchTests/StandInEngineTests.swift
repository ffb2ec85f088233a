import CitySearch
import Fixtures
import GazetteerBuilding
import PrefixBenchmark
import PrefixSearch
import TestSupport
import Testing

/// Whether a deliberately spoilt engine is caught, measured as a run measures.
@Suite("A stand-in engine") struct StandInEngineTests {
  private static let measure = Measure(workload: "typed", stage: .locate)
  private let input: SubjectInput
  private let workload: Workload

  init() throws {
    let gazetteer = try Gazetteer(contentsOf: Fixtures.sample)
    input = SubjectInput(gazetteer: gazetteer, keys: gazetteer.sortedKeys())
    let texts = gazetteer.prefix(300).map { String($0.name.prefix(4)) }
    workload = Workload(name: "typed", summary: "for a test", texts: ["san"] + texts)
  }

  /// Measures the engine beside the baseline, and gives what a run would store.
  ///
  /// Every search is said to take 100 ns, because real times depend on what else the machine does.
  private func record(_ fault: StandInEngine.Fault) async throws -> RunRecord {
    let work = Locked(StandInEngine.Work())
    let entries = [
      SubjectEntry(name: "StandIn", role: .engine, summary: "for a test") {
        StandInEngine(fault, over: $0, counting: work)
      },
      SubjectEntry.baseline,
    ]
    let subjects = try entries.map { try BuiltSubject($0, from: input) }
    let reference = input.subject(BinarySearch(input.keys))
    var sets = QuerySets(
      workloads: [workload], records: input.records, reference: reference)
    var generator = SplitMix64(seed: 1)
    let plan = LatencyPlan(
      measures: [Self.measure], rounds: 9, passTime: 1_000_000_000)
    let set = try await sets.set(for: Self.measure)
    let found = try await MeasureTiming(measure: Self.measure, set: set, plan: plan)
      .run(subjects, using: &generator)
    var header = SampleRecord.make().header
    header.workloads = [workload.description]
    header.subjects = entries.map(\.description)
    let (queries, searches) = work.withLock { ($0.queries, $0.searches) }
    let figures = found.map { figure in
      guard figure.unit == .nanoseconds else { return figure }
      let share = figure.key.subject == "StandIn" ? Double(searches) / Double(queries) : 1
      return Figure(figure.key, figure.unit, [100 * share])
    }
    return RunRecord(
      header: header, figures: FigureList(figures + subjects.flatMap(\.structure)))
  }

  /// The figures of the engine for which a comparison has a verdict.
  private func figures(
    _ verdict: ComparedFigure.Verdict, _ pairs: [Comparison.Pair], onlyExact: Bool = false
  ) throws -> [Figure.Key] {
    Comparison(pairs, rules: Comparison.Rules(limits: try .shipped(), onlyExact: onlyExact))
      .figures.filter { $0.verdict == verdict && $0.key.subject == "StandIn" }.map(\.key)
  }

  @Test func `a slowed engine is caught by pairs of runs`() async throws {
    var pairs: [Comparison.Pair] = []
    for _ in 0..<3 {
      pairs.append(
        Comparison.Pair(before: try await record(.none), now: try await record(.slow)))
    }
    #expect(try figures(.worse, pairs).contains { $0.statistic == "p50" })
    // And the way back is an improvement, which passes.
    let back = pairs.map { Comparison.Pair(before: $0.now, now: $0.before) }
    #expect(try figures(.better, back).contains { $0.statistic == "p50" })
  }

  @Test func `a fattened engine is caught by one byte`() async throws {
    let pair = Comparison.Pair(before: try await record(.none), now: try await record(.fat))
    #expect(
      try figures(.worse, [pair], onlyExact: true).map(\.name) == ["structure"])
  }

  @Test func `one wrong answer ends the run`() async throws {
    let failure = try #require(await failure { _ = try await record(.wrong) })
    #expect(
      failure.description == "StandIn gave a wrong answer while it was measured (typed, locate).")
  }

  @Test func `an engine needs a name`() async {
    await #expect(processExitsWith: .failure) {
      _ = BenchmarkEngine("") { keys in SortedArray(keys) }
    }
    await #expect(processExitsWith: .success) {
      _ = BenchmarkEngine("S") { keys in SortedArray(keys) }
    }
  }

  private func failure(of action: () async throws -> Void) async -> BenchFailure? {
    do {
      try await action()
      return nil
    } catch {
      return error as? BenchFailure
    }
  }
}
