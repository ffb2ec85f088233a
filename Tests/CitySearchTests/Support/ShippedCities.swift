import CitySearch
import Fixtures

/// The 234,908 cities that are shipped, with their own names only, loaded once for all tests.
enum ShippedCities {
  private static let loaded = Result {
    try Gazetteer(contentsOf: Fixtures.cities, otherNamesFromPopulation: .max)
  }

  // One constant for each engine, so that each is built when it is first asked for, and once.
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
  private static let loaded = Result {
    try Gazetteer(
      contentsOf: Fixtures.sample, admin1Codes: Fixtures.admin1Codes,
      countryInfo: Fixtures.countryInfo, regions: Fixtures.regions)
  }

  private static let built = loaded.map { gazetteer in
    Engine.allCases.map { CityIndex(gazetteer, engine: $0) }
  }

  static func gazetteer() throws -> Gazetteer { try loaded.get() }

  /// An index by each engine, in the order of `Engine.allCases`.
  static func indexes() throws -> [CityIndex] { try built.get() }

  private static let completing = loaded.map { gazetteer in
    Engine.allCases.map { CityCompleter(gazetteer, engine: $0) }
  }

  /// A completer by each engine, in the order of `Engine.allCases`.
  static func completers() throws -> [CityCompleter] { try completing.get() }
}
