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
        "German", "id;Ort;Breite;Länge;Land;division;Einwohner\n7;Oslo;59,91;10,75;NO;12;580.000\n"
      ),
      (
        "Spanish, with the population before the coordinate",
        "población;id;Ciudad;Latitud;Longitud;País;division\n580.000,00;7;Oslo;59,91;10,75;NO;12\n"
      ),
      (
        "India",
        "ID,City,Latitude,Longitude,Country,State,Population\n"
          + "7,Oslo,59.91,10.75,NO,12,\"5,80,000\"\n"
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
    let text = "Sted;Bredde;Länge;name\nMünchen;48.137;11.575;x\n"
    let columns: [PlaceField: String] = [.name: "Sted", .latitude: "Bredde", .longitude: "Länge"]
    let gazetteer = try Self.load(text, columns: columns)
    let city = try #require(gazetteer.first)
    #expect(city.name == "München" && city.countryCode.isEmpty && city.population == 0)
    #expect(city.coordinate == Coordinate(latitude: 48.137, longitude: 11.575))
    let latin = Data(text.unicodeScalars.map { UInt8($0.value) })
    #expect(Array(try Self.load(latin, columns: columns, .windowsCP1252)) == Array(gazetteer))
    let json = #"[{"Sted":"München","Bredde":48.137,"Länge":11.575,"name":"x"}]"#
    #expect(Array(try Self.load(json, columns: columns)) == Array(gazetteer))
  }

  @Test func `Latin-1 has the letters that Windows adds to it`() throws {
    let content = Data("name,lat,lon\n".utf8) + [0x80, 0x8E, 0xFC] + Data(",1,2\n".utf8)
    #expect(try Self.load(content, .windowsCP1252).first?.name == "€Žü")
    let error = #expect(throws: GazetteerError.self) { try Self.load(content) }
    #expect(error?.description == "own.csv:2: \(Self.notUTF8)")
    // Nor is a name of a column guessed.
    let header = Data("Ort;Breite;L".utf8) + [0xE4] + Data("nge\n\nA;1;2\n".utf8)
    #expect(try Self.load(header, .windowsCP1252).first?.name == "A")
    let other = #expect(throws: GazetteerError.self) { try Self.load(header) }
    #expect(
      other?.description == "own.csv has the wrong form: its first line is \(Self.notUTF8).")
  }

  private static let notUTF8 =
    "not valid UTF-8 (if it is in Latin-1 or Windows-1252: --encoding latin-1, or "
    + "GazetteerLoader.encoding)"

  @Test(
    arguments: [
      ("1500000", "59.9", 1_500_000), ("1,500,000", "59.9", 1_500_000),
      ("15,00,000", "59.9", 1_500_000), ("1,50,00,000", "59.9", 15_000_000),
      ("1 500 000", "59.9", 1_500_000), ("1\u{A0}500\u{A0}000", "59,9", 1_500_000),
      ("1\u{202F}500", "59,9", 1_500), ("1'500'000", "59.9", 1_500_000), ("1’500", "59.9", 1_500),
      ("1.500.000", "59,9", 1_500_000), ("1.500.000", "59.9", 1_500_000), ("1.500", "59,9", 1_500),
      ("1,500", "59.9", 1_500), ("1,500", "59", 1_500), ("1.500", "59", 1_500),
      ("1500.0", "59.9", 1_500), ("1500,00", "59,9", 1_500), ("1,500.00", "59.9", 1_500),
      ("1.500,0", "59,9", 1_500), ("580000.000", "59.9", 580_000), ("0.0", "59.9", 0),
    ].named(by: { "\($0.0) beside \($0.1)" }))
  func `whole numbers are read as people write them`(
    example: Named<(String, String, Int)>
  ) throws {
    let (text, latitude, number) = example.value
    let table = "pop;name;lat;lon\n\(text);A;\(latitude);2\n"
    #expect(try Self.load(table).first?.population == number)
    let json =
      #"[{"pop":"\#(text)","name":"A","lat":"\#(latitude)","lon":"2"}]"#
    #expect(try Self.load(json).first?.population == number)
  }

  @Test(
    arguments: [
      ("1.500", "59.9"), ("1,500", "59,9"), ("580.000", "59.9"), ("1500.5", "59.9"),
      ("15,00", "59.9"), ("1,5000", "59.9"), ("1500,000", "59.9"), ("1,500.000,000", "59.9"),
      ("1.500.0", "59.9"), ("1 500,000", "59.9"), ("1;500".replacing(";", with: "_"), "59.9"),
      ("1.", "59.9"), (".0", "59.9"), ("1,,000", "59.9"), ("ca. 1500", "59.9"), ("１５", "59.9"),
    ].named(by: { "\($0.0) beside \($0.1)" }))
  func `a number that may be two is refused`(
    example: Named<(String, String)>
  ) throws {
    let (text, latitude) = example.value
    let error = #expect(throws: GazetteerError.self) {
      try Self.load("name;lat;lon;pop\nA;\(latitude);2;\(text)\n")
    }
    #expect(
      error?.description.hasPrefix("own.csv:2: column 4 (pop): must be a whole number of up to")
        == true)
  }

  @Test func `what may be a mistake is counted`() throws {
    let rows = """
      name,lat,lon,state
      A,1,2,12
      B,0,0,
      A,1,2,
      A,1,3,Nordrhein-Westfalen
      "C",0.0,-0.0,
      A,1.0,2,
      """
    let elements = rows.split(separator: "\n").dropFirst().map { row in
      let cells = row.replacing("\"", with: "").split(
        separator: ",", omittingEmptySubsequences: false)
      return
        #"{"name":"\#(cells[0])","lat":\#(cells[1]),"lon":\#(cells[2]),"state":"\#(cells[3])"}"#
    }
    for (text, position) in [
      (rows, { (number: Int) in MalformedRecord.Position.line(number + 1) }),
      ("[\(elements.joined(separator: ","))]", { .element($0) }),
    ] {
      let (gazetteer, report) = try GazetteerLoader().load(.data(Data(text.utf8), name: "own"))
      #expect(gazetteer.count == 6 && report.skippedCount == 0)
      #expect(
        report.notes.mapValues(\.count)
          == [.duplicate: 2, .zeroCoordinate: 2, .unknownDivision: 1])
      #expect(
        report.notes.mapValues(\.first)
          == [
            .duplicate: position(3), .zeroCoordinate: position(2), .unknownDivision: position(4),
          ])
    }
  }

  @Test func `a division may be a code or a name, in its country or the only one in the world`()
    throws
  {
    var loader = GazetteerLoader()
    loader.admin1Codes = .file(Fixtures.admin1Codes)
    loader.countryInfo = .file(Fixtures.countryInfo)
    loader.regions = .file(Fixtures.regions)
    let places = [
      ("IN,Punjab", "IN.23"), ("Pakistan,punjab", "PK.04"), (",Maharashtra", "IN.16"),
      (",Punjab", ".Punjab"), ("US,il", "US.IL"), ("US,Illinois", "US.IL"),
      ("AU,NSW", "AU.02"), ("DE,07", "DE.07"), ("DE,Nordrhein-Westfalen", "DE.07"),
      ("NO,", "NO."), ("DE,Xy", "DE.Xy"),
    ]
    let rows = places.enumerated().map { "P\($0 + 10),1,\($0),\($1.0)" }
    let text = "name,lat,lon,country,state\n" + rows.joined(separator: "\n")
    let (gazetteer, report) = try loader.load(.data(Data(text.utf8), name: "own"))
    #expect(report == LoadingReport())
    let found = gazetteer.sorted { $0.name < $1.name }.map {
      "\($0.countryCode).\($0.divisionCode)"
    }
    #expect(found == places.map(\.1))
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
        + "\"name\", \"lat\" (others are named by --columns longitude=…, or GazetteerLoader.columns)."
    ),
    (
      "lat;lon;Sted\n1;2;A\n",
      "own.csv has the wrong form: it is a table without a column for the name: its columns are "
        + "\"lat\", \"lon\", \"Sted\" (others are named by --columns name=…, or "
        + "GazetteerLoader.columns)."
    ),
    (
      "Sted\tBredde\nA\t1\n",
      "own.csv has the wrong form: it is a table without a column for the name and the latitude and "
        + "the longitude: its columns are \"Sted\", \"Bredde\" (others are named by --columns "
        + "name=…,latitude=…,longitude=…, or GazetteerLoader.columns)."
    ),
    (
      (1...22).map { "c\($0)" }.joined(separator: ",") + "\n",
      "own.csv has the wrong form: it is a table without a column for the name and the latitude and "
        + "the longitude: its columns are \((1...20).map { "\"c\($0)\"" }.joined(separator: ", ")) "
        + "and 2 more (others are named by --columns name=…,latitude=…,longitude=…, or "
        + "GazetteerLoader.columns)."
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
      "name;lat;lon\nMünchen;48,137,0;11,575\n",
      "own.csv:2: column 2 (lat): must be a decimal number, got \"48,137,0\""
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
      "name,lat,lon,pop\nA,1,2.5,1.500\n",
      "own.csv:2: column 4 (pop): must be a whole number of up to 18 digits, got \"1.500\""
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
      "own.csv:2: column 4 (country): must be a code of two or three letters, or a name, got \"Germany\""
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
      try Self.load("Name;lat;lon\nA;1;2\n", columns: [.name: "Sted"])
    }
    #expect(
      error?.description
        == "own.csv has the wrong form: it has no column \"Sted\", but \"Name\", \"lat\", \"lon\".")
  }

  @Test func `a line break in a name is a space`() throws {
    #expect(try Self.load("name,lat,lon\n\" Bad\r\nHomburg \",1,2\n").first?.name == "Bad Homburg")
  }
}
