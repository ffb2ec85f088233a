package import CitySearch
import Fixtures
package import Foundation
import GazetteerBuilding
import PrefixBenchmark

/// The scripts in which people of a country write the names of its cities.
///
/// GeoNames lists the languages of each country, and the table of languages has names of cities in each. A
/// script is one of a country if most names in one of its languages are written in it. Being frequent
/// among the names of the country's cities says less: a famous city has names in all scripts, and there
/// are programs that wrote a name in Cyrillic for every village.
package struct WrittenScripts {
  /// By country.
  package let scripts: [CountryCode: Set<String>]

  /// Reads the languages of countries from GeoNames' `countryInfo.txt`, and names by language.
  package init(
    of countries: [CountryCode], countryInfo: URL = Fixtures.countryInfo,
    languages: URL = Fixtures.languages
  ) throws {
    let spoken = try Self.languages(of: countries, in: countryInfo)
    let all = Set(spoken.values.joined())
    var letters = LetterScripts()
    var counts: [String: [String: Int]] = [:]
    for line in try Self.lines(of: languages) {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard cells.count > 2, all.contains(String(cells[1])) else { continue }
      let script = letters.script(of: String(cells[2])) ?? ""
      counts[String(cells[1]), default: [:]][script, default: 0] += 1
    }
    let usual = counts.compactMapValues { counts in
      counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
    scripts = spoken.mapValues { Set($0.compactMap { usual[$0] }.filter { !$0.isEmpty }) }
  }

  /// The column of `countryInfo.txt` with languages, such as `ar-MA,ber,fr`.
  private static let languageColumn = 15

  private static func languages(
    of countries: [CountryCode], in countryInfo: URL
  ) throws -> [CountryCode: [String]] {
    var languages: [CountryCode: [String]] = [:]
    for line in try lines(of: countryInfo) where !line.hasPrefix("#") {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard cells.count > languageColumn, let code = CountryCode(String(cells[0])),
        countries.contains(code)
      else { continue }
      languages[code] = cells[languageColumn].split(separator: ",").map { language in
        String(language.prefix { $0 != "-" })
      }
    }
    return languages
  }

  private static func lines(of file: URL) throws -> [Substring] {
    let name = file.relativePath
    let data = try explaining("\(name) cannot be read") { try Data(contentsOf: file).unpacked() }
    return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
  }
}

/// The scripts of letters: the first words of their names in Unicode, such as `ARABIC` or `CJK`.
package struct LetterScripts {
  /// The scripts that do not write sounds letter by letter.
  static let syllabic: Set<String> = ["CJK", "HIRAGANA", "KATAKANA", "HANGUL"]

  private var known: [Unicode.Scalar: String] = [:]

  package init(known: [Unicode.Scalar: String] = [:]) {
    self.known = known
  }

  /// The one script of all letters of a text; `nil` if it has none, several, or Latin ones.
  package mutating func script(of text: String) -> String? {
    // Most names have Latin letters only, whose bytes are all smaller.
    guard text.utf8.contains(where: { $0 >= 0xCD }) else { return nil }
    var found: String?
    for scalar in text.unicodeScalars where scalar.properties.isAlphabetic {
      let script = script(of: scalar)
      guard script != "LATIN", found == nil || found == script else { return nil }
      found = script
    }
    return found
  }

  private mutating func script(of letter: Unicode.Scalar) -> String {
    if let script = known[letter] { return script }
    // Ideographs have names by rule, and so none in some systems' tables.
    let name = letter.properties.name ?? (letter.properties.isIdeographic ? "CJK" : "")
    let script = String(name.prefix { $0 != " " && $0 != "-" })
    known[letter] = script
    return script
  }
}
