import CitySearch
import Fixtures
import Foundation

/// The difficult cities with the names that their file has, and the regions in which they lie, for texts that people
/// may type.
struct SampleNames {
  /// A name of a city.
  struct Name {
    let kind: NameKind
    /// The name as it is written, and other spellings of the same key.
    fileprivate(set) var spellings: [String]
    /// The folded name.
    let key: String
    /// The position of the city in canonical order.
    let city: Int

    var text: String { spellings[0] }
  }

  static let loaded = Result { try SampleNames() }

  /// The cities in canonical order.
  let cities: [City]
  private(set) var names: [Name] = []
  /// The names of regions with more than one letter, by the codes of a country, or of a country and a division.
  private let regions: [String: [String]]

  private init() throws {
    cities = Array(try SampleCities.gazetteer())
    regions = Dictionary(
      grouping: try Self.rows(of: Fixtures.regions).filter { $0[0].unicodeScalars.count > 1 },
      by: { $0[2] == "*" ? $0[1] : "\($0[1]).\($0[2])" }
    ).mapValues { $0.map { $0[0] } }
    let rows = Dictionary(
      uniqueKeysWithValues: try Self.rows(of: Fixtures.sample).map { ($0[0], $0) })
    for (number, city) in cities.enumerated() {
      var others: [Name] = []
      for text in rows["\(city.id)"]?[3].components(separatedBy: ",") ?? [] {
        let isCode = (3...4).contains(text.count) && text.allSatisfy { ("A"..."Z").contains($0) }
        let key = Self.key(of: text)
        if let same = others.firstIndex(where: { $0.key == key }) {
          others[same].spellings.append(text)
        } else if key.unicodeScalars.count > 1 {
          others.append(
            Name(kind: isCode ? .code : .alternate, spellings: [text], key: key, city: number))
        }
      }
      let own = Name(kind: .own, spellings: [city.name], key: Self.key(of: city.name), city: number)
      names += [own] + others
    }
  }

  private static func rows(of table: URL) throws -> [[String]] {
    try String(contentsOf: table, encoding: .utf8).split(separator: "\n")
      .map { $0.components(separatedBy: "\t") }
  }

  /// A folded text, without the space at the end.
  static func key(of text: String) -> String {
    String(decoding: Folding.key(of: text).dropLast(), as: UTF8.self)
  }

  /// The keys of the country and of the division that a city lies in, ascending.
  func regionKeys(of city: City) -> [String] {
    let country = "\(city.countryCode)"
    return [country, "\(country).\(city.divisionCode)"].flatMap { regions[$0, default: []] }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
