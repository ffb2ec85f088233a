import CitySearch
import GazetteerBuilding
import TestSupport
import Testing

/// The statements of the reference app's tests and of the challenge, for every source.
@Suite("Search against the reference") struct ReferenceBehaviorTests {
  /// A source by its name: the engines, and the linear scan that they are checked against.
  enum Source: String, CaseIterable {
    case radixTree, sortedArray, pointerTrie, linearScan

    /// The search for own names in some cities.
    func search(
      _ cities: [(name: String, countryCode: CountryCode)]
    ) throws -> (_ text: String, _ limit: Int?) -> CityMatches {
      let gazetteer = try Gazetteer(
        cities.enumerated().map { number, city in
          City(
            id: City.ID(number), name: city.name, countryCode: city.countryCode,
            coordinate: Coordinate(latitude: 0, longitude: 0))
        })
      return switch self {
      case .radixTree: CityIndex(gazetteer, engine: .radixTree).ownNames
      case .sortedArray: CityIndex(gazetteer, engine: .sortedArray).ownNames
      case .pointerTrie: CityIndex(gazetteer, engine: .pointerTrie).ownNames
      case .linearScan: LinearScan(gazetteer).ownNames
      }
    }
  }

  static let app: [(name: String, countryCode: CountryCode)] = [
    ("Buenos Aires", "AR"), ("New York", "US"), ("New Orleans", "US"),
  ]

  static let challenge: [(name: String, countryCode: CountryCode)] = [
    ("Alabama", "US"), ("Albuquerque", "US"), ("Anaheim", "US"), ("Arizona", "US"),
    ("Sydney", "AU"),
  ]

  @Test(
    arguments: Source.allCases,
    [
      ("no such city", []), ("buenos aires x", []), ("aires", []), ("york", []),
      ("buenos ai", ["Buenos Aires"]), ("BUENOS AI", ["Buenos Aires"]),
      ("bUeNoS aIrEs", ["Buenos Aires"]), ("new", ["New Orleans", "New York"]),
      ("NEW ", ["New Orleans", "New York"]), ("new y", ["New York"]), ("newy", []),
      ("", ["Buenos Aires", "New Orleans", "New York"]),
    ].named(by: \.0))
  func `the queries of the reference app have the answers of its tests`(
    source: Source, example: Named<(String, [String])>
  ) throws {
    let (query, names) = example.value
    let matches = try source.search(Self.app)(query, nil)
    #expect(matches.map(\.city.name) == names)
  }

  @Test func `names in small letters are found like others`() throws {
    for source in Source.allCases {
      let search = try source.search([("buenos aires", "AR")])
      for query in ["buenos ai", "BUENOS AI"] {
        let matches = search(query, nil)
        #expect(matches.map(\.city.name) == ["buenos aires"])
      }
    }
  }

  @Test(
    arguments: Source.allCases,
    [
      ("A", ["Alabama", "Albuquerque", "Anaheim", "Arizona"]), ("s", ["Sydney"]),
      ("Al", ["Alabama", "Albuquerque"]), ("Alb", ["Albuquerque"]), ("Albx", []), ("x", []),
    ].named(by: \.0))
  func `the prefixes of the challenge have the answers of its text`(
    source: Source, example: Named<(String, [String])>
  ) throws {
    let (query, names) = example.value
    let matches = try source.search(Self.challenge)(query, nil)
    #expect(matches.map(\.city.name) == names)
    #expect(matches.total == .exactly(names.count))
  }

  @Test(arguments: Source.allCases)
  func `cities come by name and then by country`(source: Source) throws {
    let search = try source.search([
      ("Sydney", "AU"), ("Denver", "US"), ("Sydney", "CA"), ("Denver", "GB"), ("denver", "AA"),
    ])
    let matches = search("", nil)
    #expect(
      matches.map { "\($0.city.name), \($0.city.countryCode)" } == [
        "Denver, GB", "Denver, US", "denver, AA", "Sydney, AU", "Sydney, CA",
      ])
  }

  @Test(arguments: Source.allCases)
  func `a source without cities finds none`(source: Source) throws {
    for query in ["", "a", " ", "\u{10FFFF}"] {
      let matches = try source.search([])(query, 10)
      #expect(matches.isEmpty && matches.total == .exactly(0) && matches.ids == [])
    }
  }
}
