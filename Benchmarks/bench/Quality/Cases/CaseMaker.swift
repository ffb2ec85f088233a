package import CitySearch
package import Foundation
package import PrefixBenchmark

/// Makes the cases that are shipped: queries of every kind for cities.
///
/// Cities are drawn by population, each once for a kind, and the query is made from the city by a
/// rule. The same data and seed give the same cases on every machine, and each kind has a seed of its
/// own: a change of one leaves the others alone.
package struct CaseMaker {
  package let gazetteer: Gazetteer
  let exemplars: ExemplarCities
  let regionNames: RegionNames
  /// How many cases each kind gets, if there are as many.
  private let count: Int
  private let seed: UInt64
  /// The key of each row without its final space.
  private let keys: [String]
  /// The rows of the cities by key, and by time zone, the most populous first.
  private let rowsByKey: [String: [CityRow]]
  private let rowsByZone: [String: [CityRow]]
  private let otherNames: [City.ID: [String]]
  /// The most populous city with a key among its names, whichever they are.
  private let largestByAnyKey: [String: CityRow]

  /// A query that has not been checked for fairness.
  package struct Draft {
    let query: String
    let row: CityRow
    /// The cities that are right; `nil` for the one at `row`.
    var ids: [City.ID]?
    var source = "GeoNames"
    /// The person who types, who means a city nearby even if others of its name are larger.
    var bias: SearchBias?
  }

  /// All cases, in the order of kinds, and in that of the draws.
  package func cases() -> [QualityCase] {
    var seen: Set<String> = []
    return QualityCase.Kind.allCases.flatMap { kind in
      var generator = SplitMix64(seed: seed ^ kind.rawValue.utf8.fnv1a)
      return cases(of: kind, seen: &seen, using: &generator)
    }
  }

  private func cases(
    of kind: QualityCase.Kind, seen: inout Set<String>, using generator: inout SplitMix64
  ) -> [QualityCase] {
    let rule: (CityRow, inout SplitMix64) -> Draft?
    func draw<Lot>(
      _ lots: Lots<Lot>, _ draft: (Lot, inout SplitMix64) -> Draft?
    ) -> [QualityCase] {
      self.draw(kind, lots, seen: &seen, using: &generator, draft)
    }
    switch kind {
    case .exonym, .otherScript:
      return draw(exonyms(isLatin: kind == .exonym)) { draft, _ in draft }
    case .abbreviation: return draw(codes, abbreviation)
    case .regionAlone: return draw(regionsAlone) { draft, _ in draft }
    case .otherKeyboard: return draw(exchangedNames) { draft, _ in draft }
    case .typoOtherScript: return draw(foreignNames, foreignTypo)
    case .exact: rule = { row, _ in name(ofRow: row) }
    case .umlautExpansion: rule = { row, _ in expansion(ofRow: row) }
    case .laterWord: rule = { row, _ in ending(ofRow: row) }
    case .prefix: rule = prefix
    case .saint: rule = saint
    case .withCountry: rule = withCountry
    case .withRegion: rule = withRegion
    case .typo: rule = typo
    case .regionFirst: rule = regionFirst
    case .unknownRegion: rule = unknownRegion
    case .nameInside: rule = nameInside
    case .nearby: rule = nearby
    case .abbreviatedWord: rule = abbreviatedWord
    }
    return draw(gazetteer.indices.map { ($0, population(ofRow: $0)) }, rule)
  }

  /// The lots to draw from, with weights.
  typealias Lots<Lot> = [(lot: Lot, weight: Int)]

  /// Draws lots until `count` of them have made fair queries, if there are as many.
  private func draw<Lot>(
    _ kind: QualityCase.Kind, _ lots: Lots<Lot>, seen: inout Set<String>,
    using generator: inout SplitMix64, _ draft: (Lot, inout SplitMix64) -> Draft?
  ) -> [QualityCase] {
    let weights = WeightedDraw(lots.map(\.weight))
    var drawn: Set<Int> = []
    var cases: [QualityCase] = []
    // A kind that few cities have takes many draws. Their number is limited, since no city may be left.
    for _ in 0..<2_000 * count where cases.count < count {
      guard let index = weights.index(using: &generator) else { break }
      guard drawn.insert(index).inserted, let draft = draft(lots[index].lot, &generator),
        isFair(draft), seen.insert(Self.key(of: draft.query)).inserted
      else { continue }
      let city = gazetteer[draft.row]
      cases.append(
        QualityCase(
          query: draft.query, name: city.name, country: city.countryCode.description,
          ids: draft.ids ?? ids(ofPlaceAtRow: draft.row), kind: kind, source: draft.source,
          bias: draft.bias))
    }
    return cases
  }

  /// Whether the query is not empty, and not the name of another city at least as large, unless a
  /// person nearby types it.
  private func isFair(_ draft: Draft) -> Bool {
    let key = Self.key(of: draft.query)
    guard !key.isEmpty else { return false }
    guard draft.bias == nil else { return true }
    guard let largest = rows(withKey: key).first else { return true }
    return population(ofRow: largest) < population(ofRow: draft.row)
      || self.key(ofRow: draft.row) == key
  }
}

