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

  private static let sameQuestion = SubjectEntry.rivals.filter { $0.anotherQuestion == nil }
  private static let otherQuestions = SubjectEntry.rivals.filter { $0.anotherQuestion != nil }

  @Test(arguments: sameQuestion.map(\.name))
  func `a rival that answers the same question finds what the linear scan finds`(name: String)
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

  @Test
  func `a trie of characters refuses names in which it would not find the first scalar of one`()
    throws
  {
    // A consonant and a vowel sign: two scalars, one character.
    let city = City(
      id: 1, name: "कीर", countryCode: "", coordinate: Coordinate(latitude: 0, longitude: 0))
    let gazetteer = try Gazetteer([city])
    let input = SubjectInput(gazetteer: gazetteer, keys: gazetteer.sortedKeys())
    #expect(LinearScan(gazetteer).ownNames(beginningWith: "क").total.count == 1)
    #expect(throws: BenchFailure.self) { try CharacterTrie(input) }
  }

  @Test(arguments: otherQuestions.map(\.name))
  func `a rival that answers another question finds every name by the name itself`(name: String)
    throws
  {
    let entry = try #require(SubjectEntry.rivals.first { $0.name == name })
    let subject = try entry.build(input)
    for row in stride(from: 0, to: input.gazetteer.count, by: 97) {
      let query = PreparedQuery(input.gazetteer[CityRow(row)].name)
      #expect(subject.locate(query) > 0, "\(name), \"\(query.text)\"")
    }
    #expect(subject.locate(PreparedQuery("")) == input.gazetteer.count, "\(name)")
    #expect(subject.locate(PreparedQuery("qqqqqqqq")) == 0, "\(name)")
  }

  @Test(arguments: [
    ("LowercasedScan", "sao pau"), ("FoundationScan", "lodz"), ("SQLiteFTS5AnyWord", "york"),
  ])
  func `a rival that answers another question does answer another one`(name: String, text: String)
    throws
  {
    // SQLite is not there without its trait.
    guard let entry = SubjectEntry.rivals.first(where: { $0.name == name }) else { return }
    let cities = [
      City(id: 1, name: "São Paulo", countryCode: "BR", coordinate: .origin),
      City(id: 2, name: "Łódź", countryCode: "PL", coordinate: .origin),
      City(id: 3, name: "New York", countryCode: "US", coordinate: .origin),
    ]
    let gazetteer = try Gazetteer(cities)
    let subject = try entry.build(
      SubjectInput(gazetteer: gazetteer, keys: gazetteer.sortedKeys()))
    let expected = LinearScan(gazetteer).ownNames(beginningWith: text).total.count
    #expect(subject.locate(PreparedQuery(text)) != expected)
  }

  @Test func `every rival knows its size, and the trie of characters is the largest`() throws {
    var sizes: [String: Int] = [:]
    for entry in SubjectEntry.rivals {
      sizes[entry.name] = try #require(try entry.build(input).memoryFootprint).byteCount
    }
    #expect(sizes["LinearScan"] == 0)
    let largest = try #require(sizes.max { $0.value < $1.value })
    #expect(largest.key == "CharacterTrie")
  }
}

extension Coordinate {
  fileprivate static let origin = Coordinate(latitude: 0, longitude: 0)
}
