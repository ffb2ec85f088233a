import CitySearch
import Fixtures
import PrefixSearch
import TestSupport
import Testing

/// Every engine against the rules applied to every name, over the difficult cities.
@Suite(
  "Relevance against the reference",
  .disabled(if: Sanitizer.isWatchingThreads, "one thread does all of it"))
struct RelevanceReferenceTests {
  static let reference = Result {
    try SlowSearch(Fixtures.sample, regions: Fixtures.regions)
  }

  private static let queryCount = TestExtent.share(of: 400)

  /// The differences from the reference, for all engines and limits.
  private static func differences(on queries: [String]) throws -> [String] {
    let reference = try reference.get()
    let indexes = try SampleCities.indexes()
    return queries.flatMap { query in
      let answer = reference.answer(to: query)
      return indexes.flatMap { cities in
        [nil, 10, 1, 25].compactMap { limit in
          let matches = cities.search(for: query, limit: limit)
          let expected = RelevanceAnswer(
            query: query, count: answer.count,
            cities: Array(answer.shown.prefix(limit ?? .max)))
          if limit == nil, matches.total != .exactly(answer.count) {
            return "\(query): \(matches.total) of \(answer.count)"
          }
          return expected.difference(from: matches).map { "\($0), limit \(limit ?? -1)" }
        }
      }
    }
  }

  @Test func `the names of the sample are those that the rules make`() throws {
    let reference = try Self.reference.get()
    let gazetteer = try SampleCities.gazetteer()
    #expect(gazetteer.map(\.id).firstDifference(from: reference.cities.map(\.id)) == nil)
    let keys = gazetteer.sortedNameKeys()
    #expect(keys.count == reference.names.count)
    for (row, name) in reference.names.enumerated() where row < keys.count {
      #expect(keys.key(atRow: row) == Array((name.key + " ").utf8))
    }
  }

  @Test func `chosen queries have the answer of the rules`() throws {
    #expect(try Self.differences(on: RelevanceQueries.fixed) == [])
  }

  /// Otherwise the test below would prove little.
  @Test func `random queries find names of all kinds, regions and mistakes`() throws {
    var generator = SeededGenerator(seed: 1)
    let reference = try Self.reference.get()
    let queries = RelevanceQueries(reference: reference)
    var (kinds, corrected, many, none) = (Set<String>(), 0, 0, 0)
    for _ in 0..<300 {
      let answer = reference.answer(to: queries.query(using: &generator))
      kinds.formUnion(answer.shown.prefix(10).map(\.kind))
      corrected += answer.shown.contains { $0.hasTypo } ? 1 : 0
      many += answer.count > 10 ? 1 : 0
      none += answer.shown.isEmpty ? 1 : 0
    }
    #expect(kinds == Set(NameKind.allCases.map(\.rawValue)))
    #expect(corrected > 30 && many > 20 && none > 5, "\(corrected), \(many), \(none)")
  }

  @Test(.tags(.long), arguments: 0..<12 as Range<UInt64>)
  func `random queries of every kind have the answer of the rules`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let queries = RelevanceQueries(reference: try Self.reference.get())
    let texts = (0..<Self.queryCount).map { _ in queries.query(using: &generator) }
    #expect(try Self.differences(on: texts) == [], "seed \(seed)")
  }
}
