import CitySearch
import CityTestSupport
import TestSupport
import Testing

@testable import CitySession

@Suite("More of a list", .againstHanging)
struct MoreTests {
  @Test(arguments: ["springfield", "springf", "london", "san jos", "wien", "münchen"])
  func `a list grows until it has all cities, and what was shown stays`(text: String) async throws {
    let gazetteer = try World.cities.get().gazetteer
    let session = LocationSearch(.live(gazetteer))
    let total = CityIndex(gazetteer).search(for: text, limit: nil).asTyped
    var list = try await session.search(queryFragment: text)
    var limit = 10
    while let more = list.more {
      #expect(list.count == limit)
      #expect(list.cityCount < list.total.count)
      limit *= 2
      #expect(more == SearchRequest(SearchQuery(text, limit: limit)))
      let longer = try await session.search(more)
      #expect(longer.starts(with: list))
      #expect(longer.total == total)
      list = longer
    }
    #expect(list.total == total && total.isExact)
    #expect(list.cityCount == total.count)
  }

  @Test func `corrections are not counted before they are found`() async throws {
    let session = LocationSearch(.live(try World.cities.get().gazetteer))
    var list = try await session.search(queryFragment: "springfeild")
    // One line stands for all of them.
    #expect(list.cityCount == 9)
    #expect(list.total == .atLeast(10))
    while let more = list.more { list = try await session.search(more) }
    #expect(list.cityCount > 10)
    #expect(list.total == .exactly(list.cityCount))
  }

  /// What a source gives for a limit of 10, and what is made of it.
  private static let answers: [(given: Int, total: MatchTotal?, shown: MatchTotal, hasMore: Bool)] =
    [
      (0, nil, .exactly(0), false),
      (3, nil, .exactly(3), false),
      (10, nil, .exactly(10), false),
      (10, .exactly(250), .exactly(250), true),
      (10, .atLeast(10), .atLeast(10), true),
      (10, .atLeast(200), .atLeast(200), true),
      // A source that gives fewer than it is asked for has no more to give.
      (9, .exactly(250), .exactly(250), false),
      (9, .atLeast(9), .atLeast(9), false),
      // And one that gives more than it is asked for has.
      (12, nil, .exactly(12), true),
    ]

  @Test(arguments: answers)
  func `the total is that of the source`(
    given: Int, total: MatchTotal?, shown: MatchTotal, hasMore: Bool
  ) async throws {
    let cities = (0..<given).map { number in
      City(id: City.ID(number), name: "Paris \(number)", countryCode: "XX", coordinate: .zero)
    }
    let source = FixedSource(matches: CityMatches(cities, for: "par", asTyped: total))
    let session = LocationSearch(.live(source, pause: .zero))
    let list = try await session.search(queryFragment: "par")
    #expect(list.cityCount == min(given, 10))
    #expect(list.total == shown)
    #expect(list.more == (hasMore ? SearchRequest(SearchQuery("par", limit: 20)) : nil))
  }

  @Test func `for more nobody waits, and a newer text takes its place`() async throws {
    let clock = ManualClock()
    let source = ScriptedSource()
    let session = LocationSearch(
      .live(source, pause: .seconds(1), limit: 1, clock: clock))
    async let first = session.search(queryFragment: "paris")
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))
    await source.requestCount.wait(for: 1)
    source.answer(0, with: ["A", "B"])
    let more = try #require(try await first.more)
    #expect(more == SearchRequest(SearchQuery("paris", limit: 2)))

    let longer = Task { try await session.search(more) }
    await source.requestCount.wait(for: 2)
    #expect(clock.sleeperCount == 0)
    async let newer = session.search(queryFragment: "london")
    await #expect(throws: CancellationError.self) { _ = try await longer.value }
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))
    await source.requestCount.wait(for: 3)
    source.answer(2, with: ["C"])
    #expect(try await newer.map(\.title) == ["C"])
    #expect(source.requested.map(\.limit) == [1, 2, 1])
  }

  @Test func `what was submitted waits for nothing, however short it is`() async throws {
    let clock = ManualClock()
    let source = ScriptedSource()
    let session = LocationSearch(
      .live(source, minimumCharacters: 3, pause: .seconds(1), limit: 1, clock: clock))
    let tooShort = LocationSearchError.invalidSearchCriteria(minimumCharacters: 3)
    await #expect(throws: tooShort) { _ = try await session.search(queryFragment: "y") }
    async let first = session.search(SearchRequest(SearchQuery("y"), isSubmitted: true))
    await source.requestCount.wait(for: 1)
    #expect(clock.sleeperCount == 0)
    source.answer(0, with: ["A", "B"])
    let list = try await first
    #expect(list.map(\.title) == ["A"])
    let more = try #require(list.more)
    #expect(more == SearchRequest(SearchQuery("y", limit: 2), isSubmitted: true))
    async let longer = session.search(more)
    await source.requestCount.wait(for: 2)
    source.answer(1, with: ["A", "B"])
    #expect(try await longer.map(\.title) == ["A", "B"])
  }

  @Test func `lists made by hand`() {
    let lines = [
      SearchCompletion(kind: .sharedName([1, 2]), title: "Paris"),
      SearchCompletion(kind: .city(1), title: "Paris"),
      SearchCompletion(kind: .city(3), title: "Parisot"),
    ]
    let list = SearchCompletions(lines)
    #expect(Array(list) == lines)
    #expect(list.cityCount == 2)
    #expect(list.total == .exactly(3))
    #expect(list.more == nil)
    #expect(([] as SearchCompletions).total == .exactly(0))
  }

  @Test func `a limit of none traps`() async {
    await #expect(processExitsWith: .failure) { _ = SearchRequest(SearchQuery("par", limit: 0)) }
  }
}

/// Gives the same answer to everything.
private struct FixedSource: CitySearchable {
  let matches: CityMatches

  func search(_ query: SearchQuery) async throws -> CityMatches { matches }

  func search(for text: String, limit: Int?) async throws -> CityMatches { matches }
}
