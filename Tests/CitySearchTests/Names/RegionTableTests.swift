import Fixtures
import Foundation
import PrefixSearch
import TestSupport
import Testing

@testable import CitySearch
@testable import GazetteerBuilding

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
  ) -> (exact: [City.ID], longer: [City.ID]) {
    let (table, key) = (gazetteer.table.regions, Array(text.utf8))
    func ids(_ regions: Gazetteer.NamedRegions) -> [City.ID] {
      let area = Area([regions])
      return gazetteer.indices.filter { gazetteer.table.contains(area, $0) }
        .map { gazetteer.id(atRow: $0) }.sorted()
    }
    let exact = table.lines(named: key.span).map { Region(line: table.line($0)) }
    return (ids(.init(all: exact)), ids(gazetteer.regions(beginningWith: key[...])))
  }

  @Test func `a name is that of a country or a division, or of several`() throws {
    let gazetteer = try Self.gazetteer()
    for (name, ids) in [
      ("texas", [1 as City.ID]), ("tx", [1]), ("usa", [1, 2]), ("georgia", [2, 3]),
    ] {
      #expect(Self.cities(name, in: gazetteer).exact == ids, "\(name)")
      #expect(Self.cities(name + " ", in: gazetteer).exact == ids, "\(name)")
      #expect(Self.cities(name, in: gazetteer).longer == [])
    }
  }

  @Test func `the beginning of a name finds the same regions as the name`() throws {
    let gazetteer = try Self.gazetteer()
    for (text, ids) in [
      ("te", [1 as City.ID]), ("g", [2, 3]), ("new ", [1]), ("new", [1]), ("us", [1, 2]),
    ] {
      let found = Self.cities(text, in: gazetteer)
      #expect(found.exact == [] && found.longer == ids, "\(text)")
    }
    for text in ["", " ", "x", "texasx", "texas x", "te "] {
      let found = Self.cities(text, in: gazetteer)
      #expect(found.exact == [] && found.longer == [], "\(text)")
    }
  }

  @Test func `a city lies in an area if it lies in a region of each name`() throws {
    let gazetteer = try SampleCities.gazetteer()
    let table = gazetteer.table
    let names = table.regions.completions.map { $0.key.dropLast() }
    var generator = SeededGenerator(seed: 7)
    func regions(_ row: CityRow) -> Set<Region> {
      let division = table.division(atRow: row)
      let country = table.countryNumber(ofDivision: division)
      let subdivisions = table.subdivisionPath(atRow: row).map { Region.subdivision($0) }
      return Set(
        subdivisions
          + [
            .division(division), .country(country), .country(table.territories.state(of: country)),
          ])
    }
    for _ in 0..<40 {
      let typed = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        names.randomElement(using: &generator) ?? []
      }
      let isBegun = Bool.random(using: &generator)
      let named = typed.map {
        isBegun ? gazetteer.regions(beginningWith: $0.prefix(1)) : gazetteer.regions(withKey: $0)
      }
      let meant = named.map { regions in
        Set(
          regions.all + regions.longer.map { Region(line: table.regions.line($0)) }
            + regions.longerOfMore.map { table.place(ofLine: $0) })
      }
      let expected = gazetteer.indices.filter { row in
        meant.allSatisfy { !$0.isDisjoint(with: regions(row)) }
      }
      let area = Area(named)
      #expect(gazetteer.indices.filter { table.contains(area, $0) } == expected, "\(typed)")
      let cities = table.cities(in: area)
      #expect(gazetteer.indices.filter { cities.contains($0) } == expected, "\(typed)")
      let around = Set(table.divisions(around: area))
      #expect(expected.allSatisfy { around.contains(table.division(atRow: $0)) }, "\(typed)")
    }
  }

  @Test func `a region is found among lines exactly if one of them has it`() throws {
    let table = try Self.gazetteer().table
    let regions = table.regions
    let count = regions.completions.reduce(0) { $0 + $1.rows.count }
    let (divisions, countries) = (UInt32(table.divisionCount), UInt32(table.countryCount))
    // The last number of each kind is that of no division and of no country.
    let all = (0...divisions).map { $0 } + (0...countries).map { $0 | RegionTable.countryFlag }
    for lower in 0...count {
      for upper in lower...count {
        let values = Set((lower..<upper).map { regions.line($0) })
        for region in all {
          #expect(
            regions.contains(region, in: lower..<upper) == values.contains(region),
            "\(region) in \(lower)..<\(upper)")
        }
      }
    }
  }

  @Test func `names of one letter and regions without cities are left out`() throws {
    let gazetteer = try Self.gazetteer()
    #expect(
      gazetteer.table.regions.completions.map(\.key).map { String(decoding: $0, as: UTF8.self) }
        == ["georgia ", "new texas ", "texas ", "tx ", "usa "])
    // Of lines that fold to the same name, one is kept.
    let texas = gazetteer.table.regions.lines(named: Array("texas".utf8).span)
    #expect(texas.count == 1)
    try gazetteer.verify()
  }

  @Test func `without a file there are codes and the names that are joined in`() throws {
    let gazetteer = try Self.gazetteer(regions: nil)
    for (name, ids) in [
      ("us", [1 as City.ID, 2]), ("united states", [1, 2]), ("texas", [1]), ("georgia", [2, 3]),
      ("ge", [3]),
    ] {
      #expect(Self.cities(name, in: gazetteer).exact == ids, "\(name)")
    }
    #expect(Self.cities("ohio", in: gazetteer).exact == [])
  }

  @Test(
    arguments: [
      (
        "texas\tUS\tTX",
        " has the wrong form: lines must have 4 columns with tabs between them, and"
      ),
      ("\tUS\tTX\tx", ":1: column 1 (name): empty"),
      ("\u{200B}\tUS\tTX\tx", ":1: column 1 (name): must not be blank"),
      (
        "texas\tUSA\tTX\tx",
        ":1: column 2 (country code): must be two capital letters, got \"USA\""
      ),
      ("texas\tUS\t\tx", ":1: column 3 (admin1 code): empty"),
    ].named(by: \.0))
  func `errors of a file are reported`(example: Named<(String, String)>) {
    let (content, message) = example.value
    let error = #expect(throws: GazetteerError.self) { try Self.gazetteer(regions: content) }
    #expect(
      error?.description.contains("regions.tsv" + message) == true, "\(error?.description ?? "")")
  }
}
