import ArgumentParser
import CitySearch
import Fixtures
import Foundation
import GazetteerBuilding
import TestSupport
import Testing

import PrefixBenchmark
import PrefixMeasuring
import bench

/// Searches for people in other languages that are compared over lines of text.
@Suite("Searches in other languages", .againstHanging) struct SearchProgramTests {
  /// A search in a shell: it finds the cities whose names begin with the text, in the order of the file,
  /// and the cities of a division before others if the person is at its latitude.
  ///
  /// The fault is a line of the shell in front of each command, which it sees as `$line`.
  private func withSearch<Value>(
    _ fault: String = "", _ body: (URL) throws -> Value
  ) throws -> Value {
    let script = #"""
      #!/bin/bash
      LC_ALL=C
      while IFS= read -r line; do
        FAULT
        case "$line" in
        "search 1") echo "search 1" ;;
        cities*) cities=${line#cities } ;;
        regions*) regions=${line#regions } ;;
        build) echo "built 2000000000 ${#regions}" ;;
        find*)
          IFS=$'\t' read -r limit text latitude longitude country <<< "${line#find }"
          answer=$(grep -i "^[0-9]*	$text" "$cities" | cut -f 1 | head -n "$limit" | tr '\n' ' ')
          [[ $latitude == 48.5 && $longitude == -2.0 && $country == FR ]] && answer=3
          echo "found 7000 $answer" ;;
        esac
      done
      """#
    return try withProgram(script.replacing("FAULT", with: fault)) { search in
      let rows = [(1, "Paris", 2_000_000), (2, "Parma", 200_000), (3, "Nice", 300_000)].map {
        "\($0)\t\($1)\t\t\t1\t2\tP\tPPL\tFR\t\t\t\t\t\t\($2)\t\t\t\t\n"
      }
      try Data(rows.joined().utf8).write(to: Self.cities(beside: search))
      return try body(search)
    }
  }

  private static func cities(beside file: URL) -> URL {
    file.deletingLastPathComponent().appending(path: "cities.txt")
  }

  private static func search(_ file: URL, regions: URL? = nil) throws -> SearchProgram {
    let cities = cities(beside: file)
    return try SearchProgram(
      "Shell", file: file, cities: cities, regions: regions,
      gazetteer: try Gazetteer(contentsOf: cities))
  }

  private static func item(_ query: String, _ ids: [City.ID]) -> QualityCase {
    QualityCase(query: query, name: query, country: "FR", ids: ids, kind: .exact, source: "")
  }

  private static func comparison(_ file: URL, _ cases: [QualityCase]) -> QualityBesidePrograms {
    QualityBesidePrograms(
      dataset: Dataset(.cities, path: cities(beside: file).path), cases: cases,
      programs: [("Shell", file)], draws: 20)
  }

  @Test func `a search is asked with a limit, and with the place of the person`() throws {
    try withSearch { file in
      let search = try Self.search(file)
      #expect(search.buildTime == 2e9 && search.byteCount == 0)
      let all = try search.answer(to: SearchQuery("par", limit: 5))
      #expect(all.ids == [1, 2] && all.time > 0 && all.time <= 7_000)
      #expect(try search.answer(to: SearchQuery("par", limit: 1)).ids == [1])
      #expect(try search.answer(to: SearchQuery("rome", limit: 5)).ids == [])
      let bias = SearchBias(
        coordinate: Coordinate(validatingLatitude: 48.5, longitude: -2), countryCode: "FR")
      #expect(try search.answer(to: SearchQuery("par", limit: 5, bias: bias)).ids == [3])
      // It counts the letters of the path.
      let regions = Fixtures.regions
      #expect(try Self.search(file, regions: regions).byteCount == regions.path.utf8.count)
    }
  }

  @Test func `no character of a query breaks the lines`() throws {
    try withSearch { file in
      let search = try Self.search(file)
      for text in ["par\tis", "par\nis", "par\r\nis", "\u{2028}"] {
        #expect(try search.answer(to: SearchQuery(text, limit: 5)).ids == [])
      }
      #expect(try search.answer(to: SearchQuery("nice", limit: 5)).ids == [3])
    }
  }

  @Test func `quality, letters, times and sizes stand beside those of the package`() throws {
    try withSearch { file in
      let cases = [
        Self.item("Paris", [1]), Self.item("parma", [2]), Self.item("par", [2]),
        Self.item("Paros", [3]), Self.item("Rome", [4]),
      ]
      let figures = FigureList(try Self.comparison(file, cases).figures())
      func value(_ subject: String, _ quantity: Figure.Quantity, _ statistic: String = "total")
        -> Double?
      {
        figures[Figure.Key(subject, quantity, statistic: statistic)]?.value
      }
      for subject in ["Shell", "search by relevance"] {
        // Rome is no city of the file.
        #expect(value(subject, .cases, "all") == 4)
        #expect(value(subject, .draws) == 20)
        #expect(value(subject, .lettersUntilFirst, "mean").map { $0 >= 1 } == true)
        #expect(value(subject, .build).map { $0 > 0 } == true)
        #expect(value(subject, .searchTime, "p50").map { $0 > 0 } == true)
      }
      // The file has Paris first for "par", and nothing for "paros".
      #expect(value("Shell", .notFirst, "exact") == 2)
      #expect(value("Shell", .notAmongFive, "exact") == 1)
      #expect(value("Shell", .noAnswer, "exact") == 1)
      #expect(value("Shell", .structure) == 0)
      #expect(value("search by relevance", .structure).map { $0 > 0 } == true)
      let report = QualityReport(figures, file: "own.tsv").text
      #expect(report.contains("p50") && report.contains("Shell"))
      #expect(report.split(separator: "\n").allSatisfy { $0.count <= Table.width })
    }
  }

  @Test(
    arguments: [
      ("echo found 1 99", "Shell answered \"par\" with id 99, which is none of the cities."),
      ("echo found 1 2 1 2", "Shell answered \"par\" with an id that is there twice."),
      ("echo found 1 1 2 3", "Shell answered \"par\" with 3 ids instead of at most 2."),
    ].named(by: \.1))
  func `an answer that no search can give ends the comparison`(
    example: Named<(String, String)>
  ) throws {
    let (fault, reason) = example.value
    let failure = #expect(throws: BenchFailure.self) {
      try withSearch("[[ $line == find* ]] && { \(fault); continue; }") { file in
        _ = try Self.search(file).answer(to: SearchQuery("par", limit: 2))
      }
    }
    #expect(failure?.description == reason)
  }

  private static let malformed =
    #"the program must answer "found NANOSECONDS ID ID …" to find, got "#

  @Test(
    arguments: [
      ("find*", "echo 1 2", malformed + #""1 2""#),
      ("find*", "echo found", malformed + #""found""#),
      ("find*", "echo found 1 two", malformed + #""found 1 two""#),
      ("find*", "echo found 1 -2", malformed + #""found 1 -2""#),
      ("find*", "echo", malformed + #""""#),
      ("find*", "exit 0", "the program ended without an answer"),
      ("find*", "echo error no memory is left; exit 1", "no memory is left"),
      (
        "build", "echo built 1",
        #"the program must answer "built NANOSECONDS BYTES" to build, got "built 1""#
      ),
      ("build", "echo error there is no such file; exit 1", "there is no such file"),
      (
        "search*", "echo version 1",
        #"the program must answer "search 1" to "search 1", got "version 1""#
      ),
    ].named(by: { "\($0.0): \($0.1)" }))
  func `a program that speaks otherwise, or ends, is named with a reason`(
    example: Named<(String, String, String)>
  ) throws {
    let (command, fault, reason) = example.value
    let failure = #expect(throws: Unbuildable.self) {
      try withSearch("[[ $line == \(command) ]] && { \(fault); continue; }") { file in
        _ = try Self.comparison(file, [Self.item("Paris", [1])]).figures()
      }
    }
    #expect(failure?.reason == reason)
    #expect(failure?.subject == "Shell")
  }

  @Test(
    arguments: [
      (["--program", "Shell=/nothing"], "--program must be NAME=FILE"),
      (["--cities", "x"], "--cities must come with --program."),
      (["--scripts", "x", "--program", "True=/bin/true"], "--scripts is a study of its own"),
      (
        ["--program", "True=/bin/true", "--program", "True=/bin/true"], "True is given twice."
      ),
    ].named(by: { $0.0.joined(separator: " ") }))
  func `what does not go together says why`(example: Named<([String], String)>) throws {
    let (arguments, reason) = example.value
    let run = try BenchProcess(["quality"] + arguments)
    #expect(run.status == 64 && run.errors.contains(reason))
  }
}
