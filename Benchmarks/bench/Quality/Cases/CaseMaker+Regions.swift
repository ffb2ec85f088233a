package import CitySearch
package import Foundation
package import PrefixBenchmark

/// Queries that have a region in front, an unknown one behind, or nothing but a region.
extension CaseMaker {
  /// A country or a division: what its cities have in common.
  private enum Region: Hashable {
    case country(CountryCode)
    case division(Gazetteer.Division)
  }

  /// Names of countries and divisions, each for the most populous city there.
  ///
  /// A name that a city has, too, or that several regions have with different cities, is left out. The
  /// names of a region share the population of all its cities as their weight.
  var regionsAlone: Lots<Draft> {
    let rows = rowsByRegion
    var seen: Set<Named> = []
    let names = namesOfRegions.filter { name in
      rows[name.region] != nil && self.rows(withKey: name.key).isEmpty
        && seen.insert(Named(key: name.key, region: name.region)).inserted
    }
    let capitals = rows.compactMapValues { gazetteer.largestFirst($0).first }
    let meant = Dictionary(grouping: names, by: \.key).mapValues { same in
      Set(same.compactMap { capitals[$0.region] })
    }
    let clear = names.filter { meant[$0.key]?.count == 1 }
    let counts = clear.reduce(into: [:]) { $0[$1.region, default: 0] += 1 }
    return clear.compactMap { name in
      guard let row = capitals[name.region] else { return nil }
      let people = rows[name.region, default: []].reduce(0) { $0 + population(ofRow: $1) }
      let draft = Draft(query: name.text, row: row, source: name.source)
      return (draft, people / counts[name.region, default: 1])
    }
  }

  private struct Named: Hashable {
    let key: String
    let region: Region
  }

  private var rowsByRegion: [Region: [CityRow]] {
    var rows: [Region: [CityRow]] = [:]
    for row in gazetteer.indices {
      let city = gazetteer[row]
      rows[.country(city.countryCode), default: []].append(row)
      if !city.divisionCode.isEmpty { rows[.division(city.division), default: []].append(row) }
    }
    return rows
  }

  /// The names in GeoNames' files, and those of the CLDR in other languages.
  private var namesOfRegions: [(text: String, key: String, region: Region, source: String)] {
    typealias Name = (text: String, key: String, region: Region, source: String)
    func name(_ text: String, _ region: Region, _ source: String) -> Name? {
      let key = Self.key(of: text)
      // People type neither a name with its country in parentheses nor several names at once.
      let isPlain = !text.contains { "(),/[]".contains($0) }
      return key.isEmpty || !isPlain ? nil : (text, key, region, source)
    }
    let countries = gazetteer.countries
    let divisions = countries.flatMap { gazetteer.divisions(of: $0.code) }
    let own =
      countries.compactMap { country in
        country.name.flatMap { name($0, .country(country.code), "GeoNames") }
      }
      + divisions.compactMap { division in
        division.name.flatMap { name($0, .division(division.codes), "GeoNames") }
      }
    // The CLDR has codes of ISO 3166-2, and GeoNames its own: the English names are the same.
    var codes: [String: Gazetteer.Division] = [:]
    for division in divisions {
      guard let name = division.name else { continue }
      codes["\(division.codes.countryCode) \(Self.key(of: name))"] = division.codes
    }
    let others = regionNames.names.compactMap { other -> Name? in
      guard Self.languages.contains(other.language) else { return nil }
      let source = "CLDR \(other.language)"
      if let country = other.country {
        return CountryCode(country).flatMap { name(other.text, .country($0), source) }
      }
      guard let english = regionNames.englishDivisions[other.code] else { return nil }
      return codes["\(other.code.prefix(2).uppercased()) \(Self.key(of: english))"].flatMap {
        name(other.text, .division($0), source)
      }
    }
    return own + others
  }

  /// A country or division, and then a city in it, with a comma between them or without.
  package func regionFirst(ofRow row: CityRow, using generator: inout SplitMix64) -> Draft? {
    let city = gazetteer[row]
    let isCountry = Bool.random(using: &generator)
    let region = isCountry ? gazetteer.countryName(of: city) : gazetteer.divisionName(of: city)
    guard let region, Self.key(of: region) != key(ofRow: row),
      isLargest(
        row,
        where: { isCountry ? $0.countryCode == $1.countryCode : $0.division == $1.division })
    else { return nil }
    let text = Bool.random(using: &generator) ? "\(region), \(city.name)" : "\(region) \(city.name)"
    return Draft(query: Bool.random(using: &generator) ? text : text.lowercased(), row: row)
  }

  /// A city and, after a comma, three to six letters with which no name or code of a region begins.
  package func unknownRegion(ofRow row: CityRow, using generator: inout SplitMix64) -> Draft? {
    guard isLargest(row) else { return nil }
    let count = Int.random(in: 3...6, using: &generator)
    let region = String((0..<count).map { _ in QueryMaker.letter(using: &generator) })
    let isKnown = textsOfRegions.contains { Self.key(of: $0).hasPrefix(region) }
    return isKnown ? nil : Draft(query: "\(gazetteer[row].name), \(region)", row: row)
  }

  /// All names and codes of regions.
  private var textsOfRegions: [String] {
    var texts = regionNames.names.map(\.text)
    for country in gazetteer.countries {
      texts += [country.name ?? "", country.code.description]
      for division in gazetteer.divisions(of: country.code) {
        texts += [division.name ?? "", division.codes.divisionCode.description]
      }
    }
    return texts
  }
}

/// The names of countries and their divisions in the Unicode CLDR, in many languages.
package struct RegionNames {
  /// The name of a country or division in a language.
  package struct Name: Equatable {
    /// `DE` for a country, `deby` for a division.
    package let code: String
    package let text: String
    /// The locale, such as `de` or `zh_Hant`.
    package let language: String

    /// The code, if it is that of a country.
    package var country: String? { code.count == 2 ? code : nil }
  }

  /// Countries first, by file name and in the order of each file.
  package private(set) var names: [Name] = []
  /// The English names of divisions.
  package private(set) var englishDivisions: [String: String] = [:]

  /// Reads the files of a folder that has the CLDR's `common`; without names in it, there are none.
  package init(inFolder folder: URL) throws {
    let common = folder.appending(path: "common", directoryHint: .isDirectory)
    for (name, element) in [("main", "territory"), ("subdivisions", "subdivision")] {
      let folder = common.appending(path: name, directoryHint: .isDirectory)
      let files =
        (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil))
        ?? []
      let sorted = files.filter { $0.pathExtension == "xml" }
        .sorted { $0.lastPathComponent < $1.lastPathComponent }
      for file in sorted { try readNames(element, in: file) }
    }
  }

  private mutating func readNames(_ element: String, in file: URL) throws {
    let language = file.deletingPathExtension().lastPathComponent
    let head = "\(element) type=\""
    for piece in try ExemplarCities.pieces(of: file) where piece.starts(with: head.utf8) {
      // Drafts and alternatives have attributes behind the code.
      let parts = String(decoding: piece.dropFirst(head.utf8.count), as: UTF8.self)
        .split(separator: "\">", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].allSatisfy({ $0.isLetter || $0.isNumber }),
        // Three digits are a continent.
        element != "territory" || parts[0].count == 2
      else { continue }
      let (code, text) = (String(parts[0]), ExemplarCities.unescaped(String(parts[1])))
      if language == "en" {
        englishDivisions[code] = text
      } else {
        names.append(Name(code: code, text: text, language: language))
      }
    }
  }
}
