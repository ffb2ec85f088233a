import CitySearch
import CitySession
import Fixtures
import Foundation
import GazetteerBuilding
import Testing

@Suite("Places of previews") struct PreviewPlacesTests {
  /// The cities of the preview as GeoNames has them, without other names.
  private static func made() throws -> Gazetteer {
    let ids = Set(PreviewPlaces.ids.map(\.description))
    var regions: Set<Substring> = []
    let cities = try lines(of: Fixtures.cities) { columns in
      guard ids.contains(String(columns[0])) else { return false }
      regions.formUnion([columns[8], "\(columns[8]).\(columns[10])"])
      columns[3] = ""
      return true
    }
    let divisions = try lines(of: Fixtures.admin1Codes) { regions.contains($0[0]) }
    let countries = try lines(of: Fixtures.countryInfo) {
      $0[0].hasPrefix("#") || regions.contains($0[0])
    }
    var loader = GazetteerLoader()
    loader.admin1Codes = .data(divisions, name: "divisions")
    loader.countryInfo = .data(countries, name: "countries")
    return try loader.load(.data(cities, name: "cities")).gazetteer
  }

  /// The lines of a file that are taken, and may be changed.
  private static func lines(
    of file: URL, where isTaken: (inout [Substring]) -> Bool
  ) throws -> Data {
    var taken = ""
    for line in String(decoding: try Fixtures.text(of: file), as: UTF8.self).split(separator: "\n")
    {
      var columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      if isTaken(&columns) { taken += columns.joined(separator: "\t") + "\n" }
    }
    return Data(taken.utf8)
  }

  @Test func `they are a gazetteer of these cities, in today's format`() throws {
    let made = try Self.made()
    let isSame = made.contentDigest == PreviewPlaces.gazetteer.contentDigest
    if !isSame {
      let file = URL.temporaryDirectory.appending(path: "\(UUID()).gazetteer")
      defer { try? FileManager.default.removeItem(at: file) }
      try made.write(to: file)
      Issue.record("It must be \(try Data(contentsOf: file).base64EncodedString())")
    }
    try PreviewPlaces.gazetteer.verify()
    #expect(Set(PreviewPlaces.gazetteer.map(\.id)) == PreviewPlaces.ids)
  }
}
