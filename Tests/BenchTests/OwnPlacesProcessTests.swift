import CitySearch
import Fixtures
import Foundation
import GazetteerBuilding
import TestSupport
import Testing

/// `bench build` and `bench search` on tables of the user's own places.
@Suite("Own places on the command line") struct OwnPlacesProcessTests {
  private static let table = """
    Ort;Breite;Länge;Land;alternate names
    Lager Nord;53.55;9.99;Deutschland;Depot Hamburg|HH1
    Lager Süd;48.14;11.58;DE;

    """
  private static let columns = [
    "--columns", "name=Ort,latitude=Breite,longitude=Länge,country=Land",
  ]

  @Test func `a table is searched as it is, and in a gazetteer`() throws {
    try withTemporaryFolder { folder in
      let table = folder.appending(path: "own.csv")
      try Data(Self.table.unicodeScalars.map { UInt8($0.value) }).write(to: table)
      let options =
        Self.columns + ["--encoding", "latin-1", "--country-info", Fixtures.countryInfo.path]
        + ["--regions", Fixtures.regions.path]
      let search = try BenchProcess(
        ["search", "--cities", table.path] + options + ["depot", "lager süd, germany"])
      #expect(search.text.contains("Lager Nord ([Depot] Hamburg), Germany"))
      #expect(search.text.contains("[Lager Süd], [Germany]") && search.status == 0)
      let file = folder.appending(path: "own.gazetteer")
      let build = try BenchProcess(["build", table.path, "--output", file.path] + options)
      #expect(build.text.hasPrefix("2 cities, ") && build.status == 0)
      let gazetteer = try Gazetteer(mapping: file)
      try gazetteer.verify()
      #expect(gazetteer.source?.name == "own.csv")
    }
  }

  @Test func `a table is merged with other cities, and may have names of countries`() throws {
    try withTemporaryFolder { folder in
      let (table, file) = (folder.appending(path: "own.csv"), folder.appending(path: "x.gazetteer"))
      try Data(Self.table.utf8).write(to: table)
      let arguments = [
        "build", Fixtures.sample.path, "--merge", table.path, "--output", file.path,
        "--country-info", Fixtures.countryInfo.path, "--regions", Fixtures.regions.path,
      ]
      let run = try BenchProcess(arguments + Self.columns)
      #expect(run.text.hasPrefix("1,001 cities, ") && run.errors.isEmpty)
      let depot = try #require(
        CityIndex(try Gazetteer(mapping: file)).search(for: "hh1").first?.city)
      #expect(depot.name == "Lager Nord" && depot.countryCode == "DE")
      // The same ids at each build.
      let again = folder.appending(path: "y.gazetteer")
      let other = arguments.map { $0 == file.path ? again.path : $0 }
      #expect(try BenchProcess(other + Self.columns).status == 0)
      #expect(try Data(contentsOf: again) == Data(contentsOf: file))
    }
  }

  @Test(arguments: [
    ("Breite=latitude", "Breite=latitude"), ("name", "name"), ("name=A,name=B", "name=A,name=B"),
  ])
  func `columns that cannot be read are an error`(argument: String, shown: String) throws {
    let run = try BenchProcess.search(["--columns", argument, "x"])
    #expect(run.status == 64 && run.errors.contains(shown))
  }

  @Test func `a decimal comma is named with file, line and column`() throws {
    try withTemporaryFile("name;lat;lon\nLager;53,55;9,99\n", named: "own.csv") { table in
      let run = try BenchProcess(["search", "--cities", table.path, "x"])
      #expect(
        run.errors
          == "Error: \(table.path):2: column 2 (lat): must be a decimal number with a point, "
          + "got \"53,55\"\n")
      #expect(run.status == 1)
    }
  }
}

/// `bench update` from outside.
@Suite("The command update") struct UpdateProcessTests {
  private static func line(
    _ id: Int, _ name: String, _ others: String = "", latitude: Double = 60, date: String
  ) -> String {
    "\(id)\t\(name)\t\t\(others)\t\(latitude)\t5\tP\tPPL\tNO\t\t46\t\t\t\t\(id * 1_000)\t\t\t\t\(date)"
  }

  private static let old = [
    line(1, "Bergen", "Bjørgvin", date: "2024-01-01"), line(2, "Oslo", date: "2024-05-06"),
    line(3, "Moss", date: "2024-01-01"), line(4, "Vardø", date: "2024-01-01"),
    line(5, "Voss", date: "2024-01-01"),
  ].joined(separator: "\n")
  private static let new = [
    line(1, "Bergen", "Bergin,BGO", date: "2024-01-01"),
    line(2, "Kristiania", latitude: 60.02, date: "2024-01-01"),
    line(3, "Moss", latitude: 60.0001, date: "2025-01-01"),
    line(5, "Voss", latitude: 60.005, date: "2024-01-01"), line(6, "Hamar", date: "2024-01-01"),
  ].joined(separator: "\n")

  @Test func `what came, went, moved and was renamed is printed, and the new file is made`() throws
  {
    try withTemporaryFolder { folder in
      let (old, new) = (folder.appending(path: "old.txt"), folder.appending(path: "new.txt"))
      try Data(Self.old.utf8).write(to: old)
      try Data(Self.new.utf8).write(to: new)
      let (before, after) = (folder.appending(path: "a.gazetteer"), folder.appending(path: "b"))
      _ = try GazetteerLoader().write(.file(old), to: before)
      let run = try BenchProcess(["update", before.path, new.path, "--output", after.path])
      let expected = """
        old: old.txt of 2024-05-06, 5 cities, 8 names
        new: new.txt of 2025-01-01, 5 cities, 7 names
        came: 1
          6 Hamar, Vestland, Norway, 6,000
        went: 1
          4 Vardø, 46, NO, 4,000
        moved by 100 m or more: 2
          5 Voss, Vestland, Norway, 5,000: 556 m
          2 Kristiania, Vestland, Norway, 2,000: 2.2 km
        renamed: 1
          2 Kristiania, Vestland, Norway, 2,000, before: Oslo
        other names: 2 came and 1 went, of 1 city

        """
      #expect(run.text == expected && run.errors.isEmpty && run.status == 0)
      #expect(try Gazetteer(mapping: after).city(withID: 6)?.name == "Hamar")
      let same = try BenchProcess(["update", after.path, new.path, "--limit", "0"])
      #expect(same.text.contains("came: 0\nwent: 0\nmoved by 100 m or more: 0\nrenamed: 0\n"))
      #expect(same.text.hasSuffix("other names: 0 came and 0 went, of 0 cities\n"))
      let short = try BenchProcess(["update", after.path, before.path, "--limit", "1"])
      #expect(short.text.contains("    ") == false && short.text.contains("  ... and 1 more\n"))
    }
  }

  @Test func `what is no gazetteer or city file is an error`() throws {
    try withTemporaryFile("1\t2\n", named: "short.txt") { input in
      let run = try BenchProcess(["update", input.path, input.path])
      #expect(run.status == 1 && run.errors.contains("short.txt has the wrong form"))
    }
  }
}
