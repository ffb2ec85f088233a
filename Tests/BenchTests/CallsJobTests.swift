import Algorithms
import CitySearch
import Fixtures
import Foundation
import GazetteerBuilding
import PrefixSearch
import Testing

@testable import PrefixBenchmark

/// A process that makes every documented call, on few cities.
@Suite("Measuring calls") struct CallsJobTests {
  private let gazetteer: Gazetteer
  private let workloads: [Workload]

  init() throws {
    gazetteer = try Gazetteer(contentsOf: Fixtures.sample)
    let source = QueryMaker(gazetteer, otherNames: Fixtures.sample, count: 12)
    workloads = [try WorkloadEntry.all[0].workload(from: source, seed: 1)]
  }

  private func figures(by cities: CityIndex? = nil) async throws -> [Figure] {
    let job = CallsJob(
      dataset: .shipped, gazetteer: nil, workloads: URL(filePath: "/"), unitWorkload: "typed",
      isBrief: true, seed: 1)
    return try await job.run(
      over: gazetteer, by: cities ?? CityIndex(gazetteer), workloads: workloads)
  }

  @Test func `every row of the tables has its figures, and every call was made`() async throws {
    let figures = try await figures()
    let list = FigureList(figures)
    #expect(list.rows.count == figures.count)
    let texts = CallText.all(typed: [""]).map(\.name)
    for row in CallRow.all(texts: texts) {
      for (quantity, _) in CallVariant.ofTable {
        #expect(list[Figure.Key(row.name, quantity, statistic: "p50")] != nil)
      }
      #expect(list[Figure.Key(row.name, .callSlowestFilter, statistic: "p50")] != nil)
      #expect(list[Figure.Key(row.name, .callAny, statistic: "max")] != nil)
    }
    for call in DocumentedCall.all {
      #expect(list[Figure.Key(call.name, .documentedCall, statistic: "p50")] != nil)
      #expect(list[Figure.Key(call.name, .documentedCallSlowestText, statistic: "p50")] != nil)
      #expect(list[Figure.Key(call.name, .callAny, statistic: "max")] != nil)
    }
    for quantity in [
      Figure.Quantity.firstSearchByDistance, .firstSearchByPopulation, .nearestCities,
    ] {
      #expect(list[Figure.Key(CallFigures.subject, quantity)] != nil)
    }
    for quantity in [Figure.Quantity.highlight, .highlightAgain] {
      #expect(list[Figure.Key(CallFigures.subject, quantity, statistic: "p50")] != nil)
    }
    #expect(
      list[Figure.Key(CallFigures.subject, .furtherMatch, statistic: "mean")] != nil)
    let rows = texts.count * CallRow.scopes.count * CallVariant.all.count
    #expect(
      list[CallFigures.count]?.value == Double(rows + texts.count * DocumentedCall.all.count))
    #expect(figures.count { $0.unit == .checksum } == 1)
  }

  @Test func `two processes become one valid result, whose tables name the slowest call`()
    async throws
  {
    var record = SampleRecord.make()
    #expect(ResultTables(record).callsTogether.table.rows.isEmpty)
    #expect(ResultTables(record).calls.table.rows.isEmpty)
    #expect(ResultTables(record).documentedCalls.table.rows.isEmpty)
    for _ in 0..<2 { try record.figures.merge(try await figures()) }
    #expect(record.firstFlaw == nil)
    #expect(try RunRecord(json: record.json, file: "a result") == record)
    let tables = ResultTables(record)
    #expect(tables.calls.table.rows.count == record.callTexts.count * CallRow.scopes.count)
    #expect(tables.documentedCalls.table.rows.count == DocumentedCall.all.count)
    let ratio = try #require(tables.calls.table.heads.firstIndex { $0.hasSuffix("ratio") })
    #expect(tables.calls.table.rows.allSatisfy { !$0[ratio].isEmpty })
    let worst = try #require(
      record.figures.rows.filter { $0.key.quantity == .greatestTime }
        .max { $0.ofSlowestProcess.value < $1.ofSlowestProcess.value })
    #expect(tables.callsTogether.note?.contains("\(worst.key.subject) (worst)") == true)
    #expect(tables.text(wide: false).contains("no limit / limit 10"))
    #expect(tables.readmeOfCalls?.contains(tables.calls.table.markdown) == true)
    #expect(try ReportPage([("a.json", record)]).html.contains("id=\"calls\""))
  }

  @Test func `a wrong answer is found, whichever names it is about`() async throws {
    let own = LastRowLess(gazetteer.sortedKeys())
    let all = LastRowLess(gazetteer.sortedNameKeys())
    for cities in [
      CityIndex(gazetteer, index: own, allNames: all.base),
      CityIndex(gazetteer, index: own.base, allNames: all),
    ] {
      let failure = await #expect(throws: BenchFailure.self) { try await figures(by: cities) }
      #expect(failure?.description.contains("differs from that of sorted arrays") == true)
    }
  }

  @Test func `a wrong match behind the first ten is found, and so is a wrong highlight`() throws {
    let cities = CityIndex(gazetteer)
    let others = CityIndex(try Gazetteer(gazetteer.filter { !$0.name.hasPrefix("S") }))
    #expect(throws: Never.self) {
      try FoundMatches(["s"], of: cities, like: cities).times(rounds: 1)
    }
    #expect(throws: BenchFailure.self) {
      try FoundMatches(["s"], of: cities, like: others).times(rounds: 1)
    }
  }
}

