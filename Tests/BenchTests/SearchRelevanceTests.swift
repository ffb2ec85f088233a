import CitySearch
import Fixtures
import GazetteerBuilding
import PrefixBenchmark
import PrefixMeasuring
import TestSupport
import Testing
import bench

/// What `bench search` prints about matches by any name, and how `bench verify` compares them.
@Suite("Search by relevance") struct SearchRelevanceTests {
  /// A few cities with other names, all of them in GeoNames' columns.
  private static let gazetteer = Result {
    func line(
      _ id: City.ID, _ name: String, _ others: String, _ country: String, _ division: String,
      _ population: Int
    ) -> String {
      let columns = [
        "\(id)", name, name, others, "1", "2", "P", "PPL", country, "", division, "", "", "",
        "\(population)", "", "", "", "2024-01-01",
      ]
      return columns.joined(separator: "\t") + "\n"
    }
    let text =
      line(1, "Munich", "München,Мюнхен,MUC", "DE", "02", 1_500_000)
      + line(2, "Saint-Étienne", "", "FR", "84", 170_000)
      + line(3, "Mount Vernon", "", "US", "NY", 70_000)
      + line(4, "Munster", "", "US", "IN", 0)
      + line(5, "Munster", "", "FR", "44", 5_000)
    return try withTemporaryFile(text, named: "cities.txt") { file in
      try Gazetteer(
        contentsOf: file, admin1Codes: Fixtures.admin1Codes, countryInfo: Fixtures.countryInfo,
        regions: Fixtures.regions, languages: Fixtures.languages)
    }
  }

  private static func lines(
    _ text: String, _ form: MatchPrinter.Form?, limit: Int = 10, isStyled: Bool = false
  ) throws -> [String] {
    let gazetteer = try gazetteer.get()
    let matches = CityIndex(gazetteer).search(for: text, limit: limit)
    return MatchPrinter(gazetteer: gazetteer, form: form, isStyled: isStyled)
      .lines(for: matches, of: text)
  }

  @Test(arguments: [
    ("munc", "munc\t1\t1,5~,4~"), ("muc", "muc\t1\t1"), ("vernon", "vernon\t1\t3"),
    ("munster, us", "munster, us\t1\t4"), ("zzz", "zzz\t0\t"), ("munhce", "munhce\t0\t1~"),
  ])
  func `ids have a tilde behind them if a mistake was corrected`(
    text: String, line: String
  ) throws {
    #expect(try Self.lines(text, .ids) == [line])
  }

  @Test func `a total that may be too small says so`() throws {
    let gazetteer = try Self.gazetteer.get()
    let matches = CityMatches([gazetteer[0]], for: "m", asTyped: .atLeast(10))
    let printer = MatchPrinter(gazetteer: gazetteer, form: .ids, isStyled: false)
    #expect(printer.lines(for: matches, of: "m") == ["m\t10+\t3"])
    let people = MatchPrinter(gazetteer: gazetteer, form: nil, isStyled: false)
    #expect(people.lines(for: matches, of: "m").first == "m: 1 of 10+")
  }

  @Test(arguments: [
    ("münch", "1\talternate\tMünchen\t0+5"), ("muenchen", "1\texpansion\tMünchen\t0+7"),
    ("MUC", "1\tcode\tMUC\t0+3"), ("st etienne", "2\tsaint\tSaint-Étienne\t0+13"),
    ("vernon", "3\tlater\tMount Vernon\t6+6"), ("saint e", "2\town\tSaint-Étienne\t0+7"),
  ])
  func `an explanation has id, kind, name and highlights`(text: String, columns: String) throws {
    #expect(try Self.lines(text, .explain).first == "\(text)\t\(columns)")
  }

  @Test func `an explanation has a highlight of nothing, and one that a source gave`() throws {
    #expect(try Self.lines("", .explain, limit: 1) == ["\t1\town\tMunich\t0+0"])
    let gazetteer = try Self.gazetteer.get()
    let name = MatchedName("Mount Vernon", highlight: HighlightRange(location: 6, length: 6))
    let matches = CityMatches([CityMatch(city: gazetteer[0], matchedName: name)])
    func lines(_ form: MatchPrinter.Form?) -> [String] {
      MatchPrinter(gazetteer: gazetteer, form: form, isStyled: false).lines(for: matches, of: "v")
    }
    #expect(lines(.explain) == ["v\t3\town\tMount Vernon\t6+6"])
    #expect(lines(nil)[1] == "  Mount [Vernon], New York, United States, 70,000")
    #expect(lines(.highlights) == ["v\tMount Vernon\t6"])
  }

