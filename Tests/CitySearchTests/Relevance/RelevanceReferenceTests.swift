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
    try SlowSearch(
      Fixtures.sample, regions: Fixtures.regions, languages: Fixtures.languages)
  }

  private static let queryCount = TestExtent.share(of: 400)

  /// Whether a text may have a reading that the reference lacks, and that follows only if nothing matches as typed: a
  /// region before a city without a space, or other forms of Chinese characters.
  private static func mayBeEastAsian(_ query: String) -> Bool {
    query.unicodeScalars.contains { scalar in
      [0x1100...0x11FF, 0x3040...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF]
        .contains { $0.contains(scalar.value) }
    } && !query.contains(where: { ", ".contains($0) })
  }

  /// The differences from the reference, for all engines and limits.
  private static func differences(on queries: [String]) throws -> [String] {
    let reference = try reference.get()
    let indexes = try SampleCities.indexes()
    return queries.flatMap { query -> [String] in
      let answer = reference.answer(to: query)
      if answer.count == 0, Self.mayBeEastAsian(query) { return [] }
      return indexes.flatMap { cities -> [String] in
        let all = cities.search(for: query)
        // The reference reads no addresses.
        if answer.cities.isEmpty, all.first?.address != nil { return [] }
        let isBySound = answer.isBySound(in: all)
        return [nil, 10, 1, 25].compactMap { limit -> String? in
          let matches = cities.search(for: query, limit: limit)
          if isBySound {
            return answer.firstOther(in: matches)
          }
          let expected = RelevanceAnswer(
            query: query, count: answer.count,
            cities: Array(answer.cities.prefix(limit ?? .max)))
          if limit == nil, !answer.cities.isEmpty, matches.total != .exactly(answer.count) {
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
    var (kinds, counts) = (Set<String>(), [String: Int]())
    for _ in 0..<500 {
      let query = queries.query(using: &generator)
      let answer = reference.answer(to: query)
      kinds.formUnion(answer.cities.prefix(10).map(\.kind))
      let typed = reference.foundAsTyped(SlowText(query))
      for (outcome, isSo) in [
        ("corrected", answer.cities.contains { $0.grade == "~" }),
        (
          "corrected in another script",
          answer.cities.contains { $0.grade == "~" && $0.name.utf8.allSatisfy { $0 >= 128 } }
        ),
        ("inside", answer.cities.contains { $0.grade == "*" }),
        ("in a region", typed.hasRegion), ("region alone", typed.isRegionAlone),
        ("many", answer.count > 10), ("none", answer.cities.isEmpty),
      ] where isSo {
        counts[outcome, default: 0] += 1
      }
    }
    #expect(kinds == Set(NameKind.allCases.map(\.rawValue)))
    #expect(counts.count == 7 && counts.values.allSatisfy { $0 > 5 }, "\(counts)")
  }

  @Test(.tags(.long), arguments: 0..<12 as Range<UInt64>)
  func `random queries of every kind have the answer of the rules`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let queries = RelevanceQueries(reference: try Self.reference.get())
    let texts = (0..<Self.queryCount).map { _ in queries.query(using: &generator) }
    let differences = try Self.differences(on: texts)
    #expect(differences == [], "seed \(seed): \(differences)")
  }
}
