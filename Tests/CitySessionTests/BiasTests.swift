import CitySearch
import CityTestSupport
import TestSupport
import Testing

@testable import CitySession

/// What is known of the person who types, on its way through a session.
@Suite("The bias of a session", .againstHanging)
struct BiasTests {
  private static let illinois = SearchBias(
    coordinate: Coordinate(latitude: 39.80, longitude: -89.64), countryCode: "US")
  private static let oregon = SearchBias(
    coordinate: Coordinate(latitude: 44.05, longitude: -123.02), countryCode: "US")

  private func session() throws -> LocationSearch {
    LocationSearch(try World.cities.get().gazetteer)
  }

  /// The region of the first single city.
  private func region(_ completions: SearchCompletions) -> String? {
    completions.first { $0.cityIDs.count == 1 }?.subtitle
  }

  @Test func `of several cities of a name, the nearest comes first`() async throws {
    let session = try session()
    session.bias = Self.illinois
    #expect(
      region(try await session.search(queryFragment: "springfield")) == "Illinois, United States")
    // The text is the same, but its answer is another one.
    session.bias = Self.oregon
    #expect(
      region(try await session.search(queryFragment: "springfield")) == "Oregon, United States")
    session.bias = nil
    #expect(session.bias == nil)
    let nowhere = try await session.search(queryFragment: "springfield")
    let expected = try await self.session().search(queryFragment: "springfield")
    #expect(nowhere == expected)
  }

  @Test func `an equal query from the same place is a duplicate`() async throws {
    let session = try session()
    session.bias = Self.illinois
    _ = try await session.search(queryFragment: "springfield")
    session.bias = Self.illinois
    await #expect(throws: LocationSearchError.duplicateSearchCriteria) {
      try await session.search(queryFragment: "springfield")
    }
  }

  @Test func `all sessions of one know where the person is`() async throws {
    let session = try session()
    let older = session.makeSession()
    session.bias = Self.oregon
    for session in [older, session.makeSession()] {
      #expect(session.bias == Self.oregon)
      #expect(
        region(try await session.search(queryFragment: "springfield")) == "Oregon, United States")
    }
  }

  @Test func `a request has a bias of its own, and more of the list has the same`() async throws {
    let session = try session()
    session.bias = Self.oregon
    let few = try await session.search(
      SearchRequest(SearchQuery("springfield", limit: 3, bias: Self.illinois)))
    #expect(region(few) == "Illinois, United States")
    session.bias = nil
    let more = try #require(few.more)
    #expect(more == SearchRequest(SearchQuery("springfield", limit: 6, bias: Self.illinois)))
    #expect(try await session.search(more).prefix(3).elementsEqual(few))
    // A request with an empty bias has none, not that of the session.
    session.bias = Self.oregon
    let none = try await session.search(
      SearchRequest(SearchQuery("springfield", bias: SearchBias())))
    #expect(Array(none) == Array(try await self.session().search(queryFragment: "springfield")))
  }

  @Test func `a change while a search is running applies to the next call`() async throws {
    let source = ScriptedSource(.ignoresCancellation)
    let session = LocationSearch(source: source, debounce: .none, duplicates: .repeatAnswer)
    session.bias = Self.illinois
    async let first = session.search(queryFragment: "spring")
    await source.requestCount.wait(for: 1)
    session.bias = Self.oregon
    source.answer(0, with: ["Springfield"])
    #expect(try await first.map(\.title) == ["Springfield"])
    async let second = session.search(queryFragment: "spring")
    await source.requestCount.wait(for: 2)
    source.answer(1, with: ["Springdale"])
    #expect(try await second.map(\.title) == ["Springdale"])
    #expect(source.requested.map(\.bias) == [Self.illinois, Self.oregon])
  }

  @Test func `a move is not typing, so nothing waits for a pause`() async throws {
    let source = ScriptedSource(.stopsWhenCancelled)
    let clock = ManualClock()
    let session = LocationSearch(
      source: source, debounce: .fixed(.seconds(1)), clock: clock)
    async let first = session.search(queryFragment: "spring")
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))
    await source.requestCount.wait(for: 1)
    source.answer(0, with: ["Springfield"])
    _ = try await first
    session.bias = Self.oregon
    async let second = session.search(queryFragment: "spring")
    await source.requestCount.wait(for: 2)
    source.answer(1, with: ["Springdale"])
    #expect(try await second.map(\.title) == ["Springdale"])
  }

  @Test func `the phases of a stream follow the person`() async throws {
    let session = try session()
    let (texts, field) = AsyncStream.makeStream(of: String.self)
    var phases = session.updates(for: texts).makeAsyncIterator()
    session.bias = Self.illinois
    field.yield("springfield")
    #expect(region(try #require(await phases.next()).completions) == "Illinois, United States")
    session.bias = Self.oregon
    field.yield("springfield")
    #expect(region(try #require(await phases.next()).completions) == "Oregon, United States")
    field.finish()
    #expect(await phases.next() == nil)
  }

  @Test func `searches of a client take it with the request`() async throws {
    let search = SearchClient.live(try World.cities.get().gazetteer).makeSearch()
    let here = try await search(SearchRequest(SearchQuery("springfield", bias: Self.illinois)))
    #expect(region(here) == "Illinois, United States")
    let there = try await search(SearchRequest(SearchQuery("springfield", bias: Self.oregon)))
    #expect(region(there) == "Oregon, United States")
  }
}
