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
      let country = columns[2].isEmpty ? nil : columns[2]
      return BiasAnswer(
        bias: SearchBias(
          SlowBias(
            coordinate: Coordinate(validatingLatitude: latitude, longitude: longitude),
            country: country)),
        query: columns[3], cities: columns[4])
    }
  }
}

extension SearchBias {
  /// A person at a place, who has not chosen a city before.
  fileprivate init(_ bias: SlowBias) {
    self.init(
      coordinate: bias.coordinate, countryCode: bias.country.flatMap { CountryCode($0) },
      chosenIDs: [])
  }
}

/// Persons at a place: the answer key, and the rules applied to every name of the difficult cities.
@Suite(
  "Bias against the reference",
  .disabled(if: Sanitizer.isWatchingThreads, "one thread does all of it"))
struct BiasReferenceTests {
  private static let queryCount = TestExtent.share(of: 200)

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
    let wrong = rows.enumerated().filter { $0.offset % share == 0 }.compactMap { _, row in
      var query = SearchQuery(row.query, limit: 10)
      query.bias = row.bias
      let found = cities.search(query).compactMap(RelevanceAnswer.Shown.init)
        .map { "\($0.id)\($0.grade)" }.joined(separator: ",")
      return found == row.cities ? nil : "\(row.query), \(row.bias): \(found)"
    }
    #expect(wrong == [])
  }

  /// A person in or near a city, in its country or another one; or anywhere.
  private static func bias(
    of cities: [City], using generator: inout SeededGenerator
  ) throws -> SlowBias {
    let city = try #require(cities.randomElement(using: &generator))
    let other = try #require(cities.randomElement(using: &generator))
    let offsets = [0...0, -0.2...0.2, -3.0...3.0]
    let offset = offsets.randomElement(using: &generator) ?? 0...0
    let coordinate = Coordinate(
      validatingLatitude: city.coordinate.latitude + Double.random(in: offset, using: &generator),
      longitude: city.coordinate.longitude + Double.random(in: offset, using: &generator))
    let country = [city, city, other].randomElement(using: &generator)?.countryCode
    return SlowBias(
      coordinate: Bool.random(using: &generator) ? coordinate : nil,
      country: Bool.random(using: &generator) ? country.map { "\($0)" } : nil)
  }

  @Test(.tags(.long), arguments: 0..<6 as Range<UInt64>)
  func `random queries of people everywhere have the answer of the rules`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let reference = try RelevanceReferenceTests.reference.get()
    let queries = RelevanceQueries(reference: reference)
    let indexes = try SampleCities.indexes()
    var wrong: [String] = []
    for _ in 0..<Self.queryCount {
      var query = SearchQuery(queries.query(using: &generator))
      let bias = try Self.bias(of: reference.cities, using: &generator)
      query.bias = SearchBias(bias)
      let answer = reference.answer(to: query.text, bias: bias)
      for cities in indexes {
        query.limit = nil
        let isBySound = answer.isBySound(in: cities.search(query))
        for limit in [nil, 10, 1, 25] {
          query.limit = limit
          if isBySound {
            if let other = answer.firstOther(in: cities.search(query)) { wrong.append(other) }
            continue
          }
          let expected = RelevanceAnswer(
            query: query.text, count: answer.count,
            cities: Array(answer.cities.prefix(limit ?? .max)))
          if let difference = expected.difference(from: cities.search(query)) {
            wrong.append("\(difference), limit \(limit ?? -1), \(bias)")
          }
        }
      }
    }
    #expect(wrong == [], "seed \(seed)")
  }
}
