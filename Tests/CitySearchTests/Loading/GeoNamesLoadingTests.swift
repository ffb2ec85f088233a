import CitySearch
import Foundation
import TestSupport
import Testing

/// Single wrong values in the second of three lines.
@Suite struct GeoNamesRecordTests {
  static let line = GeoNamesLine(id: 2)
  static let invalid = Data([0x42, 0xFF, 0x43])

  /// The second line, and what should be said about it.
  static let cases: [(LoadingCase, String)] = [
    ("an empty line", Data(), "an empty line"),
    ("an empty line that ends in CR LF", Data([13]), "an empty line"),
    ("one column", line.cut(to: 1), "1 column instead of 19"),
    ("a truncated line", line.cut(to: 5), "5 columns instead of 19"),
    ("a column too few", line.cut(to: 18), "18 columns instead of 19"),
    ("a column too many", line.cut(to: 20), "20 columns instead of 19"),
    (
      "no id", line.with(1, "").data, "column 1 (id): \"\" is not a whole number of up to 18 digits"
    ),
    (
      "a word as id", line.with(1, "x12").data,
      "column 1 (id): \"x12\" is not a whole number of up to 18 digits"
    ),
    (
      "a blank in the id", line.with(1, "12 ").data,
      "column 1 (id): \"12 \" is not a whole number of up to 18 digits"
    ),
    ("a negative id", line.with(1, "-2").data, "column 1 (id): -2 is not between 0 and 4294967295"),
    (
      "an id above 32 bits", line.with(1, "4294967296").data,
      "column 1 (id): 4294967296 is not between 0 and 4294967295"
    ),
    (
      "an id above 64 bits", line.with(1, "99999999999999999999").data,
      "column 1 (id): \"99999999999999999999\" is not a whole number of up to 18 digits"
    ),
    (
      "digits of another script", line.with(1, "٢").data,
      "column 1 (id): \"٢\" is not a whole number of up to 18 digits"
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
      "column 5 (latitude): \"91\" is not between -90 and 90"
    ),
    (
      "a latitude just beyond the pole", line.with(5, "-90.0000001").data,
      "column 5 (latitude): \"-90.0000001\" is not between -90 and 90"
    ),
    (
      "a latitude of 13 digits", line.with(5, "9999999999999").data,
      "column 5 (latitude): \"9999999999999\" is not between -90 and 90"
    ),
    (
      "a latitude of 50 digits", line.with(5, String(repeating: "9", count: 50)).data,
      "column 5 (latitude): \"\(String(repeating: "9", count: 40))\"… is not between -90 and 90"
    ),
    ("no latitude", line.with(5, "").data, "column 5 (latitude): \"\" is not a decimal number"),
    (
      "nan as latitude", line.with(5, "nan").data,
      "column 5 (latitude): \"nan\" is not a decimal number"
    ),
    (
      "a comma in the latitude", line.with(5, "60,39").data,
      "column 5 (latitude): \"60,39\" is not a decimal number"
    ),
    (
      "two points in the latitude", line.with(5, "60.3.9").data,
      "column 5 (latitude): \"60.3.9\" is not a decimal number"
    ),
    (
      "a lone point as latitude", line.with(5, ".").data,
      "column 5 (latitude): \".\" is not a decimal number"
    ),
    (
      "a lone minus as latitude", line.with(5, "-").data,
      "column 5 (latitude): \"-\" is not a decimal number"
    ),
    (
      "longitude -181", line.with(6, "-181").data,
      "column 6 (longitude): \"-181\" is not between -180 and 180"
    ),
    (
      "infinity as longitude", line.with(6, "inf").data,
      "column 6 (longitude): \"inf\" is not a decimal number"
    ),
    (
      "an exponent in the longitude", line.with(6, "1e2").data,
      "column 6 (longitude): \"1e2\" is not a decimal number"
    ),
    (
      "a country in words", line.with(9, "Norway").data,
      "column 9 (country code): \"Norway\" is not two capital letters"
    ),
    (
      "a country in small letters", line.with(9, "no").data,
      "column 9 (country code): \"no\" is not two capital letters"
    ),
    (
      "bytes as country", line.with(9, invalid).data, "column 9 (country code): not valid UTF-8"
    ),
    (
      "bytes as division", line.with(11, invalid).data, "column 11 (admin1 code): not valid UTF-8"
    ),
    (
      "no population", line.with(15, "").data,
      "column 15 (population): \"\" is not a whole number of up to 18 digits"
    ),
    (
      "a negative population", line.with(15, "-5").data,
      "column 15 (population): -5 is not between 0 and 4294967295"
    ),
    (
      "a population above 32 bits", line.with(15, "4294967296").data,
      "column 15 (population): 4294967296 is not between 0 and 4294967295"
    ),
    ("bytes as time zone", line.with(18, invalid).data, "column 18 (time zone): not valid UTF-8"),
    ("NULs", Data(repeating: 0, count: 30), "1 column instead of 19"),
    ("a word", Data("Bergen".utf8), "1 column instead of 19"),
    (
      "tabs only", Data(repeating: 9, count: 18),
      "column 1 (id): \"\" is not a whole number of up to 18 digits"
    ),
  ].map { (LoadingCase($0.0, $0.1), $0.2) }

