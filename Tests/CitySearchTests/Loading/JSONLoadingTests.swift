import CitySearch
import Foundation
import GazetteerBuilding
import TestSupport
import Testing

/// The JSON of the 200k-cities coding challenge: an array of objects.
@Suite("Places in JSON") struct JSONLoadingTests {
  static func element(
    id: String = "2", name: String = "\"Oslo\"", country: String = "\"NO\"", lon: String = "10.75",
    lat: String = "59.91"
  ) -> String {
    """
    {"country":\(country),"name":\(name),"_id":\(id),"coord":{"lon":\(lon),"lat":\(lat)}}
    """
  }

  private static func missing(_ field: String, _ members: String...) -> String {
    let list = members.map { "\"\($0)\"" }.joined(separator: ", ")
    return "missing; the members are \(list) (others are named by --columns \(field)=…, or "
      + "GazetteerLoader.columns)"
  }

  private static let coordinate = "{\"lon\":10.75,\"lat\":59.91}"

  /// Single wrong values in the second of three elements.
  static let wrong: [(element: String, reason: String)] = [
    ("null", "must be an object"),
    ("1", "must be an object"),
    ("\"Oslo\"", "must be an object"),
    ("[\(element())]", "must be an object"),
    ("{}", "name: \(missing("name"))"),
    ("{\"oslo\":\(element())}", "name: \(missing("name", "oslo"))"),
    ("{\"Sted\":\"Oslo\",\"Bredde\":1}", "name: \(missing("name", "Bredde", "Sted"))"),
    ("{\"city\":\(element())}", "city: must be a valid text"),
    (
      element().replacing("\"coord\":", with: "\"Coord\":"),
      "latitude: \(missing("latitude", "Coord", "_id", "country", "name"))"
    ),
    (
      element().replacing("\"lon\":", with: "\"east\":"),
      "longitude: \(missing("longitude", "_id", "coord", "country", "name"))"
    ),
    (element().replacing(coordinate, with: "null"), "coord: must be an object"),
    (element().replacing(coordinate, with: "[10.75,59.91]"), "coord: must be an object"),
    (element(lon: "\"east\""), "coord.lon: must be a decimal number, got \"east\""),
    (element(lon: "\"\""), "coord.lon: missing"),
    (element(lon: "null"), "coord.lon: must be a number"),
    (element(lon: "-181"), "coord.lon: must be between -180 and 180, got -181.0"),
    (element(lon: "1e999"), "coord.lon: must be a number"),
    (element(lat: "91"), "coord.lat: must be between -90 and 90, got 91.0"),
    (element(lat: "-90.0000001"), "coord.lat: must be between -90 and 90, got -90.0000001"),
    (element(id: "\"a\""), "_id: must be a whole number of up to 18 digits, got \"a\""),
    (element(id: "2.5"), "_id: must be a whole number of up to 18 digits"),
    (element(id: "true"), "_id: must be a whole number of up to 18 digits"),
    (element(id: "1e30"), "_id: must be a whole number of up to 18 digits"),
    (element(id: "12345678901234567890"), "_id: must be a whole number of up to 18 digits"),
    (element(id: "-2"), "id: must be between 0 and 4294967295, got -2"),
    (element(id: "4294967296"), "id: must be between 0 and 4294967295, got 4294967296"),
    (element(id: "1"), "id: 1 is the id of an earlier city, too"),
    (element(id: "2,\"id\":3"), "id: given twice"),
    (element(id: "2,\"population\":-1"), "population: must be between 0 and 4294967295, got -1"),
    (
      element(id: "2,\"pop\":\"1.500\""),
      "pop: must be a whole number of up to 18 digits, got \"1.500\""
    ),
    (
      #"{"geometry":{"type":"Polygon","coordinates":[]},"properties":{"name":"A"}}"#,
      "geometry.type: must be \"Point\", got \"Polygon\""
    ),
    (#"{"geometry":null,"properties":{"name":"A"}}"#, "geometry: must be an object"),
    (
      #"{"geometry":{"type":"Point","coordinates":[1]},"properties":{"name":"A"}}"#,
      "geometry.coordinates: must be a longitude and a latitude"
    ),
    (
      #"{"geometry":{"type":"Point","coordinates":[1,91]},"properties":{"name":"A"}}"#,
      "geometry.coordinates: must be between -90 and 90, got 91.0"
    ),
    (
      #"{"geometry":{"type":"Point","coordinates":[1,2]},"properties":null}"#,
      "properties: must be an object"
    ),
    (
      #"{"geometry":{"type":"Point","coordinates":[1,2]},"properties":{"pop":"x","name":"A"}}"#,
      "properties.pop: must be a whole number of up to 18 digits, got \"x\""
    ),
    (element(name: "null"), "name: must be a valid text"),
    (element(name: "5"), "name: must be a valid text"),
    (element(name: "\"\""), "name: empty"),
    (element(name: "\"\\ud800\""), "name: must be a valid text"),
    (element(name: "\" \\u00a0\\u200b\""), "name: must not be blank"),
    (element(name: "\"a\\tb\""), "name: must have no control characters, got U+0009"),
    (element(name: "\"a\\u0000\""), "name: must have no control characters, got U+0000"),
    (element(country: "1"), "country: must be a valid text"),
    (
      element(country: "\"N\""),
      "country: must be a code of two or three letters, or a name, got \"N\""
    ),
    (element(country: "\"NO\",\"aliases\":[\"A\",1]"), "aliases: must be a valid text"),
    (
      element(country: "\"NO\",\"aliases\":[\"?\"]"),
      "aliases: \"?\": must have a letter or a digit"
    ),
  ]

  @Test(arguments: wrong.named(by: { "\($0.element), \($0.reason)" }))
  func `a wrong element is reported by number, member and reason, and alone is skipped`(
    example: Named<(element: String, reason: String)>
  ) throws {
    let (element, reason) = example.value
    let content = "[\(Self.element(id: "1")),\n\(element),\n\(Self.element(id: "3"))]"
    let outcome = try LoadingOutcome(of: Data(content.utf8), named: "c.json")
    #expect(outcome == .kept([1, 3], skipping: ["c.json: element 2: \(reason)"]))
  }

  @Test func `a text that is not UTF-8 is reported`() throws {
    let parts = Self.element().split(separator: "Oslo").map { Data($0.utf8) }
    let content = Data("[".utf8) + parts[0] + [0xFF] + parts[1] + Data(",\(Self.element())]".utf8)
    let outcome = try LoadingOutcome(of: content, named: "c.json")
    #expect(outcome == .kept([2], skipping: ["c.json: element 1: name: must be a valid text"]))
  }

  @Test(
    arguments: [
      "[NaN]", "[", "[\n{", "[{\"name\"", "[{\"name\":\"a\\", "[{\"name\":1 \"b\":2}]",
      "[{name:1}]", "[\(element())\n{}]", "[\(element())\n}", "[] []", "[/*1*/]", "[nul]", "[+1]",
      "['a']", "[\0]",
      "[\(element()),", String(repeating: "[", count: 100_000),
    ].named(by: \.self))
  func `a text that is no JSON is refused as a whole`(example: Named<String>) throws {
    let outcome = try LoadingOutcome(of: Data(example.value.utf8), named: "c.json")
    let beginning = "c.json is not a JSON array of cities: it is not valid JSON"
    #expect(outcome.error?.hasPrefix(beginning) == true)
    #expect(outcome.kept == nil && outcome.skipped.isEmpty)
  }

  @Test func `one object, or a sequence of them, is no array`() throws {
    let outcome = try LoadingOutcome(of: Data(Self.element().utf8), named: "c.json")
    #expect(
      outcome
        == .refused(
          "c.json is not a JSON array of cities: it has something else than an array or the features of "
            + "GeoJSON."))
    let sequence = Data("\(Self.element(id: "1"))\n\(Self.element(id: "2"))".utf8)
    #expect(try LoadingOutcome(of: sequence).kept == nil)
  }

