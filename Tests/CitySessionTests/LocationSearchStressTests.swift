import CitySearch
import CityTestSupport
import TestSupport
import Testing

@testable import CitySession

/// Callers, answers and cancellations that run freely against each other, on all processors.
///
/// Nothing is known about their order, so only what holds in any order is checked. This is what the
/// thread sanitizer looks at.
@Suite("Races", .againstHanging)
struct LocationSearchStressTests {
  @Test(arguments: UInt64(0)..<300)
  func `every caller gets one outcome, and no answer but its own`(seed: UInt64) async {
    var generator = SeededGenerator(seed: seed)
    let clock = ManualClock()
    let isDebounced = Bool.random(using: &generator)
    let session = LocationSearch(
      .live(EchoSource(), pause: isDebounced ? .seconds(1) : .zero, clock: clock))
    let ticker = Task {
      while !Task.isCancelled {
        clock.advance(by: .milliseconds(300))
        try? await Task.sleep(for: .microseconds(100))
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<12 {
        let text = ["", "ab", "fail", "lisbon", "london", "paris"][number % 6]
        let isCancelled = Int.random(in: 0..<4, using: &generator) == 0
        let delay = Int.random(in: 0..<20, using: &generator)
        group.addTask {
          for _ in 0..<delay { await Task.yield() }
          let caller = Task { await Self.check(text, in: session) }
          if isCancelled { caller.cancel() }
          await caller.value
        }
      }
    }
    ticker.cancel()
    await clock.waitForSleepers(0)
  }

  private static func check(_ text: String, in session: LocationSearch) async {
    switch await SessionOutcome({ try await session.search(queryFragment: text) }) {
    case .names(let titles): #expect(titles == (text.isEmpty ? [] : [text]))
    case .failed(.invalidSearchCriteria): #expect(text == "ab")
    case .failed(.searchCompletionFailed): #expect(text == "fail")
    case .cancelled: break
    }
  }
}

/// Answers after a while with a city whose name is the text, even if the search was cancelled.
private struct EchoSource: CitySearchable {
  func search(_ query: SearchQuery) async throws -> CityMatches {
    let query = query.text
    for _ in 0..<query.utf8.count { await Task.yield() }
    if query == "fail" { throw ScriptedSource.Failure() }
    return CityMatches(
      [City(id: 1, name: query, countryCode: "XX", coordinate: .zero)], for: query)
  }

  func search(for text: String, limit: Int?) async throws -> CityMatches {
    try await search(SearchQuery(text, limit: limit))
  }
}
