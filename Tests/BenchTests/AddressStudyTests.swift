import CityGeocoding
import CitySearch
import Foundation
import GazetteerBuilding
import PrefixBenchmark
import PrefixMeasuring
import TestSupport
import Testing

@testable import bench

/// Address lines, counted by kind, and answered one by one.
@Suite("Address lines") struct AddressStudyTests {
  private static func city(_ id: City.ID, _ name: String, _ population: Int) -> City {
    City(
      id: id, name: name, countryCode: "FR", divisionCode: "11",
      coordinate: Coordinate(latitude: Double(id.rawValue), longitude: 2), population: population)
  }

  @Test func `right, certain, wrong and missing answers are counted by kind`() throws {
    let gazetteer = try Gazetteer([Self.city(1, "Royan", 19_000), Self.city(2, "Lille", 230_000)])
    let lines = """
      7 Avenue des Acacias Royan\t1\tnamed\tFR
      7 Avenue des Acacias, Royan\t2\tnamed\tFR
      2 Rue de Lille 60400\t-\tpostcode only\tFR
      Nowhere\t1,2\tstreet only\tFR
      """
    let study = AddressStudy(
      of: try LabeledText.all(of: Data(lines.utf8), file: "a.tsv"), with: LineGeocoder(gazetteer),
      beside: CityIndex(gazetteer))
    let rows = study.text(in: gazetteer).split(separator: "\n").map { line in
      line.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
        !$0.isEmpty
      }
    }
    #expect(rows.contains(["named", "2", "50.0", "50.0", "50.0", "0.0", "0.0"]))
    #expect(rows.contains(["named, neither", "1", "100.0", "100.0", "0.0", "0.0", "0.0"]))
    #expect(rows.contains(["named, code or comma", "1", "0.0", "0.0", "100.0", "0.0", "0.0"]))
    #expect(rows.contains(["postcode only", "1", "0.0", "0.0", "0.0", "100.0", "0.0"]))
    #expect(rows.contains(["street only", "1", "0.0", "0.0", "0.0", "100.0", "0.0"]))
    #expect(study.text(in: gazetteer).contains("7 Avenue des Acacias, Royan  ->  Royan, FR"))
  }

  @Test(
    arguments: [
      ("Paris\r\n\n Rome \n", nil, ["Paris", " Rome "]), ("\u{FEFF}Paris", nil, ["Paris"]),
      ("id;Ort\n1;\"Paris; France\"\n2\n3;Rome\n", "ort", ["Paris; France", "Rome"]),
    ] as [(String, String?, [String])])
  func `addresses are lines, or a column of a table`(
    text: String, column: String?, addresses: [String]
  ) throws {
    try withTemporaryFile(text, named: "addresses.csv") { url in
      let read = try AddressFile(url, column: column).addresses
      #expect(read == addresses)
    }
  }

  @Test(arguments: [
    ("a,b\n1,2\n", "has no column c, but a, b."),
    ("c\n\"1\n", "The quote that line 2 opens is not closed."),
  ])
  func `a table that cannot be read is named`(text: String, reason: String) throws {
    try withTemporaryFile(text, named: "addresses.csv") { url in
      let failure = #expect(throws: BenchFailure.self) { try AddressFile(url, column: "c") }
      #expect(failure?.description.contains(reason) == true)
    }
  }

  @Test func `the commands print an answer for each line, and a table`() throws {
    try withTemporaryFile("10 Downing Street, London, UK\nQxzwq\n", named: "lines.txt") { url in
      let run = try BenchProcess(["geocode", url.path])
      #expect(run.status == 0)
      #expect(
        run.text.hasPrefix("10 Downing Street, London, UK\tLondon, England, GB\t2643743\t1.00\t"))
      #expect(run.text.contains("Qxzwq\t\t\t\tNo place was found for the address.\n"))
      #expect(run.text.contains("1 of 2 addresses found, 0 of them uncertain; p50 "))
    }
    let line = "10 Downing Street, London, UK\t2643743\tnamed\tGB\n"
    try withTemporaryFile(line, named: "lines.tsv") { url in
      let run = try BenchProcess(["quality", "--addresses", url.path])
      #expect(run.status == 0 && run.text.contains("named, code or comma"))
    }
    for arguments in [
      ["geocode", "--column", "a"], ["quality", "--addresses", "x", "--json", "y"],
      ["quality", "--addresses", "x", "--scripts", "y"],
    ] {
      let run = try BenchProcess(arguments)
      #expect(run.status == 64)
    }
  }
}
