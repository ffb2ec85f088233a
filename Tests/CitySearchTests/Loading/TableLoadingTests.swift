import CitySearch
import Fixtures
import Foundation
import GazetteerBuilding
import TestSupport
import Testing

/// People's own places as tables.
@Suite("Loading tables") struct TableLoadingTests {
  private static func load(
    _ text: String, columns: [PlaceField: String] = [:]
  ) throws(GazetteerError) -> Gazetteer {
    try load(Data(text.utf8), columns: columns)
  }

  private static func load(
    _ content: Data, columns: [PlaceField: String] = [:], _ encoding: String.Encoding = .utf8
  ) throws(GazetteerError) -> Gazetteer {
    var loader = GazetteerLoader()
    loader.columns = columns
    loader.encoding = encoding
    return try loader.load(.data(content, name: "own.csv")).gazetteer
  }

  private static let oslo = City(
    id: 7, name: "Oslo", countryCode: "NO", divisionCode: "12",
    coordinate: Coordinate(latitude: 59.91, longitude: 10.75), population: 580_000)

  @Test(
    arguments: [
      ("commas", "id,name,lat,lon,country,admin1,population\n7,Oslo,59.91,10.75,NO,12,580000\n"),
      ("semicolons", "id;name;lat;lng;iso2;division;pop\r\n7;Oslo;59.91;10.75;no;12;580000"),
      (
        "tabs",
        "ID\tName\tY\tX\tCountry Code\tadmin1_code\tPop\n7\tOslo\t59.91\t10.75\tNO\t12\t580000"
      ),
      (
        "quotes",
        "\"population\",\"city\",\"country\",\"latitude\",\"longitude\",\"id\",\"admin1\"\n"
          + "\"580000\",\"Oslo\",\"NO\",\"59.91\",\"10.75\",\"7\",\"12\"\n"
      ),
      (
        "what spreadsheets write",
        "\u{FEFF}sep=;\r\nid;name;lat;long;country;division;population;notes\r\n"
          + "7.0;\"Oslo\";5.991e+01;10.75; NO ;12;580000.0;\"two\r\nlines; and \"\"more\"\"\"\r\n"
          + ";;;;;;;\r\n"
      ),
      (
        "CR alone", "id,name,lat,lon,country,admin1,population\r7,Oslo,59.91,10.75,NO,12,580000\r"
      ),
      (
        "a code beside the country, and several names",
        "name,city_ascii,lat,y,lon,country,iso2,id,admin1,population\n"
          + "Oslo,Oslo,59.91,x,10.75,Norway,NO,7,12,580000\n"
      ),
    ].named(by: \.0))
  func `one city in many tables is the same`(example: Named<(String, String)>) throws {
    let gazetteer = try Self.load(example.value.1)
    #expect(Array(gazetteer) == [Self.oslo])
    try gazetteer.verify()
  }

  @Test func `columns may have any names that are given`() throws {
    let text = "Ort;Breite;Länge;name\nMünchen;48.137;11.575;x\n"
    let columns: [PlaceField: String] = [.name: "Ort", .latitude: "Breite", .longitude: "Länge"]
    let gazetteer = try Self.load(text, columns: columns)
    let city = try #require(gazetteer.first)
    #expect(city.name == "München" && city.countryCode.isEmpty && city.population == 0)
    #expect(city.coordinate == Coordinate(latitude: 48.137, longitude: 11.575))
    let latin = Data(text.unicodeScalars.map { UInt8($0.value) })
    #expect(Array(try Self.load(latin, columns: columns, .windowsCP1252)) == Array(gazetteer))
    let json = #"[{"Ort":"München","Breite":48.137,"Länge":11.575,"name":"x"}]"#
    #expect(Array(try Self.load(json, columns: columns)) == Array(gazetteer))
  }

