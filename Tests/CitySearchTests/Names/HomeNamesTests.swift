import Foundation
import PrefixSearch
import Testing

@testable import CitySearch
@testable import GazetteerBuilding

/// Names whose penalty depends on more than their rule: those in the languages of the country, and codes that are names.
@Suite("Names at home") struct HomeNamesTests {
  private static let places = [
    GeoNamesLine(id: 1, name: "Brugge").with(4, "Bruges,Brugia,Brujas,OST").with(9, "BE"),
    GeoNamesLine(id: 2, name: "Bari").with(4, "BAR,Ost").with(9, "IT"),
    GeoNamesLine(id: 3, name: "Bar").with(4, "").with(9, "ME"),
  ]
  private static let languages = """
    1\tes\tBrujas
    1\tfr\tBruges
    1\tfr\tBrugia
    2\ten\tOst
    """
  private static let country =
    "BE\tBEL\t056\tBE\tBelgium" + String(repeating: "\t", count: 11) + "nl-BE,fr-BE,de-BE\t\t\t"

  private static func gazetteer() throws -> Gazetteer {
    var loader = GazetteerLoader()
    loader.languages = .data(Data(languages.utf8), name: "languages")
    loader.countryInfo = .data(Data(country.utf8), name: "countries")
    return try loader.load(.data(Data(lines: places.map(\.data)), name: "cities")).gazetteer
  }

  /// The kinds of the names of a gazetteer other than own ones, by their keys.
  private static func kinds(_ gazetteer: Gazetteer) -> [String] {
    let names = gazetteer.table.nameTable
    return names.tree.completions(of: []).flatMap { completion in
      completion.rows.map { row in
        let entry = names[NameID(row)]
        let id = gazetteer.table.id(atRow: entry.city)
        return "\(String(decoding: completion.key.dropLast(), as: UTF8.self)) \(id) \(entry.kind)"
      }
    }
  }

  @Test func `a name in English or a language of the country is at home`() throws {
    #expect(
      Self.kinds(try Self.gazetteer()) == [
        "bar 3 own", "bar 2 codeAndName", "bari 2 own", "bruges 1 alternateAtHome",
        "brugge 1 own", "brugia 1 alternateAtHome", "brujas 1 alternate",
        "ost 2 alternateAtHome", "ost 1 code",
      ])
  }

  @Test func `parts keep what is at home, and a code is none of a name that is gone`() throws {
    let gazetteer = try Self.gazetteer()
    let part = try gazetteer.filtered { $0.id != 3 }
    try part.verify()
    #expect(
      Self.kinds(part) == [
        "bar 2 code", "bari 2 own", "bruges 1 alternateAtHome", "brugge 1 own",
        "brugia 1 alternateAtHome", "brujas 1 alternate", "ost 2 alternateAtHome", "ost 1 code",
      ])
    #expect(Self.kinds(try Gazetteer(merging: [part, gazetteer])) == Self.kinds(gazetteer))
  }

  @Test func `a language with a country or a script is the language itself`() {
    let home = HomeLanguages(
      ["BR": ["pt"], "RS": ["sr", "hu"]], among: ["de", "en", "pt_BR", "sr", "sr@latin"])
    #expect(home.numbers(in: "BR") == [1, 2])
    #expect(home.numbers(in: "RS") == [1, 3, 4])
    #expect(home.numbers(in: "ZZ") == [1])
  }

  @Test func `every kind and form of a text is read as it is stored`() {
    for kind in StoredKind.allCases {
      for number in 0..<8 as Range<UInt8> {
        guard let form = TextForm(rawValue: number) else { continue }
        let entry = NameTable.Entry(CityRow(234_907), kind, form)
        #expect(entry.kind == kind && entry.city == CityRow(234_907))
        #expect(entry.value < 1 << 24 && entry.isOwn == (kind == .own))
        // These have one form only.
        let hasForms = kind.rawValue < StoredKind.expansionOfOwn.rawValue
        #expect(entry.form == (hasForms ? form : kind.isCode ? .capitals : .verbatim))
      }
    }
    for value in 0..<64 as Range<UInt32> {
      // Those that no kind has are those of a damaged file.
      #expect(StoredKind.allCases.contains(NameTable.Entry(value: value).kind))
    }
  }
}
