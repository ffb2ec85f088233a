import Fixtures
import Foundation
import GeoNamesCities
import PrefixSearch
import TestSupport
import Testing

@testable import CitySearch
@testable import GazetteerBuilding

/// Divisions below the first level, and the names of divisions of every level.
@Suite("Subdivisions") struct SubdivisionTests {
  private static let divisions = """
    code\tparent\tlevel\tiso\ttype\tname\tother names
    US.IL\t\t1\tUS-IL\tState\tIllinois\tState of Illinois
    US.IL.167\tUS.IL\t2\t\t\tSangamon County\tCondado de Sangamon
    US.IL.055\tUS.IL\t2\t\t\tFranklin County\tFranklin
    US.IL.999\tUS.IL\t2\t\t\tNowhere County\t
    FR.44\t\t1\tFR-GES\tRegion\tGrand Est\t
    FR-6AE\tFR.44\t2\tFR-6AE\tEuropean collectivity\tAlsace*\t
    FR.44.67\tFR-6AE\t3\tFR-67\tDepartment\tBas-Rhin\tDépartement du Bas-Rhin
    FR.44.57\tFR.44\t2\tFR-57\tDepartment\tMoselle\t
    IT.09\t\t1\tIT-25\tRegion\tLombardia\t
    IT.09.MI\tIT.09\t2\tIT-MI\tMetropolitan city\tMilano\tProvincia di Milano
    ID-JW\t\t0\tID-JW\tGeographical unit\tJawa\t
    ID.30\tID-JW\t1\tID-JB\tProvince\tJawa Barat\tWest Java
    ID.08\tID-JW\t1\tID-JI\tProvince\tJawa Timur\t
    GB.ENG\t\t1\tGB-ENG\tCountry\tEngland\t
    GB.ENG.B7\tGB.ENG\t2\tGB-BST\tUnitary authority\tBristol, City of\t
    """
  private static let cityDivisions = """
    id\tdivisions
    1\tUS.IL US.IL.167
    2\tUS.IL US.IL.055
    3\tFR.44 FR-6AE FR.44.67
    4\tFR.44 FR.44.57
    5\tIT.09 IT.09.MI
    6\tID-JW ID.30
    7\tID-JW ID.08
    8\tGB.ENG GB.ENG.B7
    9\tUS.IL US.IL.167
    10\tFR.44 FR-6AE
    77\tUS.IL US.IL.055
    """
  private static let countries = """
    code\tcode of three letters\tname\tofficial name\tcommon name\tother names
    US\tUSA\tUnited States\tUnited States of America\t\tthe States|Uncle Sam*
    KR\tKOR\tKorea, Republic of\t\tSouth Korea\t
    FR\tFRA\tFrance\tFrench Republic\t\t
    FR\tFXX\tFrance, Metropolitan\t\t\t
    """
  private static let cities: [(id: Int, name: String, country: String, division: String)] = [
    (1, "Franklin", "US", "IL"), (2, "Franklin", "US", "IL"), (3, "Strasbourg", "FR", "44"),
    (4, "Metz", "FR", "44"), (5, "Milano", "IT", "09"), (6, "Bandung", "ID", "30"),
    (7, "Surabaya", "ID", "08"), (8, "Bristol", "GB", "ENG"),
    // The file of divisions says something else.
    (9, "Elsewhere", "US", "WI"), (10, "Colmar", "FR", "44"), (11, "Unknown", "US", "IL"),
  ]

  private static func gazetteer(
    divisions: String = divisions, cityDivisions: String = cityDivisions,
    countries: String = countries
  ) throws -> Gazetteer {
    let lines = Self.cities.map { city in
      GeoNamesLine(id: city.id, name: city.name).with(9, city.country).with(11, city.division)
        .with(15, "\(1_000 * city.id)").data
    }
    var loader = GazetteerLoader()
    loader.divisions = .data(Data(divisions.utf8), name: "divisions.tsv")
    loader.cityDivisions = .data(Data(cityDivisions.utf8), name: "city-divisions.tsv")
    loader.countryNames = .data(Data(countries.utf8), name: "countries.tsv")
    let gazetteer = try loader.load(.data(Data(lines: lines), name: "cities")).gazetteer
    try gazetteer.verify()
    return gazetteer
  }