/// An index that does not find the last of several rows.
private struct LastRowLess: PrefixIndex {
  let base: SortedArray

  init(_ sorted: SortedKeys) { base = SortedArray(sorted) }

  var count: Int { base.count }
  var memoryFootprint: MemoryFootprint { base.memoryFootprint }

  func range(of prefix: Span<UInt8>) -> Range<Int> {
    let range = base.range(of: prefix)
    return range.count > 1 ? range.dropLast() : range
  }
}

/// What calls are made, whatever their times are.
@Suite("The calls of the table") struct CallGridTests {
  private let texts = CallText.all(typed: ["a", "ab"])

  private func calls() throws -> [Call] {
    var answers = CallAnswers(CityIndex(try Gazetteer(contentsOf: Fixtures.sample)))
    return Call.grid(texts, answers: &answers) + DocumentedCall.calls(texts, answers: &answers)
  }

  @Test func `no two calls have the same name, and every text has its answer`() throws {
    let calls = try calls()
    #expect(Set(calls.map(\.name)).count == calls.count)
    #expect(calls.allSatisfy { $0.answers.count == $0.text.texts.count })
    #expect(Set(calls.map(\.kind)) == Set(Call.Kind.allCases))
  }

  @Test func `every limit meets every filter, and as many matches are read as there may be`() {
    let variants = CallVariant.all
    #expect(Set(variants).count == variants.count)
    #expect(
      Set(product([nil, 10, 50], CallFilter.allCases).map { "\($0 ?? 0) \($1)" })
        == Set(variants.map { "\($0.limit ?? 0) \($0.filter)" }))
    #expect(Set(variants.filter { $0.limit == nil }.map(\.readCount)) == [1, 10, 50])
    #expect(variants.allSatisfy { $0.readCount <= $0.limit ?? .max })
    #expect(
      (CallVariant.ofTable.map(\.variant) + CallVariant.filtered).allSatisfy(variants.contains))
  }

  @Test func `texts are at most as long as the promise`() {
    let lengths = texts.flatMap(\.texts).map(\.count)
    #expect(lengths.max() == CallText.greatestLength)
    let names = texts.map(\.name)
    #expect((CallText.ofOneWord + CallText.ofThreeLetters).allSatisfy(names.contains))
  }

  @Test func `the filter that excludes all cities does`() throws {
    let cities = CityIndex(try Gazetteer(contentsOf: Fixtures.sample))
    for filter in CallFilter.allCases where filter != .division {
      let matches = cities.search(SearchQuery("", filter: filter.filter))
      #expect(matches.isEmpty == (filter == .excluded), "\(filter)")
    }
  }
}

