import CitySearch
import Foundation
import GazetteerBuilding
import PrefixBenchmark
import PrefixMeasuring
import TestSupport
import Testing
import bench

/// Names in other scripts, counted by script.
@Suite("Names by script") struct ScriptStudyTests {
  private static func city(_ id: City.ID, _ name: String) -> City {
    City(
      id: id, name: name, countryCode: "PK", divisionCode: "01",
      coordinate: Coordinate(latitude: 30, longitude: 71), population: 100_000)
  }

  @Test func `each script with twenty names has a row, and all have one`() throws {
    let cities = CityIndex(try Gazetteer([Self.city(1, "Multan"), Self.city(2, "Pune")]))
    let lines =
      Array(repeating: "মুলতান\t9,1\tBENGALI\tPK", count: 15)
      + Array(repeating: "মুলতান\t2\tBENGALI\tPK", count: 5) + ["東京\t1\tCJK\tJP"]
    let study = try ScriptStudy(
      LabeledText.all(of: Data(lines.joined(separator: "\n").utf8), file: "a.tsv"))
    let rows = study.text(over: cities).split(separator: "\n").map { line in
      line.split(separator: " ").map(String.init)
    }
    #expect(rows.contains(["BENGALI", "20", "75.0", "75.0", "0.0"]))
    #expect(rows.contains(["all", "21", "71.4", "71.4", "4.8"]))
    #expect(!rows.contains { $0.first == "CJK" })
  }

  @Test(arguments: [
    ("a\t1", "a.tsv:1: 2 columns instead of 3 or more"),
    ("a\t1\tGREEK\r\n\r\na\tx\tGREEK", "a.tsv:3: \"x\" is not a number"),
    ("a\t\tGREEK", "a.tsv:1: \"\" is not a number"), ("", "a.tsv has no lines."),
  ])
  func `a malformed line is named`(text: String, message: String) throws {
    let failure = #expect(throws: BenchFailure.self) {
      try LabeledText.all(of: Data(text.utf8), file: "a.tsv")
    }
    #expect(failure?.description == message)
  }

  @Test func `the study is made alone, of a file that exists`() throws {
    for arguments in [["--cases", "x"], ["--json", "x"]] {
      let run = try BenchProcess(["quality", "--scripts", "y"] + arguments)
      #expect(run.status == 64 && run.output.isEmpty)
    }
    let run = try BenchProcess(["quality", "--scripts", "/nowhere/names.tsv"])
    #expect(run.status == 1 && run.errors.hasPrefix("Error: /nowhere/names.tsv cannot be read: "))
  }
}
