import CitySearch
import Foundation
import GazetteerBuilding
import TestSupport
import Testing

/// A source of another format is refused with its format, in both modes.
@Suite("Sources in a wrong form") struct WrongFormTests {
  private static let lines = (1...300).map { GeoNamesLine(id: $0, name: "City \($0)").data }

  /// The text in another encoding.
  private static func encoded(_ lines: [Data], _ encoding: String.Encoding) -> Data {
    String(decoding: Data(lines: lines), as: UTF8.self).data(using: encoding) ?? Data()
  }

  private static let noForm =
    " has the wrong form: it is neither a gazetteer nor a GeoNames file (19 columns with tabs between "
    + "them) nor JSON nor a table whose first line names its columns (name, latitude, longitude)."
  private static let noColumns =
    " has the wrong form: it is a table without a column for the latitude and the longitude: its "
    + "columns are \"id\", \"name\" (others are named by --columns latitude=…,longitude=…, or "
    + "GazetteerLoader.columns)."
  private static let utf16 = encoded(lines, .utf16LittleEndian)

  private static let examples: [(name: String, content: Data, message: String)] = [
    (
      "a part of gzip", Data([0x1F, 0x8B, 8, 0, 9]),
      " cannot be read: gzip: stdin: unexpected end of file (status 1)."
    ),
    (
      "gzip in gzip", Data(base64Encoded: "H4sIAAAAAAAC/5Pv5mDg5OI0BACksXhWCAAAAA==") ?? Data(),
      " is compressed (gzip): unpack it first."
    ),
    ("zip", Data("PK\u{3}\u{4}\t\n".utf8), " is compressed (zip): unpack it first."),
    ("bzip2", Data("BZh91AY".utf8), " is compressed (bzip2): unpack it first."),
    (
      "lines that end in CR", Data(lines.joined(separator: [13])),
      " has the wrong form: its lines end in CR alone, convert them to LF first, "
        + "with tr '\\r' '\\n', say."
    ),
    (
      "18 columns", Data(lines: lines.map { $0.prefix($0.lastIndex(of: 9) ?? 0) }),
      " has the wrong form: lines must have 19 columns with tabs between them, and have 18."
    ),
    (
      "18 columns but for one line",
      Data(lines: [lines[0]] + lines.map { $0.prefix($0.lastIndex(of: 9) ?? 0) }),
      " has the wrong form: lines must have 19 columns with tabs between them, and have 18."
    ),
    (
      "words", Data("Bergen\nOslo\n".utf8), noForm
    ),
    (
      "numbers", Data("1,Bergen\n2,Oslo\n".utf8), noForm
    ),
    (
      "a part of UTF-16", [0xFF, 0xFE] + utf16.prefix(2_001),
      " has the wrong form: it is not valid UTF-16."
    ),
    (
      "commas", Data("id,name\n1,Bergen\n".utf8), noColumns
    ),
  ]
  static let cases = examples.map { (LoadingCase($0.name, $0.content), $0.message) }

  @Test(arguments: cases.named(by: \.0))
  func `another form is named in one error`(example: Named<(LoadingCase, String)>) throws {
    let (content, message) = example.value
    #expect(
      try LoadingOutcome(of: content.content, named: "c.txt") == .refused("c.txt" + message))
  }

  @Test(
    arguments: [
      cases[0], cases[3],
      (
        LoadingCase("UTF-16", utf16),
        " has the wrong form: it is text in UTF-16, convert it to UTF-8 first, with iconv, say."
      ),
    ].named(by: \.0))
  func `and so it is where names of places should be`(example: Named<(LoadingCase, String)>) throws
  {
    let (content, message) = example.value
    var loader = GazetteerLoader()
    loader.isLenient = true
    loader.admin1Codes = .data(content.content, name: "admin1.txt")
    let cities = LoadingSource.data(Data(lines: Self.lines), name: "cities.txt")
    let error = #expect(throws: GazetteerError.self) { try loader.load(cities) }
    #expect(error?.description == "admin1.txt" + message)
  }

  @Test func `cities in UTF-16 are those in UTF-8, of every format`() throws {
    let table = "name;lat;lon\nMünchen;48,1;11,5\nŌsaka;34,6;135,5\n"
    let json = #"[{"name":"Ōsaka","lat":34.6,"lon":135.5}]"#
    for text in [table, json, String(decoding: Data(lines: Self.lines), as: UTF8.self)] {
      let expected = try GazetteerLoader().load(.data(Data(text.utf8), name: "c.txt")).gazetteer
      for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
        for beginning in ["", "\u{FEFF}"] {
          let data = try #require((beginning + text).data(using: encoding))
          let gazetteer = try GazetteerLoader().load(.data(data, name: "c.txt")).gazetteer
          #expect(gazetteer.elementsEqual(expected) && !gazetteer.isEmpty)
          // It is named by what it was made of.
          #expect(gazetteer.source != expected.source)
        }
      }
    }
  }

  @Test func `single lines with other columns do not make another form`() throws {
    let content = Data(lines: Self.lines.enumerated().map { $0 % 2 == 0 ? Data("x".utf8) : $1 })
    let outcome = try LoadingOutcome(of: content)
    #expect(outcome.kept?.count == 150 && outcome.skipped.count == 150)
  }

  @Test func `a file of which nothing can be read is refused leniently, too`() throws {
    let content = Data(lines: Self.lines.map { Data("x".utf8) + $0 })
    let outcome = try LoadingOutcome(of: content)
    let first = "cities.txt:1: column 1 (id): must be a whole number of up to 18 digits, got \"x1\""
    #expect(outcome.error == first && outcome.kept == nil)
    #expect(
      outcome.skipped == [
        "cities.txt has the wrong form: none of its 300 records is valid, the first: "
          + "\(first)."
      ])
  }

  @Test func `the list of skipped records is short, and the count is exact`() throws {
    let wrong = (1...1_500).map { GeoNamesLine(id: $0).with(5, "north").data }
    var loader = GazetteerLoader()
    loader.isLenient = true
    let content = Data(lines: Self.lines + wrong)
    let (gazetteer, report) = try loader.load(.data(content, name: "cities.txt"))
    #expect(gazetteer.count == 300)
    #expect(report.skippedCount == 1_500)
    #expect(report.skipped.count == 1_000)
    #expect(report.skipped.last?.position == .line(1_300))
  }
}
