import Fixtures
import Foundation
import PrefixSearch
import TestSupport
import Testing

@testable import CitySearch

/// The names of countries and divisions.
@Suite("The table of regions") struct RegionTableTests {
  private static let lines = """
    texas\tUS\tTX\tdivision
    tx\tUS\tTX\tpostal
    usa\tUS\t*\tcountry-alias
    georgia\tUS\tGA\tdivision
    georgia\tGE\t*\tcountry
    t\tUS\tTX\tx
    nowhere\tAQ\t*\tcountry
    ohio\tUS\tOH\tdivision
    new texas\tUS\tTX\tdivision
    Ţexás-\tUS\tTX\tdivision
    """

  private static func gazetteer(regions: String? = lines) throws -> Gazetteer {
    let cities = Data(lines: [
      GeoNamesLine(id: 1, name: "Paris").with(9, "US").with(11, "TX").data,
      GeoNamesLine(id: 2, name: "Rome").with(9, "US").with(11, "GA").data,
      GeoNamesLine(id: 3, name: "Gori").with(9, "GE").with(11, "1").data,
    ])
    return try withTemporaryFile(cities) { file in
      guard let regions else {
        return try Gazetteer(
          contentsOf: file, admin1Codes: Fixtures.admin1Codes, countryInfo: Fixtures.countryInfo)
      }
      return try withTemporaryFile(Data(regions.utf8), named: "regions.tsv") {
        try Gazetteer(contentsOf: file, regions: $0)
      }
    }
  }

  /// The ids of the cities in the regions with a name, and in those whose name begins with it.
  private static func cities(
    _ text: String, in gazetteer: Gazetteer
  ) -> (exact: [Int], longer: [Int]) {
    let key = Array(text.utf8)
    let table = gazetteer.table
    let lines = table.regions.lines(of: key.span)
    let (exact, longer) = (table.area(ofLines: lines.exact), table.area(ofLines: lines.longer))
    func ids(_ area: Area) -> [Int] {
      gazetteer.indices.filter { table.contains(AreaIntersection(area), $0) }
        .map { gazetteer.id(atRow: $0) }.sorted()
    }
    return (ids(exact), ids(longer))
  }

  @Test func `a name is that of a country or a division, or of several`() throws {
    let gazetteer = try Self.gazetteer()
    for (name, ids) in [("texas", [1]), ("tx", [1]), ("usa", [1, 2]), ("georgia", [2, 3])] {
      #expect(Self.cities(name, in: gazetteer).exact == ids, "\(name)")
      #expect(Self.cities(name + " ", in: gazetteer).exact == ids, "\(name)")
      #expect(Self.cities(name, in: gazetteer).longer == [])
    }
  }

  @Test func `the beginning of a name finds the same regions as the name`() throws {
    let gazetteer = try Self.gazetteer()
    for (text, ids) in [("te", [1]), ("g", [2, 3]), ("new ", [1]), ("new", [1]), ("us", [1, 2])] {
      let found = Self.cities(text, in: gazetteer)
      #expect(found.exact == [] && found.longer == ids, "\(text)")
    }
    for text in ["", " ", "x", "texasx", "texas x", "te "] {
      let found = Self.cities(text, in: gazetteer)
      #expect(found.exact == [] && found.longer == [], "\(text)")
    }
  }

  @Test func `names of one letter and regions without cities are left out`() throws {
    let gazetteer = try Self.gazetteer()
    #expect(
      gazetteer.table.regions.completions.map(\.key).map { String(decoding: $0, as: UTF8.self) }
        == ["georgia ", "new texas ", "texas ", "tx ", "usa "])
    // The line that folds to one before it is there once.
    let texas = gazetteer.table.regions.lines(of: Array("texas".utf8).span).exact
    #expect(texas.count == 1)
    try gazetteer.verify()
  }

  @Test func `without a file there are codes and the names that are joined in`() throws {
    let gazetteer = try Self.gazetteer(regions: nil)
    for (name, ids) in [
      ("us", [1, 2]), ("united states", [1, 2]), ("texas", [1]), ("georgia", [2, 3]), ("ge", [3]),
    ] {
      #expect(Self.cities(name, in: gazetteer).exact == ids, "\(name)")
    }
    #expect(Self.cities("ohio", in: gazetteer).exact == [])
  }

  @Test(arguments: [
    ("texas\tUS\tTX", " has the wrong form: lines must have 4 columns with tabs between them, and"),
    ("\tUS\tTX\tx", ":1: column 1 (name): empty"),
    ("\u{200B}\tUS\tTX\tx", ":1: column 1 (name): must not be blank"),
    (
      "texas\tUSA\tTX\tx",
      ":1: column 2 (country code): must be two capital letters, got \"USA\""
    ),
    ("texas\tUS\t\tx", ":1: column 3 (admin1 code): empty"),
  ])
  func `errors of a file are reported`(content: String, message: String) {
    let error = #expect(throws: GazetteerError.self) { try Self.gazetteer(regions: content) }
    #expect(
      error?.description.contains("regions.tsv" + message) == true, "\(error?.description ?? "")")
  }
}
