import CitySearch
import Fixtures
import GazetteerBuilding
import PrefixBenchmark
import PrefixSearch
import Testing

@Suite("Rivals")
struct RivalTests {
  let input: SubjectInput
  let reference: LinearScan

  init() throws {
    let gazetteer = try Gazetteer(contentsOf: Fixtures.sample)
    input = SubjectInput(gazetteer: gazetteer, keys: gazetteer.sortedKeys())
    reference = LinearScan(gazetteer)
  }

  /// Beginnings of every 71st name, short and whole, with and without a space behind, as written and
  /// shouted; and what no name begins with.
  private var texts: [String] {
    let names = stride(from: 0, to: input.gazetteer.count, by: 71).map {
      input.gazetteer[CityRow($0)].name
    }
    let prefixes = names.flatMap { name in
      [1, 2, 3, 5, 8, name.count].map { String(name.prefix($0)) }
    }
    return prefixes + prefixes.map { "\($0) " } + names.map { $0.uppercased() }
      + ["", " ", "'", "\u{301}", "zzzz", "qqqqqqqq", "san", "s", "\"", "*", "saint-"]
  }

  @Test(arguments: SubjectEntry.rivals.map(\.name))
  func `a rival finds what the linear scan finds`(name: String)
    throws
  {
    let entry = try #require(SubjectEntry.rivals.first { $0.name == name })
    let subject = try entry.build(input)
    for text in texts {
      let query = PreparedQuery(text)
      let expected = reference.ownNames(beginningWith: text)
      #expect(subject.locate(query) == expected.total.count, "\(name), \"\(text)\"")
      for limit in [0, 1, 10] {
        var (rows, expectedRows) = (AnswerDigest(), AnswerDigest())
        subject.rows(query, limit: limit, into: &rows)
        for id in expected.ids.prefix(limit) { expectedRows.add(id: id) }
        #expect(rows == expectedRows, "\(name), \"\(text)\", first \(limit)")
      }
      for limit in [10, nil] {
        var cities = AnswerDigest(reading: .read)
        var expectedCities = cities
        subject.cities(text, limit: limit, into: &cities)
        for match in expected.prefix(limit ?? .max) { expectedCities.add(match) }
        #expect(cities == expectedCities, "\(name), \"\(text)\", first \(limit ?? -1)")
      }
    }
  }

  @Test func `every rival knows its size`() throws {
    for entry in SubjectEntry.rivals {
      let footprint = try #require(try entry.build(input).memoryFootprint)
      #expect((footprint.byteCount == 0) == (entry.name == "LinearScan"))
    }
  }
}
