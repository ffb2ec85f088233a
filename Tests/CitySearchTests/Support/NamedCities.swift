import CitySearch
import Fixtures
import Foundation

/// The shipped cities with all their names and regions, loaded once for all tests.
enum NamedCities {
  private static let loaded = Result {
    try Gazetteer(
      contentsOf: Fixtures.cities, admin1Codes: Fixtures.admin1Codes,
      countryInfo: Fixtures.countryInfo, regions: Fixtures.regions)
  }

  private static let mapped = loaded.flatMap { gazetteer in
    Result {
      // The mapping outlives the name of its file.
      try GazetteerRoundTripTests.withReopened(gazetteer) { $0 }
    }
  }

  /// The ways to come by a completer over them.
  enum Way: CaseIterable, Sendable {
    case builtRadixTree, builtSortedArray, builtPointerTrie, mappedRadixTree, mappedSortedArray

    func completer() throws -> CityCompleter {
      switch self {
      case .builtRadixTree: CityCompleter(try gazetteer())
      case .builtSortedArray: CityCompleter(try gazetteer(), engine: .sortedArray)
      case .builtPointerTrie: CityCompleter(try gazetteer(), engine: .pointerTrie)
      case .mappedRadixTree: CityCompleter(try mapped.get())
      case .mappedSortedArray: CityCompleter(try mapped.get(), engine: .sortedArray)
      }
    }
  }

  static func gazetteer() throws -> Gazetteer { try loaded.get() }
}