// MARK: - The cities by key, by time zone, and with their other names

extension CaseMaker {
  /// Prepares the cities of `gazetteer`; their other names are in the file that it was made from.
  package init(
    _ gazetteer: Gazetteer, file: URL, exemplars: ExemplarCities, regionNames: RegionNames,
    count: Int, seed: UInt64
  ) throws {
    (self.gazetteer, self.exemplars) = (gazetteer, exemplars)
    self.regionNames = regionNames
    (self.count, self.seed) = (count, seed)
    let keys = gazetteer.indices.map { Self.key(of: gazetteer[$0].name) }
    self.keys = keys
    rowsByKey = Dictionary(grouping: gazetteer.indices) { keys[$0.rawValue] }
      .mapValues(gazetteer.largestFirst)
    rowsByZone = Dictionary(grouping: gazetteer.indices) { row in
      gazetteer.timeZone(ofCityWithID: gazetteer.id(atRow: row)) ?? ""
    }.mapValues(gazetteer.largestFirst)
    let otherNames = Dictionary(grouping: try OtherName.all(in: file, everyLine: 1), by: \.cityID)
      .mapValues { $0.map(\.name) }
    self.otherNames = otherNames
    var largest = rowsByKey.compactMapValues(\.first)
    for row in gazetteer.indices {
      for name in otherNames[gazetteer.id(atRow: row), default: []] {
        let key = Self.key(of: name)
        guard let other = largest[key] else {
          largest[key] = row
          continue
        }
        if gazetteer.population(atRow: row) > gazetteer.population(atRow: other) {
          largest[key] = row
        }
      }
    }
    largestByAnyKey = largest
  }

  /// The key of a text without its final space.
  package static func key(of text: String) -> String {
    String(decoding: Folding.key(of: text).dropLast(), as: UTF8.self)
  }

  package func key(ofRow row: CityRow) -> String { keys[row.rawValue] }

  /// The rows of all cities with a key that passes a test.
  func rows(whereKey isIncluded: (String) -> Bool) -> [CityRow] {
    gazetteer.indices.filter { isIncluded(keys[$0.rawValue]) }
  }

  func population(ofRow row: CityRow) -> Int { gazetteer.population(atRow: row) }

  func otherNames(ofRow row: CityRow) -> [String] {
    otherNames[gazetteer.id(atRow: row), default: []]
  }

  /// The rows of the cities with a key, the most populous first.
  func rows(withKey key: String) -> [CityRow] { rowsByKey[key, default: []] }

  /// The most populous city that has a name with this key in any language.
  func largest(withAnyKey key: String) -> CityRow? { largestByAnyKey[key] }

  /// The rows of the cities of a time zone, the most populous first.
  func rows(inZone zone: String) -> [CityRow] { rowsByZone[zone, default: []] }

  /// Whether a city is the most populous one of its key, among those that `isSame` finds in the same place.
  func isLargest(_ row: CityRow, where isSame: (City, City) -> Bool = { _, _ in true }) -> Bool {
    let city = gazetteer[row]
    return rows(withKey: keys[row.rawValue]).first { isSame(gazetteer[$0], city) } == row
  }

  /// The ids of a city and of those of the same key near it in the same division, which are the same
  /// place listed twice: a town and its municipality, for example.
  package func ids(ofPlaceAtRow row: CityRow) -> [City.ID] {
    let city = gazetteer[row]
    let others = rows(withKey: keys[row.rawValue]).map { gazetteer[$0] }.filter { other in
      other.id != city.id && other.countryCode == city.countryCode
        && other.divisionCode == city.divisionCode
        && other.coordinate.distance(to: city.coordinate) < 25_000
    }
    return [city.id] + others.map(\.id)
  }
}

extension Gazetteer {
  /// Rows by population, and cities of equal population by row, since a sort need not be stable.
  func largestFirst(_ rows: [CityRow]) -> [CityRow] {
    rows.sorted { (population(atRow: $1), $0) < (population(atRow: $0), $1) }
  }
}
