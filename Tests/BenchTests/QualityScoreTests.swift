import CitySearch
import Fixtures
import Foundation
import GazetteerBuilding
import PrefixBenchmark
import PrefixMeasuring
import TestSupport
import Testing
import bench

/// Ranks, shares and keystrokes, on subjects that answer from a table.
@Suite("Quality scores") struct QualityScoreTests {
  private static func subject(_ answers: [String: [City.ID]]) -> QualitySubject {
    QualitySubject(name: "table") { query, limit in
      Array(answers[query, default: []].prefix(limit))
    }
  }

  private static func item(
    _ query: String, _ ids: [City.ID], _ kind: QualityCase.Kind = .exact
  ) -> QualityCase {
    QualityCase(query: query, name: query, country: "", ids: ids, kind: kind, source: "")
  }

  private static func city(_ id: City.ID, _ name: String, population: Int = 0) -> City {
    City(
      id: id, name: name, countryCode: "XX", coordinate: Coordinate(latitude: 0, longitude: 0),
      population: population)
  }

  @Test func `a case counts at the rank of its first right city`() throws {
    let subject = Self.subject([
      "first": [1, 2], "fifth": [2, 3, 4, 5, 1], "sixth": [2, 3, 4, 5, 6, 1],
      "tenth": [2, 3, 4, 5, 6, 7, 8, 9, 10, 1], "eleventh": [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1],
      "either": [3, 2], "wrong": [2],
    ])
    let cases =
      ["first", "fifth", "sixth", "tenth", "eleventh", "wrong"].map { Self.item($0, [1]) } + [
        Self.item("either", [1, 2], .typo), Self.item("nothing", [1], .typo),
      ]
    let figures = FigureList(try subject.figures(on: cases))
    func counts(_ kind: String) -> [Int?] {
      [.cases, .notFirst, .notAmongFive, .notAmongTen, .noAnswer].map { quantity in
        figures[Figure.Key("table", quantity, statistic: kind)].map { Int($0.value) }
      }
    }
    #expect(counts("all") == [8, 7, 5, 3, 1])
    #expect(counts("exact") == [6, 5, 4, 2, 0])
    #expect(counts("typo") == [2, 2, 1, 1, 1])
    #expect(figures.rows.count == 15)
    let report = QualityReport(figures, file: "own.tsv")
    #expect(report.percent("table", without: .notAmongFive) == "37.5")
    #expect(report.percent("other", without: .notAmongFive) == "–")
  }

  @Test func `keystrokes are counted until a city is first and among three`() throws {
    let subject = Self.subject([
      "b": [1, 2, 3], "be": [1, 2, 4], "bea": [4, 1], "bon": [1, 2, 6, 5], "bonn": [5],
    ])
    var known: [String: [City.ID]] = [:]
    func characters(_ city: City) throws -> [Int?] {
      let (first, third) = try subject.characters(until: city, &known)
      return [first, third]
    }
    #expect(try characters(Self.city(1, "berlin")) == [1, 1])
    #expect(try characters(Self.city(4, "beaune")) == [3, 2])
    #expect(try characters(Self.city(5, "bonn")) == [4, 4])
    #expect(try characters(Self.city(2, "be")) == [nil, 1])
    #expect(try characters(Self.city(9, "be")) == [nil, nil])
  }

  @Test func `a city that is never first counts with one more than its name`() throws {
    let gazetteer = try Gazetteer([
      Self.city(1, "Aa", population: 3), Self.city(2, "Ab", population: 1), Self.city(3, "Ac"),
    ])
    let targets = KeystrokeTargets(in: gazetteer, count: 4_000, seed: 1)
    let counts = Dictionary(uniqueKeysWithValues: targets.draws.map { ($0.city.id, $0.count) })
    // The third has no population.
    #expect(counts.keys.sorted() == [1, 2])
    let share = Double(counts[2, default: 0]) / 4_000
    #expect(abs(share - 0.25) < 0.03)
    let subject = Self.subject(["A": [1, 9, 2], "Ab": [1]])
    let figures = FigureList(try subject.keystrokes(on: targets))
    func value(_ quantity: Figure.Quantity, _ statistic: String = "mean") throws -> Double {
      try #require(figures[Figure.Key("table", quantity, statistic: statistic)]).value
    }
    #expect(abs(try value(.lettersUntilFirst) - (1 + 2 * share)) < 1e-9)
    #expect(try value(.lettersUntilAmongThree) == 1)
    #expect(try value(.neverFirst, "total") == share * 4_000)
    #expect(try value(.neverAmongThree, "total") == 0 && value(.draws, "total") == 4_000)
  }

  @Test func `draws follow their weights`() {
    var generator = SplitMix64(seed: 1)
    let draw = WeightedDraw([0, 2, -5, 0, 1])
    var counts = [0, 0, 0, 0, 0]
    for _ in 0..<3_000 { counts[draw.index(using: &generator) ?? 0] += 1 }
    #expect(counts[0] == 0 && counts[2] == 0 && counts[3] == 0)
    #expect(abs(counts[4] - 1_000) < 100)
    #expect(WeightedDraw([0]).index(using: &generator) == nil)
    #expect(WeightedDraw([]).index(using: &generator) == nil)
  }

  @Test func `the report has all subjects side by side, and fits a terminal`() throws {
    let cases = QualityCase.Kind.allCases.map { Self.item("a", [1], $0) }
    let subjects = ["name", "population", "relevance"].map { name in
      QualitySubject(name: name) { _, _ in name == "name" ? [2, 1] : [1] }
    }
    let gazetteer = try Gazetteer([Self.city(1, "Aa", population: 3)])
    let targets = KeystrokeTargets(in: gazetteer, count: 1, seed: 1)
    let report = QualityReport(
      FigureList(
        try subjects.flatMap { subject in
          try subject.figures(on: cases) + subject.keystrokes(on: targets)
        }), file: "own.tsv")
    let lines = report.text.split(separator: "\n").map(String.init)
    #expect(lines.allSatisfy { $0.count <= Table.width })
    let rows = lines.map { $0.split(separator: " ").map(String.init) }
    #expect(rows.contains(["typo", "1", "0.0", "100.0", "100.0"]))
    #expect(rows.contains(["all", "23", "100.0", "100.0", "100.0"]))
    #expect(rows.contains(["all", "23", "0.0", "0.0", "0.0"]))
    #expect(rows.contains(["name", "3.00", "1.00", "100.0", "0.0"]))
    #expect(rows.contains(["relevance", "1.00", "1.00", "0.0", "0.0"]))
  }

  #if !DEBUG
  // Most of a minute in a debug build, to load all names.
  @Test func `the command asks the queries of a file`() throws {
    let text = "query\tname\tcountry\tids\tkind\tsource\nLondon\tLondon\tGB\t2643743\texact\tx\n"
    try withTemporaryFile(text, named: "own.tsv") { file in
      let json = file.deletingLastPathComponent().appending(path: "own.json")
      let run = try BenchProcess([
        "quality", "--cases", file.path, "--draws", "0", "--json", json.path,
      ])
      #expect(run.status == 0 && run.errors.isEmpty)
      #expect(run.text.contains("Queries of own.tsv, in percent"))
      let figures = try JSONDecoder().decode(FigureList.self, from: try Data(contentsOf: json))
      #expect(!figures.rows.contains { $0.key.quantity == .draws })
      for order in ["population", "relevance"] {
        let misses = figures[Figure.Key("search by \(order)", .notFirst, statistic: "all")]
        #expect(misses?.value == 0)
      }
    }
  }
  #endif
}
