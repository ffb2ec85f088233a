import Fixtures
import Foundation
import GeoNamesCities
import PrefixSearch
import TestSupport

@testable import CitySearch
@testable import GazetteerBuilding

/// The 234,908 cities that are shipped, with their own names only, loaded once for all tests.
enum ShippedCities {
  private static let loaded = Result {
    try Gazetteer(contentsOf: Fixtures.cities, otherNamesFromPopulation: .max)
  }

  // One constant for each engine, so that each is built once, at its first use.
  private static let radixTree = loaded.map { CityIndex($0, engine: .radixTree) }
  private static let sortedArray = loaded.map { CityIndex($0, engine: .sortedArray) }
  private static let pointerTrie = loaded.map { CityIndex($0, engine: .pointerTrie) }

  static func gazetteer() throws -> Gazetteer { try loaded.get() }

  static func index(by engine: Engine) throws -> CityIndex {
    switch engine {
    case .radixTree: try radixTree.get()
    case .sortedArray: try sortedArray.get()
    case .pointerTrie: try pointerTrie.get()
    }
  }
}

/// The 999 difficult cities with all their names, loaded once for all tests.
enum SampleCities {
  private static let loaded = Result { try load() }

  private static func load() throws -> Gazetteer {
    try Gazetteer(
      contentsOf: Fixtures.sample, admin1Codes: Fixtures.admin1Codes,
      countryInfo: Fixtures.countryInfo, regions: Fixtures.regions,
      divisions: Fixtures.divisions, cityDivisions: Fixtures.cityDivisions,
      countryNames: Fixtures.countryNames, languages: Fixtures.languages,
      airportCodes: Fixtures.airportCodes)
  }

  private static let built = loaded.map { gazetteer in
    Engine.allCases.map { CityIndex(gazetteer, engine: $0) }
  }

  static func gazetteer() throws -> Gazetteer { try loaded.get() }

  /// An index by each engine, in the order of `Engine.allCases`.
  static func indexes() throws -> [CityIndex] { try built.get() }

  /// An index that shares nothing with the others.
  static func newIndex() throws -> CityIndex { CityIndex(try load()) }
}

/// The ways to make an index over the shipped cities.
enum ShippedIndex: CaseIterable, Sendable {
  case builtRadixTree, builtSortedArray, builtPointerTrie
  /// Everything is read from one mapped file, and nothing is built.
  case mappedRadixTree
  /// The array is read from a file of its own.
  case mappedSortedArray

  func make() throws -> CityIndex {
    switch self {
    case .builtRadixTree: return try ShippedCities.index(by: .radixTree)
    case .builtSortedArray: return try ShippedCities.index(by: .sortedArray)
    case .builtPointerTrie: return try ShippedCities.index(by: .pointerTrie)
    case .mappedRadixTree: return CityIndex(try Gazetteer.geoNames())
    case .mappedSortedArray:
      let gazetteer = try Gazetteer.geoNames()
      let built = SortedArray(gazetteer.sortedNameKeys())
      let bytes = Data(built.region.content) + Data(count: ByteRegion.padding)
      // The mapping outlives the name of its file.
      let mapped = try withTemporaryFile(bytes) { try ByteRegion.mapping($0) }
      return CityIndex(gazetteer, index: SortedArray(region: mapped))
    }
  }
}

/// The shipped cities with all their names and regions, loaded once for all tests.
enum NamedCities {
  private static let loaded = Result {
    try Gazetteer(
      contentsOf: Fixtures.cities, admin1Codes: Fixtures.admin1Codes,
      countryInfo: Fixtures.countryInfo, regions: Fixtures.regions,
      divisions: Fixtures.divisions, cityDivisions: Fixtures.cityDivisions,
      countryNames: Fixtures.countryNames, languages: Fixtures.languages,
      airportCodes: Fixtures.airportCodes)
  }

  private static let mapped = loaded.flatMap { gazetteer in
    Result {
      // The mapping outlives the name of its file.
      try GazetteerRoundTripTests.withReopened(gazetteer) { $0 }
    }
  }

  /// The ways to make an index over them.
  enum Way: CaseIterable, Sendable {
    case builtRadixTree, builtSortedArray, builtPointerTrie, mappedRadixTree, mappedSortedArray

    func index() throws -> CityIndex {
      switch self {
      case .builtRadixTree: CityIndex(try gazetteer())
      case .builtSortedArray: CityIndex(try gazetteer(), engine: .sortedArray)
      case .builtPointerTrie: CityIndex(try gazetteer(), engine: .pointerTrie)
      case .mappedRadixTree: CityIndex(try mapped.get())
      case .mappedSortedArray: CityIndex(try mapped.get(), engine: .sortedArray)
      }
    }
  }

  static func gazetteer() throws -> Gazetteer { try loaded.get() }
}
