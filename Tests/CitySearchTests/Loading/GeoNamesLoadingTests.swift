import CitySearch
import Foundation
import GazetteerBuilding
import TestSupport
import Testing

/// Single wrong values in the second of three lines.
@Suite("Records of GeoNames") struct GeoNamesRecordTests {
  static let line = GeoNamesLine(id: 2)
  static let invalid = Data([0x42, 0xFF, 0x43])

  /// The second line, and the expected error.
  static let cases: [(LoadingCase, String)] = [
    ("an empty line", Data(), "an empty line"),
    ("an empty line that ends in CR LF", Data([13]), "an empty line"),
    ("one column", line.cut(to: 1), "must have 19 columns, got 1"),
    ("a truncated line", line.cut(to: 5), "must have 19 columns, got 5"),
    ("a column too few", line.cut(to: 18), "must have 19 columns, got 18"),
    ("a column too many", line.cut(to: 20), "must have 19 columns, got 20"),
    (
      "no id", line.with(1, "").data,
      "column 1 (id): must be a whole number of up to 18 digits, got \"\""
    ),
    (
      "a word as id", line.with(1, "x12").data,
      "column 1 (id): must be a whole number of up to 18 digits, got \"x12\""
    ),
    (
      "a blank in the id", line.with(1, "12 ").data,
      "column 1 (id): must be a whole number of up to 18 digits, got \"12 \""
    ),
    (
      "a negative id", line.with(1, "-2").data,
      "column 1 (id): must be between 0 and 4294967295, got -2"
    ),
    (
      "an id above 32 bits", line.with(1, "4294967296").data,
      "column 1 (id): must be between 0 and 4294967295, got 4294967296"
    ),
    (
      "an id above 64 bits", line.with(1, "99999999999999999999").data,
      "column 1 (id): must be a whole number of up to 18 digits, got \"99999999999999999999\""
    ),
    (
      "digits of another script", line.with(1, "٢").data,
      "column 1 (id): must be a whole number of up to 18 digits, got \"٢\""
    ),
    ("an id again", line.with(1, "1").data, "column 1 (id): 1 is the id of an earlier city, too"),
    ("no name", line.with(2, "").data, "column 2 (name): empty"),
    ("bytes as name", line.with(2, invalid).data, "column 2 (name): not valid UTF-8"),
    (
      "an overlong NUL as name", line.with(2, Data([0xC0, 0x80])).data,
      "column 2 (name): not valid UTF-8"
    ),
    (
      "a surrogate as name", line.with(2, Data([0xED, 0xA0, 0x80])).data,
      "column 2 (name): not valid UTF-8"
    ),
    (
      "bytes as other names", line.with(4, invalid).data,
      "column 4 (other names): not valid UTF-8"
    ),
    (
      "latitude 91", line.with(5, "91").data,
      "column 5 (latitude): must be between -90 and 90, got \"91\""
    ),
    (
      "a latitude just beyond the pole", line.with(5, "-90.0000001").data,
      "column 5 (latitude): must be between -90 and 90, got \"-90.0000001\""
    ),
    (
      "a latitude of 13 digits", line.with(5, "9999999999999").data,
      "column 5 (latitude): must be between -90 and 90, got \"9999999999999\""
    ),
    (
      "a latitude of 50 digits", line.with(5, String(repeating: "9", count: 50)).data,
      "column 5 (latitude): must be between -90 and 90, got \"\(String(repeating: "9", count: 40))\"…"
    ),
    ("no latitude", line.with(5, "").data, "column 5 (latitude): missing"),
    (
      "nan as latitude", line.with(5, "nan").data,
      "column 5 (latitude): must be a decimal number, got \"nan\""
    ),
    (
      "a comma in the latitude", line.with(5, "60,39").data,
      "column 5 (latitude): must be a decimal number, got \"60,39\""
    ),
    (
      "two points in the latitude", line.with(5, "60.3.9").data,
      "column 5 (latitude): must be a decimal number, got \"60.3.9\""
    ),
    (
      "a lone point as latitude", line.with(5, ".").data,
      "column 5 (latitude): must be a decimal number, got \".\""
    ),
    (
      "a lone minus as latitude", line.with(5, "-").data,
      "column 5 (latitude): must be a decimal number, got \"-\""
    ),
    (
      "longitude -181", line.with(6, "-181").data,
      "column 6 (longitude): must be between -180 and 180, got \"-181\""
    ),
    (
      "infinity as longitude", line.with(6, "inf").data,
      "column 6 (longitude): must be a decimal number, got \"inf\""
    ),
    (
      "an exponent without digits", line.with(6, "1e-").data,
      "column 6 (longitude): must be a decimal number, got \"1e-\""
    ),
    (
      "an exponent that is too large", line.with(6, "1e99").data,
      "column 6 (longitude): must be between -180 and 180, got \"1e99\""
    ),
    (
      "a hexadecimal number", line.with(6, "0x1p3").data,
      "column 6 (longitude): must be a decimal number, got \"0x1p3\""
    ),
    (
      "a country in words", line.with(9, "Norway").data,
      "column 9 (country code): must be two capital letters, got \"Norway\""
    ),
    (
      "a country in small letters", line.with(9, "no").data,
      "column 9 (country code): must be two capital letters, got \"no\""
    ),
    (
      "bytes as country", line.with(9, invalid).data, "column 9 (country code): not valid UTF-8"
    ),
    (
      "bytes as division", line.with(11, invalid).data, "column 11 (admin1 code): not valid UTF-8"
    ),
    (
      "no population", line.with(15, "").data,
      "column 15 (population): must be a whole number of up to 18 digits, got \"\""
    ),
    (
      "a negative population", line.with(15, "-5").data,
      "column 15 (population): must be between 0 and 4294967295, got -5"
    ),
    (
      "a population above 32 bits", line.with(15, "4294967296").data,
      "column 15 (population): must be between 0 and 4294967295, got 4294967296"
    ),
    ("bytes as time zone", line.with(18, invalid).data, "column 18 (time zone): not valid UTF-8"),
    ("NULs", Data(repeating: 0, count: 30), "must have 19 columns, got 1"),
    ("a word", Data("Bergen".utf8), "must have 19 columns, got 1"),
  ].map { (LoadingCase($0.0, $0.1), $0.2) }

