import CitySearch
import Foundation
import PrefixSearch
import Testing

/// All engines on the difficult cities, with every prefix of every name in four spellings.
@Suite("Agreement of the engines") struct EngineAgreementTests {
  /// Every prefix of every name, by character, and how people may type it otherwise.
  static func queries(over gazetteer: Gazetteer) -> Set<String> {
    var queries: Set<String> = ["", " ", "'", "—", "zzzz", "\0", "\u{10FFFF}"]
    for city in gazetteer {
      for prefix in city.name.indices.map({ city.name[...$0] }).map(String.init) {
        queries.formUnion([
          prefix, prefix + " ", prefix.uppercased(),
          prefix.folding(options: .diacriticInsensitive, locale: nil),
        ])
      }
    }
    return queries
  }

  @Test func `every engine finds the rows whose keys begin with the query`() throws {
    let gazetteer = try SampleCities.gazetteer()
    let indexes = try SampleCities.indexes()
    // Every beginning of every key, with the ids of the cities that have it.
    var expected: [[UInt8]: [City.ID]] = [:]
    for city in gazetteer {
      let key = Folding.key(of: city.name)
      for length in 0...key.count { expected[Array(key[..<length]), default: []].append(city.id) }
    }
    var found: Set<[UInt8]> = []
    var wrong: [String] = []
    for query in Self.queries(over: gazetteer) {
      let bytes = FoldedQuery(query).bytes
      found.insert(bytes)
      for index in indexes
      where index.ownNames(beginningWith: query).ids != expected[bytes, default: []] {
        wrong.append(query)
      }
    }
    #expect(found.count > 5_000)
    #expect(wrong == [])
  }

  @Test func `the linear scan finds the same`() throws {
    let gazetteer = try SampleCities.gazetteer()
    let index = try #require(try SampleCities.indexes().first)
    let scan = LinearScan(gazetteer)
    #if DEBUG
    let share = 100
    #else
    let share = 10
    #endif
    // Sorted, so that every run takes the same share.
    for (number, query) in Self.queries(over: gazetteer).sorted().enumerated()
    where number % share == 0 {
      let found = index.ownNames(beginningWith: query)
      let expected = scan.ownNames(beginningWith: query)
      #expect(found.ids == expected.ids && found.asTyped == expected.asTyped, "\(query)")
    }
  }
}
