import CitySearch
import GazetteerBuilding
import TestSupport
import Testing

/// Two sources as one: with a fallback, and joined.
@Suite("Two sources") struct TwoSourcesTests {
  private struct Outage: Error {}

  /// A source that answers by a closure.
  private struct Source: CitySearchable {
    let answer: @Sendable (SearchQuery) async throws -> CityMatches

    func search(_ query: SearchQuery) async throws -> CityMatches { try await answer(query) }

    func search(for text: String, limit: Int?) async throws -> CityMatches {
      try await search(SearchQuery(text, limit: limit))
    }
  }

  private static func source(_ ids: City.ID..., total: MatchTotal? = nil) -> Source {
    Source { _ in CityMatches(ids.map { city($0) }, for: "a", total: total) }
  }

  /// A city whose population is its id.
  private static func city(_ id: City.ID) -> City {
    City(
      id: id, name: "A\(id)", countryCode: .none,
      coordinate: Coordinate(latitude: 0, longitude: 0), population: Int(id.rawValue))
  }

  @Test func `the second source answers where the first fails`() async throws {
    let failing = Source { _ in throw Outage() }
    #expect(
      try await FallbackCitySearch(Self.source(1), Self.source(2)).search(for: "a").ids == [1])
    #expect(try await FallbackCitySearch(failing, Self.source(2)).search(for: "a").ids == [2])
    await #expect(throws: Outage.self) {
      try await FallbackCitySearch(failing, failing).search(for: "a")
    }
  }

  @Test func `a search that was cancelled is not made again elsewhere`() async throws {
    let asked = Milestone()
    let second = Source { _ in
      asked.reach()
      return CityMatches([CityMatch]())
    }
    let first = Source { _ in throw CancellationError() }
    await #expect(throws: CancellationError.self) {
      try await FallbackCitySearch(first, second).search(for: "a")
    }
    let begun = Milestone()
    let patient = Source { _ in
      begun.reach()
      try? await ManualClock().sleep(for: .seconds(1))
      throw Outage()
    }
    let search = Task { try await FallbackCitySearch(patient, second).search(for: "a") }
    await begun.wait(for: 1)
    search.cancel()
    await #expect(throws: Outage.self) { try await search.value }
    #expect(asked.count == 0)
  }

  @Test(arguments: [
    // Nothing in common: the larger first, but for the order that the lists have.
    ([9, 5, 1], [8, 6, 2], [9, 8, 6, 5, 2, 1]),
    ([1, 9], [5, 4], [5, 4, 1, 9]),
    // A city of both sources is at one place of both lists.
    ([9, 5], [9, 7, 5, 3], [9, 7, 5, 3]),
    ([5, 9], [9, 7, 5], [5, 9, 7]),
    ([3], [9, 3, 1], [9, 3, 1]),
    ([], [2, 1], [2, 1]), ([2, 1], [], [2, 1]), ([], [], []),
  ])
  func `by relevance both lists keep their order`(
    ones: [City.ID], others: [City.ID], joined: [City.ID]
  ) async throws {
    func source(_ ids: [City.ID]) -> Source {
      Source { _ in CityMatches(ids.map(Self.city), for: "a") }
    }
    let search = JoinedCitySearch(source(ones), source(others))
    #expect(try await search.search(for: "a").ids == joined)
    #expect(try await search.search(for: "a").total == .exactly(joined.count))
    #expect(try await search.search(for: "a", limit: 2).ids == Array(joined.prefix(2)))
    #expect(try await search.search(for: "a", limit: -1).isEmpty)
  }

  @Test func `matches with edits come last`() async throws {
    let corrected = CityMatch(city: Self.city(9), name: MatchedName("A9", edits: 1))
    let search = JoinedCitySearch(Source { _ in CityMatches([corrected]) }, Self.source(3, 2))
    #expect(try await search.search(for: "a").ids == [3, 2, 9])
  }

  @Test func `the total is exact if both gave all that they have`() async throws {
    let first = Self.source(3, 2, total: .atLeast(40))
    let search = JoinedCitySearch(first, Self.source(3, 1, total: .exactly(50)))
    #expect(try await search.search(for: "a").total == .atLeast(50))
  }

  @Test func `a city that both have is that of the first`() async throws {
    var renamed = Self.city(3)
    renamed.name = "Other"
    let search = JoinedCitySearch(
      Source { [renamed] _ in CityMatches([renamed], for: "a") }, Self.source(3))
    #expect(try await search.search(for: "a").map(\.city.name) == ["Other"])
  }

  @Test func `if one fails, so does the join, and the other is cancelled`() async throws {
    let (begun, cancelled) = (Milestone(), Milestone())
    let patient = Source { _ in
      begun.reach()
      defer { cancelled.reach() }
      try await ManualClock().sleep(for: .seconds(1))
      throw Outage()
    }
    let failing = Source { _ in
      await begun.wait(for: 1)
      throw Outage()
    }
    await #expect(throws: Outage.self) {
      try await JoinedCitySearch(failing, patient).search(for: "a")
    }
    await cancelled.wait(for: 1)
    // A fallback gives the matches of the first source if the second fails.
    let local = Self.source(7)
    let search = FallbackCitySearch(JoinedCitySearch(local, Source { _ in throw Outage() }), local)
    #expect(try await search.search(for: "a").ids == [7])
  }

  @Test(arguments: OrderingTests.orders)
  func `two halves give the answer of the whole`(order: CityOrder) async throws {
    let whole = try SampleCities.gazetteer()
    let search = CityIndex(whole)
    let halves = JoinedCitySearch(
      CityIndex(try whole.filtered { $0.population >= 20_000 }),
      CityIndex(try whole.filtered { $0.population < 20_000 }))
    for text in ["", "sa", "zzz", "東", "st"] {
      for limit in [nil, 0, 7] {
        let query = SearchQuery(text, order: order, typos: .never, limit: limit)
        let (matches, expected) = (try await halves.search(query), search.search(query))
        #expect(matches.ids.firstDifference(from: expected.ids) == nil, "\(text)")
        if limit == nil { #expect(matches.total == expected.total) }
      }
    }
  }
}
