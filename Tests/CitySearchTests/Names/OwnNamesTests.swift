import PrefixSearch
import TestSupport
import Testing

@testable import CitySearch

/// The bits that turn ranges of names into ranges of cities.
@Suite("Own names among all names") struct OwnNamesTests {
  private static func region(_ bytes: [UInt8]) -> ByteRegion { ByteRegion(copying: bytes) }

  /// Counts that fill blocks, and those around them.
  @Test(arguments: [0, 1, 63, 64, 65, 127, 128, 129, 1_000])
  func `count the names before each of any range`(count: Int) throws {
    var generator = SeededGenerator(seed: UInt64(count))
    for share in [0, 1, 3, 100] {
      let areOwn = (0..<count).map { _ in Int.random(in: 0..<100, using: &generator) < 33 * share }
      let cityCount = areOwn.count { $0 }
      let bytes = OwnNames.bytes(count: count) { areOwn[$0] }
      let names = try #require(
        OwnNames(region: Self.region(bytes), nameCount: count, cityCount: cityCount))
      var before = [0]
      for isOwn in areOwn { before.append(before[before.count - 1] + (isOwn ? 1 : 0)) }
      for _ in 0..<200 {
        let ends = (0..<2).map { _ in Int.random(in: 0...count, using: &generator) }
        let range = min(ends[0], ends[1])..<max(ends[0], ends[1])
        let rows = names.rows(ofNames: range).rawValues
        #expect(rows == before[range.lowerBound]..<before[range.upperBound], "\(range)")
      }
      #expect(names.rows(ofNames: 0..<count).rawValues == 0..<cityCount)
    }
  }

  @Test func `of the sample are in canonical order, one of each city`() throws {
    let gazetteer = try SampleCities.gazetteer()
    let names = gazetteer.table.nameTable
    let own = (0..<names.count).filter { names[NameID($0)].isOwn }
    #expect(own.map { names[NameID($0)].city.rawValue } == Array(0..<gazetteer.count))
    for (row, name) in own.enumerated() {
      #expect(names.ownNames.rows(ofNames: name..<name + 1).rawValues == row..<row + 1)
    }
  }

  @Test func `of a section with another length are refused, and wrong ones stay within the cities`()
    throws
  {
    let bytes = OwnNames.bytes(count: 100) { $0 % 2 == 0 }
    for other in [Array(bytes.dropLast()), bytes + [0], []] {
      #expect(OwnNames(region: Self.region(other), nameCount: 100, cityCount: 50) == nil)
    }
    let wrong = [UInt8](repeating: 0xFF, count: bytes.count)
    let names = try #require(
      OwnNames(region: Self.region(wrong), nameCount: 100, cityCount: 50))
    for range in [0..<100, 0..<0, 99..<100, 3..<70] {
      let rows = names.rows(ofNames: range).rawValues
      #expect(rows.lowerBound >= 0 && rows.upperBound <= 50)
    }
  }
}
