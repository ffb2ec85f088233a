import CitySearch
import Foundation

/// The cities that cases are made from, by key, by time zone, and with their other names.
struct CasePlaces {
  let gazetteer: Gazetteer
  /// The key of each row without its final space.
  private let keys: [String]
  private let rowsByKey: [String: [CityRow]]
  private let rowsByZone: [String: [CityRow]]
  private let otherNames: [Int: [String]]

  /// Prepares the cities of `gazetteer`; their other names are in the file that it was made from.
  init(_ gazetteer: Gazetteer, file: URL) throws {
    self.gazetteer = gazetteer
    let keys = gazetteer.indices.map { Self.key(of: gazetteer[$0].name) }
    self.keys = keys
    func population(_ row: CityRow) -> Int { gazetteer.population(atRow: row) }
    // Of equal ones the first row, here and below: a sort that is stable only by chance is not.
    func largestFirst(_ rows: [CityRow]) -> [CityRow] {
      rows.sorted { (population($1), $0) < (population($0), $1) }
    }
    rowsByKey = Dictionary(grouping: gazetteer.indices) { keys[$0.rawValue] }
      .mapValues(largestFirst)
    rowsByZone = Dictionary(grouping: gazetteer.indices) { row in
      gazetteer.timeZone(ofCityWithID: gazetteer.id(atRow: row)) ?? ""
    }.mapValues(largestFirst)
    otherNames = Dictionary(grouping: try OtherName.all(in: file, everyLine: 1), by: \.cityID)
      .mapValues { $0.map(\.name) }
  }

  /// The key of a text without its final space.
  static func key(of text: String) -> String {
    String(decoding: Folding.key(of: text).dropLast(), as: UTF8.self)
  }

  func key(ofRow row: CityRow) -> String { keys[row.rawValue] }

  func population(ofRow row: CityRow) -> Int { gazetteer.population(atRow: row) }

  func otherNames(ofRow row: CityRow) -> [String] {
    otherNames[gazetteer.id(atRow: row), default: []]
  }

  /// The rows of the cities with a key, the most populous first.
  func rows(withKey key: String) -> [CityRow] { rowsByKey[key, default: []] }

  /// The rows of the cities of a time zone, the most populous first.
  func rows(inZone zone: String) -> [CityRow] { rowsByZone[zone, default: []] }

  /// Whether no city of the same key, among those in the same place by `isSame`, is more populous.
  func isLargest(_ row: CityRow, where isSame: (City, City) -> Bool = { _, _ in true }) -> Bool {
    let city = gazetteer[row]
    return rows(withKey: keys[row.rawValue]).first { isSame(gazetteer[$0], city) } == row
  }

  /// The ids of a city and of those of the same key near it in the same division, which are the same
  /// place listed twice: a town and its municipality, for example.
  func ids(ofPlaceAtRow row: CityRow) -> [Int] {
    let city = gazetteer[row]
    let others = rows(withKey: keys[row.rawValue]).map { gazetteer[$0] }.filter { other in
      other.id != city.id && other.countryCode == city.countryCode
        && other.admin1Code == city.admin1Code
        && other.coordinate.distance(to: city.coordinate) < 25_000
    }
    return [city.id] + others.map(\.id)
  }
}
