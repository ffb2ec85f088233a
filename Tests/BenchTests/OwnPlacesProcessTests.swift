import CitySearch
import Fixtures
import Foundation
import GazetteerBuilding
import TestSupport
import Testing

/// `bench build` and `bench search` on tables of the user's own places.
@Suite("Own places on the command line") struct OwnPlacesProcessTests {
  private static let table = """
    Sted;Bredde;Länge;Nation;alternate names
    Lager Nord;53.55;9.99;Deutschland;Depot Hamburg|HH1
    Lager Süd;48.14;11.58;DE;

    """
  private static let columns = [
    "--columns", "name=Sted,latitude=Bredde,longitude=Länge,country=Nation",
  ]

  @Test func `a table is searched as it is, and in a gazetteer`() throws {
    try withTemporaryFolder { folder in
      let table = folder.appending(path: "own.csv")
      try Data(Self.table.unicodeScalars.map { UInt8($0.value) }).write(to: table)
      let options = Self.columns + ["--encoding", "latin-1"]
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
    ("Bredde=latitude", "Bredde=latitude"), ("name", "name"), ("name=A,name=B", "name=A,name=B"),
  ])
  func `columns that cannot be read are an error`(argument: String, shown: String) throws {
    let run = try BenchProcess.search(["--columns", argument, "x"])
    #expect(run.status == 64 && run.errors.contains(shown))
  }

  /// The files that people have, each with a query and how its line of the answer begins.
  private static let files: [(name: String, text: String, query: String, answer: String)] = [
    (
      "Standorte.csv",
      "\u{FEFF}Ort;Bundesland;Land;Breite;Länge;Einwohner\r\n"
        + "München;Bayern;Deutschland;48,137;11,575;1.512.491\r\n"
        + "Bad Tölz;Bayern;Deutschland;47,76;11,556;18.802\r\n",
      "munchen, bavaria", "  [München], [Bavaria], Germany, 1,512,491"
    ),
    (
      "cities.csv",
      "City,State,Latitude,Longitude,Population\nPune,Maharashtra,18.5204,73.8567,\"31,24,458\"\n"
        + "Kochi,Kerala,9.9312,76.2673,\"6,01,574\"\n",
      "pune, maharashtra", "  [Pune], [Maharashtra], India, 3,124,458"
    ),
    (
      "depots.geojson",
      #"""
      {"type":"FeatureCollection","features":[{"type":"Feature","id":"node/1","properties":
      {"name":"Bergen Depot","country":"Norway","population":"1 500"},
      "geometry":{"type":"Point","coordinates":[5.3221,60.393]}}]}
      """#, "bergen", "  [Bergen] Depot, Norway, 1,500"
    ),
    (
      "cities.json",
      #"""
      [{"id":52,"name":"Ashkāsham","state_code":"BDS","state_name":"Badakhshan","country_code":"AF",
      "latitude":"36.68333000","longitude":"71.53333000"}]
      """#, "ashka", "  [Ashkā]sham, Badakhshan, Afghanistan"
    ),
  ]

  @Test(arguments: files.named(by: \.name))
  func `files that people have become gazetteers by the first command`(
    example: Named<(name: String, text: String, query: String, answer: String)>
  ) throws {
    let (name, text, query, answer) = example.value
    try withTemporaryFile(text, named: name) { input in
      let file = input.appendingPathExtension("gazetteer").path
      let build = try BenchProcess(["build", input.path, "--output", file])
      #expect(build.errors.isEmpty && build.status == 0)
      let search = try BenchProcess(["search", "--cities", file, query])
      let lines = search.text.split(separator: "\n").map(String.init)
      #expect(lines.dropFirst().first?.hasPrefix(answer) == true, "\(search.text)")
      // As it is, it is searched in the same way.
      #expect(try BenchProcess(["search", "--cities", input.path, query]).text == search.text)
    }
  }

  @Test func `what may be a mistake is counted in a warning`() throws {
    let table = "name,lat,lon,state\nA,1,2,\nB,0,0,No such state\nA,1,2,\nA,1.0,2,\n"
    try withTemporaryFile(table, named: "own.csv") { input in
      let run = try BenchProcess(["build", input.path, "--output", "\(input.path).gazetteer"])
      #expect(run.text.hasPrefix("4 cities, ") && run.status == 0)
      #expect(
        run.errors == """
          with the name and the coordinate of an earlier place: 2, the first in line 4
          at latitude 0 and longitude 0: 1, the first in line 3
          without a division, because its name is unknown: 1, the first in line 3

          """)
    }
  }

  @Test func `ids of a table are not those of GeoNames' names`() throws {
    // GeoNames gave this id to London.
    let table = "id,name,lat,lon\n2643743,Depot,1,2\n"
    try withTemporaryFile(table, named: "own.csv") { input in
      let run = try BenchProcess(["search", "--cities", input.path, "--ids", "londres", "depot"])
      #expect(run.text == "londres\t0\t\ndepot\t1\t2643743\n")
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
      let built = folder.appending(path: "built").path
      #expect(try BenchProcess(["build", new.path, "--output", built]).status == 0)
      #expect(try Data(contentsOf: URL(filePath: built)) == Data(contentsOf: after))
      let same = try BenchProcess(["update", after.path, new.path, "--limit", "0"])
      #expect(same.text.contains("came: 0\nwent: 0\nmoved by 100 m or more: 0\nrenamed: 0\n"))
      #expect(same.text.hasSuffix("other names: 0 came and 0 went, of 0 cities\n"))
      let short = try BenchProcess(["update", after.path, before.path, "--limit", "1"])
      #expect(short.text.contains("    ") == false && short.text.contains("  ... and 1 more\n"))
    }
  }

  @Test func `a gazetteer differs in no name from the file that it was built from`() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "sample.gazetteer").path
      for options in [[], ["--no-names"]] {
        let build = try BenchProcess(["build", Fixtures.sample.path, "--output", file] + options)
        #expect(build.status == 0)
        let run = try BenchProcess(["update", file, Fixtures.sample.path] + options)
        #expect(run.text.hasSuffix("other names: 0 came and 0 went, of 0 cities\n"))
      }
      // A gazetteer has its names.
      let run = try BenchProcess(["update", file, file, "--output", "\(file).2"])
      #expect(run.status == 0 && run.text.hasSuffix("0 cities\n"))
      #expect(
        try Data(contentsOf: URL(filePath: "\(file).2")) == Data(contentsOf: URL(filePath: file)))
    }
  }

  @Test func `what is no gazetteer or city file is an error`() throws {
    try withTemporaryFile("1\t2\n", named: "short.txt") { input in
      let run = try BenchProcess(["update", input.path, input.path])
      #expect(run.status == 1 && run.errors.contains("short.txt has the wrong form"))
    }
  }
}
