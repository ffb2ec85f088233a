import GeoNamesCities
import PrefixSearch
import TestSupport
import Testing

@testable import CitySearch

/// Answers of texts that thousands of names begin with, against all names one by one.
///
/// These are enumerated in other ways than those of the sample: by maxima of blocks, by sets of cities and
/// by the tree.
@Suite(
  "Answers of many names",
  .disabled(if: Sanitizer.isWatchingThreads, "one thread does all of it"))
struct WideAnswerTests {
  /// All names of the shipped cities that begin with a text, each with its bonus.
  private struct Names {
    let table: Gazetteer.Table
    private(set) var best: [CityRow: (score: Int, name: NameID)] = [:]

    init(_ gazetteer: Gazetteer, beginningWith text: String, scope: NameScope) {
      table = gazetteer.table
      let wanted = FoldedQuery(text)
      for completion in table.nameTable.tree.completions(of: wanted.bytes) {
        for row in completion.rows {
          let entry = table.nameTable[NameID(row)]
          let key = completion.key.dropLast()
          let whole = !wanted.isEmpty && Array(key) == wanted.withoutSpace.bytes
          if entry.kind.isCode && !whole || scope == .own && entry.kind != .own { continue }
          let isWord =
            entry.kind == .own && !wanted.isEmpty && !wanted.endsInSeparator
            && key.count > wanted.count && key[wanted.count] == asciiSpace
          let bonus = whole ? 40 : isWord ? 10 : 0
          let population = table.records.population(atRow: entry.city)
          let score = NameScore.cityWeight(population: population) - entry.kind.penalty + bonus
          if let known = best[entry.city] {
            let other = table.nameTable[known.name].kind
            guard
              (-score, entry.kind.precedence) < (-known.score, other.precedence)
            else { continue }
          }
          best[entry.city] = (score, NameID(row))
        }
      }
    }

    /// The cities in order that pass a filter.
    func cities(by order: CityOrder, _ filter: CityFilter) -> [CityRow] {
      func key(_ row: CityRow) -> (Double, Double) {
        let population = Double(table.records.population(atRow: row))
        switch order {
        case .relevance: return (-Double(best[row]?.score ?? 0), -population)
        case .name: return (0, 0)
        case .population: return (-population, 0)
        case .distance(let origin):
          let measure = DistanceMeasure(from: origin)
          return (measure.haversine(to: table.records.coordinate(atRow: row)), 0)
        }
      }
      return best.keys.filter { filter.isEmpty || filter.contains(table.city(atRow: $0)) }
        .map { (key($0), $0) }
        .sorted { ($0.0.0, $0.0.1, $0.1) < ($1.0.0, $1.0.1, $1.1) }.map(\.1)
    }
  }

  private static let orders: [CityOrder] = [
    .relevance, .name, .population,
    .distance(from: Coordinate(latitude: 1, longitude: 1)),
    .distance(from: Coordinate(latitude: 89.99, longitude: -179.99)),
  ]

  private static let filters: [(name: String, filter: CityFilter)] = [
    ("none", CityFilter()),
    ("US", CityFilter(countries: ["US"])), ("VA", CityFilter(countries: ["VA"])),
    ("ZZ", CityFilter(countries: ["ZZ"])),
    ("Alabama", CityFilter(divisions: [.init(countryCode: "US", divisionCode: "AL")])),
    ("1,000", CityFilter(minimumPopulation: 1_000)),
    (
      "the Pacific",
      CityFilter(rectangles: [.init(south: -50, west: 140, north: 60, east: -110)])
    ),
    ("20 million", CityFilter(minimumPopulation: 20_000_000)),
    ("Europe", CityFilter(countries: ["FR", "DE", "IT", "ES", "GB"], minimumPopulation: 50_000)),
  ]

  #if DEBUG
  private static let texts = ["", "san"]
  #else
  private static let texts = ["", "s", "sa", "san", "m", "de", "de ", "с", "x"]
  #endif

  @Test(arguments: texts, NameScope.allCases)
  func `are those of all names in every order with every filter`(
    text: String, scope: NameScope
  ) throws {
    let cities = CityIndex(try Gazetteer.geoNames())
    let names = Names(cities.gazetteer, beginningWith: text, scope: scope)
    for (name, filter) in Self.filters {
      for order in Self.orders {
        let expected = names.cities(by: order, filter)
        let ids = expected.map { cities.gazetteer.id(atRow: $0) }
        let query = SearchQuery(text, names: scope, order: order, typos: .never, filter: filter)
        let found = cities.search(query)
        let label = "\(text), \(scope), \(order), \(name)"
        #expect(found.prefix(120).map(\.id) == Array(ids.prefix(120)), "\(label)")
        let isRightTotal =
          found.asTyped.isExact
          ? found.asTyped.count == ids.count : found.asTyped.count <= ids.count
        #expect(isRightTotal, "\(label): \(found.asTyped) of \(ids.count)")
        for match in found.prefix(20) where !text.isEmpty {
          let row = try #require(match.row)
          let best = try #require(names.best[row])
          let kind = names.table.nameTable[best.name].kind
          #expect(match.matchedName.kind == kind.kind, "\(label): \(match.city.name)")
        }
        if ids.count < 20_000 { #expect(found.ids == ids, "\(label)") }
      }
    }
  }

  /// One long answer, and the same by pages of any length, as a service reads it.
  @Test(arguments: ["", "s", "san", "la "])
  func `are the same page by page`(text: String) throws {
    var generator = SeededGenerator(seed: 7)
    let cities = CityIndex(try Gazetteer.geoNames())
    for order in Self.orders {
      for (name, filter) in Self.filters {
        let query = SearchQuery(text, order: order, filter: filter)
        let all = cities.search(query).prefix(600).map(\.id)
        var offset = 0
        while offset < all.count {
          let length = Int.random(in: 1...200, using: &generator)
          var part = query
          part.limit = offset + length
          let page = cities.search(part).page(offset..<offset + length).map(\.id)
          let expected = all[offset..<min(all.count, offset + length)]
          #expect(page.prefix(expected.count) == expected, "\(text), \(order), \(name), \(offset)")
          offset += length
        }
      }
    }
  }
}
