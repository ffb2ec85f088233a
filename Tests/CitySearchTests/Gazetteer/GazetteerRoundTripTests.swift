import Fixtures
import Foundation
import PrefixSearch
import SystemFiles
import TestSupport
import Testing

@testable import CitySearch
@testable import GazetteerBuilding

/// A gazetteer that was written to a file and opened again is the same gazetteer.
@Suite("Writing and reading gazetteers") struct GazetteerRoundTripTests {
  /// The ways in which a file is opened.
  enum Opening: CaseIterable, Sendable {
    case mapped, owned

    func open(_ file: URL) throws -> Gazetteer {
      switch self {
      case .mapped: try Gazetteer(mapping: file)
      case .owned: try Gazetteer(contentsOf: file)
      }
    }
  }

  /// Writes `gazetteer` to a file, and opens it while the closure runs.
  static func withReopened<Value>(
    _ gazetteer: Gazetteer, _ opening: Opening = .mapped, _ body: (Gazetteer) throws -> Value
  ) throws -> Value {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "cities.gazetteer")
      try gazetteer.write(to: file)
      return try body(opening.open(file))
    }
  }

  @Test(arguments: Opening.allCases)
  func `cities, names of places and time zones are preserved`(opening: Opening) throws {
    let original = try SampleCities.gazetteer()
    try Self.withReopened(original, opening) { opened in
      #expect(opened.firstDifference(from: original) == nil)
      for city in original {
        #expect(opened.city(withID: city.id) == city)
        #expect(opened.row(ofID: city.id) == original.row(ofID: city.id))
        #expect(opened.timeZone(ofCityWithID: city.id) == original.timeZone(ofCityWithID: city.id))
        #expect(opened.countryName(of: city) == original.countryName(of: city))
        #expect(opened.divisionName(of: city) == original.divisionName(of: city))
        let next = City.ID(city.id.rawValue + 1)
        #expect(opened.city(withID: next) == original.city(withID: next))
      }
      // Names that no city of the sample needs are kept, too.
      let nauru = City(
        id: 0, name: "", countryCode: "NR", divisionCode: "14",
        coordinate: Coordinate(latitude: 0, longitude: 0))
      #expect(opened.countryName(of: nauru) == "Nauru")
      #expect(opened.divisionName(of: nauru) == "Yaren District")
      try opened.verify()
    }
  }

  @Test func `the radix tree of the file is used, and that of a gazetteer in memory`() throws {
    let original = try SampleCities.gazetteer()
    try Self.withReopened(original) { opened in
      for gazetteer in [original, opened] {
        #expect(CityIndex(gazetteer).searchesStoredTree)
        let names = gazetteer.table.nameTable.tree.radixTree
        #expect(names.region.content == gazetteer.table.part(.nameTree)?.content)
        #expect(names.count == original.nameCount)
      }
    }
  }

  @Test func `the same cities give the same bytes, in any input order`() throws {
    let lines = try Data(contentsOf: Fixtures.sample).split(separator: UInt8(ascii: "\n"))
    let original = try SampleCities.gazetteer()
    let bytes = original.fileBytes()
    #expect(original.fileBytes().firstDifference(from: bytes) == nil)
    for (number, lines) in [lines, lines.reversed()].enumerated() {
      let again = try withTemporaryFile(Data(lines: lines), named: "sample.txt") { file in
        try Gazetteer(
          contentsOf: file, admin1Codes: Fixtures.admin1Codes, countryInfo: Fixtures.countryInfo,
          regions: Fixtures.regions, divisions: Fixtures.divisions,
          cityDivisions: Fixtures.cityDivisions,
          countryNames: Fixtures.countryNames, languages: Fixtures.languages,
          airportCodes: Fixtures.airportCodes)
      }
      // The digest identifies the source.
      var (one, other) = (again.fileBytes(), bytes)
      if number > 0 {
        for range in [36..<40, 40..<72] {
          #expect(one[range] != other[range])
          for index in range { (one[index], other[index]) = (0, 0) }
        }
      }
      #expect(one == other)
    }
    let cities = Array(original)
    #expect(
      try Gazetteer(cities).fileBytes() == Gazetteer(cities.reversed()).fileBytes())
  }

  @Test func `a file that is written from a file has the same bytes`() throws {
    let original = try SampleCities.gazetteer()
    for opening in Opening.allCases {
      try Self.withReopened(original, opening) { opened in
        #expect(opened.fileBytes() == original.fileBytes())
      }
    }
  }

  @Test func `the file has name, date and digest of its source`() throws {
    var digest = SHA256()
    digest.update(try Data(contentsOf: Fixtures.sample).span)
    let source = Gazetteer.Source(
      name: "sample.txt", date: nil, digest: digest.hexDigest)
    let original = try SampleCities.gazetteer()
    try Self.withReopened(original) { opened in
      #expect(opened.source == source)
      try opened.verify()
    }
    let part = try original.filtered { $0.population > 1_000_000 }
    #expect(part.count < original.count && part.source == source)
    #expect(try Gazetteer(merging: [part, original]).source == nil)
    let none = try Gazetteer([City]())
    #expect(none.source == nil && none.table.header.sourceDigest.allSatisfy { $0 == 0 })
  }

  @Test func `a source without days has no date, and a damaged one is refused`() throws {
    let text = #"[{"name":"Hurzuf","_id":707860,"coord":{"lon":34.28,"lat":44.55}}]"#
    let gazetteer = try GazetteerLoader().load(.data(Data(text.utf8), name: "own.json")).gazetteer
    #expect(gazetteer.source?.name == "own.json" && gazetteer.source?.date == nil)
    var file = GazetteerBytes(gazetteer)
    file.bytes[file.range(.source).lowerBound] = 3
    file.repair(.source)
    #expect(
      file.refusal == "cities.gazetteer is not a valid gazetteer: its section SRCE is damaged.")
  }
}
