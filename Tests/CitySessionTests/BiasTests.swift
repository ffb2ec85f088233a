import CitySearch
import CityTestSupport
import TestSupport
import Testing

@testable import CitySession

/// What is known of the person who types, on its way through a session.
@Suite("The bias of a request", .againstHanging)
struct BiasTests {
  private static let illinois = SearchBias(
    coordinate: Coordinate(latitude: 39.80, longitude: -89.64), countryCode: "US")
  private static let oregon = SearchBias(
    coordinate: Coordinate(latitude: 44.05, longitude: -123.02), countryCode: "US")

  private static func request(
    _ bias: SearchBias?, limit: Int? = nil, _ text: String = "springfield"
  ) -> SearchRequest {
    SearchRequest(SearchQuery(text, limit: limit, bias: bias))
  }

  /// The region of the first single city.
  private func region(_ completions: SearchCompletions) -> String? {
    completions.first { $0.cityIDs.count == 1 }?.subtitle
  }

  @Test func `of several cities of a name, the nearest comes first`() async throws {
    let session = LocationSearch(.live(try World.cities.get().gazetteer))
    let here = try await session.search(Self.request(Self.illinois))
    #expect(region(here) == "Illinois, United States")
    // The text is the same, but its answer is another one.
    let there = try await session.search(Self.request(Self.oregon))
    #expect(region(there) == "Oregon, United States")
    #expect(region(try await session.search("springfield")) == "Missouri, United States")
  }

  @Test func `more of a list has the same bias`() async throws {
    let session = LocationSearch(.live(try World.cities.get().gazetteer))
    let few = try await session.search(Self.request(Self.illinois, limit: 3))
    #expect(region(few) == "Illinois, United States")
    let more = try #require(few.more)
    #expect(more == Self.request(Self.illinois, limit: 6))
    #expect(try await session.search(more).prefix(3).elementsEqual(few))
  }

  @Test func `a move is not typing, so nothing waits for a pause`() async throws {
    let source = ScriptedSource(.stopsWhenCancelled)
    let clock = ManualClock()
    let session = LocationSearch(.live(source, pause: .seconds(1), clock: clock))
    async let first = session.search(queryFragment: "spring")
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))
    await source.requestCount.wait(for: 1)
    source.answer(0, with: ["Springfield"])
    _ = try await first
    async let second = session.search(Self.request(Self.oregon, "spring"))
    await source.requestCount.wait(for: 2)
    source.answer(1, with: ["Springdale"])
    #expect(try await second.map(\.title) == ["Springdale"])
    #expect(source.requested.map(\.bias) == [nil, Self.oregon])
  }
}