  @Test(
    arguments: [
      ("münch", ["münch: 1 of 1", "  Munich ([Münch]en), Bavaria, Germany, 1,500,000"]),
      ("munster fr", ["munster fr: 1 of 1", "  [Munster], Grand Est, [Fr]ance, 5,000"]),
      ("munster, indi", ["munster, indi: 1 of 1", "  [Munster], [Indi]ana, United States"]),
      ("qqqq", ["qqqq: nothing"]),
      (
        "munihc",
        ["munihc: nothing as typed, 1 similar", "~ [Munich], Bavaria, Germany, 1,500,000"]
      ),
    ].named(by: \.0))
  func `people see the name that matched, the region that was read, and corrections`(
    example: Named<(String, [String])>
  ) throws {
    let (text, lines) = example.value
    #expect(try Self.lines(text, nil) == lines)
  }

  @Test func `people are told how many are similar to what was typed`() throws {
    #expect(try Self.lines("munc", nil)[0] == "munc: 1 of 1, 2 similar")
  }

  @Test func `on a terminal the parts are in bold, and the place is faint`() throws {
    let (bold, faint, end) = ("\u{1B}[0;1m", "\u{1B}[0;2m", "\u{1B}[0m")
    #expect(
      try Self.lines("munster, indi", nil, isStyled: true) == [
        "\(bold)munster, indi\(end): 1 of 1",
        "  \(bold)Munster\(end)\(faint), \(bold)Indi\(end)\(faint)ana, United States\(end)",
      ])
  }

  @Test func `an answer is compared with every column of its row`() throws {
    let matches = CityIndex(try Self.gazetteer.get()).search(for: "munc", limit: 10)
    let answer = RelevanceAnswer(matches)
    let row = [
      "munc", "1", "1,5~,4~", "alternate,own,own", "München | Munster | Munster", "0+4,0+4,0+4",
    ]
    let expected = try #require(RelevanceAnswer(row: row))
    #expect(answer.satisfies(expected), "\(answer)")
    for column in 1...5 {
      var other = row
      other[column] = column == 1 ? "2" : "x"
      #expect(!answer.satisfies(try #require(RelevanceAnswer(row: other))), "\(column)")
    }
    #expect(RelevanceAnswer(row: Array(row.dropLast())) == nil)
    #expect(RelevanceAnswer(row: ["munch", "n", "", "", "", ""]) == nil)
  }

  @Test func `a total that may be too small must not be too large`() throws {
    func answer(_ total: MatchTotal) -> RelevanceAnswer {
      RelevanceAnswer(CityMatches([City](), for: "", asTyped: total))
    }
    let expected = answer(.exactly(10))
    #expect(answer(.atLeast(10)).satisfies(expected) && answer(.atLeast(9)).satisfies(expected))
    #expect(!answer(.atLeast(11)).satisfies(expected) && !answer(.exactly(9)).satisfies(expected))
  }

  @Test func `the first difference from the answer key is told`() throws {
    let cities = CityIndex(try Self.gazetteer.get())
    let row = ["vernon", "1", "3", "later", "Mount Vernon", "6+6"]
    #expect(
      try AnswerKey(name: "own", rows: [row])
        .checkRelevance(of: cities, name: "RadixTree") == 1)
    let wrong = ["vernon", "2", "3", "later", "Mount Vernon", "6+6"]
    let error = #expect(throws: BenchFailure.self) {
      try AnswerKey(name: "own", rows: [row, wrong])
        .checkRelevance(of: cities, name: "RadixTree")
    }
    #expect(
      error?.description == """
        RadixTree differs from own.tsv at "vernon":
          expected 2 matches, 3; later; Mount Vernon; 6+6
          found    1 matches, 3; later; Mount Vernon; 6+6
        """)
  }
}