  @Test(arguments: cases)
  func `a wrong line is reported by number, column and reason, and alone is skipped`(
    wrong: LoadingCase, reason: String
  ) throws {
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
            "cities.txt:1: column 5 (latitude): \"91\" is not between -90 and 90",
            "cities.txt:3: an empty line",
            "cities.txt:4: column 1 (id): 2 is the id of an earlier city, too",
            "cities.txt:5: column 1 (id): \"\" is not a whole number of up to 18 digits",
          ]))
  }

  @Test(arguments: [
    (5, "60"), (5, "-0"), (5, "60."), (5, ".5"), (5, "90.00000004"), (5, "-90"), (5, "0060.1"),
    (6, "180"), (6, "-180"), (6, "0.00000000000000000000000001"), (9, ""), (11, ""), (15, "0"),
    (15, "4294967295"), (1, "0"), (1, "4294967295"), (18, ""), (2, "a\0b"), (2, "—"), (19, "x"),
  ])
  func `unusual values within the rules are read`(column: Int, text: String) throws {
    let outcome = try LoadingOutcome(of: GeoNamesLine().with(column, text).data)
    #expect(outcome.error == nil)
    #expect(outcome.kept?.count == 1)
  }

  @Test func `columns that are not used may hold anything`() throws {
    var line = GeoNamesLine()
    for column in [3, 7, 8, 10, 12, 13, 14, 16, 17, 19] {
      line = line.with(column, Self.invalid)
    }
    #expect(try LoadingOutcome(of: line.data) == LoadingOutcome(kept: [1]))
  }
}

/// What a file is as a whole.
@Suite struct GeoNamesFileTests {
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

  @Test func `a time zone at the end of a line has no carriage return`() throws {
    let content = Data(lines: Self.lines.map { $0 + [13] })
    let gazetteer = try withTemporaryFile(content) { try Gazetteer(contentsOf: $0) }
    #expect(gazetteer.timeZone(ofCityWithID: 1) == "Europe/Oslo")
  }

  @Test(arguments: [
    (LoadingCase("nothing", ""), "cities.txt is empty."),
    (LoadingCase("newlines", "\n\n\n"), "cities.txt is empty."),
    (LoadingCase("CR LF", "\r\n\r\n"), "cities.txt is empty."),
    (LoadingCase("byte order mark", mark), "cities.txt is empty."),
    (LoadingCase("byte order mark and newline", mark + [10]), "cities.txt is empty."),
    (
      LoadingCase("words", "Bergen\nOslo\n"),
      "cities.txt is neither a gazetteer nor a GeoNames file (19 columns with tabs between them) "
        + "nor a JSON array."
    ),
    (
      LoadingCase("NULs", Data(repeating: 0, count: 1_000)),
      "cities.txt is neither a gazetteer nor a GeoNames file (19 columns with tabs between them) "
        + "nor a JSON array."
    ),
    (
      LoadingCase(
        "UTF-16",
        Data("1\tBergen".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }.filter { $0 != 9 })),
      "cities.txt is neither a gazetteer nor a GeoNames file (19 columns with tabs between them) "
        + "nor a JSON array."
    ),
  ])
  func `a file that holds no cities is refused in both modes`(
    content: LoadingCase, error: String
  ) throws {
    #expect(try LoadingOutcome(of: content.content) == .refused(error))
  }

  @Test func `a missing file and a folder are refused by their path`() throws {
    try withTemporaryFolder { folder in
      let missing = folder.appending(path: "nothing.txt")
      #expect(
        LoadingOutcome(ofFile: missing)
          == .refused("\(missing.path) cannot be read: there is no such file."))
      let isFolder = LoadingOutcome(ofFile: folder)
      #expect(isFolder == .refused("\(folder.path) cannot be read: it is a folder."))
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
      id: 7, name: "Bergen", countryCode: "NO", admin1Code: "46",
      coordinate: Coordinate(latitude: -60.1234567, longitude: -0.0000005), population: 213_585)
    #expect(Array(gazetteer) == [expected])
    #expect(gazetteer.timeZone(ofCityWithID: 7) == "Europe/Oslo")
    #expect(gazetteer.admin1Name(of: expected) == nil)
    #expect(gazetteer.countryName(of: expected) == nil)
  }
}
