import CitySearch
import Fixtures
import Foundation
import PrefixBenchmark
import PrefixMeasuring
import TestSupport
import Testing
import bench

/// The file of queries with the cities that are right for them.
@Suite("Quality cases") struct QualityCaseTests {
  private static let heads = "query\tname\tcountry\tids\tkind\tsource\n"
  private static let heads9 =
    "query\tname\tcountry\tids\tkind\tsource\tlatitude\tlongitude\tperson_country\n"

  private static func cases(_ text: String) throws -> [QualityCase] {
    try QualityCase.all(inText: Data(text.utf8), file: "cases.tsv")
  }

  @Test func `a file is read as it was written`() throws {
    let cases = [
      QualityCase(
        query: "roma", name: "Rome", country: "IT", ids: [3_169_070], kind: .exonym,
        source: "CLDR it"),
      QualityCase(
        query: " st petersburg ", name: "Saint Petersburg", country: "RU", ids: [498_817, 1],
        kind: .saint, source: ""),
    ]
    #expect(try Self.cases(QualityCase.text(of: cases)) == cases)
  }

  @Test func `heads may have longer names, and lines may end as on Windows`() throws {
    let cases = try Self.cases(
      "query\texpected_name\tcountry\tgeonameids\tkind\tsource\r\nx\tX\t\t1,2\tother-script\ty\r\n")
    #expect(cases.map(\.ids) == [[1, 2]])
    #expect(cases.map(\.kind) == [.otherScript])
    #expect(cases.map(\.source) == ["y"])
    #expect(cases.map(\.bias) == [nil])
  }

  @Test func `the person who types is passed to the search`() throws {
    let cases = try Self.cases(Self.heads9 + "a\tA\tDE\t1\tnearby\tx\t1.5\t-2\tFR\n")
    let query = try #require(cases.first).question(limit: 3)
    #expect(query.text == "a" && query.limit == 3)
    #expect(query.bias?.coordinate == Coordinate(validatingLatitude: 1.5, longitude: -2))
    #expect(query.bias?.countryCode == "FR")
    let subject = QualitySubject(name: "near") { $0.bias == nil ? [2] : [1] }
    let misses = FigureList(try subject.figures(on: cases))[
      Figure.Key("near", .notFirst, statistic: "nearby")]
    #expect(misses?.value == 0)
  }

  @Test(
    arguments: [
      ("", "cases.tsv has no cases."),
      (heads, "cases.tsv has no cases."),
      ("query\tname\n", "cases.tsv:1: 2 columns instead of 6"),
      ("a\tA\tDE\t1\texact\tx\n", "cases.tsv:1: column 1 (query): the head is \"a\""),
      (heads + "a\tA\tDE\t1\texact\tx\n\n", "cases.tsv:3: 1 columns instead of 6"),
      (heads + "\tA\tDE\t1\texact\tx\n", "cases.tsv:2: column 1 (query): empty"),
      (heads + "a\tA\tDE\t\texact\tx\n", "cases.tsv:2: column 4 (ids): \"\" is not a number"),
      (heads + "a\tA\tDE\t1,b\texact\tx\n", "cases.tsv:2: column 4 (ids): \"b\" is not a number"),
      (
        heads + "a\tA\tDE\t1\tguess\tx\n",
        "cases.tsv:2: column 5 (kind): no kind is called \"guess\""
      ),
      (heads9 + "a\tA\tDE\t1\texact\tx\n", "cases.tsv:2: 6 columns instead of 9"),
      (heads + "a\tA\tDE\t1\texact\tx\t\t\t\n", "cases.tsv:2: 9 columns instead of 6"),
      (
        heads9 + "a\tA\tDE\t1\tnearby\tx\t91\t0\t\n",
        "cases.tsv:2: column 7 (latitude): \"91\" is no latitude"
      ),
      (
        heads9 + "a\tA\tDE\t1\tnearby\tx\t1\t\t\n",
        "cases.tsv:2: column 8 (longitude): \"\" is no longitude"
      ),
      (
        heads9 + "a\tA\tDE\t1\tnearby\tx\t\t\tGermany\n",
        "cases.tsv:2: column 9 (person_country): \"Germany\" is no country code"
      ),
    ].named(by: \.1))
  func `what is wrong is said with its place`(example: Named<(String, String)>) {
    let (text, sentence) = example.value
    let error = #expect(throws: BenchFailure.self) { try Self.cases(text) }
    #expect(error?.description == sentence)
  }

  @Test func `bytes that are no text, and files that are not there`() throws {
    let error = #expect(throws: BenchFailure.self) {
      try QualityCase.all(inText: Data([0x61, 0xFF]), file: "x")
    }
    #expect(error?.description == "x is not UTF-8.")
    let run = try BenchProcess(["quality", "--cases", "/dev/null/x"])
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("Error: /dev/null/x cannot be read: "))
  }

  @Test func `the cases shipped are about cities shipped, and no query stands twice`() throws {
    let gazetteer = try Dataset.shipped.ownNames()
    let cases = try QualityCase.all(in: Fixtures.qualityCases)
    #expect(cases.count == 3_800)
    let lines = try QualityCase.all(in: Fixtures.lineCases)
    #expect(lines.count == 800)
    for kind in QualityCase.Kind.allCases {
      #expect((cases + lines).count { $0.kind == kind } == 200)
    }
    #expect(Set(cases.map { Folding.key(of: $0.query) }).count == cases.count)
    for item in cases + lines {
      #expect(Set(item.ids).count == item.ids.count)
      for id in item.ids { #expect(gazetteer.city(withID: id) != nil, "\(item)") }
      let city = try #require(gazetteer.city(withID: item.ids[0]))
      #expect(city.name == item.name && "\(city.countryCode)" == item.country)
      #expect((item.bias == nil) == (item.kind != .nearby))
      if let person = item.bias?.coordinate {
        #expect(person.distance(to: city.coordinate) < 50_000)
        let same = gazetteer.cities(named: item.name, kinds: [.own])
        #expect(same.contains { $0.population > city.population }, "\(item)")
      }
      #expect(item.source == "GeoNames" || item.source.hasPrefix("CLDR "))
    }
  }
}