  private static let features = [
    #"""
    {"type":"Feature","id":"node/240109189","geometry":{"type":"Point","coordinates":[10.75,59.91,7]},
     "properties":{"@id":"node/240109189","name":"Oslo","population":"580 000","lat":1,"country":"NO"}}
    """#,
    #"""
    {"type":"Feature","id":2,"properties":{"Sted":"x","name":"Moss","country":null},
     "geometry":{"type":"Point","coordinates":[10.66,59.43]}}
    """#,
  ].joined(separator: ",")

  @Test(arguments: [
    #"{"type":"FeatureCollection","features":[\#(features)],"bbox":[1,2,3,4]}"#, "[\(features)]",
  ])
  func `points of GeoJSON are places`(text: String) throws {
    let gazetteer = try GazetteerLoader().load(.data(Data(text.utf8), name: "x")).gazetteer
    #expect(gazetteer.map(\.name) == ["Moss", "Oslo"])
    let oslo = try #require(gazetteer.first { $0.name == "Oslo" })
    #expect(oslo.coordinate == Coordinate(latitude: 59.91, longitude: 10.75))
    #expect(
      oslo.population == 580_000 && oslo.countryCode == "NO" && oslo.id.rawValue > 999_999_999)
    #expect(gazetteer.city(withID: 2)?.name == "Moss")
    var loader = GazetteerLoader()
    loader.columns = [.name: "Sted"]
    loader.isLenient = true
    let renamed = try loader.load(.data(Data(text.utf8), name: "x"))
    #expect(renamed.gazetteer.map(\.name) == ["x"])
    #expect(renamed.report.skipped.first?.description.contains("element 1: name: missing") == true)
  }

  @Test(arguments: ["[]", " [ ] ", "\n\n[]\n", "\u{FEFF}[]"].named(by: \.self))
  func `an array without elements is no cities`(example: Named<String>) throws {
    #expect(try LoadingOutcome(of: Data(example.value.utf8)) == LoadingOutcome(kept: []))
  }

  @Test(
    arguments: [
      "[\(element())]", "\u{FEFF}[\(element())]\r\n", " \t\n[\(element())]",
      "[\(element().replacing("_id", with: "id"))]", "[\(element(id: "2.0"))]",
      "[\(element(id: "0.2e1"))]", "[\(element(id: "20E-1"))]",
      "[ { \"coord\" : { \"lat\" : 59.91 , \"lon\" : 10.75 } ,\n\"_id\" : 2 , \"name\" : \"Oslo\", \"country\" : \"NO\" } ]",
      "[\(element(name: "\"\\u004f\\u0073lo\"", lon: "1.075e1", lat: "5.991E+01"))]",
      "[\(element().replacing("name", with: "n\\u0061me"))]",
      "[\(element(id: "\"2\"", lon: "\"10.75\"", lat: "\"59,91\""))]",
      "[\(element().dropLast()),\"lat\":1,\"x\":[{\"name\":1},[],{},1.5e-3,true,null],\"pop\":null}]",
    ].named(by: \.self))
  func `one city in many spellings is the same`(example: Named<String>) throws {
    let gazetteer = try withTemporaryFile(Data(example.value.utf8)) {
      try Gazetteer(contentsOf: $0)
    }
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
    let content = Data("[\(Self.element(name: "\"\(written)\""))]".utf8)
    let gazetteer = try withTemporaryFile(content) { try Gazetteer(contentsOf: $0) }
    #expect(gazetteer.map { Array($0.name.utf8) } == [Array(name.utf8)])
  }

  @Test func `coordinates keep seven decimals, as in text`() throws {
    var generator = SeededGenerator(seed: 1)
    let numbers = (0..<500).map { _ in
      (
        Int.random(in: -900_000_000...900_000_000, using: &generator),
        Int.random(in: -1_800_000_000...1_800_000_000, using: &generator)
      )
    }
    func degrees(_ units: Int) -> String {
      let digits = String(units.magnitude)
      let padded = String(repeating: "0", count: max(0, 8 - digits.count)) + digits
      return (units < 0 ? "-" : "") + padded.dropLast(7) + "." + padded.suffix(7)
    }
    let elements = numbers.enumerated().map { number, place in
      Self.element(id: "\(number)", lon: degrees(place.1), lat: degrees(place.0))
    }
    let rows = numbers.enumerated().map { "\($0),Oslo,\(degrees($1.0)),\(degrees($1.1))" }
    for text in [
      "[\(elements.joined(separator: ","))]", "id,name,lat,lon\n" + rows.joined(separator: "\n"),
    ] {
      let (gazetteer, _) = try GazetteerLoader().load(.data(Data(text.utf8), name: "x"))
      for (number, place) in numbers.enumerated() {
        let coordinate = try #require(gazetteer.city(withID: City.ID(number))).coordinate
        #expect(coordinate.fixedLatitude == place.0 && coordinate.fixedLongitude == place.1)
      }
    }
    let small = Data("[\(Self.element(lon: "-5e-05", lat: "1E-3"))]".utf8)
    let (gazetteer, _) = try GazetteerLoader().load(.data(small, name: "x"))
    #expect(gazetteer.first?.coordinate == Coordinate(latitude: 0.001, longitude: -0.00005))
  }
}
