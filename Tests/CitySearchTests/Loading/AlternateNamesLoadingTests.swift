import Fixtures
import Foundation
import TestSupport
import Testing

@testable import CitySearch
@testable import GazetteerBuilding

/// Names of GeoNames' file of alternate names.
@Suite("Loading alternate names") struct AlternateNamesLoadingTests {
  private static func city(
    _ id: Int, _ name: String, _ others: String = "", in country: String
  ) -> String {
    "\(id)\t\(name)\t\t\(others)\t50\t10\tP\tPPL\t\(country)\t\t01\t\t\t\t1000\t\t\t\t"
      + "2024-03-0\(id)"
  }

  private static let cities = [
    city(1, "Munich", "München,Monaco di Baviera,Minga", in: "DE"),
    city(2, "Kaliningrad", "Königsberg,Калининград,KGD", in: "RU"),
    city(3, "The Hague", "Den Haag", in: "NL"),
    city(4, "New York City", "NYC,Big Apple", in: "US"),
  ].joined(separator: "\n")

  /// Lines of id, city, language, name, preferred, short, colloquial, historic, from and to.
  private static let names = """
    11\t1\tde\tMünchen\t1\t\t\t\t\t
    12\t1\ten\tMunich\t\t\t\t\t\t
    13\t1\tit\tMonaco\t\t1\t\t\t\t
    14\t1\tit\tMonaco di Baviera\t\t\t\t\t\t
    15\t1\tbar\tMinga\t\t\t1\t\t\t
    16\t1\tlink\thttps://en.wikipedia.org/wiki/Munich\t\t\t\t\t\t
    17\t1\twkdt\tQ1726\t\t\t\t\t\t
    18\t1\tpost\t80331\t\t\t\t\t\t
    19\t1\tunlc\tDEMUC\t\t\t\t\t\t
    20\t1\ticao\tEDDM\t\t\t\t\t\t
    21\t1\tzh-Hant\t慕尼黑\t\t\t\t\t\t
    22\t2\tde\tKönigsberg\t\t\t\t1\t1255\t1946
    23\t2\tde\tKaliningrad\t\t\t\t\t\t
    24\t2\t\tTwangste\t\t\t\t\t\t1255
    25\t2\tru\tКалининград\t1\t\t\t\t\t
    26\t2\tiata\tKGD\t\t\t\t\t\t
    27\t3\tnl\tden Haag\t\t\t\t\t\t
    28\t3\tnl\t's-Gravenhage\t1\t\t\t\t\t
    29\t4\ten\tBig Apple\t\t\t1\t\t\t
    30\t4\tabbr\tN.Y.C.\t\t\t\t\t\t
    31\t4\ten\tNew York\t1\t1\t\t\t\t
    32\t4\tfr_1793\tNouvelle Yorck\t\t\t\t\t\t
    33\t4\tbe-tarask\tНью-Ёрк\t\t\t\t\t\t
    34\t9\tde\tNirgendwo\t\t\t\t\t\t
    35\t9\tde\t\t\t\t\t\t\t
    36\t1\tde\tM\u{8E}nchen\t1\t\t\t\t\t
    """

  private static func loader(names text: String = names) -> GazetteerLoader {
    var loader = GazetteerLoader()
    loader.alternateNames = .data(Data(text.utf8), name: "alternateNamesV2.txt")
    return loader
  }

  private static func gazetteer(_ loader: GazetteerLoader = loader()) throws -> Gazetteer {
    try loader.load(.data(Data(cities.utf8), name: "cities.txt")).gazetteer
  }

