import CitySearch
import Fixtures
import Foundation
import GazetteerBuilding
import TestSupport
import Testing

/// The names of divisions and countries that are joined in.
@Suite("Loading names of places") struct PlaceNamesLoadingTests {
  /// Loads one city of Bergen with the two files given.
  private func load(
    admin1Codes: Data? = nil, countryInfo: Data? = nil
  ) throws -> (gazetteer: Gazetteer?, error: String?, skipped: [String]) {
    try withTemporaryFolder { folder in
      func file(_ name: String, _ content: Data?) throws -> URL? {
        guard let content else { return nil }
        let url = folder.appending(path: name)
        try content.write(to: url)
        return url
      }
      let cities = folder.appending(path: "cities.txt")
      try GeoNamesLine().data.write(to: cities)
      let admin1Codes = try file("admin1.txt", admin1Codes)
      let countryInfo = try file("countries.txt", countryInfo)
      var strict: String?
      do throws(GazetteerError) {
        _ = try Gazetteer(contentsOf: cities, admin1Codes: admin1Codes, countryInfo: countryInfo)
      } catch {
        strict = error.description.replacing(folder.path + "/", with: "")
      }
      do throws(GazetteerError) {
        let (gazetteer, report) = try Self.lenientLoader(admin1Codes, countryInfo)
          .load(.file(cities))
        return (
          gazetteer, strict,
          report.skipped.map { $0.description.replacing(folder.path + "/", with: "") }
        )
      } catch {
        #expect(error.description.replacing(folder.path + "/", with: "") == strict)
        return (nil, strict, [])
      }
    }
  }

  private static func lenientLoader(_ admin1Codes: URL?, _ countryInfo: URL?) -> GazetteerLoader {
    var loader = GazetteerLoader()
    loader.isLenient = true
    loader.admin1Codes = admin1Codes.map(LoadingSource.file)
    loader.countryInfo = countryInfo.map(LoadingSource.file)
    return loader
  }

  private static func country(_ code: String, _ name: String) -> Data {
    Data("\(code)\tXXX\t1\tXX\t\(name)\(String(repeating: "\t", count: 14))".utf8)
  }

