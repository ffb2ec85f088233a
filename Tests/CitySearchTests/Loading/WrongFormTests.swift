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
    + "columns are \"id\", \"name\"."

  static let cases: [(LoadingCase, String)] = [
    (
      "a part of gzip", Data([0x1F, 0x8B, 8, 0, 9]), " cannot be read: its gzip data end too early."
    ),
    (
      "gzip in gzip", Data(base64Encoded: "H4sIAAAAAAAC/5Pv5mDg5OI0BACksXhWCAAAAA==") ?? Data(),
      " is compressed (gzip): unpack it first."
    ),
    ("zip", Data("PK\u{3}\u{4}\t\n".utf8), " is compressed (zip): unpack it first."),
    ("bzip2", Data("BZh91AY".utf8), " is compressed (bzip2): unpack it first."),
    (
      "UTF-16, little end first", encoded(lines, .utf16LittleEndian),
      " has the wrong form: it is text in UTF-16, convert it to UTF-8 first, with iconv, say."
    ),
    (
      "UTF-16, big end first", encoded(lines, .utf16BigEndian),
      " has the wrong form: it is text in UTF-16, convert it to UTF-8 first, with iconv, say."
    ),
    (
      "UTF-16 with a byte order mark", [0xFF, 0xFE] + encoded(lines, .utf16LittleEndian),
      " has the wrong form: it is text in UTF-16, convert it to UTF-8 first, with iconv, say."
    ),
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
      "words", Data("id,number\n1,Bergen\n".utf8), noForm
    ),
    (
      "commas", Data("id,name\n1,Bergen\n".utf8), noColumns
    ),
  ].map { (LoadingCase($0.0, $0.1), $0.2) }

  @Test(arguments: cases.named(by: \.0))
  func `another form is named in one error`(example: Named<(LoadingCase, String)>) throws {
    let (content, message) = example.value
    #expect(
      try LoadingOutcome(of: content.content, named: "c.txt") == .refused("c.txt" + message))
  }

  @Test(arguments: [cases[0], cases[3], cases[6]].named(by: \.0))
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

/// JSON that is not one whole array.
@Suite("JSON with syntax errors") struct LooseJSONTests {
  private static func element(_ id: Int) -> String {
    ChallengeJSONRecordTests.element(id: "\(id)")
  }

  private static func outcome(_ text: String) throws -> LoadingOutcome {
    try LoadingOutcome(of: Data(text.utf8), named: "c.json")
  }

  @Test func `a sequence of objects is read as elements`() throws {
    let lines = (1...3).map(Self.element)
    for separator in ["\n", "\r\n", "", " \t", "\n\n"] {
      let text = lines.joined(separator: separator)
      #expect(try Self.outcome(text) == LoadingOutcome(kept: [1, 2, 3]), "\(separator)")
    }
  }

