import CitySearch
import Foundation
import GazetteerBuilding
import TestSupport
import Testing

/// Single wrong values in the second of three elements.
@Suite("Records in JSON") struct ChallengeJSONRecordTests {
  static func element(
    id: String = "2", name: String = "\"Oslo\"", country: String = "\"NO\"", lon: String = "10.75",
    lat: String = "59.91"
  ) -> String {
    """
    {"country":\(country),"name":\(name),"_id":\(id),"coord":{"lon":\(lon),"lat":\(lat)}}
    """
  }

  static let cases: [(element: String, reason: String)] = [
    ("null", "null instead of an object"),
    ("true", "true instead of an object"),
    ("1", "a number instead of an object"),
    ("\"Oslo\"", "a string instead of an object"),
    ("[\(element())]", "an array instead of an object"),
    ("[]", "an array instead of an object"),
    ("{}", "name: missing"),
    ("{\"oslo\":\(element())}", "name: missing"),
    ("{\"city\":\(element())}", "city: an object instead of a string"),
    (element().replacing("\"name\":\"Oslo\",", with: ""), "name: missing"),
    (element().replacing("\"coord\":", with: "\"Coord\":"), "coord: missing"),
    (element().replacing("\"lon\":", with: "\"east\":"), "coord.lon: missing"),
    (element().replacing("\"lat\":", with: "\"north\":"), "coord.lat: missing"),
    (element().replacing("\"coord\":", with: "\"lat\":1,\"Coord\":"), "longitude: missing"),
    (element(id: "\"2\""), "_id: a string instead of a number"),
    (element(id: "2.5"), "_id: must be a whole number of up to 18 digits, got \"2.5\""),
    (element(id: "25e-1"), "_id: must be a whole number of up to 18 digits, got \"25e-1\""),
    (element(id: "1e30"), "_id: must be a whole number of up to 18 digits, got \"1e30\""),
    (
      element(id: "1e99999999999999999999"),
      "_id: must be a whole number of up to 18 digits, got \"1e99999999999999999999\""
    ),
    (element(id: "2,\"id\":3"), "id: given twice"),
    (element().replacing("\"_id\":2", with: "\"id\":1"), "id: 1 is the id of an earlier city, too"),
    (element(name: "\" \\u00a0\\u200b\""), "name: must not be blank"),
    (element(name: "\"a\\tb\""), "name: must have no control characters, got U+0009"),
    (element(name: "\"a\\u0000\""), "name: must have no control characters, got U+0000"),
    (element(country: "\"N\""), "country: must be two capital letters, got \"N\""),
    (element(id: "-2"), "_id: must be between 0 and 4294967295, got -2"),
    (element(id: "4294967296"), "_id: must be between 0 and 4294967295, got 4294967296"),
    (
      element(id: "123456789012345678901234567890"),
      "_id: must be a whole number of up to 18 digits, got \"123456789012345678901234567890\""
    ),
    (element(id: "1"), "_id: 1 is the id of an earlier city, too"),
    (element(name: "null"), "name: null instead of a string"),
    (element(name: "5"), "name: a number instead of a string"),
    (element(name: "[\"Oslo\"]"), "name: an array instead of a string"),
    (element(name: "\"\""), "name: empty"),
    (element(name: "\"\\ud800\""), "name: an escape that means no character"),
    (element(name: "\"\\udc00\\ud800\""), "name: an escape that means no character"),
    (element(name: "\"\\ud800\\u0041\""), "name: an escape that means no character"),
    (element(name: "\"\\u00g0\""), "name: an escape that means no character"),
    (element(name: "\"\\q\""), "name: an escape that means no character"),
    (element(name: "\"\\u00\""), "name: an escape that means no character"),
    (element(name: "\"Oslo\",\"name\":\"Bergen\""), "name: given twice"),
    (element(id: "2,\"_id\":3"), "_id: given twice"),
    (element(country: "\"NO\",\"country\":\"SE\""), "country: given twice"),
    (element(country: "1"), "country: a number instead of a string"),
    (element(country: "\"Norway\""), "country: must be two capital letters, got \"Norway\""),
    (
      element().replacing("{\"lon\":10.75,\"lat\":59.91}", with: "null"),
      "coord: null instead of an object"
    ),
    (
      element().replacing("{\"lon\":10.75,\"lat\":59.91}", with: "[10.75,59.91]"),
      "coord: an array instead of an object"
    ),
    (element(lon: "\"10.75\""), "coord.lon: a string instead of a number"),
    (element(lon: "-181"), "coord.lon: must be between -180 and 180, got \"-181\""),
    (element(lon: "1e999"), "coord.lon: must be between -180 and 180, got \"1e999\""),
    (element(lat: "91"), "coord.lat: must be between -90 and 90, got \"91\""),
    (element(lat: "-90.0000001"), "coord.lat: must be between -90 and 90, got \"-90.0000001\""),
    (element(lat: "1,\"lat\":2"), "coord.lat: given twice"),
    (element(id: "2.5", lat: "91"), "_id: must be a whole number of up to 18 digits, got \"2.5\""),
  ]

