import CitySearch
import Foundation
import GazetteerBuilding
import TestSupport
import Testing

/// Files of GeoNames that have more than populated places, such as `allCountries.txt`.
@Suite("Feature classes and codes") struct FeatureClassTests {
  private static let earth = GeoNamesLine(id: 6_295_630, name: "Earth").with(7, "L").with(8, "AREA")
    .with(9, "").with(15, "6814400000")

  /// A city, the Earth, a mountain with a wrong latitude, a row without a class, a city.
  private static let content = Data(lines: [
    GeoNamesLine(id: 1).data, earth.data,
    GeoNamesLine(id: 2, name: "Ulriken").with(7, "T").with(5, "x").data,
    GeoNamesLine(id: 3, name: "Nowhere").with(7, "").data, GeoNamesLine(id: 4, name: "Oslo").data,
  ])

  private func load(
    _ content: Data = content, _ change: (inout GazetteerLoader) -> Void = { _ in }
  ) throws -> (ids: [City.ID], report: LoadingReport) {
    var loader = GazetteerLoader()
    change(&loader)
    let (gazetteer, report) = try loader.load(.data(content, name: "allCountries.txt"))
    return (gazetteer.map(\.id).sorted(), report)
  }

  @Test func `populated places are loaded, and other features are counted`() throws {
    let (ids, report) = try load()
    #expect(ids == [1, 4])
    #expect(report.otherFeatureCount == 3 && report.skippedCount == 0 && report.skipped == [])
    #expect(try withTemporaryFile(Self.content) { try Gazetteer(contentsOf: $0) }.count == 2)
  }

  @Test func `other classes are loaded on request, and then have to keep the rules`() throws {
    let error = #expect(throws: GazetteerError.self) { try load { $0.featureClasses = ["L"] } }
    #expect(
      error?.description == "allCountries.txt:2: column 15 (population): "
        + "must be between 0 and 4294967295, got 6814400000")
    let lenient = try load {
      $0.featureClasses = ["L", "P", "T"]
      $0.isLenient = true
    }
    #expect(lenient.ids == [1, 4])
    // The place without a class is none of any.
    #expect(lenient.report.skippedCount == 2 && lenient.report.otherFeatureCount == 1)
  }

  @Test func `a line that is not a record is malformed in every class`() throws {
    let content = Self.content + Data(lines: [GeoNamesLine(id: 5).with(7, "T").cut(to: 12)])
    let error = #expect(throws: GazetteerError.self) { try load(content) }
    #expect(error?.description == "allCountries.txt:6: must have 19 columns, got 12")
  }

  @Test(arguments: [false, true])
  func `a file without places of the requested classes is rejected`(isLenient: Bool) throws {
    let error = #expect(throws: GazetteerError.self) {
      try load {
        $0.featureClasses = ["R"]
        $0.isLenient = isLenient
      }
    }
    #expect(
      error == .noCities(file: "allCountries.txt", otherFeatureCount: 5, excludedFeatureCount: 0))
    #expect(
      error?.description == "allCountries.txt has no city: all of its 5 records have other "
        + "feature classes than the requested ones.")
  }

  /// Places where people live, a quarter, a place without a code, and some that are no more.
  private static let places = Data(
    lines: ["PPL", "PPLX", "", "PPLH", "PPLQ", "PPLW", "PPLCH"].enumerated().map {
      GeoNamesLine(id: $0.offset + 1).with(8, $0.element).data
    })

  @Test func `places where nobody lives any more are left out, and counted`() throws {
    let (ids, report) = try load(Self.places)
    #expect(ids == [1, 2, 3])
    #expect(report.excludedFeatureCount == 4)
    #expect(report.otherFeatureCount == 0 && report.skippedCount == 0)
    #expect(try withTemporaryFile(Self.places) { try Gazetteer(contentsOf: $0) }.count == 3)
  }

  @Test func `any codes can be left out, or none`() throws {
    let (ids, report) = try load(Self.places) { $0.excludedFeatureCodes = [] }
    #expect(ids == [1, 2, 3, 4, 5, 6, 7] && report.excludedFeatureCount == 0)
    let cities = try load(Self.places) { $0.excludedFeatureCodes.insert("PPLX") }
    #expect(cities.ids == [1, 3] && cities.report.excludedFeatureCount == 5)
    // An empty code does not exclude places without a code.
    #expect(try load(Self.places) { $0.excludedFeatureCodes = ["", "PP"] }.ids.count == 7)
  }

  @Test func `excluded places are not validated, as little as those of other classes`() throws {
    let ruin = GeoNamesLine(id: 9).with(8, "PPLW")
    let (ids, report) = try load(
      Data(lines: [GeoNamesLine().data, ruin.with(5, "x").data, ruin.with(7, "S").data]))
    #expect(ids == [1])
    #expect(report.excludedFeatureCount == 1 && report.otherFeatureCount == 1)
  }

  @Test(arguments: [false, true])
  func `a file of ruins is rejected`(isLenient: Bool) throws {
    let content = Data(
      lines: [1, 2].map { GeoNamesLine(id: $0).with(8, "PPLW").data }
        + [GeoNamesLine(id: 3).with(7, "T").data])
    let error = #expect(throws: GazetteerError.self) {
      try load(content) { $0.isLenient = isLenient }
    }
    #expect(
      error
        == .noCities(file: "allCountries.txt", otherFeatureCount: 1, excludedFeatureCount: 2))
    #expect(
      error?.description == "allCountries.txt has no city, but records of other feature classes "
        + "than the requested ones: 1, and records with excluded feature codes: 2.")
  }
}
