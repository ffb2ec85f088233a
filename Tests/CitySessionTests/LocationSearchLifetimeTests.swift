import CityTestSupport
import TestSupport
import Testing

@testable import CitySession

@Suite("Lifetimes of a session", .againstHanging)
struct LocationSearchLifetimeTests {
  @Test func `a task that was cancelled before its turn disturbs nobody`() async throws {
    let source = ScriptedSource()
    let session = LocationSearch(.live(source, pause: .zero))
    let caller = Task { try await session.search(queryFragment: "paris") }
    await source.requestCount.wait(for: 1)
    let turn = Milestone()
    let late = Task {
      await turn.wait(for: 1)
      return try await session.search(queryFragment: "")
    }
    late.cancel()
    turn.reach()
    await #expect(throws: CancellationError.self) { _ = try await late.value }
    source.answer(0, with: ["Paris"])
    #expect(try await caller.value.map(\.title) == ["Paris"])
    #expect(source.queries == ["paris"])
  }

  @Test func `a source that never answers keeps neither caller nor session`() async throws {
    let source = ScriptedSource(.ignoresCancellation)
    weak let weakSession: LocationSearch?
    do {
      let session = LocationSearch(.live(source, pause: .zero))
      weakSession = session
      let caller = Task { try await session.search(queryFragment: "paris") }
      await source.requestCount.wait(for: 1)
      caller.cancel()
      await #expect(throws: CancellationError.self) { _ = try await caller.value }
    }
    try await waitUntil("the session is gone") { weakSession == nil }
    #expect(source.openCount == 1)
    source.finishAll()
  }

  @Test func `a sleep that ends early does not leave the caller behind`() async {
    let session = LocationSearch(
      .live(ScriptedSource(), pause: .seconds(1), clock: InsomniacClock()))
    await #expect(throws: CancellationError.self) {
      _ = try await session.search(queryFragment: "paris")
    }
  }

  /// The default minimum of characters is three, as people count them.
  @Test func `characters are counted as people count them, without blanks around them`()
    async throws
  {
    let source = ScriptedSource()
    let session = LocationSearch(.live(source, pause: .zero))
    for text in ["ab", " a ", "e\u{301}e\u{301}", "👩‍👩‍👧‍👦a", "\u{3000}ab\n"] {
      await #expect(throws: LocationSearchError.invalidSearchCriteria(minimumCharacters: 3)) {
        _ = try await session.search(queryFragment: text)
      }
    }
    for text in ["", " ", "\n\t", "\u{3000}"] {
      #expect(try await session.search(queryFragment: text) == [])
    }
    #expect(source.queries == [])
  }
}

/// A clock whose sleep fails at once.
struct InsomniacClock: Clock {
  struct Failure: Error {}

  var now: ManualClock.Instant { ManualClock.Instant(offset: .zero) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    throw Failure()
  }
}
