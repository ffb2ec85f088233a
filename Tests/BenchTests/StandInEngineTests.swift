import CitySearch
import Fixtures
import PrefixSearch
import Testing

@testable import PrefixBenchmark

/// Whether a deliberately spoilt engine is caught, measured as a run measures.
@Suite struct StandInEngineTests {
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
  private func result(_ fault: StandInEngine.Fault) async throws -> BenchmarkResult {
    let entries = [
      SubjectEntry(name: "StandIn", role: .engine, summary: "for a test") {
        StandInEngine(fault, over: $0)
      },
      SubjectEntry.baseline,
    ]
    let subjects = try entries.map { try BuiltSubject($0, from: input) }
    let reference = IndexSubject(BinarySearch(input.keys), over: input.gazetteer)
    var sets = QuerySets(
      workloads: [workload], of: input.records, reference: reference)
    var generator = SplitMix64(seed: 1)
    let plan = LatencyPlan(
      measures: [Self.measure], rounds: 9, passTime: 1_000_000_000, coldQueryCount: 0,
      throughputTime: 0)
    let set = try await sets.set(for: Self.measure)
    let found = try await MeasureTiming(measure: Self.measure, set: set, plan: plan, caches: nil)
      .run(subjects, using: &generator)
    var result = SampleResult.make()
    result.workloads = [workload.description]
    result.subjects = subjects.map { subject in
      SubjectResult(
        name: subject.entry.name, role: subject.entry.role, summary: subject.entry.summary,
        structure: subject.structure,
        latencies: (found[subject.entry.name] ?? []).compactMap { LatencySeries([$0]) },
        throughput: [])
    }
    return result
  }

  @Test func `a slowed engine is caught by pairs of runs`() async throws {
    var pairs: [PairedComparison.Pair] = []
    for _ in 0..<3 {
      let (good, slow) = (try await result(.none), try await result(.slow))
      pairs.append(
        PairedComparison.Pair(
          other: try FigureRow.all(in: ResultCSV(good).text),
          own: try FigureRow.all(in: ResultCSV(slow).text)))
    }
    let limits = try PairLimits.shipped()
    let worse = PairedComparison(pairs, limits: limits).figures.filter { $0.verdict == .worse }
    #expect(worse.contains { $0.key["subject"] == "StandIn" && $0.key["statistic"] == "p50" })
    // And the way back is an improvement, which passes.
    let back = pairs.map { PairedComparison.Pair(other: $0.own, own: $0.other) }
    let better = PairedComparison(back, limits: limits).figures.filter { $0.verdict == .better }
    #expect(better.contains { $0.key["subject"] == "StandIn" && $0.key["statistic"] == "p50" })
  }

  @Test func `a fattened engine is caught by one byte`() async throws {
    let (good, fat) = (try await result(.none), try await result(.fat))
    let worse = try Comparison(fat, with: good, limits: .init()).figures
      .filter { $0.verdict == .worse }
    #expect(worse.map(\.name) == ["structure bytes"])
  }

  @Test func `one wrong answer ends the run`() async throws {
    let failure = try #require(await failure { _ = try await result(.wrong) })
    #expect(
      failure.description == "StandIn gave a wrong answer while it was measured (typed, locate).")
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