  @Test(arguments: cases.named(by: \.reason))
  func `a wrong element is reported by number, path and reason, and alone is skipped`(
    example: Named<(element: String, reason: String)>
  ) throws {
    let (element, reason) = example.value
    let content = "[\(Self.element(id: "1")),\n\(element),\n\(Self.element(id: "3"))]"
    let outcome = try LoadingOutcome(of: Data(content.utf8), named: "cities.json")
    #expect(outcome == .kept([1, 3], skipping: ["cities.json:2: element 2: \(reason)"]))
  }

  @Test func `invalid UTF-8 in a name or country is reported`() throws {
    for column in ["\"name\":\"", "\"country\":\""] {
      let parts = Self.element().split(separator: column).map { Data($0.utf8) }
      let wrong = parts[0] + Data(column.utf8) + [0xFF] + parts[1]
      let content = Data("[".utf8) + wrong + Data(",\(Self.element(id: "3"))]".utf8)
      let outcome = try LoadingOutcome(of: content, named: "cities.json")
      let path = column.filter(\.isLetter)
      #expect(
        outcome == .kept([3], skipping: ["cities.json:1: element 1: \(path): not valid UTF-8"]))
    }
  }

  @Test func `all wrong elements are reported in their order`() throws {
    let content = "[1,\(Self.element(id: "1")),{},\(Self.element(id: "1"))]"
    let outcome = try LoadingOutcome(of: Data(content.utf8), named: "cities.json")
    #expect(
      outcome
        == .kept(
          [1],
          skipping: [
            "cities.json:1: element 1: a number instead of an object",
            "cities.json:1: element 3: name: missing",
            "cities.json:1: element 4: _id: 1 is the id of an earlier city, too",
          ]))
  }

  @Test func `the nesting of skipped values has no limit`() throws {
    let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
    let content = Data("[\(Self.element()),\(deep)]".utf8)
    let outcome = try LoadingOutcome(of: content, named: "cities.json")
    #expect(
      outcome == .kept([2], skipping: ["cities.json:1: element 2: an array instead of an object"]))
  }
}

/// JSON texts as a whole.
@Suite("Files in JSON") struct ChallengeJSONFileTests {
  typealias Record = ChallengeJSONRecordTests

  @Test(
    arguments: [
      ("\t[NaN]", "line 1, column 3, element 1: \"N\" instead of a value"),
      ("[", "line 1, column 2, element 1: the text ends instead of a value"),
      ("[\n{", "line 2, column 2, element 1: the text ends instead of a key"),
      ("[{\"name\"", "line 1, column 9, element 1: the text ends instead of \":\""),
      ("[{\"näme", "line 1, column 8, element 1: the text ends inside a string"),
      ("[{\"name\":\"a\\", "line 1, column 13, element 1: the text ends inside a string"),
      ("[{\"name\":1 \"b\":2}]", "line 1, column 12, element 1: \"\"\" instead of \",\" or \"}\""),
      ("[{\"name\":1,}]", "line 1, column 12, element 1: \"}\" instead of a key"),
      ("[{name:1}]", "line 1, column 3, element 1: \"n\" instead of a key"),
      ("[\(Record.element())\n{}]", "line 2, column 1, element 1: \"{\" instead of \",\" or \"]\""),
      ("[\(Record.element()),\n,]", "line 2, column 1, element 2: \",\" instead of a value"),
      ("[\(Record.element()),\n] 1", "line 2, column 1, element 2: \"]\" instead of a value"),
      ("[\(Record.element())\n}", "line 2, column 1, element 1: \"}\" instead of \",\" or \"]\""),
      ("[[1}]", "line 1, column 4, element 1: \"}\" instead of \",\" or \"]\""),
      ("[] []", "line 1, column 4: \"[\" after the end of the array"),
      ("[/*1*/]", "line 1, column 2, element 1: \"/\" instead of a value"),
      ("[NaN]", "line 1, column 2, element 1: \"N\" instead of a value"),
      ("[nul]", "line 1, column 5, element 1: \"]\" inside null"),
      ("[+1]", "line 1, column 2, element 1: \"+\" instead of a value"),
      ("[{\"x\":01}]", "line 1, column 8, element 1: \"1\" instead of \",\" or \"}\""),
      ("[1.]", "line 1, column 4, element 1: \"]\" instead of a digit"),
      ("[-]", "line 1, column 3, element 1: \"]\" instead of a digit"),
      ("[1e]", "line 1, column 4, element 1: \"]\" instead of a digit"),
      ("['a']", "line 1, column 2, element 1: \"'\" instead of a value"),
      ("[\"a\tb\"]", "line 1, column 4, element 1: byte 0x09 inside a string"),
      ("[\"a\nb\"]", "line 1, column 4, element 1: byte 0x0a inside a string"),
      ("[\0]", "line 1, column 2, element 1: byte 0x00 instead of a value"),
    ].named(by: \.0))
  func `a text that is no JSON array is refused with line and column`(
    example: Named<(String, String)>
  ) throws {
    let (text, reason) = example.value
    let outcome = try LoadingOutcome(of: Data(text.utf8), named: "cities.json")
    #expect(outcome == .refused("cities.json is not a JSON array of cities: \(reason)."))
  }

