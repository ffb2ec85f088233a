import CitySearch
import CityTestSupport
import TestSupport
import Testing

@testable import CitySession

@Suite("Phases of a screen", .againstHanging)
struct UpdatesTests {
  private let clock = ManualClock()
  private let source = ScriptedSource(.ignoresCancellation)

  private func makeSession(_ debounce: DebouncePolicy = .none) -> LocationSearch {
    LocationSearch(source: source, debounce: debounce, clock: clock)
  }

  /// What a session makes of the answer to a request.
  private func completions(_ request: Int, _ names: [String]) -> SearchCompletions {
    let lines = names.enumerated().map { index, name in
      SearchCompletion(kind: .city(City.ID(request * 100 + index)), title: name, subtitle: "XX")
    }
    return SearchCompletions(lines)
  }

  @Test func `the list does not blink, and each phase has its query`() async {
    let (queries, field) = AsyncStream.makeStream(of: String.self)
    var phases = makeSession().updates(for: queries).makeAsyncIterator()

    field.yield(" ")
    #expect(await phases.next() == .idle(query: " "))
    field.yield("lo")
    #expect(await phases.next() == .tooShort(query: "lo", minimumCharacters: 3))
    field.yield("lon")
    #expect(await phases.next() == .searching(query: "lon", previous: []))
    await source.requestCount.wait(for: 1)
    source.answer(0, with: ["A", "B"])
    let first = completions(0, ["A", "B"])
    #expect(await phases.next() == .results(query: "lon", completions: first))
    field.yield("lond")
    #expect(await phases.next() == .searching(query: "lond", previous: first))
    await source.requestCount.wait(for: 2)
    source.fail(1)
    let error = LocationSearchError.searchCompletionFailed(
      UnderlyingError(ScriptedSource.Failure()))
    #expect(await phases.next() == .failed(query: "lond", error: error, previous: first))
    field.yield("londo")
    #expect(await phases.next() == .searching(query: "londo", previous: first))
    await source.requestCount.wait(for: 3)
    source.answer(2, with: [])
    #expect(await phases.next() == .noResults(query: "londo"))
    field.finish()
    #expect(await phases.next() == nil)
  }

  @Test func `an older answer never follows a newer query`() async {
    let (queries, field) = AsyncStream.makeStream(of: String.self)
    var phases = makeSession().updates(for: queries).makeAsyncIterator()
    field.yield("lon")
    #expect(await phases.next() == .searching(query: "lon", previous: []))
    await source.requestCount.wait(for: 1)
    field.yield("paris")
    #expect(await phases.next() == .searching(query: "paris", previous: []))
    await source.requestCount.wait(for: 2)
    // The source ignores cancellation and answers in the wrong order.
    source.answer(1, with: ["New"])
    source.answer(0, with: ["Old"])
    let answer = completions(1, ["New"])
    #expect(await phases.next() == .results(query: "paris", completions: answer))
    field.finish()
    #expect(await phases.next() == nil)
  }

  @Test func `text that was cleared stays cleared`() async {
    let (queries, field) = AsyncStream.makeStream(of: String.self)
    var phases = makeSession().updates(for: queries).makeAsyncIterator()
    field.yield("lon")
    #expect(await phases.next() == .searching(query: "lon", previous: []))
    await source.requestCount.wait(for: 1)
    field.yield("")
    #expect(await phases.next() == .idle(query: ""))
    source.answer(0, with: ["Old"])
    field.finish()
    #expect(await phases.next() == nil)
  }

  @Test func `text that was changed and changed back has results`() async {
    let (queries, field) = AsyncStream.makeStream(of: String.self)
    var phases = makeSession().updates(for: queries).makeAsyncIterator()
    for (request, query) in ["lon", "lond", "lon"].enumerated() {
      field.yield(query)
      #expect(await phases.next()?.isSearching == true)
      await source.requestCount.wait(for: request + 1)
      source.answer(request, with: ["A"])
      let answer = completions(request, ["A"])
      #expect(await phases.next() == .results(query: query, completions: answer))
    }
    // Nothing was asked in between: the same answer, without a search.
    field.yield("LON")
    let answer = completions(2, ["A"])
    #expect(await phases.next() == .results(query: "LON", completions: answer))
    #expect(source.queries.count == 3)
  }

  @Test func `text that says the same as one in flight gets its answer`() async {
    let (queries, field) = AsyncStream.makeStream(of: String.self)
    var phases = makeSession().updates(for: queries).makeAsyncIterator()
    for query in ["london", "London", " LONDON"] {
      field.yield(query)
      #expect(await phases.next() == .searching(query: query, previous: []))
    }
    await source.requestCount.wait(for: 1)
    source.answer(0, with: ["A"])
    let answer = completions(0, ["A"])
    #expect(await phases.next() == .results(query: " LONDON", completions: answer))
    field.yield("london")
    #expect(await phases.next() == .results(query: "london", completions: answer))
    #expect(source.queries == ["london"])
  }

  @Test func `the last text is searched for although typing ended`() async {
    let (queries, field) = AsyncStream.makeStream(of: String.self)
    let phases = makeSession(.fixed(.seconds(1))).updates(for: queries)
    let all = Task { await phases.reduce(into: []) { $0.append($1) } }
    field.yield("lon")
    field.finish()
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))
    await source.requestCount.wait(for: 1)
    source.answer(0, with: [])
    #expect(
      await all.value == [.searching(query: "lon", previous: []), .noResults(query: "lon")])
  }

  @Test func `a call elsewhere does not disturb the phases`() async throws {
    let session = makeSession()
    let (queries, field) = AsyncStream.makeStream(of: String.self)
    var phases = session.updates(for: queries).makeAsyncIterator()
    field.yield("lon")
    #expect(await phases.next() == .searching(query: "lon", previous: []))
    await source.requestCount.wait(for: 1)
    #expect(try await session.search(queryFragment: "") == [])
    source.answer(0, with: [])
    #expect(await phases.next() == .noResults(query: "lon"))
  }

  @Test func `a clock on which nobody can sleep is no failure of the search`() async {
    let session = LocationSearch(
      source: source, debounce: .fixed(.seconds(1)), clock: InsomniacClock())
    let (queries, field) = AsyncStream.makeStream(of: String.self)
    var phases = session.updates(for: queries).makeAsyncIterator()
    field.yield("lon")
    #expect(await phases.next() == .searching(query: "lon", previous: []))
    #expect(await phases.next() == .idle(query: "lon"))
  }

  @Test func `when nobody reads any more, the search is cancelled and all is freed`() async throws {
    let source = ScriptedSource(.stopsWhenCancelled)
    weak let weakSession: LocationSearch?
    do {
      let session = LocationSearch(source: source, debounce: .none, clock: clock)
      weakSession = session
      let (queries, field) = AsyncStream.makeStream(of: String.self)
      let phases = session.updates(for: queries)
      let reader = Task { for await _ in phases {} }
      field.yield("lon")
      await source.requestCount.wait(for: 1)
      reader.cancel()
      await source.waitForCancellation(of: 0)
      await reader.value
      field.yield("paris")
    }
    try await waitUntil("the session is gone") { weakSession == nil }
    #expect(source.openCount == 0)
  }
}
