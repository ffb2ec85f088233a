import CitySearch
import Fixtures
import Foundation
import GazetteerBuilding
import PrefixBenchmark
import TestSupport
import Testing
import bench

/// Names that are left out of what is searched, to find their cities by sound.
@Suite("Names left out") struct LeftOutNameTests {
  private static func name(_ text: String, _ ids: [City.ID] = [1]) -> LeftOutName {
    LeftOutName(text: text, key: CaseMaker.key(of: text), country: "IN", ids: ids)
  }

  private static func line(
    _ id: City.ID, _ name: String, _ others: String, _ country: String
  ) -> String {
    [
      "\(id)", name, name, others, "1", "2", "P", "PPL", country, "", "02", "", "", "", "1000", "",
      "", "", "2024-01-01\n",
    ].joined(separator: "\t")
  }

  @Test func `a script is one of a country if a language there is written in it`() throws {
    let scripts = try WrittenScripts(of: LeftOutName.countries).scripts
    #expect(scripts["BD"] == ["BENGALI"] && scripts["NP"] == ["DEVANAGARI"])
    #expect(scripts["ET"] == ["ETHIOPIC"] && scripts["MA"] == ["ARABIC", "TIFINAGH"])
    let indian = try #require(scripts["IN"])
    #expect(indian.isSuperset(of: ["DEVANAGARI", "TAMIL", "ARABIC", "GURMUKHI", "ORIYA"]))
    #expect(indian.isDisjoint(with: ["CYRILLIC", "CJK", "HANGUL", "LATIN"]))
  }

  @Test func `names are drawn from the scripts of a country, each once for a place`() throws {
    let text =
      Self.line(1, "Dili", "दिल्ली,दिल्लि,Дели,Delhi,DEL", "IN") + Self.line(2, "Dili", "दिल्ली", "IN")
      + Self.line(3, "Dhaka", "ঢাকা,ढाका", "BD") + Self.line(4, "Rom", "ローマ", "IT")
    try withTemporaryFile(text) { file in
      let gazetteer = try Gazetteer(contentsOf: file)
      func drawn(_ count: Int, _ seed: UInt64 = 1) throws -> [LeftOutName] {
        try LeftOutName.drawn(
          of: ["IN", "BD"], in: gazetteer, file: file,
          scripts: WrittenScripts(of: ["IN", "BD"]), count: count, seed: seed)
      }
      let names = try drawn(10)
      #expect(Set(names.map(\.text)) == ["दिल्ली", "दिल्लि", "ঢাকা"])
      #expect(names.first { $0.text == "दिल्ली" }.map { Set($0.ids) } == [1, 2])
      #expect(names.last == Self.name("ঢাকা", [3], in: "BD"))
      #expect(try drawn(1).count == 2 && drawn(10) == names)
    }
  }

  private static func name(_ text: String, _ ids: [City.ID], in country: CountryCode) -> LeftOutName
  {
    LeftOutName(text: text, key: CaseMaker.key(of: text), country: country, ids: ids)
  }

  @Test(
    arguments: [
      ("рига", "рига", true), ("ригаполь", "рига", true), ("рига", "ригаполь", false),
      ("москва", "масква", true), ("москва", "маскво", false), ("москвавия", "масквовия", true),
      ("рига", "город рига", true), ("город рига", "рига", false), ("рега", "ри", false),
      ("кома", "оки", false), ("мсоква", "москва", true),
      ("омсква", "москва", true), ("смоква", "москва", false),
    ].named(by: { "\($0.0) \($0.1)" }))
  func `which names may answer others`(example: Named<(String, String, Bool)>) {
    let (one, other, isAnswer) = example.value
    #expect(Self.name(one).mayAnswer(Self.name(other)) == isAnswer)
  }

  @Test func `no group has names that may answer each other`() {
    let texts = ["рига", "рига", "ригаполь", "город рига", "москва", "масква", "киев", "минск"]
    let names = (0..<3).flatMap { _ in texts }.map { Self.name($0) }
    let groups = LeftOutName.groups(of: names)
    #expect(groups.count >= 12 && groups.joined().count == names.count)
    for group in groups {
      for (number, name) in group.enumerated() {
        #expect(group[..<number].allSatisfy { !$0.mayAnswer(name) && !name.mayAnswer($0) })
      }
    }
  }

  @Test func `lines lose the names of their cities, and nothing else`() {
    let text =
      Self.line(1, "Delhi", "a,दिल्ली,दिल्लि", "IN") + Self.line(2, "Delhi", "दिल्ली,b", "IN")
    let left = LeftOutName.lines(Data(text.utf8), without: [Self.name("दिल्ली", [1])])
    let expected =
      Self.line(1, "Delhi", "a,दिल्लि", "IN") + Self.line(2, "Delhi", "दिल्ली,b", "IN")
    #expect(String(decoding: left, as: UTF8.self) == expected)
  }

  @Test func `a city is found by the sound of the name that it lost`() throws {
    let names = [Self.name("कानपुर", [1]), Self.name("पटना", [2]), Self.name("गया", [3])]
    let text =
      Self.line(1, "Kanpur", "कानपुर", "IN") + Self.line(2, "Munich", "पटना", "IN")
      + Self.line(3, "Gaya", "गयाा", "IN")
    let figures = try withTemporaryFile(text) { file in
      let part = LeftOutName.lines(try Data(contentsOf: file), without: names)
      let gazetteer = try GazetteerLoader().load(.data(part, name: "part")).gazetteer
      return FigureList(SoundStudy.figures(of: SoundStudy.asked(names, over: CityIndex(gazetteer))))
    }
    func values(_ country: String) -> [Double?] {
      [.names, .notFirst, .notAmongFive, .bySound, .bySoundNotFirst].map {
        figures[Figure.Key("search by sound", $0, statistic: country)]?.value
      }
    }
    // The third has another name that begins with the text.
    #expect(values("IN") == [3, 1, 1, 2, 1] && values("together") == values("IN"))
    #expect(values("BD") == [0, 0, 0, 0, 0])
    let rows = SoundStudy(figures).text.split(separator: "\n").map { line in
      line.split(separator: " ").map(String.init)
    }
    #expect(rows.contains(["IN", "3", "66.7", "66.7", "2", "50.0", "50.0"]))
    #expect(rows.contains(["BD", "0", "–", "–", "0", "–", "–"]))
  }

  @Test func `a study takes no cases, and one is made at a time`() throws {
    for arguments in [["--cases", "x"], ["--scripts", "x"]] {
      let run = try BenchProcess(["quality", "--sounds"] + arguments)
      #expect(run.status == 64 && run.output.isEmpty)
    }
  }
}
