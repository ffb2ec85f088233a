public import CitySearch
public import Foundation

/// Search as a value of functions, for apps that inject their effects.
///
/// One client serves any number of screens. Each screen makes a search of its own, in which its
/// newest text replaces older ones and the texts of other screens do not.
///
/// ```swift
/// let search = client.makeSearch()  // Once per screen.
/// let completions = try await search("são pau")
/// ```
///
/// Tests replace single functions:
///
/// ```swift
/// var client = SearchClient.unimplemented
/// client.makeSearch = { { _ in throw LocationSearchError.searchCompletionFailed(Offline()) } }
/// ```
public struct SearchClient: Sendable {
  /// Searches for the text of one screen, or for more completions; throws ``LocationSearchError``.
  public typealias Search = @Sendable (_ request: SearchRequest) async throws -> SearchCompletions

  /// Makes the search of a screen, in which the newest call replaces older ones.
  public var makeSearch: @Sendable () -> Search
  /// Looks up the places of a completion; throws ``LocationSearchError``.
  public var response: @Sendable (_ completion: SearchCompletion) async throws -> SearchResponse

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - makeSearch: Makes the search of a screen.
  ///   - response: Looks up the places of a completion.
  public init(
    makeSearch: @escaping @Sendable () -> Search,
    response: @escaping @Sendable (_ completion: SearchCompletion) async throws -> SearchResponse
  ) {
    self.makeSearch = makeSearch
    self.response = response
  }
}

extension SearchClient {
  /// A client of sessions over `source`, one session for each screen.
  ///
  /// A repeated query returns the previous answer again, because the app may have cleared its list.
  ///
  /// - Parameters:
  ///   - source: The cities to search.
  ///   - places: Resolves the cities of `source` by id; `nil` for the source itself, if it resolves
  ///     places, or else for the cities of its latest answers.
  ///   - languages: The languages of titles and places, the preferred one first; empty for own names.
  ///   - minimumCharacters: The number of characters that a text needs.
  ///   - debounce: How long to wait for a pause in typing.
  ///   - limit: The largest number of completions to return; at least 1.
  ///   - clock: The clock for debouncing.
  /// - Returns: The client.
  public static func live(
    _ source: any CitySearchable, places: (any PlaceResolving)? = nil, languages: [String] = [],
    minimumCharacters: MinimumCharacters = .automatic, debounce: DebouncePolicy = .automatic,
    limit: Int = 10,
    clock: some Clock<Duration> = ContinuousClock()
  ) -> SearchClient {
    let session = LocationSearch(
      source: source, places: places, languages: languages,
      minimumCharacters: minimumCharacters, debounce: debounce, duplicates: .repeatAnswer,
      limit: limit, clock: clock)
    return SearchClient(
      makeSearch: {
        let session = session.makeSession()
        return { try await session.search($0) }
      },
      response: { try await session.response(for: $0) })
  }

  /// A client of sessions over all names of the cities of a gazetteer, one session for each screen.
  ///
  /// It answers from the first character on, in order of relevance.
  ///
  /// ```swift
  /// let client = SearchClient.live(gazetteer, languages: Locale.preferredLanguages)
  /// ```
  ///
  /// - Parameters:
  ///   - gazetteer: The cities.
  ///   - languages: The languages of titles and places, the preferred one first; empty for own names.
  ///   - limit: The largest number of completions to return; at least 1.
  /// - Returns: The client.
  public static func live(
    _ gazetteer: Gazetteer, languages: [String] = [], limit: Int = 10
  ) -> SearchClient {
    live(CityIndex(gazetteer), languages: languages, limit: limit)
  }
}

extension SearchClient {
  /// A client whose functions fail.
  ///
  /// Each function writes its name to standard error and throws ``UnimplementedEndpoint``.
  public static var unimplemented: SearchClient {
    unimplemented(report: UnimplementedEndpoint.writeToStandardError)
  }

  /// A client whose functions report an error and throw it.
  ///
  /// With a report to the test library, such as `{ Issue.record($0) }`, a test fails that calls a
  /// function which it did not replace.
  ///
  /// - Parameter report: Receives the error before it is thrown.
  /// - Returns: The client.
  public static func unimplemented(
    report: @escaping @Sendable (UnimplementedEndpoint) -> Void
  ) -> SearchClient {
    let endpoints = UnimplementedEndpoints(of: "SearchClient", report: report)
    return SearchClient(
      makeSearch: { { _ in try endpoints.fail("makeSearch") } },
      response: { _ in try endpoints.fail("response") })
  }
}

extension SearchClient {
  /// A client of a small, fixed gazetteer: seven large cities and five called Springfield.
  public static var preview: SearchClient {
    live(CityIndex(PreviewPlaces.gazetteer), places: PreviewPlaces())
  }
}