  @Test(arguments: cases.named(by: \.0))
  func `a wrong line is reported by number, column and reason, and alone is skipped`(
    example: Named<(LoadingCase, String)>
  ) throws {
    let (wrong, reason) = example.value
    let content = Data(lines: [
      GeoNamesLine(id: 1).data, wrong.content, GeoNamesLine(id: 3, name: "Oslo").data,
    ])
    let outcome = try LoadingOutcome(of: content)
    #expect(outcome == .kept([1, 3], skipping: ["cities.txt:2: \(reason)"]))
  }

  @Test func `all wrong lines are reported in their order`() throws {
    let content = Data(lines: [
      GeoNamesLine(id: 1).with(5, "91").data, GeoNamesLine(id: 2).data, Data(),
      GeoNamesLine(id: 2).data, GeoNamesLine(id: 4).with(1, "").with(5, "").data,
      GeoNamesLine(id: 5).data,
    ])
    let outcome = try LoadingOutcome(of: content)
    #expect(
      outcome
        == .kept(
          [2, 5],
          skipping: [
            "cities.txt:1: column 5 (latitude): must be between -90 and 90, got \"91\"",
            "cities.txt:3: an empty line",
            "cities.txt:4: column 1 (id): 2 is the id of an earlier city, too",
            "cities.txt:5: column 1 (id): must be a whole number of up to 18 digits, got \"\"",
          ]))
  }

  @Test(arguments: [
    (5, "60"), (5, "-0"), (5, "60."), (5, ".5"), (5, "90.00000004"), (5, "-90"), (5, "0060.1"),
    (6, "180"), (6, "-180"), (6, "0.00000000000000000000000001"), (9, ""), (11, ""), (15, "0"),
    (15, "4294967295"), (1, "0"), (1, "4294967295"), (18, ""), (2, "—"), (19, "x"),
  ])
  func `unusual values within the rules are read`(column: Int, text: String) throws {
    let outcome = try LoadingOutcome(of: GeoNamesLine().with(column, text).data)
    #expect(outcome.error == nil)
    #expect(outcome.kept?.count == 1)
  }

  @Test func `columns that are not used may hold anything`() throws {
    var line = GeoNamesLine()
    for column in [3, 8, 10, 12, 13, 14, 16, 17, 19] {
      line = line.with(column, Self.invalid)
    }
    #expect(try LoadingOutcome(of: line.data) == LoadingOutcome(kept: [1]))
  }
}

/// Files as a whole.
@Suite("Files of GeoNames") struct GeoNamesFileTests {
  static let lines = [GeoNamesLine(id: 1).data, GeoNamesLine(id: 2, name: "Oslo").data]
  static let mark = Data([0xEF, 0xBB, 0xBF])

