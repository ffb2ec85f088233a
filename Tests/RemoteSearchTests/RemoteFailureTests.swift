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

  @Test(arguments: [
    (ScriptedServer.Reply.failure(.networkConnectionLost), 200),
    (.failure(.cannotConnectToHost), 200), (.failure(.timedOut), 200), (.status(502), 200),
    (.status(500), 200), (.status(429), 200), (.status(429, retryAfter: "2"), 2_000),
    (.status(503, retryAfter: "1"), 1_000), (.status(503, retryAfter: "soon"), 200),
  ])
  func `what may pass is tried again after a pause`(
    reply: ScriptedServer.Reply, pause: Int
  ) async throws {
    let (server, clock) = (try Self.server([reply]), ManualClock())
    let remote = RemoteCitySearch(server, clock: clock)
    async let matches = remote.search(for: "rome")
    // The timeout sleeps, too.
    await clock.waitForSleepers(2)
    clock.advance(by: .milliseconds(pause - 1))
    #expect(clock.sleeperCount == 2)
    #expect(server.requests.count == 1)
    clock.advance(by: .milliseconds(1))
    #expect(try await matches.ids == [1])
    #expect(server.requests.count == 2)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `pauses double, are shortened at random, and end with the attempts`() async throws {
    let (server, clock) = (try Self.server(Array(repeating: .status(502), count: 9)), ManualClock())
    let policy = RemoteSearchPolicy(
      timeout: .seconds(60), maximumAttempts: 4, firstDelay: .seconds(1),
      maximumDelay: .seconds(3))
    let remote = RemoteCitySearch(server, policy: policy, clock: clock, jitter: 0.5)
    let search = Task { try await remote.search(for: "rome") }
    for (number, pause) in [750, 1_500, 2_250].enumerated() {
      await clock.waitForSleepers(2)
      clock.advance(by: .milliseconds(pause - 1))
      #expect(server.requests.count == number + 1)
      clock.advance(by: .milliseconds(1))
      await server.requestCount.wait(for: number + 2)
    }
    await #expect(throws: RemoteSearchError.failed(status: 502)) { try await search.value }
    #expect(server.requests.count == 4)
  }

  @Test func `policies that cannot be kept are refused`() async {
    await #expect(processExitsWith: .failure) { _ = RemoteSearchPolicy(timeout: .zero) }
    await #expect(processExitsWith: .failure) { _ = RemoteSearchPolicy(maximumAttempts: 0) }
    await #expect(processExitsWith: .failure) { _ = RemoteSearchPolicy(firstDelay: .seconds(-1)) }
    await #expect(processExitsWith: .failure) {
      _ = RemoteSearchPolicy(firstDelay: .seconds(2), maximumDelay: .seconds(1))
    }
    await #expect(processExitsWith: .success) {
      _ = RemoteSearchPolicy(firstDelay: .zero, maximumDelay: .zero)
    }
  }

  @Test(
    arguments: [
      (
        ScriptedServer.Reply.status(400, body: #"{"error":{"message":"No.","status":400}}"#),
        RemoteSearchError.refused(reason: "No.")
      ),
      (.status(404, body: "<html>"), .refused(reason: "status 404.")),
      (.status(501), .failed(status: 501)),
      (.status(429, retryAfter: "6"), .tooManyRequests(retryAfter: .seconds(6))),
    ].named(by: \.1))
  func `what does not pass is not tried again`(
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
      server, policy: RemoteSearchPolicy(timeout: .seconds(3)), clock: clock)
    let search = Task { try await remote.search(for: "rome") }
    await server.requestCount.wait(for: 1)
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(3))
    await #expect(throws: RemoteSearchError.timedOut(after: .seconds(3))) {
      try await search.value
    }
    await server.cancellationCount.wait(for: 1)
  }

  @Test func `the time of a search includes its pauses`() async throws {
    let (server, clock) = (try Self.server([.status(503), .none]), ManualClock())
    let policy = RemoteSearchPolicy(timeout: .seconds(3), firstDelay: .seconds(2))
    let search = Task {
      try await RemoteCitySearch(server, policy: policy, clock: clock).search(for: "rome")
    }
    await clock.waitForSleepers(2)
    clock.advance(by: .seconds(2))
    await server.requestCount.wait(for: 2)
    clock.advance(by: .seconds(1))
    await #expect(throws: RemoteSearchError.timedOut(after: .seconds(3))) {
      try await search.value
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
    let session = LocationSearch(source: down, debounce: .none)
    let line = try #require(try await session.search(queryFragment: "san").last)
    let id = try #require(large.search(for: "san", limit: 10).ids.first { line.cityIDs == [$0] })
    let places = try await session.response(for: line).mapItems
    #expect(places == large.gazetteer.mapItems(withIDs: [id]))
  }
}
