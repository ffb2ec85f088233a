import CitySearch
import Fixtures
import Foundation
import GazetteerBuilding
import PrefixBenchmark
import TestSupport
import Testing
import bench

/// How the cases that are shipped are made, on the difficult cities and a CLDR of a few lines.
@Suite("Making quality cases") struct CaseMakerTests {
  /// Writes a folder like that of the CLDR.
  private static func withCLDR<Value>(_ body: (URL) throws -> Value) throws -> Value {
    func names(_ cities: [(zone: String, element: String)]) -> String {
      let zones = cities.map { "<zone type=\"\($0.zone)\">\n\t<long/>\n\t\($0.element)\n</zone>" }
      return "<ldml>\n\(zones.joined(separator: "\n"))\n<metazone type=\"Japan\"/>\n</ldml>\n"
    }
    func element(_ name: String) -> String { "<exemplarCity>\(name)</exemplarCity>" }
    let files = [
      "main/en.xml": names([("Asia/Calcutta", element("Kolkata"))]),
      "main/de.xml": names([
        ("Asia/Tokyo", element("Tokio")), ("Europe/Moscow", element("Moskau")),
        ("Asia/Nowhere", element("Nirgendwo")),
        ("Asia/Shanghai", "<exemplarCity draft=\"provisional\">Schanghai</exemplarCity>"),
      ]),
      "main/fr.xml": names([
        ("Asia/Tokyo", element("Tokyo")), ("Asia/Calcutta", element("Calcutta &amp;amp; l’Inde")),
      ]),
      "main/ru.xml": names([("Europe/Moscow", element("Москва (город)"))]),
      "main/ja.xml": names([
        ("Asia/Tokyo", element("東京")), ("Asia/Calcutta", element("コルカタ")),
      ]),
      "main/kgp.xml": names([("Asia/Tokyo", element("Tokyjo"))]),
      "subdivisions/en.xml": "<s><subdivision type=\"deby\">Bavaria</subdivision></s>",
      "subdivisions/de.xml": [
        "<subdivision type=\"deby\">Bayern</subdivision>",
        "<subdivision type=\"deni\" draft=\"contributed\">Niedersachsen</subdivision>",
      ].joined(separator: "\n"),
      "main/it.xml": [
        "<territory type=\"001\">mondo</territory>", "<territory type=\"JP\">Giappone</territory>",
        "<territory type=\"IN\" alt=\"short\">India</territory>",
      ].joined(separator: "\n"),
      "bcp47/timezone.xml":
        "<key><type name=\"inccu\" alias=\"Asia/Calcutta Asia/Kolkata\"/></key>",
    ]
    return try withTemporaryFolder { folder in
      for (path, text) in files {
        let file = folder.appending(path: "common").appending(path: path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
      return try body(folder)
    }
  }

  private static func cases(seed: UInt64 = 1) throws -> [QualityCase] {
    let gazetteer = try Gazetteer(
      contentsOf: Fixtures.sample, admin1Codes: Fixtures.admin1Codes,
      countryInfo: Fixtures.countryInfo)
    return try withCLDR { folder in
      try CaseMaker(
        gazetteer, file: Fixtures.sample, exemplars: ExemplarCities(inFolder: folder),
        regionNames: RegionNames(inFolder: folder), count: 12, seed: seed
      ).cases()
    }
  }

  @Test func `names are read file by file, without drafts`() throws {
    let exemplars = try Self.withCLDR { try ExemplarCities(inFolder: $0) }
    #expect(
      exemplars.names.map { "\($0.language) \($0.zone) \($0.text)" } == [
        "de Asia/Tokyo Tokio", "de Europe/Moscow Moskau", "de Asia/Nowhere Nirgendwo",
        "fr Asia/Tokyo Tokyo", "fr Asia/Calcutta Calcutta &amp; l’Inde", "ja Asia/Tokyo 東京",
        "ja Asia/Calcutta コルカタ", "kgp Asia/Tokyo Tokyjo", "ru Europe/Moscow Москва (город)",
      ])
    #expect(exemplars.englishNames == ["Asia/Calcutta": "Kolkata"])
    #expect(exemplars.aliases["Asia/Kolkata"] == ["Asia/Calcutta", "Asia/Kolkata"])
  }

  @Test func `names of regions are read without drafts, alternatives and continents`() throws {
    let regions = try Self.withCLDR { try RegionNames(inFolder: $0) }
    #expect(
      regions.names.map { "\($0.language) \($0.code) \($0.text)" } == [
        "it JP Giappone", "de deby Bayern",
      ])
    #expect(regions.names.map(\.country) == ["JP", nil])
    #expect(regions.englishDivisions == ["deby": "Bavaria"])
  }