  /// Loads one city of Bergen, a code of which stands in column 4, with codes of airports.
  private static func codes(_ lines: String) throws -> [String] {
    var loader = GazetteerLoader()
    loader.airportCodes = .data(Data(lines.utf8), name: "airports")
    let line = GeoNamesLine().with(4, "BGO,Björgvin").data
    let gazetteer = try loader.load(.data(line, name: "cities")).gazetteer
    return gazetteer.names(of: try #require(gazetteer.first))
      .filter { $0.kind == .code }.map(\.text)
  }

  @Test func `codes of airports are other names of their cities`() throws {
    let lines = [
      "code\tid\thow", "XYZ\t1\tname", "BGO\t1\tname", "QBE\t1\tmetropolitan",
      // The city is a guess, or is not loaded.
      "NEA\t1\tnearest", "ABC\t7\tname",
    ]
    #expect(try Self.codes(lines.joined(separator: "\n")) == ["BGO", "QBE", "XYZ"])
  }

  @Test(arguments: [
    (
      "BGO\tx\tname",
      "airports:1: column 2 (id): must be a number of at most 4294967295, got \"x\""
    ),
    (
      "Bgo\t1\tname",
      "airports:1: column 1 (code): must be three or four capital letters, got \"Bgo\""
    ),
    (
      "BGO\t1",
      "airports has the wrong form: lines must have 3 columns with tabs between them, and have 2."
    ),
  ])
  func `a malformed code of an airport is refused`(line: String, message: String) {
    let error = #expect(throws: GazetteerError.self) { try Self.codes(line) }
    #expect(error?.description == message)
  }

  @Test func `a gazetteer takes no names that come later`() throws {
    try withTemporaryFolder { folder in
      let cities = folder.appending(path: "cities.gazetteer")
      try SampleCities.gazetteer().write(to: cities)
      let message =
        "\(cities.path) is a gazetteer, whose names are fixed: "
        + "join in or leave out names when it is built from a text."
      for (divisions, countries) in [
        (Fixtures.admin1Codes, nil), (nil, Fixtures.countryInfo),
        (Fixtures.admin1Codes, Fixtures.countryInfo),
      ] {
        let strict = #expect(throws: GazetteerError.self) {
          try Gazetteer(contentsOf: cities, admin1Codes: divisions, countryInfo: countries)
        }
        let lenient = #expect(throws: GazetteerError.self) {
          try Self.lenientLoader(divisions, countries).load(.file(cities))
        }
        #expect(strict?.description == message && lenient?.description == message)
      }
    }
  }

  @Test func `there may be names of any number of divisions`() throws {
    let lines = (0..<70_000).map { Data("SE.x\($0)\tname \($0)\ta\t1".utf8) }
    let (gazetteer, error, _) = try load(admin1Codes: Data(lines: lines))
    #expect(error == nil)
    let city = try #require(gazetteer?.first)
    #expect(city.countryCode == "NO" && city.divisionCode == "46")
    var other = city
    (other.countryCode, other.divisionCode) = ("SE", "x69999")
    #expect(gazetteer?.divisionName(of: other) == "name 69999")
  }

  static let good = Data("NO.46\tVestland\tVestland\t1".utf8)
  static let invalid = Data([0xFF])

  static let divisions: [(LoadingCase, String)] = [
    ("an empty line", Data(), "an empty line"),
    ("a column too few", Data("SE.01\ta\ta".utf8), "must have 4 columns, got 3"),
    ("a column too many", Data("SE.01\ta\ta\t1\t".utf8), "must have 4 columns, got 5"),
    (
      "no point in the code", Data("SE01\ta\ta\t1".utf8),
      "column 1 (code): must be two capital letters, a point and up to 8 bytes, got \"SE01\""
    ),
    (
      "no country in the code", Data(".01\ta\ta\t1".utf8),
      "column 1 (code): must be two capital letters, a point and up to 8 bytes, got \".01\""
    ),
    (
      "no division in the code", Data("SE.\ta\ta\t1".utf8),
      "column 1 (code): must be two capital letters, a point and up to 8 bytes, got \"SE.\""
    ),
    (
      "a code of one letter that takes two bytes", Data("é.01\ta\ta\t1".utf8),
      "column 1 (code): must be two capital letters, a point and up to 8 bytes, got \"é.01\""
    ),
    (
      "bytes as code", invalid + Data("\ta\ta\t1".utf8),
      "column 1 (code): must be two capital letters, a point and up to 8 bytes, got \"\u{FFFD}\""
    ),
    ("no name", Data("SE.01\t\ta\t1".utf8), "column 2 (name): empty"),
    (
      "bytes as name", Data("SE.01\t".utf8) + invalid + Data("\ta\t1".utf8),
      "column 2 (name): not valid UTF-8"
    ),
    ("a code again", Data("NO.46\tb\tb\t2".utf8), "column 1 (code): \"NO.46\" has a name already"),
  ].map { (LoadingCase($0.0, $0.1), $0.2) }

  @Test(arguments: divisions.named(by: \.0))
  func `a wrong line of divisions is reported, and alone is skipped`(
    example: Named<(LoadingCase, String)>
  ) throws {
    let (wrong, reason) = example.value
    let content = Data(lines: [Self.good, wrong.content, Data("DK.84\tHovedstaden\t\t".utf8)])
    let (gazetteer, error, skipped) = try load(admin1Codes: content)
    #expect(error == "admin1.txt:2: \(reason)")
    #expect(skipped == ["admin1.txt:2: \(reason)"])
    let bergen = try #require(gazetteer?.first)
    #expect(gazetteer?.divisionName(of: bergen) == "Vestland")
    var copenhagen = bergen
    (copenhagen.countryCode, copenhagen.divisionCode) = ("DK", "84")
    #expect(gazetteer?.divisionName(of: copenhagen) == "Hovedstaden")
  }

  static let countries: [(LoadingCase, String)] = [
    ("an empty line", Data(), "an empty line"),
    ("a column too few", country("SE", "Sweden").dropLast(), "must have 19 columns, got 18"),
    ("a column too many", country("SE", "Sweden") + [9], "must have 19 columns, got 20"),
    (
      "a code of three letters", country("SWE", "Sweden"),
      "column 1 (code): must be two capital letters, got \"SWE\""
    ),
    (
      "a code of one letter that takes two bytes", country("é", "Sweden"),
      "column 1 (code): must be two capital letters, got \"é\""
    ),
    ("no name", country("SE", ""), "column 5 (name): empty"),
    ("a code again", country("NO", "Norge"), "column 1 (code): \"NO\" has a name already"),
  ].map { (LoadingCase($0.0, $0.1), $0.2) }

  @Test(arguments: countries.named(by: \.0))
  func `a wrong line of countries is reported, and alone is skipped`(
    example: Named<(LoadingCase, String)>
  ) throws {
    let (wrong, reason) = example.value
    let content = Data(lines: [
      Data("# a comment\twith a tab".utf8), Self.country("NO", "Norway"), wrong.content,
      Self.country("DK", "Denmark"),
    ])
    let (gazetteer, error, skipped) = try load(countryInfo: content)
    #expect(error == "countries.txt:3: \(reason)")
    #expect(skipped == ["countries.txt:3: \(reason)"])
    let bergen = try #require(gazetteer?.first)
    #expect(gazetteer?.countryName(of: bergen) == "Norway")
  }

  @Test func `skipped records are reported in the order of reading`() throws {
    let (_, error, skipped) = try load(
      admin1Codes: Data("x\n".utf8) + Data(lines: [Self.good]),
      countryInfo: Data("y\n".utf8) + Self.country("NO", "Norway"))
    #expect(error == "countries.txt:1: must have 19 columns, got 1")
    #expect(
      skipped == [
        "countries.txt:1: must have 19 columns, got 1", "admin1.txt:1: must have 4 columns, got 1",
      ])
  }

  @Test func `an empty file of names is refused`() throws {
    let (gazetteer, error, _) = try load(admin1Codes: Data())
    #expect(gazetteer == nil)
    #expect(error == "admin1.txt is empty.")
  }

  @Test func `lines may end in CR LF and begin with a byte order mark`() throws {
    let mark = Data([0xEF, 0xBB, 0xBF])
    let (gazetteer, error, _) = try load(
      admin1Codes: mark + Self.good + Data("\r\n".utf8),
      countryInfo: mark + Data("#ISO\r\n".utf8) + Self.country("NO", "Norway") + Data("\r\n".utf8))
    #expect(error == nil)
    let bergen = try #require(gazetteer?.first)
    #expect(gazetteer?.divisionName(of: bergen) == "Vestland")
    #expect(gazetteer?.countryName(of: bergen) == "Norway")
  }

  @Test func `the files that are shipped name the places of every difficult city`() throws {
    let gazetteer = try SampleCities.gazetteer()
    let london = try #require(gazetteer.city(withID: 2_643_743))
    #expect(gazetteer.countryName(of: london) == "United Kingdom")
    #expect(gazetteer.divisionName(of: london) == "England")
    #expect(gazetteer.allSatisfy { gazetteer.countryName(of: $0) != nil || $0.countryCode.isEmpty })
  }
}
