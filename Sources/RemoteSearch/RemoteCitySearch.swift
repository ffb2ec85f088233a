public import CitySearch
public import CitySession
public import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A source of cities on a server: a client of `city-explorer`.
///
/// ```swift
/// let server = RemoteCitySearch(URL(string: "https://cities.example.org")!)
/// let matches = try await server.search(for: "münchen", limit: 10)
/// matches.first?.city.name  // "Munich"
/// ```
///
/// The server gets the whole query, with names, order, bias, filter and limit. Its answer equals that of
/// a `CityIndex` over its cities, including names, highlights, regions and `asTyped`. Long answers
/// are fetched in several pages.
///
/// A search that takes longer than the timeout fails, from connecting to the last byte, and so does one whose answer is
/// longer than a limit. Cancelling the task cancels the request. Nothing is tried again by itself.
///
/// The source conforms to `PlaceResolving`, so a `SearchClient` needs no other resolver. It has the names of
/// the divisions and countries in its previous answers.
///
/// With cities in the app, such as the large ones, it also answers without a network:
///
/// ```swift
/// let server = RemoteCitySearch(address, fallback: CityIndex(largeCities))
/// ```
public struct RemoteCitySearch: CitySearchable {
  private let connection: ServiceConnection
  /// The cities in memory that answer when the server fails.
  private let fallback: CityIndex?
  /// The largest number of matches for a query without a limit.
  private let resultLimit: Int
  private let regionNames = RegionNames()

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - server: The URL of the server, with its path prefix, if it has one.
  ///   - timeout: How long a search may take, with all its pages; more than 0.
  ///   - resultLimit: The largest number of matches for a query without a limit; from 1 to 10,100.
  ///   - answerLimit: The greatest number of bytes of an answer, which has a hundred matches at most and about 60 kB;
  ///     at least 1.
  ///   - fallback: The cities in memory that answer in place of the server when that fails; `nil` for
  ///     none.
  ///   - configuration: The configuration of the URL session that makes the requests.
  ///   - clock: The clock for the timeout.
  public init(
    _ server: URL, timeout: Duration = .seconds(10), resultLimit: Int = 1_000,
    answerLimit: Int = 1_048_576, fallback: CityIndex? = nil,
    configuration: URLSessionConfiguration = .default,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    precondition(answerLimit >= 1, "answerLimit must be at least 1, got \(answerLimit).")
    let session = BoundedSession(configuration, limit: answerLimit)
    self.init(
      server, timeout: timeout, resultLimit: resultLimit, fallback: fallback, clock: clock,
      transport: { try await session.answer(to: $0) })
  }

  /// Creates a source over a transport.
  package init(
    _ server: URL, timeout: Duration = .seconds(10), resultLimit: Int = 1_000,
    fallback: CityIndex? = nil, clock: some Clock<Duration> = ContinuousClock(),
    transport: @escaping ServiceConnection.Transport
  ) {
    precondition(
      1...SearchRequestFields.largestMatchCount ~= resultLimit,
      "resultLimit must be from 1 to \(SearchRequestFields.largestMatchCount), got \(resultLimit).")
    precondition(timeout > .zero, "timeout must be more than 0, got \(timeout).")
    self.resultLimit = resultLimit
    self.fallback = fallback
    connection = ServiceConnection(
      server: server, timeout: timeout, sleep: { try await clock.sleep(for: $0) },
      transport: transport)
  }

  /// Finds cities on the server, or in its place in memory if it fails and there is a fallback.
  ///
  /// The server refuses filters with more than 10,000 ids, countries, divisions or rectangles.
  ///
  /// - Parameter query: The query.
  /// - Returns: The matches, none if there are none, and at most 10,100 even if the limit is higher.
  /// - Throws: Without a fallback ``RemoteSearchError``, which is ``RemoteSearchError/refused(reason:)`` for
  ///   queries that the server refuses; `CancellationError` if the task was cancelled.
  /// - Complexity: One request for each hundred matches.
  public func search(_ query: SearchQuery) async throws -> CityMatches {
    try await orFallback {
      $0.search(query)
    } server: {
      try await matches(of: query)
    }
  }

  private func matches(of query: SearchQuery) async throws -> CityMatches {
    let request = SearchRequestFields(query)
    guard request.canMatch else { return CityMatches([CityMatch]()) }
    let limit = max(0, query.limit ?? resultLimit)
    return try await connection.withTimeout {
      var fields = request
      var (matches, ids, asTyped) = ([CityMatch](), Set<City.ID>(), MatchTotal?.none)
      while true {
        // A limit of 0 still needs the count.
        fields.query.limit = min(max(1, limit - matches.count), SearchRequestFields.pageSize)
        let answer = try await connection.answer(to: .search(fields))
        asTyped = answer.asTyped
        for feature in answer.features where matches.count < limit {
          regionNames.remember(feature)
          // The data may change between two pages, so that a city is on both.
          guard ids.insert(feature.city.id).inserted else { continue }
          matches.append(CityMatch(feature))
        }
        guard matches.count < limit, let next = answer.nextOffset, next > fields.offset,
          next <= SearchRequestFields.largestOffset
        else { break }
        fields.offset = next
      }
      return CityMatches(matches, asTyped: asTyped)
    }
  }