  @Test func `a script is that of all letters`() {
    var scripts = LetterScripts()
    #expect(scripts.script(of: "दिल्ली 2") == "DEVANAGARI")
    #expect(scripts.script(of: "東京") == "CJK")
    #expect(scripts.script(of: "Ελλάδα") == "GREEK")
    for text in ["", "12", "Łódź", "東きょう", "Tōkyō 東京"] {
      #expect(scripts.script(of: text) == nil)
    }
  }

  @Test func `a folder that is not the CLDR's is refused`() throws {
    try withTemporaryFolder { folder in
      #expect(throws: BenchFailure.self) { try ExemplarCities(inFolder: folder) }
      try FileManager.default.createDirectory(
        at: folder.appending(path: "common/main"), withIntermediateDirectories: true)
      let error = #expect(throws: BenchFailure.self) { try ExemplarCities(inFolder: folder) }
      #expect(error?.description.hasSuffix("have no exemplar cities.") == true)
    }
  }

  @Test func `the same seed gives the same cases`() throws {
    let cases = try Self.cases()
    #expect(cases == (try Self.cases()))
    #expect(cases != (try Self.cases(seed: 2)))
    #expect(Set(cases.map { Folding.key(of: $0.query) }).count == cases.count)
    // The sample has few umlauts and saints, but enough large cities.
    for kind in [
      QualityCase.Kind.exact, .prefix, .withCountry, .typo, .abbreviation, .abbreviatedWord,
    ] {
      #expect(cases.count { $0.kind == kind } == 12, "\(kind)")
    }
  }

  @Test func `names of other languages lead to the city of their zone`() throws {
    let cases = try Self.cases()
    func found(_ kind: QualityCase.Kind) -> [String] {
      cases.filter { $0.kind == kind }.map { "\($0.query) \($0.ids[0]) \($0.source)" }.sorted()
    }
    #expect(found(.otherScript) == ["コルカタ 1275004 CLDR ja", "東京 1850147 CLDR ja"])
    #expect(
      found(.exonym) == [
        "Calcutta &amp; l’Inde 1275004 CLDR fr", "Moskau 524901 CLDR de", "Tokio 1850147 CLDR de",
      ])
  }

  @Test func `each kind keeps its rule`() throws {
    for item in try Self.cases(seed: 3) {
      let (key, name) = (CaseMaker.key(of: item.query), CaseMaker.key(of: item.name))
      switch item.kind {
      case .exact: #expect(key == name)
      case .prefix: #expect(name.hasPrefix(key) && key != name)
      case .laterWord: #expect(name.hasSuffix(" \(key)"))
      case .withCountry, .withRegion: #expect(key.hasPrefix("\(name) "))
      case .abbreviation: #expect(item.query.count == 3)
      case .typo: #expect(key != name && key.first == name.first && key.count >= name.count - 2)
      case .exonym, .otherScript, .umlautExpansion, .saint: #expect(key != name)
      case .regionAlone: #expect(key != name)
      case .regionFirst: #expect(key.hasSuffix(" \(name)"))
      case .unknownRegion: #expect(key.hasPrefix("\(name) ") && item.query.contains(", "))
      case .nameInside: #expect(key != name && " \(key) ".contains(" \(name) "))
      case .otherKeyboard: #expect(!item.query.utf8.allSatisfy { $0 < 0x80 })
      case .typoOtherScript: #expect(!key.utf8.contains { (97...122).contains($0) })
      case .nearby: #expect(key == name)
      case .abbreviatedWord:
        #expect(item.query.contains(".") && key.count < name.count && key.first == name.first)
      }
    }
  }
}
