import CitySearch
import CitySession
import Fixtures
import Foundation
import GazetteerBuilding
import GeoNamesCities
import RemoteSearch
import TestSupport
import Testing

/// What a source does when a server does not answer, or not as it should.
@Suite("Failures of a server", .againstHanging) struct RemoteFailureTests {
  private static let cities = Result {
    CityIndex(
      try Gazetteer([
        City(
          id: 1, name: "Rome", countryCode: "IT",
          coordinate: Coordinate(latitude: 41.9, longitude: 12.5))
      ]))
  }

  private static func server(_ script: [ScriptedServer.Reply]) throws -> ScriptedServer {
    ScriptedServer(try cities.get(), script: script)
  }

  @Test func `a timeout that cannot be kept is refused`() async {
    await #expect(processExitsWith: .failure) {
      _ = RemoteCitySearch(URL(filePath: "/"), timeout: .zero)
    }
  }

  @Test(
    arguments: [
      (
        ScriptedServer.Reply.status(400, body: #"{"error":{"message":"No.","status":400}}"#),
        RemoteSearchError.refused(reason: "No.")
      ),
      (.status(404, body: "<html>"), .refused(reason: "status 404.")),
      (.status(500), .failed(status: 500)), (.status(501), .failed(status: 501)),
      (.status(429, retryAfter: "6"), .tooManyRequests(retryAfter: .seconds(6))),
      (.status(503, retryAfter: "soon"), .tooManyRequests(retryAfter: nil)),
      (.status(503, retryAfter: "-1"), .tooManyRequests(retryAfter: nil)),
      (.status(503, retryAfter: "\(Int.max)"), .tooManyRequests(retryAfter: nil)),
      (.failure(.timedOut), .timedOut(after: .seconds(10))),
    ].named(by: \.1))
  func `a failure is thrown as what it is, after one request`(
    example: Named<(ScriptedServer.Reply, RemoteSearchError)>
  ) async throws {
    let (reply, error) = example.value
    let server = try Self.server([reply])
    await #expect(throws: error) { try await RemoteCitySearch(server).search(for: "rome") }
    #expect(server.requests.count == 1)
    #expect(!error.localizedDescription.isEmpty)
  }

  @Test(arguments: ["", "ok", "[]", #"{"features":7}"#])
  func `an answer that is none is an error`(body: String) async throws {
    let server = try Self.server([.status(200, body: body)])
    await #expect {
      try await RemoteCitySearch(server).search(for: "rome")
    } throws: { error in
      if case RemoteSearchError.invalidAnswer = error { true } else { false }
    }
    #expect(server.requests.count == 1)
  }

  @Test func `a search that takes too long ends, and so does its request`() async throws {
    let (server, clock) = (try Self.server([.none]), ManualClock())
    let remote = RemoteCitySearch(
      server, timeout: .seconds(3), clock: clock)
    let search = Task { try await remote.search(for: "rome") }
    await server.requestCount.wait(for: 1)
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(3))
    await #expect(throws: RemoteSearchError.timedOut(after: .seconds(3))) {
      try await search.value
    }
    await server.cancellationCount.wait(for: 1)
  }

  @Test(arguments: [URLError.Code.networkConnectionLost, .cannotConnectToHost])
  func `a server that is not there is unreachable`(code: URLError.Code) async throws {
    let server = try Self.server([.failure(code)])
    await #expect {
      try await RemoteCitySearch(server).search(for: "rome")
    } throws: { error in
      if case RemoteSearchError.unreachable = error { true } else { false }
    }
  }

  @Test func `who cancels a search ends its request, and gets no other error`() async throws {
    let server = try Self.server([.none])
    let search = Task { try await RemoteCitySearch(server).search(for: "rome") }
    await server.requestCount.wait(for: 1)
    search.cancel()
    await server.cancellationCount.wait(for: 1)
    await #expect(throws: CancellationError.self) { try await search.value }
    #expect(server.requests.count == 1)
  }

  /// The large cities in an app: Rome with its German name, and its country.
  private static let large = Result {
    CityIndex(
      try Gazetteer(
        contentsOf: Fixtures.sample, admin1Codes: Fixtures.admin1Codes,
        countryInfo: Fixtures.countryInfo))
  }

  @Test func `the cities in memory answer where the server fails`() async throws {
    let large = try Self.large.get()
    let (server, answered) = (try Self.server([]), try Self.cities.get())
    let remote = RemoteCitySearch(server, fallback: large)
    #expect(try await remote.search(for: "rome").ids == answered.search(for: "rome").ids)
    #expect(try await remote.mapItems(withIDs: [1]) == answered.gazetteer.mapItems(withIDs: [1]))
    let city = try #require(large.gazetteer.first { $0.countryCode == "FR" })
    for status in [501, 400] {
      let down = RemoteCitySearch(
        try Self.server(Array(repeating: .status(status), count: 2)), fallback: large)
      let query = SearchQuery("san", order: .population, limit: 7)
      #expect(try await down.search(query).ids == large.search(query).ids)
      #expect(
        try await down.mapItems(withIDs: [city.id, -1])
          == large.gazetteer.mapItems(withIDs: [city.id]))
      // No answer of the server had the names.
      #expect(down.countryName(of: city) == "France")
      #expect(down.divisionName(of: city) == large.gazetteer.divisionName(of: city))
      #expect(down.name(of: city, in: ["de"]) == large.gazetteer.name(of: city, in: ["de"]))
    }
  }

  @Test func `a search that was cancelled is not made again in memory`() async throws {
    let server = try Self.server([.none])
    let remote = RemoteCitySearch(server, fallback: try Self.cities.get())
    let search = Task { try await remote.search(for: "rome") }
    await server.requestCount.wait(for: 1)
    search.cancel()
    await server.cancellationCount.wait(for: 1)
    await #expect(throws: CancellationError.self) { try await search.value }
  }

  @Test func `a session without a network finds and shows what is in memory`() async throws {
    let large = try Self.large.get()
    let down = RemoteCitySearch(
      try Self.server(Array(repeating: .status(501), count: 9)), fallback: large)
    let client = SearchClient.live(down)
    let line = try #require(try await client.search("san").last)
    let id = try #require(large.search(for: "san", limit: 10).ids.first { line.cityIDs == [$0] })
    let places = try await client.mapItems(line.cityIDs)
    #expect(places == large.gazetteer.mapItems(withIDs: [id]))
  }
}