/// A gazetteer of twelve cities, and the names of their regions.
package struct PreviewPlaces: PlaceResolving {
  package init() {}

  package static let gazetteer: Gazetteer = {
    do {
      return try Gazetteer(cities)
    } catch {
      preconditionFailure("the cities of the preview must form a gazetteer: \(error)")
    }
  }()

  package func mapItems(withIDs ids: [City.ID]) -> [MapItem] {
    ids.compactMap { id in
      Self.gazetteer.city(withID: id).map { city in
        MapItem(
          id: id,
          placemark: Placemark(
            city, administrativeArea: admin1Name(of: city), countryName: countryName(of: city)))
      }
    }
  }

  package func admin1Name(of city: City) -> String? {
    Self.divisions["\(city.countryCode).\(city.admin1Code)"]
  }

  package func countryName(of city: City) -> String? { Self.countries[city.countryCode] }

  package func namesakes(of city: City) -> [City] { Self.gazetteer.namesakes(of: city) }

  private static let countries: [CountryCode: String] = [
    "BR": "Brazil", "DE": "Germany", "FR": "France", "JP": "Japan", "US": "United States",
  ]

  private static let divisions = [
    "BR.27": "São Paulo", "DE.02": "Bavaria", "DE.16": "State of Berlin", "FR.11": "Île-de-France",
    "JP.40": "Tokyo", "US.IL": "Illinois", "US.MA": "Massachusetts", "US.MO": "Missouri",
    "US.NY": "New York", "US.OH": "Ohio", "US.OR": "Oregon", "US.TX": "Texas",
  ]

  private static let cities = [
    city(2_867_714, "Munich", "DE", "02", 48.13743, 11.57549, 1_260_391),
    city(2_950_159, "Berlin", "DE", "16", 52.52437, 13.41053, 3_426_354),
    city(2_988_507, "Paris", "FR", "11", 48.85341, 2.3488, 2_138_551),
    city(4_717_560, "Paris", "US", "TX", 33.66094, -95.55551, 24_782),
    city(3_448_439, "São Paulo", "BR", "27", -23.5475, -46.63611, 10_021_295),
    city(1_850_147, "Tokyo", "JP", "40", 35.6895, 139.69171, 8_336_599),
    city(5_128_581, "New York City", "US", "NY", 40.71427, -74.00597, 8_804_190),
    city(4_250_542, "Springfield", "US", "IL", 39.80172, -89.64371, 116_565),
    city(4_951_788, "Springfield", "US", "MA", 42.10148, -72.58981, 155_929),
    city(4_409_896, "Springfield", "US", "MO", 37.21533, -93.29824, 169_176),
    city(4_525_353, "Springfield", "US", "OH", 39.92423, -83.80882, 59_357),
    city(5_754_005, "Springfield", "US", "OR", 44.04624, -123.02203, 61_893),
  ]

  private static func city(
    _ id: Int, _ name: String, _ countryCode: CountryCode, _ admin1Code: DivisionCode,
    _ latitude: Double,
    _ longitude: Double, _ population: Int
  ) -> City {
    City(
      id: id, name: name, countryCode: countryCode, admin1Code: admin1Code,
      coordinate: Coordinate(latitude: latitude, longitude: longitude), population: population)
  }
}

/// A function of a client was called that has no implementation.
public struct UnimplementedEndpoint: Error, Hashable, CustomStringConvertible, LocalizedError {
  /// The name of the function.
  public let name: String

  /// Creates the error of a function.
  public init(name: String) { self.name = name }

  /// A sentence with the name in it.
  public var description: String { "\(name) is not implemented." }

  /// The same sentence, for alerts.
  public var errorDescription: String? { description }
}

/// The functions of an unimplemented client.
package struct UnimplementedEndpoints: Sendable {
  private let client: String
  private let report: @Sendable (UnimplementedEndpoint) -> Void

  /// Describes a client.
  ///
  /// - Parameters:
  ///   - client: The name of its type.
  ///   - report: Receives the error of each call before it is thrown.
  package init(of client: String, report: @escaping @Sendable (UnimplementedEndpoint) -> Void) {
    self.client = client
    self.report = report
  }

  /// Reports that a function was called.
  ///
  /// - Parameter function: The name of the function.
  /// - Throws: ``UnimplementedEndpoint``, always.
  package func fail(_ function: String) throws -> Never {
    let error = UnimplementedEndpoint(name: "\(client).\(function)")
    report(error)
    throw error
  }
}

extension UnimplementedEndpoint {
  /// Writes an error to standard error.
  package static let writeToStandardError: @Sendable (UnimplementedEndpoint) -> Void = { error in
    FileHandle.standardError.write(Data("\(error)\n".utf8))
  }
}
