import CitySearch
import Fixtures
import Testing

/// What an independent program found for 6,461 queries over all names, on every engine.
@Suite struct RelevanceKeyTests {
  @Test(arguments: NamedCities.Way.allCases)
  func `every query has the answer key's cities, names and highlights`(
    way: NamedCities.Way
  ) throws {
    let cities = try way.completer()
    let rows = try RelevanceAnswer.rows()
    #expect(rows.count == 6_461)
    #if DEBUG
    let share = way == .builtRadixTree ? 1 : 20
    #else
    let share = 1
    #endif
    let wrong = rows.enumerated().filter { $0.offset % share == 0 }.compactMap { _, row in
      row.difference(from: cities.search(for: row.query, limit: 10))
    }
    #expect(wrong == [])
  }

  /// Counting costs more than finding, and gives the same.
  @Test func `without a limit every total is exact and the first ten are the same`() throws {
    let cities = try NamedCities.Way.builtRadixTree.completer()
    #if DEBUG
    let share = 200
    #else
    let share = 10
    #endif
    for (number, row) in try RelevanceAnswer.rows().enumerated() where number % share == 0 {
      let matches = cities.search(for: row.query)
      #expect(matches.total == .exactly(row.count), "\(row.query)")
      #expect(matches.prefix(10).map(\.id) == row.cities.map(\.id), "\(row.query)")
    }
  }
}