  @Test func `leniently, only the line is skipped that is no JSON`() throws {
    let outcome = try Self.outcome("\(Self.element(1))\n{\"name\":}\n\(Self.element(3))\n{\"name")
    #expect(outcome.kept == [1, 3])
    #expect(
      outcome.error == "c.json is not a JSON array of cities: line 2, column 9, element 2: "
        + "\"}\" instead of a value.")
    #expect(
      outcome.skipped == [
        "c.json:2: element 2: \"}\" instead of a value",
        "c.json:4: element 4: the text ends inside a string",
      ])
  }

  @Test func `lines of words between objects are skipped`() throws {
    let outcome = try Self.outcome("\(Self.element(1))\n\nx\nno more\n\(Self.element(4))\nend")
    #expect(outcome.kept == [1, 4])
    #expect(
      outcome.skipped == [
        "c.json:3: element 2: \"x\" instead of a value",
        "c.json:4: element 3: \"o\" inside null",
        "c.json:6: element 5: \"e\" instead of a value",
      ])
  }

  @Test func `the line that is no JSON may be the first`() throws {
    let outcome = try Self.outcome("{\n\(Self.element(2))\n")
    #expect(outcome.kept == [2])
    #expect(outcome.skipped == ["c.json:1: element 1: \"{\" instead of a key"])
  }

  @Test func `an object that is no city is an element that is wrong`() throws {
    let outcome = try Self.outcome("{\"cities\":[\n\(Self.element(1))]}")
    #expect(outcome.error == "c.json:1: element 1: name: missing" && outcome.kept == nil)
  }

  @Test(
    arguments: [
      (#"{"name":"x",}"#, #""}" instead of a key"#),
      (#"{"x":[1,2,],"y":1}"#, #""]" instead of a value"#),
      (#"{name:"}]\"["}"#, #""n" instead of a key"#),
      (#"{"a":{},"b":+1}"#, #""+" instead of a value"#),
    ].named(by: \.0))
  func `leniently, an object of an array is skipped that is no JSON and has its braces`(
    example: Named<(String, String)>
  ) throws {
    let (wrong, reason) = example.value
    let (one, three) = (Self.element(1), Self.element(3))
    let outcome = try Self.outcome("[\(one),\n\(wrong) ,\n\(three), \(wrong)]")
    #expect(outcome.kept == [1, 3])
    #expect(
      outcome.skipped == [
        "c.json:2: element 2: \(reason)", "c.json:3: element 4: \(reason)",
      ])
    #expect(try Self.outcome("[\(wrong),\(three)]").kept == [3])
  }

  @Test(
    arguments: [
      "{\"x\":{,{}},", "{\"x\":[},", "{\"x\",}} ,", "{\"x\":1,} x,", "{\"x:1\n},", "x,",
      "{\"x\",},}",
    ].named(by: \.self))
  func `where the next element begins is not guessed`(example: Named<String>) throws {
    let wrong = example.value
    let outcome = try Self.outcome("[\(Self.element(1)),\n\(wrong)\(Self.element(3))]")
    #expect(outcome.kept == nil)
    #expect(outcome.error?.hasPrefix("c.json is not a JSON array of cities: line 2, ") == true)
  }

  @Test func `objects with CR between them are lines, too`() throws {
    let outcome = try Self.outcome(
      "\(Self.element(1))\r{x}\r{\r\(Self.element(4))\r\(Self.element(5))")
    #expect(outcome.kept == [1, 4, 5] && outcome.skipped.count == 2)
  }

  @Test func `leniently, an array may end in a comma`() throws {
    let outcome = try Self.outcome("[\(Self.element(1)),\n\(Self.element(2)),\n]\n")
    #expect(outcome.kept == [1, 2])
    #expect(
      outcome.error == "c.json is not a JSON array of cities: line 3, column 1, element 3: "
        + "\"]\" instead of a value.")
    #expect(outcome.skipped == ["c.json:3: element 3: \"]\" instead of a value"])
  }

  @Test func `leniently, an array that is cut off keeps its whole elements`() throws {
    for (rest, reason) in [
      (",\n{\"name\":\"Os", "c.json:3: element 3: the text ends inside a string"),
      (",\n", "c.json:3: element 3: the text ends instead of a value"),
      ("\n", "c.json:2: element 2: the text ends instead of \",\" or \"]\""),
    ] {
      let outcome = try Self.outcome("[\(Self.element(1)),\n\(Self.element(2))\(rest)")
      #expect(outcome.kept == [1, 2] && outcome.skipped == [reason])
    }
  }

  @Test func `text between elements that is not JSON is refused in both modes`() throws {
    for rest in [" \(Self.element(2))]", ",}]", ",x,\(Self.element(2))]", "]]"] {
      let outcome = try Self.outcome("[\(Self.element(1))\(rest)")
      #expect(outcome.kept == nil && outcome.skipped.isEmpty, "\(rest)")
    }
  }

  @Test func `OpenWeatherMap's list is read`() throws {
    let text = """
      [
          {
              "id": 833,
              "name": "Ḩeşār-e Sefīd",
              "state": "",
              "country": "IR",
              "coord": {
                  "lon": 47.159401,
                  "lat": 34.330502
              }
          },
          {
              "id": 1e3,
              "name": "Oslo",
              "state": "",
              "country": "Norway",
              "coord": {}
          }
      ]
      """
    let outcome = try Self.outcome(text)
    #expect(outcome.kept == [833])
    #expect(
      outcome.skipped == [
        "c.json:12: element 2: country: must be two capital letters, got \"Norway\""
      ])
  }
}
