import CitySearch
import Foundation
import GazetteerBuilding
import TestSupport
import Testing

/// Cities by a whole name of any kind.
@Suite("Cities by name") struct CitiesByNameTests {
  /// A city of a GeoNames file, with its other names.
  private static func gazetteer(
    _ cities: [(id: City.ID, name: String, others: String, country: String)]
  ) throws -> Gazetteer {
    let lines = cities.map { city in
      GeoNamesLine(id: city.id, name: city.name).with(4, city.others).with(9, city.country).data
    }
    return try withTemporaryFile(Data(lines: lines)) { try Gazetteer(contentsOf: $0) }
  }

  private static let cities = Result {
    try gazetteer([
      (1, "Munich", "München,Monaco di Baviera,MUC,ミュンヘン,MÜNICH", "DE"),
      (2, "Cologne", "Köln,,–,Roma", "DE"), (3, "Rome", "Roma,roma,Róma", "IT"),
      (4, "Rome", "Roma Antiqua", "US"), (5, "Mount Vernon", "", "US"),
    ])
  }

  @Test func `a city is found by each of its names, however they are written`() throws {
    let gazetteer = try Self.cities.get()
    let names = [
      "München", "MUNCHEN", " mu\u{308}nchen ", "monaco-di-baviera", "ミュンヘン", "muenchen", "muc",
      "Munich",
    ]
    for name in names { #expect(gazetteer.cities(named: name).map(\.id) == [1], "\(name)") }
    #expect(gazetteer.cities(named: "koln").map(\.id) == [2])
    #expect(gazetteer.cities(named: "mt vernon").map(\.id) == [5])
    #expect(gazetteer.cities(named: "vernon").map(\.id) == [5])
  }

  @Test func `only whole names count`() throws {
    let gazetteer = try Self.cities.get()
    for name in ["Monaco", "Monaco di", "Rom", "Monaco di Baviera 2", "", "—", "roma antiqua x"] {
      #expect(gazetteer.cities(named: name).isEmpty, "\(name)")
    }
    #expect(gazetteer.cities(named: "Roma Antiqua").map(\.id) == [4])
  }

  @Test func `cities that share a name come in canonical order, each once`() throws {
    let gazetteer = try Self.cities.get()
    #expect(gazetteer.cities(named: "Roma").map(\.id) == [2, 3])
    #expect(gazetteer.cities(named: "ROME").map(\.id) == [3, 4])
  }

  @Test func `only the requested kinds count`() throws {
    let gazetteer = try Self.cities.get()
    let kinds: [(String, NameKind)] = [
      ("munich", .own), ("munchen", .alternate), ("muenchen", .expansion), ("mt vernon", .saint),
      ("muc", .code), ("vernon", .later),
    ]
    for (name, kind) in kinds {
      for other in NameKind.allCases {
        let found = gazetteer.cities(named: name, kinds: [other])
        #expect(found.count == (other == kind ? 1 : 0), "\(name) as \(other)")
      }
      #expect(gazetteer.cities(named: name, kinds: []).isEmpty)
    }
  }

  @Test func `the least population of cities with other names is applied to a file`() throws {
    let lines = [
      GeoNamesLine(id: 1, name: "Ur").with(4, "Uri").with(15, "999").data,
      GeoNamesLine(id: 2, name: "Ur").with(4, "Uri").with(15, "1000").data,
    ]
    let expected: [(Int, [City.ID])] = [(0, [2, 1]), (1_000, [2]), (1_001, []), (.max, [])]
    for (least, ids) in expected {
      let gazetteer = try withTemporaryFile(Data(lines: lines)) {
        try Gazetteer(contentsOf: $0, otherNamesFromPopulation: least)
      }
      #expect(gazetteer.cities(named: "uri").map(\.id) == ids)
      #expect(gazetteer.cities(named: "ur").map(\.id) == [2, 1])
      #expect(gazetteer.nameCount == 2 + ids.count)
    }
  }
}
