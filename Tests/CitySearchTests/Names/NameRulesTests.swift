import TestSupport
import Testing

@testable import CitySearch
@testable import GazetteerBuilding

/// Which names a city has, rule by rule.
@Suite("Rules for names") struct NameRulesTests {
  /// The names of a city as "kind key", in the order in which they are made.
  private static func names(_ own: String, _ others: String = "", _ country: CountryCode)
    -> [String]
  {
    var rules = NameRules()
    let bytes = Array(others.utf8).map { $0 == UInt8(ascii: ",") ? NameRules.separator : $0 }
    let separated = others.isEmpty ? [] : bytes + [NameRules.separator]
    rules.makeNames(
      own: own.utf8.span, key: Folding.key(of: own).span, others: separated.span,
      0..<separated.count, country: country)
    return rules.names.map { name in
      let key = String(decoding: rules.keys[name.key], as: UTF8.self)
      return "\(name.kind.kind.rawValue) \(key.dropLast())"
    }
  }

  @Test func `the own name and its later words`() {
    #expect(Self.names("Bergen", "NO") == ["own bergen"])
    #expect(
      Self.names("New York City", "US") == ["own new york city", "later york city", "later city"])
    // A later word of one letter is no name.
    #expect(Self.names("Vitamin C", "US") == ["own vitamin c"])
    #expect(Self.names("A", "US") == ["own a"])
    #expect(Self.names("—", "US") == ["own "])
  }

  /// The spellings of the alternate names of a city.
  private static func spellings(_ own: String, _ others: String) -> [String] {
    var rules = NameRules()
    let bytes = others.utf8.map { $0 == UInt8(ascii: ",") ? NameRules.separator : $0 }
    rules.makeNames(
      own: own.utf8.span, key: Folding.key(of: own).span, others: bytes.span, 0..<bytes.count,
      country: "US")
    return rules.spellings.map { String(decoding: bytes[$0.text], as: UTF8.self) }
  }

  @Test func `other spellings of a key are kept, unless only case or composition differs`() {
    #expect(Self.spellings("Munich", "München,Munchen,MÜNCHEN,Mu\u{308}nchen") == ["Munchen"])
    #expect(Self.spellings("Munich", "MÜNCHEN,Munchen,Mùnchen") == ["Munchen", "Mùnchen"])
    #expect(Self.spellings("Tokyo", "とうきょう,トウキョウ,トーキョー") == ["トウキョウ"])
    // A code may be a spelling of an alternate name, but not of the own name.
    #expect(Self.spellings("Lome", "Lomé,LOMÉ") == [])
    #expect(Self.spellings("Togo", "Lomé,LOME") == ["LOME"])
  }

  @Test func `a last part in brackets may be left out`() {
    #expect(
      Self.names("Halle (Saale)", "DE") == ["own halle saale", "expansion halle", "later saale"])
    #expect(
      Self.names("Köln (Süd)", "DE")
        == ["own koln sud", "expansion koeln sued", "expansion koln", "later sud"])
    for name in ["(Halle)", "A (b) c", "A (b", "A b)", "A (b (c))"] {
      #expect(!Self.names(name, "US").contains { $0.hasPrefix("expansion") }, "\(name)")
    }
  }

  @Test func `other names in their order, each key once`() {
    #expect(
      Self.names("Munich", "München,Munchen,MÜNICH, Monaco di Baviera ,ミュンヘン", "US")
        == ["own munich", "alternate munchen", "alternate monaco di baviera", "alternate みゅんへん"])
  }

  @Test(arguments: [
    ("MUC", "code muc"), ("EDDM", "code eddm"), (" MUC\u{3000}", "code muc"),
    ("MU", "alternate mu"), ("MUCHE", "alternate muche"), ("MÜC", "alternate muc"),
    ("MUc", "alternate muc"), ("MU1", "alternate mu1"), ("MU C", "alternate mu c"),
  ])
  func `three or four capital letters are a code`(entry: String, name: String) {
    #expect(Self.names("X", entry, "US") == ["own x", name])
  }

  @Test(
    arguments: [
      "http://en.wikipedia.org", "See HTTP", "www.ur.com", "the www site", "1234", "12 34", "Q1234",
      "q7", "x", "Ü", "", " ", "—", "munchen", "san jose", String(repeating: "Ab", count: 33),
      String(repeating: "é", count: 65),
    ].named(by: \.self))
  func `entries that people do not type are left out`(example: Named<String>) {
    let entry = example.value
    #expect(Self.names("Ur", entry, "US") == ["own ur"])
  }

  @Test(
    arguments: [
      "Htp", "Wwwx", "Awww", "12a", "Qx12", "Q 12", "Xy", "ño", "é b", "日本",
      String(repeating: "Ab", count: 32),
    ].named(by: \.self))
  func `entries that only resemble these are kept`(example: Named<String>) {
    let entry = example.value
    #expect(Self.names("Ur", entry, "US").count == 2, "\(entry)")
  }

  @Test func `umlauts are written out where people do so`() {
    #expect(Self.names("Köln", "DE") == ["own koln", "expansion koeln"])
    #expect(Self.names("Köln", "US") == ["own koln"])
    #expect(
      Self.names("Ærø", "Äö,Øü,Åa", "DK")
        == [
          "own aero", "expansion aeroe", "alternate ao", "alternate ou", "alternate aa",
          "expansion aeoe", "expansion oeue", "expansion aaa",
        ])
    // Only letters that are one scalar, and only texts that are neither left out nor codes.
    #expect(Self.names("Ko\u{308}ln", "DE") == ["own koln"])
    #expect(Self.names("Ur", "Ü,ÄB", "DE") == ["own ur", "alternate ab", "expansion aeb"])
  }

  @Test func `names that are at home have kinds of their own`() {
    var rules = NameRules()
    let others = Array("Abo\0Åbo\0Saint Ives\0Saint Malo\0Märo\0".utf8)
    rules.makeNames(
      own: "Turku".utf8.span, key: Folding.key(of: "Turku").span, others: others.span,
      0..<others.count, country: "FI",
      homeKeys: Set(["Turku", "Åbo", "Saint Ives"].map(Folding.key)))
    let names = rules.names.map { name in
      "\(name.kind) \(String(decoding: rules.keys[name.key].dropLast(), as: UTF8.self))"
    }
    #expect(
      names == [
        "own turku", "alternateAtHome abo", "alternateAtHome saint ives", "alternate saint malo",
        "alternate maro", "expansionAtHome aabo", "expansionOfAlternate maero",
        "saintAtHome st ives", "saintOfAlternate st malo",
      ])
  }

  @Test func `a text whose key is there already is written out, too`() {
    #expect(
      Self.names("Turku", "Abo,Åbo", "FI") == ["own turku", "alternate abo", "expansion aabo"])
  }

  @Test(
    arguments: [
      ("Saint Ives", "GB", ["st ives"]), ("Sankt Goar", "DE", ["st goar"]),
      ("Sint Niklaas", "BE", ["st niklaas"]), ("Sainte Foy", "FR", ["ste foy", "st foy"]),
      ("Ste Foy", "FR", ["sainte foy"]), ("Mount Vernon", "US", ["mt vernon"]),
      ("Mt Vernon", "US", ["mount vernon"]), ("Fort Worth", "US", ["ft worth"]),
      ("Ft Worth", "US", ["fort worth"]), ("St Goar", "DE", ["sankt goar"]),
      ("St Goar", "LI", ["sankt goar"]), ("St Goar", "IT", ["sankt goar", "saint goar"]),
      ("St Goar", "NL", ["saint goar", "sint goar"]), ("St Goar", "US", ["saint goar"]),
      ("Old Fort St Ives", "US", ["old ft st ives"]), ("Port Saint", "US", []),
      ("Stone", "US", []), ("Saint", "US", []), ("Le Mont St", "FR", []),
    ] as [(String, CountryCode, [String])])
  func `the first saint word that is not the last is replaced`(
    own: String, country: CountryCode, forms: [String]
  ) {
    let names = Self.names(own, country).filter { $0.hasPrefix("saint ") }
    #expect(names == forms.map { "saint \($0)" })
  }

  @Test func `own forms come first, then others, expansions, their saint forms, later words`() {
    #expect(
      Self.names("Sankt Pölten", "Saint Pol,STP,Mount Ö", "AT")
        == [
          "own sankt polten", "expansion sankt poelten", "saint st polten", "alternate saint pol",
          "code stp", "alternate mount o", "expansion mount oe", "saint st pol", "saint mt o",
          "later polten",
        ])
  }
}

extension NameRulesTests {
  private static func names(_ own: String, _ country: CountryCode) -> [String] {
    names(own, "", country)
  }
}