/// What is made of the times of calls.
@Suite("Figures of calls") struct CallFiguresTests {
  private static let texts = [CallText("s"), CallText(CallText.typedName, ["a", "b"])]

  /// Figures of 100 times of each call, of which those of one call are the greatest.
  private func figures(slowest name: String) throws -> FigureList {
    var answers = CallAnswers(CityIndex(try Gazetteer(contentsOf: Fixtures.sample)))
    let calls =
      Call.grid(Self.texts, answers: &answers) + DocumentedCall.calls(Self.texts, answers: &answers)
    let samples = calls.map { call in
      var samples = Samples()
      for time in 1...100 { samples.append(UInt64(call.name == name ? 1_000 * time : time)) }
      return samples
    }
    return FigureList(CallFigures(calls, samples, Self.texts).all)
  }

  @Test func `the slowest call is named, and slows its row alone`() throws {
    let row = CallRow(names: .own, order: .distance, text: "\"s\"")
    let variant = CallVariant(filter: .division, readCount: 10)
    let name = Call.name(row, variant)
    let figures = try figures(slowest: name)
    #expect(figures[Figure.Key(name, .greatestMedian)]?.value == 50_000)
    #expect(figures[Figure.Key(name, .greatestTime)]?.value == 100_000)
    func figure(_ quantity: Figure.Quantity, _ statistic: String, in row: CallRow) -> Double? {
      figures[Figure.Key(row.name, quantity, statistic: statistic)]?.value
    }
    #expect(figure(.callSlowestFilter, "p50", in: row) == 50_000)
    #expect(figure(.callAny, "max", in: row) == 100_000)
    #expect(figure(.callTenRead, "p50", in: row) == 50)
    #expect(figure(.callTenRead, "p99", in: row) == 99)
    let other = CallRow(names: .all, order: .distance, text: "\"s\"")
    #expect(figure(.callSlowestFilter, "p50", in: other) == 50)
    #expect(figure(.callAny, "p99", in: other) == 99)
  }

  @Test func `a documented call has the times of typed texts, and those of its slowest text`()
    throws
  {
    let call = DocumentedCall.all[0]
    let figures = try figures(slowest: call.name(with: "\"s\""))
    func figure(_ quantity: Figure.Quantity, _ statistic: String) -> Double? {
      figures[Figure.Key(call.name, quantity, statistic: statistic)]?.value
    }
    #expect(figure(.documentedCall, "p50") == 50)
    #expect(figure(.documentedCall, "p99") == 99)
    #expect(figure(.documentedCallSlowestText, "p50") == 50_000)
    #expect(figure(.callAny, "max") == 100_000)
  }

  @Test func `percentiles need enough samples`() {
    var samples = Samples()
    for time in 1...99 { samples.append(UInt64(time)) }
    let known = samples.figures("calls", .latency, ["p50", "p99", "max"]).map(\.key.statistic)
    #expect(known == ["p50", "max"])
    #expect(Samples().figures("calls", .latency, ["p50"]).isEmpty)
  }

  @Test func `times of calls are reported, and not judged`() throws {
    let limits = try Limits.shipped()
    let row = CallRow(names: .all, order: .name, text: "\"s\"")
    let figures = try figures(slowest: Call.name(row, CallVariant(readCount: 10))).rows
    #expect(figures.allSatisfy { limits.limit(for: $0.key) == nil })
    let unit = Figure.Key(
      RunRecord.baselineBesideCalls, .latency, SampleRecord.locate, statistic: "p50")
    #expect(limits.limit(for: unit) == nil)
  }
}
