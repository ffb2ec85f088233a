import CitySearch
import Fixtures
import Foundation
import GazetteerBuilding
import TestSupport
import Testing

/// Names by language.
@Suite("Names of cities by language") struct LanguageTests {
  private static let lines = """
    1\tMunich\tMunich\tMünchen,Munchen,Monaco di Baviera,ミュンヘン,MUC\t48.1\t11.6\tP\tPPL\tDE\t\t02\t\t\t\t1500000\t\t\t\t
    2\tReykjavik\tReykjavik\tReykjavík,Рейкьявик\t64.1\t-21.9\tP\tPPL\tIS\t\t39\t\t\t\t118918\t\t\t\t
    3\tBern\tBern\tBerne,Berna\t46.9\t7.4\tP\tPPL\tCH\t\tBE\t\t\t\t134591\t\t\t\t
    """
  private static let languages = """
    1\tde\tMünchen
    1\ten\tMunich
    1\tit\tMonaco di Baviera
    1\tja\tミュンヘン
    1\tnds\tMinga
    2\tis\tReykjavík
    2\tpt_BR\tReykjavik
    2\tru\tРейкьявик
    3\tfr\tBerne
    3\tsr@latin\tBern
    9\tde\tNirgendwo
    """

  private static func loader() -> GazetteerLoader {
    var loader = GazetteerLoader()
    loader.languages = .data(Data(languages.utf8), name: "languages")
    return loader
  }

  private static func gazetteer() throws -> Gazetteer {
    try loader().load(.data(Data(lines.utf8), name: "cities")).gazetteer
  }