  private static func name(_ id: City.ID, _ language: String) throws -> String {
    let gazetteer = try gazetteer()
    return gazetteer.name(of: try #require(gazetteer.city(withID: id)), in: [language])
  }

  @Test(arguments: [
    (1, "de", "München"), (1, "it", "Monaco di Baviera"), (1, "bar", "Munich"),
    (1, "zh-TW", "慕尼黑"), (1, "zh-Hant", "慕尼黑"), (2, "de", "Kaliningrad"),
    (2, "ru", "Калининград"), (3, "nl", "'s-Gravenhage"), (4, "en", "New York"),
    (4, "be", "New York City"),
  ])
  func `the name in a language is the preferred one, and none of the past`(
    id: City.ID, language: String, name: String
  ) throws {
    #expect(try Self.name(id, language) == name)
  }

  @Test(arguments: [
    ("monaco", 1), ("慕尼", 1), ("demuc", 1), ("eddm", 1), ("kgd", 2), ("konigsberg", 2),
    ("königsb", 2), ("twang", 2), ("s gravenh", 3), ("big app", 4), ("n y c", 4),
    ("nouvelle yorck", 4), ("нью ёрк", 4), ("minga", 1),
  ])
  func `every name and code finds its city`(text: String, id: City.ID) throws {
    let match = try #require(CityIndex(try Self.gazetteer()).search(for: text).first)
    #expect(match.id == id && match.grade == .exact)
    #expect(match.highlight.length > 0)
  }

  @Test func `links, numbers and half codes find nothing as typed`() throws {
    let cities = CityIndex(try Self.gazetteer())
    for text in ["https", "q1726", "80331", "demu", "nirgendwo"] {
      #expect(!cities.search(for: text).contains { $0.grade == .exact }, "\(text)")
    }
  }

  @Test func `a name of the past is found after those of today`() throws {
    // Two cities of one size, of which one had the name that the other has.
    let cities = [Self.city(1, "Karl", in: "DE"), Self.city(2, "Chemnitz", "Karlstadt", in: "DE")]
    let text = Data(cities.joined(separator: "\n").utf8)
    let (plain, _) = try GazetteerLoader().load(.data(text, name: "cities.txt"))
    let names =
      "1\t2\tde\tKarlstadt\t\t\t\t1\t1953\t1990\n"
      + "2\t1\tde\tKarlstadt an der Saar\t\t\t\t\t\t"
    let (marked, _) = try Self.loader(names: names).load(.data(text, name: "cities.txt"))
    func kinds(_ gazetteer: Gazetteer) -> [String] {
      CityIndex(gazetteer).search(for: "karlst").map { "\($0.id) \($0.matchedName.kind)" }
    }
    #expect(kinds(plain) == ["2 alternate"])
    #expect(kinds(marked) == ["1 alternate", "2 expansion"])
  }

  @Test func `the file precedes another one of languages, whose other names stay`() throws {
    var loader = Self.loader()
    let lines =
      "1\tde\tMuenchen\n1\tfr\tMunich\n2\tde\tKönigsberg\n2\tlt\tKaraliaučius\n2\tpl\tKrólewiec\n"
    loader.languages = .data(Data(lines.utf8), name: "names.tsv")
    let gazetteer = try Self.gazetteer(loader)
    try gazetteer.verify()
    func name(_ id: City.ID, _ language: String) throws -> String {
      gazetteer.name(of: try #require(gazetteer.city(withID: id)), in: [language])
    }
    #expect(try name(1, "de") == "München" && name(1, "fr") == "Munich")
    #expect(try name(2, "de") == "Kaliningrad" && name(2, "pl") == "Królewiec")
  }

  @Test func `small cities have only the names that are shown`() throws {
    var loader = Self.loader()
    loader.otherNamesFromPopulation = 5_000
    let gazetteer = try Self.gazetteer(loader)
    try gazetteer.verify()
    let munich = try #require(gazetteer.city(withID: 1))
    #expect(gazetteer.name(of: munich, in: ["it"]) == "Monaco di Baviera")
    #expect(CityIndex(gazetteer).search(for: "monaco").isEmpty)
  }

  @Test func `any memory gives the bytes of one pass`() throws {
    var loader = GazetteerLoader()
    loader.admin1Codes = .file(Fixtures.admin1Codes)
    let rows = try String(contentsOf: Fixtures.sample, encoding: .utf8).split(separator: "\n")
    var (generator, lines) = (SeededGenerator(seed: 1), [String]())
    for number in 0..<20_000 {
      let id = rows[Int.random(in: rows.indices, using: &generator)].prefix { $0 != "\t" }
      let language = ["de", "fr", "", "wkdt", "iata"].randomElement(using: &generator) ?? ""
      let isHistoric = number % 5 == 0 ? "1" : ""
      let name = language == "iata" ? "A\(number % 90 + 10)" : "Name \(number % 977)"
      lines.append("\(number)\t\(id)\t\(language)\t\(name)\t\t\t\t\(isHistoric)\t\t")
    }
    try withTemporaryFolder { folder in
      let names = folder.appending(path: "alternateNamesV2.txt")
      try Data(lines.joined(separator: "\n").utf8).write(to: names)
      loader.alternateNames = .file(names)
      let (whole, _) = try loader.load(.file(Fixtures.sample))
      try whole.verify()
      #expect(whole.nameCount > 15_000)
      for limits in [
        WorkingMemory.Limits(block: 3_000, run: 4_000, pages: 0, page: 300),
        WorkingMemory.Limits(block: 1, run: 100, pages: 10_000, page: 1_000),
      ] {
        let file = folder.appending(path: "x.gazetteer")
        var pass = LoadingPass(of: .file(Fixtures.sample), by: loader)
        try pass.run(writingTo: file.path, limits: limits)
        #expect(try Array(Data(contentsOf: file)) == whole.fileBytes())
      }
    }
  }

  @Test func `more languages than a gazetteer can have leave the rarest without names`() throws {
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    var lines: [String] = []
    for number in 0..<300 {
      let language = "\(letters[number / 26])\(letters[number % 26])x"
      lines.append("1\t1\t\(language)\tName\(number)\t\t\t\t\t\t")
      if number >= 100 { lines.append("1\t2\t\(language)\tOther\(number)\t\t\t\t\t\t") }
    }
    let gazetteer = try Self.gazetteer(Self.loader(names: lines.joined(separator: "\n")))
    #expect(gazetteer.languages.count == 256)
    #expect(gazetteer.languages.contains("lnx") && !gazetteer.languages.contains("dqx"))
    #expect(CityIndex(gazetteer).search(for: "name299").first?.id == 1)
  }

  static let malformed: [(line: String, reason: String)] = [
    ("1\t1\tde\tA\t\t\t\t", "must have 10 columns, got 8"),
    (
      "1\tx\tde\tA\t\t\t\t\t\t",
      "column 2 (geonameid): must be a number of at most 4294967295, got \"x\""
    ),
    ("1\t1\tde\t\t\t\t\t\t\t", "column 4 (name): empty"),
  ]

  @Test(arguments: malformed.named(by: \.reason))
  func `a malformed line is reported, and alone is skipped`(
    example: Named<(line: String, reason: String)>
  ) throws {
    let text = Self.names + "\n" + example.value.line + "\n"
    let message = "alternateNamesV2.txt:27: \(example.value.reason)"
    let error = #expect(throws: GazetteerError.self) {
      try Self.gazetteer(Self.loader(names: text))
    }
    #expect(error?.description == message)
    var loader = Self.loader(names: text)
    loader.isLenient = true
    let (gazetteer, report) = try loader.load(.data(Data(Self.cities.utf8), name: "cities.txt"))
    #expect(report.skipped.map(\.description) == [message])
    #expect(gazetteer.elementsEqual(try Self.gazetteer()))
  }

  @Test func `another file is named in the error, and a gazetteer takes no names`() throws {
    let error = #expect(throws: GazetteerError.self) {
      try Self.gazetteer(Self.loader(names: "1\tde\tMünchen\n"))
    }
    #expect(
      error?.description == "alternateNamesV2.txt has the wrong form: lines must have 10 columns "
        + "with tabs between them, and have 3.")
    let data = Data(try Gazetteer([City]()).fileBytes())
    #expect(throws: GazetteerError.placesNotJoinable(file: "x")) {
      try Self.loader().load(.data(data, name: "x"))
    }
  }

  @Test func `the newest day is the date of the source`() throws {
    #expect(try Self.gazetteer().source?.date == "2024-03-04")
  }
}