  @Test(arguments: [
    LoadingCase("LF", Data(lines: lines)),
    LoadingCase("no final newline", Data(lines.joined(separator: [10]))),
    LoadingCase("CR LF", Data(lines: lines.map { $0 + [13] })),
    LoadingCase("CR LF and no final newline", Data(lines.joined(separator: [13, 10]))),
    LoadingCase("byte order mark", mark + Data(lines: lines)),
    LoadingCase("byte order mark and CR LF", mark + Data(lines: lines.map { $0 + [13] })),
  ])
  func `every end of line is read, with a byte order mark and without`(content: LoadingCase) throws
  {
    #expect(try LoadingOutcome(of: content.content) == LoadingOutcome(kept: [1, 2]))
    let cities = try withTemporaryFile(content.content) { try Array(Gazetteer(contentsOf: $0)) }
    #expect(cities.map(\.name) == ["Bergen", "Oslo"])
  }

  @Test(arguments: [("8e-05", 0.00008), ("-3.2E-4", -0.00032), ("1.5e+1", 15)])
  func `coordinates are numbers as Python and JavaScript print them`(
    text: String, degrees: Double
  ) throws {
    let line = GeoNamesLine().with(5, text).with(6, text).data
    let gazetteer = try withTemporaryFile(line) { try Gazetteer(contentsOf: $0) }
    #expect(gazetteer.first?.coordinate == Coordinate(latitude: degrees, longitude: degrees))
  }

  private static let noForm =
    "cities.txt has the wrong form: it is neither a gazetteer nor a GeoNames file (19 columns with "
    + "tabs between them) nor JSON nor a table whose first line names its columns (name, latitude, "
    + "longitude)."

  @Test(
    arguments: [
      (LoadingCase("nothing", ""), "cities.txt is empty."),
      (LoadingCase("newlines", "\n\n\n"), "cities.txt is empty."),
      (LoadingCase("CR LF", "\r\n\r\n"), "cities.txt is empty."),
      (LoadingCase("byte order mark", mark), "cities.txt is empty."),
      (LoadingCase("byte order mark and newline", mark + [10]), "cities.txt is empty."),
      (
        LoadingCase("words", "Bergen\nOslo\n"),
        noForm
      ),
      (
        LoadingCase("NULs", Data(repeating: 0, count: 1_000)),
        noForm
      ),
      (
        LoadingCase(
          "UTF-16",
          Data("1\tBergen".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })),
        "cities.txt has the wrong form: lines must have 19 columns with tabs between them, and have 2."
      ),
    ].named(by: \.0))
  func `a file that holds no cities is refused in both modes`(example: Named<(LoadingCase, String)>)
    throws
  {
    let (content, error) = example.value
    #expect(try LoadingOutcome(of: content.content) == .refused(error))
  }

  @Test func `a missing file and a folder are refused by their path`() throws {
    try withTemporaryFolder { folder in
      let missing = folder.appending(path: "nothing.txt")
      for (url, reason) in [(missing, "there is no such file"), (folder, "it is a folder")] {
        let error = #expect(throws: GazetteerError.self) { try Gazetteer(contentsOf: url) }
        #expect(error?.description == "\(url.path) cannot be read: \(reason).")
        #expect(LoadingOutcome(ofFile: url).kept == nil)
      }
    }
  }

  @Test func `an empty line before the first record is reported, not taken for another form`()
    throws
  {
    let outcome = try LoadingOutcome(of: Data("\n".utf8) + Data(lines: Self.lines))
    #expect(outcome == .kept([1, 2], skipping: ["cities.txt:1: an empty line"]))
  }

  @Test func `all columns that are used arrive`() throws {
    let line = GeoNamesLine(id: 7).with(5, "-60.1234567").with(6, "-0.00000049")
    let gazetteer = try withTemporaryFile(line.data) { try Gazetteer(contentsOf: $0) }
    let expected = City(
      id: 7, name: "Bergen", countryCode: "NO", divisionCode: "46",
      coordinate: Coordinate(latitude: -60.1234567, longitude: -0.0000005), population: 213_585
    )
    #expect(Array(gazetteer) == [expected])
    #expect(gazetteer.timeZone(ofCityWithID: 7) == "Europe/Oslo")
    #expect(gazetteer.divisionName(of: expected) == nil)
    #expect(gazetteer.countryName(of: expected) == nil)
  }
}