  @Test func `Latin-1 has the letters that Windows adds to it`() throws {
    let content = Data("name,lat,lon\n".utf8) + [0x80, 0x8E, 0xFC] + Data(",1,2\n".utf8)
    #expect(try Self.load(content, .windowsCP1252).first?.name == "€Žü")
    let error = #expect(throws: GazetteerError.self) { try Self.load(content) }
    #expect(
      error?.description == "own.csv:2: not valid UTF-8; another encoding must be said")
  }

  @Test func `other names, time zones and names of countries are read`() throws {
    var loader = GazetteerLoader()
    loader.countryInfo = .file(Fixtures.countryInfo)
    loader.regions = .file(Fixtures.regions)
    let table = """
      name,lat,lon,country,tz,alternate names
      Depot,60,10,Norway,Europe/Oslo,Lager| HQ |
      Dépôt,46,7,Schweiz,,
      """
    let json = #"""
      [{"name":"Depot","lat":60,"lon":10,"country":"Norway","tz":"Europe/Oslo",
        "alternateNames":["Lager","HQ"]},
       {"name":"Dépôt","y":46,"x":7,"country":"Schweiz","tz":null,"alternate_names":"|"}]
      """#
    for text in [table, json] {
      let gazetteer = try loader.load(.data(Data(text.utf8), name: "own")).gazetteer
      try gazetteer.verify()
      let depot = try #require(gazetteer.first { $0.name == "Depot" })
      #expect(depot.countryCode == "NO")
      #expect(gazetteer.timeZone(ofCityWithID: depot.id) == "Europe/Oslo")
      #expect(gazetteer.names(of: depot).map(\.text) == ["Depot", "HQ", "Lager"])
      #expect(CityIndex(gazetteer).search(for: "lag").first?.city == depot)
      #expect(gazetteer.contains { $0.name == "Dépôt" && $0.countryCode == "CH" })
    }
  }

  @Test func `a place without an id has the same one at each build, above those of GeoNames`()
    throws
  {
    let rows = ["Depot,60,10", "Depot,60.0000001,10", "Depot,60,10", "Lager,60,10"]
    let gazetteer = try Self.load("name,lat,lon\n" + rows.joined(separator: "\n"))
    #expect(gazetteer.count == 4 && Set(gazetteer.map(\.id)).count == 4)
    #expect(gazetteer.allSatisfy { 1_000_000_000..<4_000_000_000 ~= $0.id.rawValue })
    // The order of rows, other columns and other formats do not change the ids of different places.
    let others = try Self.load(
      "name;country;lat;lon\n"
        + rows.reversed().map { row in
          let cells = row.split(separator: ",")
          return "\(cells[0]);NO;\(cells[1]);\(cells[2])"
        }.joined(separator: "\n"))
    #expect(Set(others.map(\.id)) == Set(gazetteer.map(\.id)))
    let json = try Self.load(#"[{"name":"Lager","lat":60,"lng":10}]"#)
    #expect(json.first?.id == gazetteer.first { $0.name == "Lager" }?.id)
    // Those that are given stay.
    let mixed = try Self.load("id,name,lat,lon\n5,Lager,60,10\n,Depot,60,10\n")
    #expect(mixed.contains { $0.id == 5 } && mixed.contains { $0.id.rawValue > 999_999_999 })
  }

  static let refused: [(table: String, error: String)] = [
    (
      "name,lat\nA,1\n",
      "own.csv has the wrong form: it is a table without a column for the longitude: its columns are "
        + "\"name\", \"lat\"."
    ),
    (
      "lat;lon;Ort\n1;2;A\n",
      "own.csv has the wrong form: it is a table without a column for the name: its columns are "
        + "\"lat\", \"lon\", \"Ort\"."
    ),
    (
      "name,lat,Lat,lon\nA,1,2,3\n",
      "own.csv has the wrong form: it has two columns for the latitude: \"lat\", \"Lat\"."
    ),
    (
      "name,lat,lon\n\"A,1,2\nB,1,2\n",
      "own.csv has the wrong form: the quote that line 2 opens is not closed."
    ),
    (
      "name;lat;lon\nMünchen;48,137;11,575\n",
      "own.csv:2: column 2 (lat): must be a decimal number with a point, got \"48,137\""
    ),
    (
      "name,lat,lon\nMünchen,48,137,11,575\n",
      "own.csv:2: has more cells than the header, which has 3: a text with a separator must be in "
        + "quotes"
    ),
    (
      "id,name,lat,lon\n1,A,1,2\n1,B,1,2\n",
      "own.csv:3: column 1 (id): 1 is the id of an earlier city, too"
    ),
    (
      "name,lat,lon,pop\nA,1,2,1.500.000\n",
      "own.csv:2: column 4 (pop): must be a whole number of up to 18 digits, got \"1.500.000\""
    ),
    ("name,lat,lon\nA,1\n", "own.csv:2: column 3 (lon): missing"),
    ("name,lat,lon\n,1,2\n", "own.csv:2: column 1 (name): empty"),
    (
      "name,lat,lon\nA,91,2\n", "own.csv:2: column 2 (lat): must be between -90 and 90, got \"91\""
    ),
    (
      "name,lat,lon\nA,nan,2\n", "own.csv:2: column 2 (lat): must be a decimal number, got \"nan\""
    ),
    (
      "name,lat,lon,country\nA,1,2,Germany\n",
      "own.csv:2: column 4 (country): must be two capital letters, got \"Germany\""
    ),
    (
      "name,lat,lon,admin1\nA,1,2,Nordrhein-Westfalen\n",
      "own.csv:2: column 4 (admin1): must have at most 8 bytes and no NUL, got "
        + "\"Nordrhein-Westfalen\""
    ),
    (
      "name,lat,lon,aliases\nA,1,2,B|?\n",
      "own.csv:2: column 4 (aliases): \"?\": must have a letter or a digit"
    ),
  ]

  @Test(arguments: refused.named(by: \.error))
  func `what is wrong in a table is named`(example: Named<(table: String, error: String)>) throws {
    let outcome = try LoadingOutcome(of: Data(example.value.table.utf8), named: "own.csv")
    #expect(outcome.error == example.value.error)
  }

  @Test func `leniently, only the wrong rows are skipped`() throws {
    let text = "name,lat,lon\nA,1,2\n\"B\n2\",x,2\nC,1,2,3\n\nD,1,2\n"
    let outcome = try LoadingOutcome(of: Data(text.utf8), named: "own.csv")
    #expect(outcome.kept?.count == 2)
    #expect(
      outcome.skipped == [
        "own.csv:3: column 2 (lat): must be a decimal number, got \"x\"",
        "own.csv:5: has more cells than the header, which has 3: a text with a separator must be in "
          + "quotes",
      ])
  }

  @Test func `a column that was given must be there`() {
    let error = #expect(throws: GazetteerError.self) {
      try Self.load("Name;lat;lon\nA;1;2\n", columns: [.name: "Ort"])
    }
    #expect(
      error?.description
        == "own.csv has the wrong form: it has no column \"Ort\", but \"Name\", \"lat\", \"lon\".")
  }

  @Test func `a line break in a name is a space`() throws {
    #expect(try Self.load("name,lat,lon\n\" Bad\r\nHomburg \",1,2\n").first?.name == "Bad Homburg")
  }
}