  @Test func `every truncation of a text is refused, or leniently read as far as it goes`() throws {
    let extra = "\"x\":[true,-1.5e+3,null,{\"y\":{}}],"
    let second = Record.element(id: "3").replacing("\"name\"", with: "\(extra)\"name\"")
    let text = Data("[\(Record.element(name: "\"\\u00e9\"")), \(second)]".utf8)
    let first = "[\(Record.element(name: "\"\\u00e9\""))".utf8.count
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "cities.json")
      for length in 1..<text.count {
        try text.prefix(length).write(to: file)
        let outcome = LoadingOutcome(ofFile: file)
        #expect(
          outcome.error?.hasPrefix("cities.json is not a JSON array of cities: line 1") == true)
        let kept: [City.ID]? = length < first ? nil : length < text.count - 1 ? [2] : [2, 3]
        #expect(outcome.kept == kept, "\(length) bytes")
        #expect(
          length < first
            || outcome.skipped.count == 1 && outcome.skipped[0].contains("the text ends"))
      }
    }
  }

  @Test(
    arguments: [
      "[]", " [ ] ", "\n\n[]\n", "\u{FEFF}[]",
    ].named(by: \.self))
  func `an array without elements is no cities`(example: Named<String>) throws {
    let text = example.value
    #expect(try LoadingOutcome(of: Data(text.utf8)) == LoadingOutcome(kept: []))
  }

  @Test(
    arguments: [
      ("an array", "[\(Record.element())]"),
      ("a byte order mark", "\u{FEFF}[\(Record.element())]\r\n"),
      ("space before the array", " \t\n[\(Record.element())]"),
      ("an object", "\(Record.element())"),
      ("space around the object", "\t\(Record.element())\r\n"),
      ("another key", "[\(Record.element().replacing("_id", with: "id"))]"),
      ("2.0", "[\(Record.element(id: "2.0"))]"), ("0.2e1", "[\(Record.element(id: "0.2e1"))]"),
      ("20E-1", "[\(Record.element(id: "20E-1"))]"),
      (
        "space everywhere",
        "[ { \"coord\" : { \"lat\" : 59.91 , \"lon\" : 10.75 } ,\n\"_id\" : 2 , \"name\" : \"Oslo\", \"country\" : \"NO\" } ]"
      ),
      (
        "escapes and exponents",
        "[\(Record.element(name: "\"\\u004f\\u0073lo\"", lon: "1.075e1", lat: "5.991E+01"))]"
      ),
      ("an escape in a key", "[\(Record.element().replacing("name", with: "n\\u0061me"))]"),
      (
        "other keys",
        "[\(Record.element().dropLast()),\"x\":[{\"name\":\"\\ud800\"},[],{},1.5e-3,true,false,null]}]"
      ),
    ].named(by: \.0))
  func `one city in many spellings is the same`(example: Named<(String, String)>) throws {
    let (_, text) = example.value
    let gazetteer = try withTemporaryFile(Data(text.utf8)) { try Gazetteer(contentsOf: $0) }
    let expected = City(
      id: 2, name: "Oslo", countryCode: "NO",
      coordinate: Coordinate(latitude: 59.91, longitude: 10.75))
    #expect(Array(gazetteer) == [expected])
  }

  @Test(arguments: [
    (#"a\"b"#, "a\"b"), (#"\\"#, "\\"), (#"a\/b"#, "a/b"),
    (#"\u00e9\u00E9"#, "éé"), (#"\ud83c\udf06"#, "🌆"), (#"Ō\u304b"#, "Ōか"),
  ])
  func `escapes in names are decoded`(written: String, name: String) throws {
    let content = Data("[\(Record.element(name: "\"\(written)\""))]".utf8)
    let gazetteer = try withTemporaryFile(content) { try Gazetteer(contentsOf: $0) }
    #expect(gazetteer.map { Array($0.name.utf8) } == [Array(name.utf8)])
  }

  @Test func `small coordinates with exponents are read`() throws {
    let content = Data("[\(Record.element(lon: "-5e-05", lat: "1E-3"))]".utf8)
    let gazetteer = try withTemporaryFile(content) { try Gazetteer(contentsOf: $0) }
    #expect(gazetteer.first?.coordinate == Coordinate(latitude: 0.001, longitude: -0.00005))
  }

  @Test func `the example of the challenge is read`() throws {
    let text = """
      [{"country":"UA","name":"Hurzuf","_id":707860,"coord":{"lon":34.283333,"lat":44.549999}}]
      """
    let gazetteer = try withTemporaryFile(Data(text.utf8)) { try Gazetteer(contentsOf: $0) }
    let city = try #require(gazetteer.city(withID: 707_860))
    #expect(city.name == "Hurzuf" && city.countryCode == "UA" && city.population == 0)
    #expect(city.coordinate == Coordinate(latitude: 44.549999, longitude: 34.283333))
    #expect(gazetteer.timeZone(ofCityWithID: 707_860) == nil)
  }
}