  private static func path(of id: City.ID, in gazetteer: Gazetteer) throws -> [String] {
    let row = try #require(gazetteer.row(ofID: id))
    return gazetteer.table.subdivisionPath(atRow: row).map {
      gazetteer.table.subdivisions.names[$0]
    }
  }

  /// The ids of the cities in the regions with a name.
  private static func cities(named name: String, in gazetteer: Gazetteer) -> [City.ID] {
    let table = gazetteer.table
    let regions = table.moreRegions.lines(named: Folding.key(of: name).span)
      .map { table.place(ofLine: $0) }
    return gazetteer.indices.filter { row in regions.contains { table.contains($0, row) } }
      .map { gazetteer.id(atRow: $0) }.sorted()
  }

  @Test func `cities lie in a tree of divisions`() throws {
    let gazetteer = try Self.gazetteer()
    for (id, path) in [
      (1, ["Sangamon County"]), (2, ["Franklin County"]), (3, ["Alsace", "Bas-Rhin"]),
      (4, ["Moselle"]), (5, ["Milano"]), (6, []), (8, ["City of Bristol"]), (9, []),
      (10, ["Alsace"]), (11, []),
    ] as [(City.ID, [String])] {
      #expect(try Self.path(of: id, in: gazetteer) == path, "\(id)")
    }
    let table = gazetteer.table
    let tree = table.subdivisions
    // Those without a city are left out.
    #expect(tree.count == 7)
    let codes = (0..<tree.count).map { number in
      "\(table.division(tree.division(of: number))).\(tree.code(of: number))"
    }
    #expect(
      codes == [
        "FR.44.57", "FR.44.6AE", "FR.44.67", "GB.ENG.B7", "IT.09.MI", "US.IL.055", "US.IL.167",
      ])
    #expect((0..<tree.count).map(tree.level) == [2, 2, 3, 2, 2, 2, 2])
    #expect((0..<tree.count).map(tree.isoCode) == ["57", "6AE", "67", "BST", "MI", nil, nil])
    #expect(tree.subtree(of: 1) == 1..<3 && tree.subtree(of: 2) == 2..<3)
    #expect(table.rows(in: .subdivision(1)).map { gazetteer.id(atRow: $0) } == [10, 3])
    #expect(table.cityCount(in: .subdivision(6)) == 1)
    #expect(gazetteer.subdivisionName(of: try #require(gazetteer.city(withID: 3))) == "Bas-Rhin")
  }

  @Test func `divisions of every level have names`() throws {
    let gazetteer = try Self.gazetteer()
    for (name, ids) in [
      ("Sangamon County", [1]), ("Sangamon", [1]), ("condado de sangamon", [1]), ("Franklin", [2]),
      ("alsace", [3, 10]), ("bas rhin", [3]), ("67", [3]), ("fr 67", [3]), ("it mi", [5]),
      ("mi", [5]), ("provincia di milano", [5]), ("java", []), ("jawa", [6, 7]), ("id jw", [6, 7]),
      ("west java", [6]), ("city of bristol", [8]), ("bristol", [8]), ("us il", [1, 2, 11]),
      ("united states of america", [1, 2, 9, 11]), ("uncle sam", [1, 2, 9, 11]),
      ("french republic", [3, 4, 10]), ("korea", []), ("nowhere", []), ("metropolitan", []),
    ] as [(String, [City.ID])] {
      #expect(Self.cities(named: name, in: gazetteer) == ids, "\(name)")
    }
  }

  @Test(
    arguments: [
      ("Murcia, Región de", ["murcia region de", "region de murcia", "murcia"]),
      ("Parròquia d’Encamp", ["parroquia dencamp", "encamp"]),
      ("Département de la Loire", ["departement de la loire", "loire"]),
      ("Municipio de San Juan", ["municipio de san juan", "san juan"]),
      ("Kamikawa-gun (Tokachi)", ["kamikawa gun tokachi", "kamikawa gun", "kamikawa"]),
      ("岡山県", ["岡山県", "岡山"]), ("津市", ["津市"]), ("서울특별시", ["서울특별시", "서울"]),
      ("Московская область", ["московская область", "московская"]),
      ("Nafarroa*", ["nafarroa"]), ("County", ["county"]), ("Ba District", ["ba district"]),
    ].named(by: \.0))
  func `a name has forms without generic words`(example: Named<(String, [String])>) {
    let (name, forms) = example.value
    var names = DivisionNames(DivisionWords())
    names.add(name)
    let expected = Set(forms.map { Folding.key(of: $0) })
    #expect(
      Set(names.keys).isSuperset(of: expected) && !names.keys.contains([0x20]),
      "\(names.keys.map { String(decoding: $0, as: UTF8.self) })")
  }

  @Test(arguments: ["Northern Region", "Distrito Federal", "Capital District", "City of"])
  func `what is left of a name must be one`(name: String) {
    var names = DivisionNames(DivisionWords())
    names.add(name)
    #expect(names.keys == [Folding.key(of: name)])
  }

  @Test func `a republic behind a name is a part of that of a country`() {
    func keys(isCountry: Bool) -> [[UInt8]] {
      var names = DivisionNames(DivisionWords())
      names.add("Dominican Republic", isCountry: isCountry)
      return names.keys
    }
    #expect(keys(isCountry: true).count == 1 && keys(isCountry: false).count == 2)
  }

  @Test func `parts and unions keep the divisions in which cities lie`() throws {
    let gazetteer = try Self.gazetteer()
    let part = try gazetteer.filtered { $0.countryCode == "FR" }
    try part.verify()
    #expect(part.table.subdivisions.count == 3)
    #expect(try Self.path(of: 3, in: part) == ["Alsace", "Bas-Rhin"])
    #expect(Self.cities(named: "fr 67", in: part) == [3])
    #expect(Self.cities(named: "sangamon", in: part) == [])
    let others = try gazetteer.filtered { $0.countryCode != "FR" }
    let merged = try Gazetteer(merging: [others, part])
    #expect(merged.table.subdivisions.count == gazetteer.table.subdivisions.count)
    for id in gazetteer.map(\.id) {
      #expect(try Self.path(of: id, in: merged) == Self.path(of: id, in: gazetteer))
    }
    #expect(
      merged.table.moreRegions.completions.map(\.key)
        == gazetteer.table.moreRegions.completions.map(\.key))
  }

  @Test func `more than 255 divisions of one take some bits more`() throws {
    let count = 600
    let divisions = (0..<count).map { "US.TX.\($0)\tUS.TX\t2\t\t\tCounty \($0)\t" }
    let places = (0..<count).map { "\($0)\tUS.TX US.TX.\($0)" }
    let cities = (0..<count).map { number in
      GeoNamesLine(id: number, name: "City \(number)").with(9, "US").with(11, "TX").data
    }
    var loader = GazetteerLoader()
    loader.divisions = .data(Data(divisions.joined(separator: "\n").utf8), name: "divisions")
    loader.cityDivisions = .data(Data(places.joined(separator: "\n").utf8), name: "cities")
    let gazetteer = try loader.load(.data(Data(lines: cities), name: "cities")).gazetteer
    for city in gazetteer {
      #expect(gazetteer.subdivisionName(of: city) == "County \(city.id.rawValue)")
    }
    let bytes = try #require(gazetteer.table.part(.citySubdivisions)).content
    #expect(bytes.count == count + count / 4)
  }

  @Test func `a filter has divisions of every level`() throws {
    let gazetteer = try Self.gazetteer()
    let search = CityIndex(gazetteer)
    let orders: [CityOrder] = [
      .relevance, .name, .population,
      .distance(from: Coordinate(latitude: 1, longitude: 2)),
    ]
    for (codes, ids) in [
      (["US.IL"], [1, 2, 11]), (["US.IL.167"], [1]), (["IT-MI"], [5]), (["ID-JW"], [6, 7]),
      (["FR.44.6AE"], [3, 10]), (["FR-6AE"], [3, 10]), (["FR.44.67", "US.IL.055"], [2, 3]),
      (["FR.44", "US.IL.055"], [2, 3, 4, 10]), (["US.IL.999"], []), (["US-XX"], []), ([], []),
    ] as [([String], [City.ID])] {
      let divisions = Set(try codes.map { try #require(Gazetteer.Division($0)) })
      let filter = CityFilter(divisions: divisions)
      let passing = gazetteer.filter { filter.contains($0, in: gazetteer) }.map(\.id)
      #expect(passing.sorted() == ids, "\(codes)")
      for order in orders {
        for text in ["", "s", "franklin"] {
          let all = search.search(SearchQuery(text, order: order)).ids
          var query = SearchQuery(text, order: order)
          query.filter = filter
          #expect(
            search.search(query).ids == all.filter { ids.contains($0) }, "\(codes), \(order)")
          query.filter.minimumPopulation = 3_000
          #expect(
            search.search(query).ids
              == all.filter { id in ids.contains(id) && id.rawValue >= 3 }, "\(codes), \(order)")
        }
      }
      let nearest = NearestCities(gazetteer).nearest(
        to: Coordinate(latitude: 1, longitude: 2), limit: 100, filter: filter)
      #expect(nearest.map(\.city.id).sorted() == ids)
      #expect(divisions.allSatisfy { gazetteer.hasDivision($0) } || ids.isEmpty)
    }
    #expect(!gazetteer.hasDivision(.init(countryCode: "US", divisionCode: "XX")))
  }

  @Test func `of a state in one filter and its county in another, the county is left`() throws {
    let state = CityFilter(divisions: [.init(countryCode: "US", divisionCode: "IL")])
    let county = CityFilter(
      divisions: [.init(countryCode: "US", divisionCode: "IL", subdivisionCode: "167")])
    for (one, two) in [(state, county), (county, state), (county, county)] {
      var both = one
      both.formIntersection(two)
      #expect(both == county)
    }
  }

  @Test(
    arguments: [
      ("US", "US", "", ""), ("US.IL", "US", "IL", ""), ("US.IL.167", "US", "IL", "167"),
      ("GB.NIR.N09000001", "GB", "NIR", "N09000001"), ("IT-MI", "IT", "-MI", ""),
      ("FR.44.a.b", "FR", "44", "a.b"),
    ].named(by: \.0))
  func `a division is a text`(example: Named<(String, String, String, String)>) throws {
    let (text, country, division, subdivision) = example.value
    let value = try #require(Gazetteer.Division(text))
    #expect(value.description == text)
    #expect(value.countryCode.description == country)
    #expect(value.divisionCode.description == division)
    #expect(value.subdivisionCode.description == subdivision)
  }

  @Test(arguments: ["", "U", "XYZ", "US.IL.", "US-", "US.LONGERTHAN8", "US.IL.é", "US.IL.1 2"])
  func `other texts are no divisions`(text: String) {
    #expect(Gazetteer.Division(text) == nil)
  }

  @Test func `without files there are no divisions below the first level`() throws {
    let gazetteer = try Gazetteer([
      City(
        id: 1, name: "Here", countryCode: "US", divisionCode: "IL",
        coordinate: Coordinate(latitude: 1, longitude: 2))
    ])
    #expect(gazetteer.table.subdivisions.count == 0)
    #expect(gazetteer.table.subdivision(atRow: 0) == nil)
    #expect(gazetteer.table.part(.citySubdivisions)?.content == [])
  }

  @Test(
    arguments: [
      ("US\t\t1\t\t\tName\t", ":1: column 1 (code): must be a code such as"),
      ("US.TOOLONGCODE\t\t1\t\t\tName\t", ":1: column 1 (code): must be a code such as"),
      ("US.IL\t\t1\t\t\t\t", ":1: column 6 (name): empty"),
      ("US.IL\t\t1\t\t\tName", " has the wrong form: lines must have 7 columns"),
    ].named(by: \.0))
  func `errors of a file are reported`(example: Named<(String, String)>) {
    let (content, message) = example.value
    let error = #expect(throws: GazetteerError.self) { try Self.gazetteer(divisions: content) }
    #expect(
      error?.description.contains("divisions.tsv" + message) == true, "\(error?.description ?? "")")
  }

  @Test func `a circle of divisions is no tree`() throws {
    let gazetteer = try Self.gazetteer(
      divisions: """
        US.IL.1\tUS.IL.2\t2\t\t\tOne\t
        US.IL.2\tUS.IL.1\t2\t\t\tTwo\t
        """, cityDivisions: "1\tUS.IL.1")
    #expect(try Self.path(of: 1, in: gazetteer) == [])
  }

  @Test func `a region is found among lines exactly if one of them has it`() throws {
    let table = try Self.gazetteer().table
    let regions = table.moreRegions
    let count = regions.completions.reduce(0) { $0 + $1.rows.count }
    let all =
      (0...table.divisionCount).map { Region.division($0) }
      + (0...table.countryCount).map { .country($0) }
      + (0...table.subdivisions.count).map { .subdivision($0) }
    for lower in stride(from: 0, through: count, by: 3) {
      for upper in lower...count {
        let values = Set((lower..<upper).map { table.place(ofLine: $0) })
        for region in all {
          #expect(
            regions.contains(region, in: lower..<upper) == values.contains(region),
            "\(region) in \(lower)..<\(upper)")
        }
      }
    }
  }
}

