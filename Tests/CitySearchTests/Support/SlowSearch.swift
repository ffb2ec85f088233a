import CitySearch
import Fixtures
import Foundation

/// The rules of relevance once more, by looking at the names for every query.
struct SlowSearch {
  /// The cities in canonical order.
  let cities: [City]
  /// All names in the order of their keys, then kinds, then cities.
  let names: [SlowName]
  let regions: SlowRegions
  /// For each city, its country and its division.
  let regionsOfCities: [[String]]
  /// For each city, the position of its own name.
  let ownNames: [Int]
  /// For an id, the names of the city in the table of languages.
  private let languages: [City.ID: [String]]

  /// Reads a GeoNames file, a table of regions and one of names by language.
  init(_ places: URL, regions: URL, languages: URL) throws {
    let all = try Self.lines(of: places).map { line in
      let city = City(
        id: City.ID(line[0]) ?? -1, name: line[1], countryCode: .init(line[8]) ?? .none,
        divisionCode: .init(line[10]) ?? .none,
        coordinate: Coordinate(
          latitude: Double(line[4]) ?? 0, longitude: Double(line[5]) ?? 0),
        population: Int(line[14]) ?? -1)
      return (key: CanonicalKey(city), city: city, others: line[3])
    }.sorted { $0.key < $1.key }
    let languages = Dictionary(grouping: try Self.lines(of: languages)) { City.ID($0[0]) ?? -1 }
      .mapValues { lines in lines.map { $0[2] } }
    self.languages = languages
    cities = all.map(\.city)
    names = all.enumerated().flatMap { row, line in
      SlowNames(
        own: line.city.name, others: line.others, languages: languages[line.city.id] ?? [],
        country: "\(line.city.countryCode)", city: row
      ).names
    }.sorted { one, two in
      if one.bytes != two.bytes { return one.bytes.lexicographicallyPrecedes(two.bytes) }
      return (one.kind.position, one.city) < (two.kind.position, two.city)
    }
    var ownNames = Array(repeating: 0, count: cities.count)
    for (row, name) in names.enumerated() where name.kind == .own { ownNames[name.city] = row }
    self.ownNames = ownNames
    self.regions = try SlowRegions(regions, of: cities)
    regionsOfCities = cities.map { SlowRegions.regions(of: $0) }
  }

  /// The columns of each line of a file.
  private static func lines(of file: URL) throws -> [[String]] {
    try Fixtures.text(of: file).split(separator: UInt8(ascii: "\n")).map { line in
      line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// The keys of regions that a city lies in.
  func regionKeys(of city: City) -> [String] { regions.keys(of: city) }

  /// Whether the table of languages has exactly this text for a city.
  func isInLanguages(_ text: String, _ city: City) -> Bool {
    (languages[city.id] ?? []).contains { $0.utf8.elementsEqual(text.utf8) }
  }

  /// A city that was found, and the matching name.
  struct Found {
    /// The position of the name in the order of all.
    var row: Int
    /// The points of the name, without those of the person who asks.
    var score: Int
    /// The part of the query that the name begins with, corrected if necessary.
    var typed: String
    var grade = ""
    /// Whether the city does not lie in the region that was typed.
    var isOutside = false
  }

  /// The answer to a query of a person at a place, the first `limit` cities or all.
  func answer(to query: String, bias: SlowBias = SlowBias(), limit: Int? = nil) -> RelevanceAnswer {
    let text = SlowText(query)
    let typed = foundAsTyped(text)
    var found = ranked(typed.found, bias)
    let count = found.count
    if count < 10 {
      let known = Set(found.map { names[$0.row].city })
      let others = foundOtherwise(text, typed).filter { !known.contains(names[$0.row].city) }
      found += ranked(others.filter { !$0.isOutside }, bias)
      found += ranked(others.filter(\.isOutside), bias)
    }
    return RelevanceAnswer(
      query: query, count: count, cities: found.prefix(limit ?? .max).map { shown($0, text) })
  }

  /// The best of each city, in order.
  private func ranked(_ found: [Found], _ bias: SlowBias) -> [Found] {
    var best: [Int: Found] = [:]
    for one in found {
      guard let other = best[names[one.row].city] else {
        best[names[one.row].city] = one
        continue
      }
      let kinds = [one, other].map { names[$0.row].kind.position }
      // Of equal ones the first reading stays.
      if (-one.score, kinds[0], one.row) < (-other.score, kinds[1], other.row) {
        best[names[one.row].city] = one
      }
    }
    let scored = best.map { city, found in
      (
        city: city, score: found.score + bias.points(for: cities[city]),
        population: cities[city].population, found: found
      )
    }
    return scored.sorted { one, two in
      (-one.score, -one.population, one.city) < (-two.score, -two.population, two.city)
    }.map(\.found)
  }

  /// The points for the population, without the penalty of the name.
  func base(_ name: SlowName) -> Int {
    let weight = 20 * log10(Double(cities[name.city].population) + 100)
    return Int(weight.rounded(.toNearestOrAwayFromZero)) - name.penalty
  }
}

extension NameKind {
  /// The position in the order of kinds.
  var position: Int { NameKind.allCases.firstIndex(of: self) ?? NameKind.allCases.count }
}

/// Where the person is who asks.
struct SlowBias {
  var coordinate: Coordinate?
  var country: String?

  /// The points that a city has for being near.
  func points(for city: City) -> Int {
    var points = 0
    if let country, "\(city.countryCode)" == country { points += 10 }
    guard let coordinate else { return points }
    let distance = Self.kilometers(coordinate, city.coordinate)
    let steps = [(25.0, 40), (50, 32), (100, 24), (200, 16), (500, 8)]
    return points + (steps.first { distance <= $0.0 }?.1 ?? 0)
  }

  /// The great-circle distance on a sphere of 6,371 km.
  private static func kilometers(_ one: Coordinate, _ two: Coordinate) -> Double {
    let (latitude, other) = (one.latitude * .pi / 180, two.latitude * .pi / 180)
    let turn = (two.longitude - one.longitude) * .pi / 180
    let haversine =
      pow(sin((other - latitude) / 2), 2) + cos(latitude) * cos(other) * pow(sin(turn / 2), 2)
    return 2 * 6_371 * asin(min(1, haversine.squareRoot()))
  }
}