  private static func name(_ id: City.ID, _ languages: [String]) throws -> String {
    let gazetteer = try gazetteer()
    return gazetteer.name(of: try #require(gazetteer.city(withID: id)), in: languages)
  }

  @Test(arguments: [
    (1, ["de"], "München"), (1, ["it", "de"], "Monaco di Baviera"), (1, ["xx", "ja"], "ミュンヘン"),
    (1, ["en", "de"], "Munich"), (1, ["de-AT"], "München"), (1, ["de_CH.UTF-8"], "München"),
    (1, [], "Munich"), (1, ["fr"], "Munich"), (1, ["nds"], "Minga"), (1, [""], "Munich"),
    (2, ["is"], "Reykjavík"), (2, ["pt-BR", "ru"], "Reykjavik"), (2, ["pt", "ru"], "Рейкьявик"),
    (3, ["sr-Latn"], "Bern"), (3, ["fr", "sr@latin"], "Berne"), (3, ["zh-Hant", "fr"], "Berne"),
  ])
  func `is that of the first language which has one`(
    id: City.ID, languages: [String], name: String
  ) throws {
    #expect(try Self.name(id, languages) == name)
  }

  @Test func `a city of another gazetteer keeps its name`() throws {
    let other = City(
      id: 77, name: "Elsewhere", countryCode: "US",
      coordinate: Coordinate(latitude: 0, longitude: 0), population: 1)
    #expect(try Self.gazetteer().name(of: other, in: ["de"]) == "Elsewhere")
    #expect(try Self.gazetteer().names(of: other).isEmpty)
  }

  @Test func `all names have their kinds and languages`() throws {
    let gazetteer = try Self.gazetteer()
    func names(_ id: City.ID) throws -> [String] {
      gazetteer.names(of: try #require(gazetteer.city(withID: id))).map {
        "\($0.kind) \($0.text) \($0.languages.joined(separator: ","))"
      }
    }
    #expect(
      try names(1) == [
        "own Munich en", "alternate Minga nds", "alternate Monaco di Baviera it", "code MUC ",
        "alternate München de",
        "alternate Munchen ", "alternate ミュンヘン ja",
      ])
    #expect(
      try names(2) == ["own Reykjavik pt_BR", "alternate Reykjavík is", "alternate Рейкьявик ru"])
    #expect(
      gazetteer.languages == [
        "de", "en", "fr", "is", "it", "ja", "nds", "pt_BR", "ru", "sr@latin",
      ])
  }

  @Test func `the spelling that has a language is shown`() throws {
    let cities = CityIndex(try Self.gazetteer())
    for text in ["munch", "munchen", "münchen", "MÜNCHEN", "mu\u{308}nchen", "munchne"] {
      #expect(cities.search(for: text).first?.matchedName.text == "München", "\(text)")
    }
    // Without a file of languages, the first spelling that fits is shown.
    let plain = try GazetteerLoader().load(.data(Data(Self.lines.utf8), name: "cities")).gazetteer
    let others = CityIndex(plain)
    #expect(others.search(for: "munch").first?.matchedName.text == "Munchen")
    #expect(others.search(for: "münch").first?.matchedName.text == "München")
    #expect(plain.languages.isEmpty)
  }

  @Test func `languages are kept by parts and unions`() throws {
    let gazetteer = try Self.gazetteer()
    for copy in [
      try gazetteer.filtered { $0.id != 3 }, try Gazetteer(merging: [gazetteer, gazetteer]),
    ] {
      try copy.verify()
      let city = try #require(copy.city(withID: 1))
      #expect(copy.names(of: city) == gazetteer.names(of: city))
      #expect(copy.name(of: try #require(copy.city(withID: 2)), in: ["is"]) == "Reykjavík")
    }
  }

  @Test func `every name of the shipped languages is found again`() throws {
    let gazetteer = try SampleCities.gazetteer()
    try gazetteer.verify()
    var (compared, known) = (0, Set<[Substring]>())
    for line in String(decoding: try Fixtures.text(of: Fixtures.languages), as: UTF8.self).split(
      separator: "\n")
    {
      let columns = line.split(separator: "\t")
      guard let id = City.ID(columns[0]), let city = gazetteer.city(withID: id) else {
        continue
      }
      let names = gazetteer.names(of: city)
      // Bytes are compared, because strings are equal if they are canonically equivalent.
      let isName = names.contains { name in
        name.kind != .code && name.text.utf8.elementsEqual(columns[2].utf8)
      }
      // Of several names in a language, the first counts.
      guard known.insert(Array(columns.prefix(2))).inserted else { continue }
      // One that differs from another spelling only in case is not kept.
      guard isName else { continue }
      compared += 1
      #expect(gazetteer.name(of: city, in: [String(columns[1])]) == columns[2])
    }
    #expect(compared > 1_000)
  }

  @Test(arguments: [
    ("x\tde\tA", "column 1 (id) must be a number of at most 4294967295, got \"x\""),
    ("1\t\tA", "column 2 (language) empty"), ("1\tde\t", "column 3 (name) empty"),
  ])
  func `a malformed line is reported`(line: String, reason: String) throws {
    var loader = GazetteerLoader()
    loader.languages = .data(Data("1\tde\tB\n\(line)\n".utf8), name: "languages")
    let error = #expect(throws: GazetteerError.self) {
      try loader.load(.data(Data(Self.lines.utf8), name: "cities"))
    }
    let message = error.map { "\($0)" } ?? ""
    #expect(message.contains("languages") && message.contains("2"), "\(message)")
    #expect(message.contains(reason.split(separator: ") ").last ?? ""), "\(message)")
  }

  @Test func `countries and divisions are listed for menus`() throws {
    let gazetteer = try SampleCities.gazetteer()
    #expect(gazetteer.countries.contains { $0.code == "DE" && $0.name == "Germany" })
    #expect(gazetteer.countries.map(\.code) == gazetteer.countries.map(\.code).sorted(by: <))
    let states = gazetteer.divisions(of: "US")
    #expect(states.contains { $0.codes.divisionCode == "TX" && $0.name == "Texas" })
    #expect(states.allSatisfy { $0.codes.countryCode == "US" })
    #expect(gazetteer.divisions(of: "XX").isEmpty)
    #expect(gazetteer.countryName(of: "DE", in: ["de"]) == "Deutschland")
    #expect(gazetteer.countryName(of: "DE", in: ["xx-none", "fr-CA"]) == "Allemagne")
    #expect(gazetteer.countryName(of: "DE", in: []) == "Germany")
    #expect(gazetteer.countryName(of: "QQ", in: ["qq"]) == nil)
  }
}
