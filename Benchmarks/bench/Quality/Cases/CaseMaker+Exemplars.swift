import CitySearch
package import Foundation
import PrefixBenchmark

/// Queries that are the names of cities in other languages.
extension CaseMaker {
  /// The least population of the cities among which one is looked for if no city of the file has its zone.
  ///
  /// Zones are renamed: Europe/Kiev is Europe/Kyiv in newer data.
  private static let largeCity = 500_000

  /// The languages that names are taken from: those of the names of countries in `Fixtures.regions`.
  ///
  /// The CLDR has more, some of which were written by a rule from the sound of the English names.
  static let languages: Set<String> = Set(
    """
    ar bg bn ca cs da de el es et fa fi fr gl he hi hr hu id it ja ka kk ko lt lv mk ms nb nl no \
    pl pt ro ru sk sl sq sr sv sw ta te th tr uk ur vi zh zh_Hant
    """.split(separator: " ").map(String.init))

  /// The names in Latin letters, or all others, of the cities that stand for time zones.
  ///
  /// The names of a city share its population as their weight: a capital with forty of them should not
  /// take the place of all others.
  func exonyms(isLatin: Bool) -> Lots<Draft> {
    var rowsByZone: [String: CityRow] = [:]
    for zone in Set(exemplars.names.map(\.zone)) { rowsByZone[zone] = row(ofZone: zone) }
    var seen: Set<String> = []
    var drafts: [Draft] = []
    for name in exemplars.names {
      let key = Self.key(of: name.text)
      guard let row = rowsByZone[name.zone], key != self.key(ofRow: row),
        Self.languages.contains(name.language),
        // These characters mean several names at once, or a name with its state.
        !name.text.contains(where: { "(),/[]↑∅".contains($0) }),
        Self.isLatin(name.text) == isLatin, seen.insert("\(row) \(key)").inserted
      else { continue }
      drafts.append(Draft(query: name.text, row: row, source: "CLDR \(name.language)"))
    }
    let counts = drafts.reduce(into: [:]) { $0[$1.row, default: 0] += 1 }
    return drafts.map { draft in
      (draft, max(population(ofRow: draft.row) / counts[draft.row, default: 1], 1))
    }
  }

  /// The row of the city that stands for a zone: the most populous one there with its English name as
  /// its own, or else as another name.
  private func row(ofZone zone: String) -> CityRow? {
    let zones = exemplars.aliases[zone] ?? [zone]
    let ends = zones.map { zone in
      String(zone.split(separator: "/").last ?? "").replacing("_", with: " ")
    }
    let names = zones.compactMap { exemplars.englishNames[$0] } + ends
    let keys = Set(names.map(Self.key(of:)))
    func otherKeys(_ row: CityRow) -> Set<String> {
      Set(otherNames(ofRow: row).map(Self.key(of:)))
    }
    func largest(_ rows: [CityRow]) -> CityRow? { gazetteer.largestFirst(rows).first }
    let rows = zones.flatMap { self.rows(inZone: $0) }
    if rows.isEmpty {
      // All names must fit, since a single one may be that of a large city far away.
      let large = gazetteer.indices.filter { population(ofRow: $0) >= Self.largeCity }
      return largest(large.filter { otherKeys($0).isSuperset(of: keys) })
    }
    return largest(rows.filter { keys.contains(key(ofRow: $0)) })
      ?? largest(rows.filter { !otherKeys($0).isDisjoint(with: keys) })
  }

  private static func isLatin(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      // Greek begins at 370; the extensions of Latin behind it are the exception.
      !scalar.properties.isAlphabetic || scalar.value < 0x370
        || (0x1D00...0x1EFF).contains(scalar.value) || (0x2C60...0x2C7F).contains(scalar.value)
        || (0xA720...0xA7FF).contains(scalar.value)
    }
  }
}

/// The cities that stand for time zones in the Unicode CLDR, in many languages.
///
/// The XML is cut at its opening brackets, not parsed: all that is read are elements without children
/// in files that a program wrote, and the library for XML would be loaded by every process whose start
/// `bench run` measures.
package struct ExemplarCities {
  /// The name of a zone's city in a language.
  package struct Name: Equatable {
    /// The zone's name in the CLDR, which is an old one for some.
    package let zone: String
    package let text: String
    /// The locale, such as `de` or `zh_Hant`.
    package let language: String
  }

  /// By file name, and in the order of each file.
  package private(set) var names: [Name] = []
  /// By zone, where the English name of the city is not the end of the zone's name.
  package private(set) var englishNames: [String: String] = [:]
  /// For each name of a zone all its names.
  package private(set) var aliases: [String: [String]] = [:]

  /// Reads the files of a folder that has the CLDR's `common`.
  package init(inFolder folder: URL) throws {
    let common = folder.appending(path: "common", directoryHint: .isDirectory)
    let main = common.appending(path: "main", directoryHint: .isDirectory)
    let files: [URL]
    do {
      files = try FileManager.default.contentsOfDirectory(
        at: main, includingPropertiesForKeys: nil)
    } catch {
      throw BenchFailure("\(folder.path) has no folder common/main of the Unicode CLDR.")
    }
    // A folder lists its files in any order.
    let sorted = files.filter { $0.pathExtension == "xml" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
    for file in sorted { try readNames(in: file) }
    guard !names.isEmpty else {
      throw BenchFailure("The files in \(main.path) have no exemplar cities.")
    }
    try readAliases(in: common.appending(path: "bcp47/timezone.xml"))
  }

  private mutating func readNames(in file: URL) throws {
    let language = file.deletingPathExtension().lastPathComponent
    var zone: String?
    for piece in try Self.pieces(of: file) {
      if piece.starts(with: "zone ".utf8) {
        zone = Self.attribute("type", of: piece)
      } else if piece.starts(with: "/zone>".utf8) {
        zone = nil
      } else if let zone, piece.starts(with: "exemplarCity>".utf8) {
        // Names that are drafts or alternatives have attributes, and so are not seen here.
        let text = Self.unescaped(
          String(decoding: piece.dropFirst("exemplarCity>".utf8.count), as: UTF8.self))
        if language == "en" {
          englishNames[zone] = text
        } else {
          names.append(Name(zone: zone, text: text, language: language))
        }
      }
    }
  }

  private mutating func readAliases(in file: URL) throws {
    for piece in try Self.pieces(of: file) where piece.starts(with: "type ".utf8) {
      guard let alias = Self.attribute("alias", of: piece) else { continue }
      let zones = alias.split(separator: " ").map(String.init)
      for zone in zones { aliases[zone] = zones }
    }
  }

  /// A file cut at its opening brackets: each piece is a tag and the text behind it.
  static func pieces(of file: URL) throws -> [ArraySlice<UInt8>] {
    let data = try explaining("\(file.path) cannot be read") { try Data(contentsOf: file) }
    return [UInt8](data).split(separator: UInt8(ascii: "<"))
  }

  static func attribute(_ name: String, of tag: ArraySlice<UInt8>) -> String? {
    let parts = String(decoding: tag, as: UTF8.self).split(separator: " \(name)=\"", maxSplits: 1)
    return parts.dropFirst().first?.split(separator: "\"", maxSplits: 1).first
      .map { unescaped(String($0)) }
  }

  static func unescaped(_ text: String) -> String {
    guard text.contains("&") else { return text }
    // The ampersand last, or unescaped text could be taken for an entity.
    return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
      .reduce(text) { $0.replacing($1.0, with: $1.1) }
  }
}
