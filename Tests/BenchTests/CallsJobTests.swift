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
      dataset: .shipped, gazetteer: nil, workloads: URL(filePath: "/"), workload: "typed",
      isBrief: true, seed: 1)
    return try await job.run(
      over: gazetteer, by: cities ?? CityIndex(gazetteer), workloads: workloads)
  }

  @Test func `every call has its figures`() async throws {
    let figures = try await figures()
    let list = FigureList(figures)
    #expect(list.rows.count == figures.count)
    for call in DocumentedCall.all {
      #expect(list[Figure.Key(call.name, .documentedCall, statistic: "p50")] != nil)
      #expect(list[Figure.Key(call.name, .documentedCallSlowestText, statistic: "p50")] != nil)
      #expect(list[Figure.Key(call.name, .callAny, statistic: "max")] != nil)
    }
    #expect(figures.count { $0.unit == .checksum } == 1)
  }

  @Test func `two processes become one valid result with a table`() async throws {
    var record = SampleRecord.make()
    #expect(ResultTables(record).readmeOfCalls == nil)
    for _ in 0..<2 { try record.figures.merge(try await figures()) }
    #expect(record.firstFlaw == nil)
    #expect(try RunRecord(json: record.json, file: "a result") == record)
    let tables = ResultTables(record)
    #expect(tables.documentedCalls.table.rows.count == DocumentedCall.all.count)
    #expect(tables.text.contains("search(for:), a loop over ten"))
    #expect(tables.readmeOfCalls?.contains(tables.documentedCalls.table.markdown) == true)
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

/// What calls are made, and what is made of their times.
@Suite("Documented calls") struct DocumentedCallTests {
  private let texts = [CallText("s"), CallText(CallText.typedName, ["a", "b"])]

  private func calls() throws -> [Call] {
    var answers = CallAnswers(CityIndex(try Gazetteer(contentsOf: Fixtures.sample)))
    return DocumentedCall.calls(texts, answers: &answers)
  }

  @Test func `no two calls have the same name, and every text has its answer`() throws {
    let calls = try calls()
    #expect(Set(calls.map(\.name)).count == calls.count)
    #expect(calls.allSatisfy { $0.answers.count == $0.text.texts.count })
    #expect(Set(calls.map(\.kind)) == Set(Call.Kind.allCases))
  }

  @Test func `texts are at most as long as the promise`() {
    let lengths = CallText.all(typed: ["a"]).flatMap(\.texts).map(\.count)
    #expect(lengths.max() == CallText.greatestLength)
  }

  @Test func `a call has the times of typed texts, and those of its slowest text`() throws {
    let call = DocumentedCall.all[0]
    let calls = try calls()
    let samples = calls.map { made in
      var samples = Samples()
      let factor: UInt64 = made.name == call.name(with: "\"s\"") ? 1_000 : 1
      for time in 1...100 { samples.append(factor * UInt64(time)) }
      return samples
    }
    let cities = CityIndex(try Gazetteer(contentsOf: Fixtures.sample))
    let figures = FigureList(CallTiming(calls, of: cities, samples: samples).figures)
    func figure(_ quantity: Figure.Quantity, _ statistic: String) -> Double? {
      figures[Figure.Key(call.name, quantity, statistic: statistic)]?.value
    }
    #expect(figure(.documentedCall, "p50") == 50)
    #expect(figure(.documentedCallSlowestText, "p50") == 50_000)
    #expect(figure(.callAny, "max") == 100_000)
    // Times of calls are reported, and not judged.
    let limits = try Limits.shipped()
    #expect(figures.rows.allSatisfy { limits.limit(for: $0.key) == nil })
  }
}
