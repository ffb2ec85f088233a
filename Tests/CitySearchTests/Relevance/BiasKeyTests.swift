import CitySearch
import Fixtures
import Foundation
import TestSupport
import Testing

/// A row of the answer key about persons at a place.
private struct BiasAnswer {
  let bias: SearchBias
  let query: String
  /// The first ten ids, with the mark of their grade.
  let cities: String

  static func rows() throws -> [BiasAnswer] {
    let lines = try Data(contentsOf: Fixtures.Answers.bias.url).split(separator: UInt8(ascii: "\n"))
    return try lines.dropFirst().map { line in
      let columns = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      try #require(columns.count == 5)
      let latitude = try #require(Double(columns[0]))
      let longitude = try #require(Double(columns[1]))
      return BiasAnswer(
        bias: SearchBias(
          coordinate: Coordinate(validatingLatitude: latitude, longitude: longitude),
          countryCode: columns[2].isEmpty ? nil : CountryCode(columns[2])),
        query: columns[3], cities: columns[4])
    }
  }
}

/// The answers of an independent program to queries of people at a place.
@Suite(
  "The answer key of bias",
  .disabled(if: Sanitizer.isWatchingThreads, "one thread does all of it"))
struct BiasKeyTests {
  @Test(arguments: NamedCities.Way.allCases)
  func `every query has the answer key's ten cities near a person`(way: NamedCities.Way) throws {
    let cities = try way.index()
    let rows = try BiasAnswer.rows()
    #expect(rows.count == 1_700)
    #if DEBUG
    let share = way == .builtRadixTree ? 1 : 20
    #else
    let share = 1
    #endif
    // The key has other points for the evidence in a line.
    let words = rows.filter { RelevanceAnswer.isOneWord($0.query) }
    #expect(words.count == 1_385)
    let wrong = words.enumerated().filter { $0.offset % share == 0 }.compactMap { _, row in
      var query = SearchQuery(row.query, limit: 10)
      query.bias = row.bias
      let found = cities.search(query).compactMap(RelevanceAnswer.Shown.init)
        .map { "\($0.id)\($0.grade)" }.joined(separator: ",")
      return found == row.cities ? nil : "\(row.query), \(row.bias): \(found)"
    }
    #expect(wrong == [])
  }
}
