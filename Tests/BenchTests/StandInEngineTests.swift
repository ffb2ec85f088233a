import CBenchSupport
import CitySearch
import Fixtures
import GazetteerBuilding
import PrefixSearch
import TestSupport
import Testing

@testable import PrefixBenchmark
@testable import PrefixMeasuring

/// Engines of one's own, measured as a run measures them, and caught if they are spoilt.
@Suite("Engines of one's own") struct StandInEngineTests {
  private static let measure = Measure(workload: "typed", stage: .locate)
  private let input: SubjectInput
  private let workload: Workload

  init() throws {
    let gazetteer = try Gazetteer(contentsOf: Fixtures.sample)
    input = SubjectInput(gazetteer: gazetteer, keys: gazetteer.sortedKeys())
    let texts = gazetteer.prefix(300).map { String($0.name.prefix(4)) }
    workload = Workload(name: "typed", summary: "for a test", texts: ["san"] + texts)
  }

  /// The figures of an engine at some measures, beside the baseline.
  private func figures(
    of engine: BenchmarkEngine, _ measures: [Measure], rounds: Int = 1
  ) async throws -> [Figure] {
    let subjects = try [engine.entry, .baseline].map { try BuiltSubject($0, from: input) }
    var sets = QuerySets(
      workloads: [workload], records: input.records,
      reference: input.subject(.index(BinarySearch(input.keys))))
    var generator = SplitMix64(seed: 1)
    return try await LatencyPlan(measures: measures, rounds: rounds, passTime: 1_000_000_000)
      .figures(of: subjects, asking: &sets, using: &generator)
  }

  /// What a run would store of an engine with a fault.
  ///
  /// Every search is said to take 100 ns, because real times depend on what else the machine does.
  private func record(_ fault: StandInEngine.Fault) async throws -> RunRecord {
    let work = Locked(StandInEngine.Work())
    let engine = BenchmarkEngine("StandIn") { StandInEngine(fault, over: $0, counting: work) }
    let found = try await figures(of: engine, [Self.measure], rounds: 9)
    var header = SampleRecord.make().header
    header.workloads = [workload.description]
    header.subjects = [engine.entry, .baseline].map(\.description)
    let (queries, searches) = work.withLock { ($0.queries, $0.searches) }
    let figures = found.map { figure in
      guard figure.unit == .nanoseconds else { return figure }
      let share = figure.key.subject == "StandIn" ? Double(searches) / Double(queries) : 1
      return Figure(figure.key, figure.unit, [100 * share])
    }
    return RunRecord(header: header, figures: FigureList(figures))
  }

  private func failure(of action: () async throws -> Void) async -> BenchFailure? {
    do {
      try await action()
      return nil
    } catch {
      return error as? BenchFailure
    }
  }

  @Test func `a slowed engine is caught by pairs of runs`() async throws {
    func verdicts(_ pairs: [Comparison.Pair]) throws -> Set<ComparedFigure.Verdict> {
      let comparison = Comparison(pairs, rules: Comparison.Rules(limits: try .shipped()))
      return Set(
        comparison.figures
          .filter { $0.key.subject == "StandIn" && $0.key.statistic == "p50" }.map(\.verdict))
    }
    let pair = Comparison.Pair(before: try await record(.none), now: try await record(.slow))
    #expect(try verdicts([pair, pair, pair]) == [.worse])
    // And the way back is an improvement, which passes.
    let back = Comparison.Pair(before: pair.now, now: pair.before)
    #expect(try verdicts([back, back, back]) == [.better])
  }

  @Test func `one wrong answer ends the run`() async throws {
    let failure = try #require(await failure { _ = try await record(.wrong) })
    #expect(
      failure.description == "StandIn gave a wrong answer while it was measured (typed, locate).")
  }

  // A process of its own, because the counters are those of all threads.
  @Test(.enabled(if: cbench_can_count(), "this build cannot count allocations"))
  func `an engine is weighed, whatever it states`() async {
    await #expect(processExitsWith: .success) {
      let gazetteer = try Gazetteer(contentsOf: Fixtures.sample)
      let input = SubjectInput(gazetteer: gazetteer, keys: gazetteer.sortedKeys())
      func bytes(_ engine: BenchmarkEngine) async throws -> Double {
        let (built, kept) = try await MemoryJob.built(
          engine.entry, from: input, asking: [PreparedQuery("san")])
        let figures = FigureList(MemoryJob.structure(of: "A", built, kept: kept))
        return try #require(figures[Figure.Key("A", .structure)]).value
      }
      func engine(_ fault: StandInEngine.Fault) -> BenchmarkEngine {
        BenchmarkEngine("A") { StandInEngine(fault, over: $0, counting: Locked(.init())) }
      }
      let (plain, fat) = (try await bytes(engine(.none)), try await bytes(engine(.fat)))
      let stated = Double(BinarySearch(input.keys).memoryFootprint.byteCount)
      #expect(plain >= stated && plain < 1.1 * stated)
      #expect(fat >= plain + Double(StandInEngine.fat))
      // A search that keeps nothing but the cities, which all share.
      let search = BenchmarkEngine(search: "A") { StandInSearch($0, isImmediate: false) }
      #expect(try await bytes(search) < 10_000)
    }
  }

  @Test(arguments: [true, false])
  func `a search of one's own is measured from texts to cities`(isImmediate: Bool) async throws {
    let engine = BenchmarkEngine(search: "Own") { StandInSearch($0, isImmediate: isImmediate) }
    #expect(engine.entry.needsCities)
    let measures = [
      Self.measure, .tenCities("typed"), .tenCities("typed", .unread), .tenMostPopulous("typed"),
    ]
    let found = try await figures(of: engine, measures)
    let timed = found.filter { $0.key.subject == "Own" && $0.key.quantity == .latency }
    #expect(timed.compactMap(\.key.measure).uniqued() == Array(measures.dropFirst()))
    let wrong = BenchmarkEngine(search: "Own") {
      StandInSearch($0, isImmediate: isImmediate, isWrong: true)
    }
    let failure = await failure { _ = try await figures(of: wrong, [.tenMostPopulous("typed")]) }
    #expect(failure?.description.hasPrefix("Own gave a wrong answer while it was measured") == true)
  }

  @Test func `an engine needs a name, and an error has it`() async {
    await #expect(processExitsWith: .failure) {
      _ = BenchmarkEngine("") { keys in SortedArray(keys) }
    }
    await #expect(processExitsWith: .success) {
      _ = BenchmarkEngine("S") { keys in SortedArray(keys) }
    }
    let engine = BenchmarkEngine("E") { _ in throw BenchFailure("It has no room.") }
    let failure = await failure { _ = try BuiltSubject(engine.entry, from: input) }
    #expect(failure?.description == "It has no room.")
  }

  @Test(arguments: [(1.9, true), (2.1, false)])
  func `an engine may take so many times as long as the default one`(
    limit: Double, isExceeded: Bool
  ) throws {
    var record = SampleRecord.make(latency: 100)
    record.add("SortedArray", role: .engine, latency: 200, bytes: 1)
    let verdict = try RatioLimit(argument: "sortedarray=\(limit)").verdict(on: record)
    #expect(verdict.isExceeded == isExceeded)
    #expect(
      verdict.sentence
        == "SortedArray takes 2.00 times as long as RadixTree (typed, 10 cities, read); at most "
        + "\(limit.rounded(decimals: 2)) are allowed.")
    #expect(throws: BenchFailure.self) {
      try RatioLimit(argument: "PointerTrie=2").verdict(on: record)
    }
  }
}
