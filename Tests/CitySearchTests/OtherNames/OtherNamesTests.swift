import CitySearch
import Fixtures
import Foundation
import PrefixSearch
import Testing

@Suite struct OtherNamesTests {
  private static func city(_ id: Int, _ name: String) -> City {
    City(id: id, name: name, countryCode: "", coordinate: Coordinate(latitude: 0, longitude: 0))
  }

  private static let cities = Result {
    try Gazetteer([city(1, "Munich"), city(2, "Cologne"), city(3, "Rome"), city(4, "Rome")])
  }

  private static func names(_ names: [(City.ID, String)]) throws -> OtherNames {
    try OtherNames(of: cities.get(), names)
  }

  @Test func `a city is found by each of its names, however they are written`() throws {
    let names = try Self.names([
      (1, "München"), (1, "Monaco di Baviera"), (2, "Köln"), (3, "Roma"), (1, "ミュンヘン"),
    ])
    for name in ["München", "MUNCHEN", " mu\u{308}nchen ", "monaco-di-baviera", "ミュンヘン"] {
      #expect(names.cities(named: name).map(\.id) == [1])
    }
    #expect(names.cities(named: "koln").map(\.id) == [2])
    #expect(names.count == 5)
  }

  @Test func `only whole names count`() throws {
    let names = try Self.names([(1, "Monaco di Baviera"), (3, "Roma"), (2, "Roma Antiqua")])
    for name in ["Monaco", "Monaco di", "Rom", "Monaco di Baviera 2", "", "—"] {
      #expect(names.cities(named: name).isEmpty, "\(name)")
    }
    #expect(names.cities(named: "Roma").map(\.id) == [3])
  }

  @Test func `own names, empty names and names of strangers are left out`() throws {
    let names = try Self.names([(1, "MÜNICH"), (1, ""), (2, " – "), (99, "Paris")])
    #expect(names.count == 0)
    #expect(names.cities(named: "Munich").isEmpty)
    #expect(names.cities(named: "Paris").isEmpty)
    #expect(names.cities(named: "").isEmpty)
  }

  @Test func `cities that share a name come in canonical order, each once`() throws {
    let names = try Self.names([(4, "Roma"), (3, "roma"), (3, "Róma"), (1, "Roma"), (4, "Roma")])
    #expect(names.cities(named: "Roma").map(\.id) == [1, 3, 4])
    #expect(names.count == 3)
  }

  @Test func `the column of a file is read`() throws {
    let gazetteer = try SampleCities.gazetteer()
    let names = try OtherNames(of: gazetteer, contentsOf: Fixtures.sample)
    #expect(names.cities(named: "Москва").map(\.name) == ["Moscow"])
    #expect(names.cities(named: "moskva").map(\.name).contains("Moscow"))
    #expect(names.count > gazetteer.count)
    #expect(names.memoryFootprint.parts.last?.name == "rows")
    #expect(names.memoryFootprint.byteCount > names.count * 4)
  }

  @Test func `every name of a file finds its city`() throws {
    let gazetteer = try SampleCities.gazetteer()
    let names = try OtherNames(of: gazetteer, contentsOf: Fixtures.sample)
    for line in try String(contentsOf: Fixtures.sample, encoding: .utf8).split(separator: "\n") {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      let id = try #require(Int(columns[0]))
      let ownKey = Folding.key(of: String(columns[1]))
      for name in columns[3].split(separator: ",").map(String.init) {
        let key = Folding.key(of: name)
        let isKept = key != ownKey && key.count > 1
        #expect(names.cities(named: name).map(\.id).contains(id) == isKept, "\(name)")
      }
    }
  }

  @Test(arguments: [
    (
      GeoNamesLine().with(4, Data([0x41, 0xFF])).data,
      "cities.txt:1: column 4 (other names): not valid UTF-8"
    ),
    (GeoNamesLine().with(1, "x").data, "cities.txt:1: column 1 (id): \"x\" is not a whole number"),
    (GeoNamesLine().cut(to: 3), "cities.txt:1: 3 columns instead of 19"),
    (Data("[{}]".utf8), "cities.txt:1: 1 column instead of 19"),
    (Data(), "cities.txt is empty"),
  ])
  func `what is wrong with a file is said`(content: Data, message: String) throws {
    let error = try withTemporaryFile(content) { file in
      #expect(throws: GazetteerError.self) {
        try OtherNames(of: Self.cities.get(), contentsOf: file)
      }
    }
    let description = try #require(error).description
    #expect(description.hasPrefix(message), "\(description)")
  }
}