/// The divisions of the shipped files.
@Suite("Subdivisions of all cities") struct AllSubdivisionsTests {
  private static func gazetteer() throws -> Gazetteer { try Gazetteer.geoNames() }

  @Test(
    arguments: [
      (4_238_975, ["Morgan County"]), (3_173_435, ["Milano"]),
      (2_973_783, ["Alsace", "Bas-Rhin"]), (2_643_743, []),
    ] as [(City.ID, [String])])
  func `known cities lie where they lie`(id: City.ID, path: [String]) throws {
    let gazetteer = try Self.gazetteer()
    let row = try #require(gazetteer.row(ofID: id))
    let table = gazetteer.table
    let found = table.subdivisionPath(atRow: row).map { table.subdivisions.names[$0] }
    if !path.isEmpty { #expect(found == path) }
  }

  @Test func `every subdivision has a city, and is found by its name and its codes`() throws {
    let table = try Self.gazetteer().table
    let tree = table.subdivisions
    #expect(tree.count == 33_622)
    var counts = [Int](repeating: 0, count: tree.count)
    for row in 0..<table.count {
      for number in table.subdivisionPath(atRow: CityRow(row)) { counts[number] += 1 }
    }
    #expect(!counts.contains(0))
    for number in 0..<tree.count {
      let region = Region.subdivision(number)
      let lines = table.moreRegions.lines(named: Folding.key(of: tree.names[number]).span)
      #expect(table.moreRegions.contains(region, in: lines), "\(tree.names[number])")
      var division = table.division(tree.division(of: number))
      if let iso = tree.isoCode(of: number) {
        let code = try #require(Gazetteer.Division("\(division.countryCode)-\(iso)"))
        #expect(table.regions(of: code).contains(region), "\(code)")
      }
      division.subdivisionCode = try #require(SubdivisionCode(tree.code(of: number)))
      #expect(table.regions(of: division) == [region], "\(division)")
    }
  }
}
