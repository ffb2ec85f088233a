import CitySearch
import Foundation

/// The table of regions, in which some cities lie.
struct SlowRegions {
  /// A line of the table.
  private struct Line {
    let key: String
    let bytes: [UInt8]
    /// "US" or "US.CA".
    let region: String
    let source: String
  }

  /// The lines, sorted by key bytes.
  private let lines: [Line]

  /// Where a city must lie: in one of the regions of every set.
  typealias Area = [Set<String>]

  /// Reads the table without the regions in which no city lies and keys of one letter.
  init(_ table: URL, of cities: [City]) throws {
    let inhabited = Set(cities.flatMap { Self.regions(of: $0) })
    lines = try String(contentsOf: table, encoding: .utf8).split(separator: "\n")
      .map { $0.components(separatedBy: "\t") }
      .map { columns in
        Line(
          key: columns[0], bytes: Array(columns[0].utf8),
          region: columns[2] == "*" ? columns[1] : "\(columns[1]).\(columns[2])",
          source: columns[3])
      }
      .filter { $0.key.unicodeScalars.count > 1 && inhabited.contains($0.region) }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  /// The regions that a city lies in: its country and its division.
  static func regions(of city: City) -> [String] {
    ["\(city.countryCode)", "\(city.countryCode).\(city.divisionCode)"]
  }

  /// The keys of regions that a city lies in.
  func keys(of city: City) -> [String] {
    let regions = Self.regions(of: city)
    return lines.filter { regions.contains($0.region) }.map(\.key)
  }

  /// The state that a country belongs to for people who type both; the country itself if there is none.
  static func state(of country: String) -> String { states[country] ?? country }

  private static let states: [String: String] = Dictionary(
    """
    HK MO TW CN, PR GU VI AS MP UM US, GF GP MQ RE YT NC PF PM WF BL MF TF FR, GG JE IM GI BM KY FK AI \
    MS TC VG SH PN IO GS GB, GL FO DK, AW CW SX BQ NL, SJ BV NO, CX CC NF HM AU, CK NU TK NZ, AX FI
    """.components(separatedBy: ", ").flatMap { line in
      let codes = line.components(separatedBy: " ")
      return codes.dropLast().map { ($0, codes[codes.count - 1]) }
    }, uniquingKeysWith: { one, _ in one })

  /// Whether a key is a common name of a country that is no code and no full name.
  func hasAlias(_ key: String) -> Bool {
    lines(beginningWith: key).contains {
      $0.bytes.count == key.utf8.count && $0.source == "country-alias"
    }
  }

  /// The regions with a key.
  func named(_ key: String) -> Set<String> {
    Set(lines(beginningWith: key).filter { $0.bytes.count == key.utf8.count }.map(\.region))
  }

  /// The regions with a key that begins with a text and is longer.
  func beginning(with text: String) -> Set<String> {
    Set(lines(beginningWith: text).filter { $0.bytes.count > text.utf8.count }.map(\.region))
  }

  private func lines(beginningWith text: String) -> ArraySlice<Line> {
    let text = Array(text.utf8)
    let start = lines.firstPosition { !$0.bytes.lexicographicallyPrecedes(text) }
    return lines[start...].prefix { $0.bytes.starts(with: text) }
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first position with a property that all later ones have, too.
  func firstPosition(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
