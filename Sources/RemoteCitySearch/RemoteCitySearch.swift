public import CitySearch
public import CitySession
public import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A source over a server of this package, `city-explorer`.
///
/// ```swift
/// let server = RemoteCitySearch(URL(string: "https://cities.example.org")!)
/// let matches = try await server.search(for: "münchen", limit: 10)
/// matches.first?.city.name  // "Munich"
/// ```
///
/// A query travels whole, with names, order, filter and limit, so the answer is that of a
/// `CityCompleter` over the server's cities, names, highlights, regions and total included. What is
/// longer than a page of the server comes in several.
///
/// - A request that fails for a reason that may pass is made again after a pause, as ``RemoteSearchPolicy``
///   says, and so is one that the server had no time for, when the server says.
/// - The time that a search may take is limited, however often it is tried.
/// - Who cancels the task ends the request.
///
/// The source resolves places, so sessions need nothing beside it. Of divisions and countries it has the
/// names that its answers had. To search without a network as well, see `FallbackCitySearch`; to hold
/// the large cities in the app, `JoinedCitySearch`.
public struct RemoteCitySearch: CitySearchable {
  let connection: ServiceConnection
  /// The most matches of a query without a limit.
  let resultLimit: Int
  let regionNames = RegionNames()

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - server: The address of the server, with the path that it lies behind, if there is one.
  ///   - policy: How long to wait, and how often to try.
  ///   - resultLimit: The most matches of a query without a limit, at least 1.
  ///   - session: What makes the requests.
  ///   - clock: What pauses and timeouts are measured with.
  public init(
    _ server: URL, policy: RemoteSearchPolicy = RemoteSearchPolicy(), resultLimit: Int = 1_000,
    session: URLSession = .shared, clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      server, policy: policy, resultLimit: resultLimit, clock: clock,
      transport: { request in
        let (body, response) = try await session.data(for: request)
        guard let response = response as? HTTPURLResponse else {
          throw RemoteSearchError.invalidAnswer(reason: "the answer is not one of HTTP")
        }
        return (body, response)
      })
  }

  /// Creates a source over whatever makes the requests.
  package init(
    _ server: URL, policy: RemoteSearchPolicy = RemoteSearchPolicy(), resultLimit: Int = 1_000,
    clock: some Clock<Duration> = ContinuousClock(),
    jitter: @escaping @Sendable () -> Double = { .random(in: 0...1) },
    transport: @escaping ServiceConnection.Transport
  ) {
    precondition(resultLimit >= 1, "resultLimit must be at least 1, got \(resultLimit)")
    self.resultLimit = resultLimit
    connection = ServiceConnection(
      server: server, policy: policy, sleep: { try await clock.sleep(for: $0) }, jitter: jitter,
      transport: transport)
  }

  /// Finds cities on the server.
  ///
  /// - Parameter query: What is asked for.
  /// - Returns: The matches, none if there are none.
  /// - Throws: ``RemoteSearchError``, which lists the reasons; `CancellationError` if the task was
  ///   cancelled.
  /// - Complexity: One request for each hundred matches.
  public func search(_ query: SearchQuery) async throws -> CityMatches {
    let request = SearchRequestFields(query)
    guard request.canMatch else { return CityMatches([CityMatch]()) }
    let limit = max(0, query.limit ?? resultLimit)
    return try await connection.withTimeout {
      var fields = request
      var (matches, ids, total) = ([CityMatch](), Set<City.ID>(), MatchTotal?.none)
      while true {
        // The total is wanted even where no match is.
        fields.query.limit = min(max(1, limit - matches.count), SearchRequestFields.pageSize)
        let answer = try await connection.answer(to: .search(fields))
        total = answer.total
        for feature in answer.features where matches.count < limit {
          regionNames.remember(feature)
          // The data may change between two pages.
          guard ids.insert(feature.city.id).inserted else { continue }
          matches.append(CityMatch(feature))
        }
        guard matches.count < limit, let next = answer.nextOffset, next > fields.offset,
          next <= SearchRequestFields.largestOffset
        else { break }
        fields.offset = next
      }
      return CityMatches(matches, total: total)
    }
  }

  /// Finds cities by what somebody typed: answers `query(for:limit:)`.
  ///
  /// - Parameters:
  ///   - text: What somebody typed.
  ///   - limit: The most matches to give; `nil` for as many as the source was made for.
  /// - Returns: The matches, none if there are none.
  /// - Throws: What ``search(_:)`` throws.
  /// - Complexity: That of ``search(_:)``.
  public func search(for text: String, limit: Int? = nil) async throws -> CityMatches {
    try await search(query(for: text, limit: limit))
  }
}

extension RemoteCitySearch: PlaceResolving {
  /// Looks up cities on the server.
  ///
  /// - Parameter ids: The ids of the cities.
  /// - Returns: The cities, in the order of `ids`; those that the server does not know are left out.
  /// - Throws: What ``search(_:)`` throws.
  /// - Complexity: One request for each hundred ids.
  public func mapItems(withIDs ids: [City.ID]) async throws -> [MapItem] {
    let known = ids.filter(SearchRequestFields.numbers.contains)
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
                feature.city, administrativeArea: feature.division,
                countryName: feature.country, timeZone: feature.timeZone)))
        }
      }
      return items
    }
  }

  /// The name of the division, if it was in an answer.
  public func admin1Name(of city: City) -> String? { regionNames.division(of: city) }

  /// The name of the country, if it was in an answer.
  public func countryName(of city: City) -> String? { regionNames.country(of: city) }
}

extension CityMatch {
  fileprivate init(_ feature: CityFeature) {
    self.init(
      city: feature.city, name: feature.name ?? MatchedName(feature.city.name),
      regions: feature.regions)
  }
}

/// The names of divisions and countries in answers, each kept once.
final class RegionNames: Sendable {
  private struct Names {
    var divisions: [Gazetteer.Division: String] = [:]
    var countries: [CountryCode: String] = [:]
  }

  /// More than the world has; a server that makes up codes takes no more memory.
  private static let limit = 20_000

  private let names = Mutex(Names())

  /// Keeps the names of a city's regions.
  func remember(_ feature: CityFeature) {
    names.withLock { names in
      if let name = feature.division, names.divisions.count < Self.limit {
        names.divisions[feature.city.division] = name
      }
      if let name = feature.country, names.countries.count < Self.limit {
        names.countries[feature.city.countryCode] = name
      }
    }
  }

  /// The name of a city's division; `nil` if no answer had it.
  func division(of city: City) -> String? { names.withLock { $0.divisions[city.division] } }

  /// The name of a city's country; `nil` if no answer had it.
  func country(of city: City) -> String? { names.withLock { $0.countries[city.countryCode] } }
}