  /// Finds cities by a typed text: answers a query of text and limit.
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - limit: The largest number of matches; `nil` for the `resultLimit` of the source.
  /// - Returns: The matches, none if there are none.
  /// - Throws: The errors of ``search(_:)``.
  /// - Complexity: That of ``search(_:)``.
  public func search(for text: String, limit: Int? = nil) async throws -> CityMatches {
    try await search(SearchQuery(text, limit: limit))
  }

  /// What the server gives, or else the fallback; who cancelled wants neither.
  private func orFallback<Value>(
    _ local: (CityIndex) -> Value, server: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await server()
    } catch {
      guard let fallback, !(error is CancellationError), !Task.isCancelled else { throw error }
      return local(fallback)
    }
  }
}

extension RemoteCitySearch: PlaceResolving {
  /// Looks up cities on the server, or in its place in memory if it fails and there is a fallback.
  ///
  /// - Parameter ids: The ids of the cities.
  /// - Returns: The cities, in the order of `ids`; ids without a city are left out.
  /// - Throws: The errors of ``search(_:)``.
  /// - Complexity: One request for each hundred ids.
  public func mapItems(withIDs ids: [City.ID]) async throws -> [MapItem] {
    try await orFallback {
      $0.gazetteer.mapItems(withIDs: ids)
    } server: {
      try await places(withIDs: ids)
    }
  }

  private func places(withIDs ids: [City.ID]) async throws -> [MapItem] {
    let known = ids.filter(SearchRequestFields.ids.contains)
    return try await connection.withTimeout {
      var items: [MapItem] = []
      for start in stride(from: 0, to: known.count, by: SearchRequestFields.pageSize) {
        let part = known[start..<min(known.count, start + SearchRequestFields.pageSize)]
        for feature in try await connection.answer(to: .places(Array(part))).features {
          regionNames.remember(feature)
          items.append(
            MapItem(
              id: feature.city.id,
              placemark: Placemark(
                feature.city, division: feature.division, subdivision: feature.county,
                countryName: feature.country, timeZone: feature.timeZone)))
        }
      }
      return items
    }
  }

  /// The name of the division, if a previous answer or the fallback has it.
  public func divisionName(of city: City) -> String? {
    regionNames.division(of: city) ?? fallback?.gazetteer.divisionName(of: city)
  }

  /// The name of the division below the first level, if a previous answer or the fallback has it.
  public func subdivisionName(of city: City) -> String? {
    regionNames.subdivision(of: city) ?? fallback?.gazetteer.subdivisionName(of: city)
  }

  /// The name of the country, if a previous answer or the fallback has it.
  public func countryName(of city: City) -> String? {
    regionNames.country(of: city) ?? fallback?.gazetteer.countryName(of: city)
  }

  /// The name for people who read some languages, if the fallback has it, or else the own name.
  public func name(of city: City, in languages: [String]) -> String {
    fallback?.gazetteer.name(of: city, in: languages) ?? city.name
  }
}

/// The names of divisions and countries in answers, each kept once.
final class RegionNames: Sendable {
  private struct Names {
    var divisions: [Gazetteer.Division: String] = [:]
    /// By the ids of cities.
    var subdivisions: [City.ID: String] = [:]
    var countries: [CountryCode: String] = [:]
  }

  /// More divisions than the world has; it bounds the memory that a faulty server can use.
  private static let limit = 20_000

  private let names = Mutex(Names())

  /// Stores the names of a city's regions.
  func remember(_ feature: CityFeature) {
    names.withLock { names in
      if let name = feature.division, names.divisions.count < Self.limit {
        names.divisions[feature.city.division] = name
      }
      if let name = feature.county {
        // Those of earlier answers are not shown any more.
        if names.subdivisions.count >= Self.limit { names.subdivisions = [:] }
        names.subdivisions[feature.city.id] = name
      }
      if let name = feature.country, names.countries.count < Self.limit {
        names.countries[feature.city.countryCode] = name
      }
    }
  }

  /// The name of a city's division; `nil` if no answer had it.
  func division(of city: City) -> String? { names.withLock { $0.divisions[city.division] } }

  /// The name of a city's division below the first level; `nil` if no answer had it.
  func subdivision(of city: City) -> String? { names.withLock { $0.subdivisions[city.id] } }

  /// The name of a city's country; `nil` if no answer had it.
  func country(of city: City) -> String? { names.withLock { $0.countries[city.countryCode] } }
}
